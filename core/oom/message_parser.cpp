#include "core/oom/message_parser.h"

#include "core/base/text.h"
#include "core/oom/figure_lines.h"
#include "core/oom/form_reader.h"
#include "core/oom/text_marks.h"
#include "core/text/text_cursor.h"

#include <algorithm>

namespace tidemark::oom {
namespace {

/// Takes the lines after the sentences one by one. The parts of a wrapped line come together.
class BodyReader
{
public:
    /// `isList`: the lines are a part of a list of allocations whose heading is not in the text.
    BodyReader(Message& message, bool isList)
        : m_message(message)
        , m_figures(message)
    {
        if (isList) {
            m_heading = Role::Largest;
            m_isNumbered = false;
        }
    }

    /// `place` is the position of the lines in the message's text; `written` is their text there, with the blank lines.
    void read(Role role, std::string_view text, TextRange place, std::string_view written)
    {
        text = trimmed(text);
        const std::size_t before = m_message.allocations.size();
        const std::size_t figuresBefore = m_message.figures.size();
        if (isHeading(role)) {
            m_heading = role;
            m_isNumbered = role != Role::Largest;
            m_fields.clear();
        }
        if (role == Role::Largest && m_message.memory.empty())
            m_message.memory
                = DenseText(std::string(text)).wordAt(std::string_view("Largestprogramallocationsin").size());
        if (isHeading(role) && role != Role::Largest)
            m_figures.heading(role, text);
        else if (role == Role::Item)
            m_figures.item(text);
        else if (role == Role::Statistic)
            m_figures.statistic(joinedStatistic(text));
        else if (role == Role::Chunk)
            readChunkLine(text);
        else if (role == Role::Entry)
            readEntry(text);
        else if (role == Role::Field)
            readFieldLine(text);
        if (role == Role::Sentence || role == Role::Statistic)
            readSentence(written, place.begin);
        if (m_message.allocations.size() > before)
            m_message.allocations.back().place = place;
        else if (role == Role::Field && hasEntries())
            m_message.allocations.back().place.end = place.end;
        std::vector<std::int64_t> read = m_fieldAmounts;
        for (std::size_t i = figuresBefore; i < m_message.figures.size(); ++i)
            if (m_message.figures[i].amount)
                read.push_back(m_message.figures[i].amount->bytes);
        if (role != Role::Field && m_message.allocations.size() > before && m_message.allocations.back().size)
            read.push_back(m_message.allocations.back().size->bytes);
        m_fieldAmounts.clear();
        markAmounts(written, place.begin, std::move(read), m_message.amounts);
    }

private:
    /// Fields belong to entries, and entries to these headings.
    bool hasEntries() const
    {
        return !m_message.allocations.empty() && (m_heading == Role::Largest || m_heading == Role::GpuPeak);
    }

    void readEntry(std::string_view text)
    {
        m_isNumbered = true;
        if (m_heading != Role::GpuPeak)
            m_heading = Role::Largest; // its line may be joined to the line before
        m_message.allocations.push_back(allocationOf(text));
    }

    /// Older lists have no numbers: a repeated field begins a new entry.
    void readFieldLine(std::string_view text)
    {
        const std::string_view name = text.substr(0, text.find(':'));
        if (!m_isNumbered && (m_fields.empty() || std::ranges::find(m_fields, name) != m_fields.end())) {
            m_message.allocations.emplace_back();
            m_fields.clear();
        }
        if (!m_isNumbered)
            m_fields.emplace_back(name);
        if (!hasEntries())
            return;
        Allocation& allocation = m_message.allocations.back();
        readField(text, allocation);
        std::optional<Amount> amount;
        if (name == "Size")
            amount = allocation.size;
        else if (name == "Unpadded size")
            amount = allocation.unpadded;
        else if (name.starts_with("Extra"))
            amount = allocation.padding;
        if (amount)
            m_fieldAmounts.push_back(amount->bytes);
    }

    /// Reads a chunk line, which a terminal may have wrapped anywhere. A size that ends the text may have been cut, so
    /// that the parts are joined first only if more text follows the size.
    static std::optional<ChunkLine> chunkIn(std::string_view text)
    {
        const std::size_t end = text.find('\n');
        if (end == std::string_view::npos)
            return readChunk(text);
        const std::string joined = std::string(text.substr(0, end)) + std::string(text.substr(end + 1));
        if (joined.find(" next ") != std::string::npos && text.substr(0, end).find(" next") == std::string_view::npos)
            if (const auto chunk = readChunk(joined))
                return chunk;
        std::string spaced(text);
        spaced[end] = ' ';
        const auto chunk = readChunk(spaced);
        return chunk ? chunk : readChunk(joined);
    }

    /// Joins the parts of a statistic line that a terminal has wrapped, if it is one of the long ones.
    static std::string joinedStatistic(std::string_view text)
    {
        std::string whole(text);
        if (text.starts_with("Total bytes in pool") || text.starts_with("Sum Total"))
            std::erase(whole, '\n');
        return whole;
    }

    void readSentence(std::string_view written, std::size_t begin)
    {
        const std::size_t before = m_message.amounts.size();
        readFurtherSentence(DenseText(std::string(written)), m_message);
        for (std::size_t i = before; i < m_message.amounts.size(); ++i) {
            m_message.amounts[i].begin += begin;
            m_message.amounts[i].end += begin;
        }
    }

    void readChunkLine(std::string_view text)
    {
        const auto chunk = chunkIn(text);
        if (!chunk)
            return;
        Allocation allocation;
        allocation.size = Amount{chunk->size, 0};
        allocation.address = chunk->address;
        allocation.allocationType = chunk->isFree ? "free" : "in use";
        m_message.allocations.push_back(std::move(allocation));
    }

    Message& m_message;
    FigureReader m_figures;
    Role m_heading = Role::Sentence;
    bool m_isNumbered = true; // the listed allocations have numbers
    std::vector<std::string> m_fields; // names of the fields of the last entry, if they have no numbers
    std::vector<std::int64_t> m_fieldAmounts; // amounts of the field just read
};

/// Detects whether a message ends before its figures and lists are complete. `body` is its lines after the sentences.
/// The end of each part is known: sums end with "arguments" and "overlays", each allocation with a line of "=", and the
/// chunks with their sum. A sum whose amount is reached is complete without its last line.
class CutFinder
{
public:
    CutFinder(std::span<const MessageLine> body, Message& message)
        : m_body(body)
        , m_message(message)
    { }

    void find()
    {
        findInSum();
        findInCapacity();
        findInPlan();
        findInAllocations();
        if (has(Role::Chunk) && !m_message.figure("Sum Total of in-use chunks"))
            missing("the end of the chunks, their sum and the statistics of the allocator");
    }

private:
    bool has(Role role) const { return std::ranges::find(m_body, role, &MessageLine::role) != m_body.end(); }
    void missing(std::string what) { m_message.cut.missing.push_back(std::move(what)); }
    bool hasFigure(const std::string& name) const
    {
        return std::ranges::find(m_message.figures, name, &Figure::name) != m_message.figures.end();
    }

    /// Checks the last sum only: the text after a sum follows all of its lines.
    void findInSum()
    {
        const auto last = std::ranges::find_if(m_body.rbegin(), m_body.rend(),
                                               [](const MessageLine& line) { return isHeading(line.role); });
        if (last == m_body.rend() || (last->role != Role::Total && last->role != Role::Program))
            return;
        // The lines that end a message come after all sums.
        if (std::any_of(m_body.rbegin(), last, [](const MessageLine& line) { return line.role == Role::Remark; }))
            return;
        const bool isTotal = last->role == Role::Total;
        const auto heading = std::ranges::find_if(m_message.figures, [&](const Figure& figure) {
            return figure.name.starts_with(isTotal ? "Total " : "Program ")
                && figure.name.find(':') == std::string::npos;
        });
        if (heading == m_message.figures.end())
            return;
        const std::string& name = heading->name;
        const std::string before = name + std::string(kItemSeparator);
        const auto isItem = [&](const char* item) { return hasFigure(before + item); };
        if (isItem(isTotal ? "arguments" : "overlays"))
            return;
        Amount sum;
        for (const Figure& figure : m_message.figures)
            if (isItemOf(figure, name) && figure.amount)
                sum = sum + *figure.amount;
        if (!heading->amount || mayBeEqual(sum, *heading->amount))
            return;
        m_message.cut.section = name;
        missing("the rest of " + name);
    }

    void findInCapacity()
    {
        const std::string capacity = m_message.capacityHeading();
        if (has(Role::Capacity) && !hasFigure(capacity + ": Available after request"))
            missing("the available part of the capacity");
    }

    void findInPlan()
    {
        if (has(Role::GpuTitle) && !has(Role::GpuStats) && !has(Role::GpuPeak))
            missing("the figures of the buffer assignment");
        if (has(Role::GpuStats) && !m_message.figure("total allocation"))
            missing("the total of the buffer assignment");
    }

    void findInAllocations()
    {
        const auto isList
            = [](const MessageLine& line) { return line.role == Role::Largest || line.role == Role::GpuPeak; };
        const auto entry = std::ranges::find(m_body.rbegin(), m_body.rend(), Role::Entry, &MessageLine::role);
        if (entry == m_body.rend()) {
            if (std::ranges::any_of(m_body, isList) && !has(Role::Field))
                missing("the list of allocations");
            return;
        }
        const bool isEnded
            = std::any_of(m_body.rbegin(), entry, [](const MessageLine& line) { return line.role == Role::Remark; });
        if (isEnded || m_message.allocations.empty())
            return;
        const Allocation& last = m_message.allocations.back();
        // The labels come after all fields that are checked.
        if (has(Role::GpuPeak) ? !last.shape.empty() : !(last.label.empty() && last.allocationType.empty()))
            return;
        m_message.cut.isInAllocation = true;
        missing("the rest of " + (last.number ? "allocation " + std::to_string(*last.number) : "the last allocation"));
    }

    std::span<const MessageLine> m_body;
    Message& m_message;
};

bool isBody(Role role)
{
    return role > Role::Remark;
}

/// Counts the lines without the blank lines at the end.
std::size_t countOfLines(std::span<const MessageLine> lines)
{
    std::size_t count = lines.size();
    while (count > 0 && trimmed(lines[count - 1].text).empty())
        --count;
    return count;
}

/// The number of lines that the first `length` bytes of their text touch.
std::size_t linesOf(std::span<const MessageLine> lines, std::size_t length)
{
    std::size_t count = 0;
    for (std::size_t end = 0; count < lines.size() && end < length; ++count)
        end += lines[count].text.size() + 1;
    return count;
}

/// Counts the lines after the accepted ones that continue the last of them, because a bracket or quote in it is still
/// open.
std::size_t restOfLast(std::span<const MessageLine> lines, std::size_t accepted)
{
    std::int64_t open = 0;
    bool isQuoted = false;
    const auto read = [&](std::string_view text) {
        for (const char c : text) {
            open += bracketStep(c);
            isQuoted = isQuoted != (c == '"');
        }
        return (open > 0 || isQuoted) && !trimmed(text).ends_with("..."); // a text cut by "..." is never closed
    };
    std::size_t count = 0;
    const bool mayGoOn
        = accepted > 0 && (lines[accepted - 1].role == Role::Field || lines[accepted - 1].role == Role::Item);
    for (bool goesOn = mayGoOn && read(lines[accepted - 1].text);
         goesOn && accepted + count < lines.size() && lines[accepted + count].role == Role::Unknown; ++count)
        goesOn = read(lines[accepted + count].text);
    return count;
}

/// `begin` is the position of the first line in the message's text.
void readBody(std::span<const MessageLine> lines, std::size_t begin, Message& message)
{
    const bool isList = std::ranges::none_of(lines, [](const MessageLine& line) { return isHeading(line.role); });
    BodyReader reader(message, isList);
    for (std::size_t i = 0; i < lines.size();) {
        std::string text = lines[i].text;
        std::string written = text;
        const Role role = lines[i].role;
        TextRange place{begin, begin + text.size()};
        begin = place.end + 1;
        for (++i; i < lines.size() && (lines[i].role == Role::Unknown || lines[i].role == Role::Blank); ++i) {
            begin += lines[i].text.size() + 1;
            written += '\n' + lines[i].text;
            if (lines[i].role != Role::Unknown)
                continue;
            text += '\n' + lines[i].text;
            place.end = begin - 1;
        }
        reader.read(role, text, place, written);
    }
}

/// Returns whether the lines identify a message without sentences. Sums alone do not, because compilers also print them
/// for programs that fit.
bool isMessageWithoutSentence(std::span<const MessageLine> body)
{
    return std::ranges::any_of(body, [](const MessageLine& line) {
        return identifiesMessage(line.role, trimmed(line.text)) && line.role != Role::Total
            && line.role != Role::Program;
    });
}

/// Sets the memory of a list of allocations whose beginning is not in the text.
void nameMemoryOfList(Message& message, std::span<const MessageLine> body)
{
    const bool isOfGpu
        = std::ranges::any_of(body, [](const MessageLine& line) { return trimmed(line.text).starts_with("Buffer "); });
    if (isOfGpu) {
        message.kind = Kind::GpuPlan;
        return;
    }
    const auto isScoped = [](const Allocation& each) { return each.allocationType == "scoped"; };
    message.memory = std::ranges::all_of(message.allocations, isScoped) ? "vmem" : "hbm";
}

/// Sets the facts that follow only from the whole message.
void complete(Message& message, std::span<const MessageLine> body, bool hasSentence)
{
    const auto has = [&](auto... roles) {
        return std::ranges::any_of(body, [&](const MessageLine& line) { return ((line.role == roles) || ...); });
    };
    if (has(Role::GpuTitle, Role::GpuStats, Role::GpuPeak)) {
        message.kind = Kind::GpuPlan;
        if (const Amount* const total = message.figure("total allocation"))
            message.needed = *total;
    } else if (message.kind == Kind::Bfc || has(Role::Chunk) || (!hasSentence && has(Role::Statistic))) {
        message.kind = Kind::Bfc;
        if (message.device.find("host_bfc") != std::string::npos)
            message.memory = "host";
        for (const char* const name : {"Limit", "memory_limit_"})
            if (const Amount* const limit = message.figure(name))
                message.limit = *limit;
    } else if (!hasSentence && message.memory.empty() && !message.allocations.empty()) {
        nameMemoryOfList(message, body);
    }
    const bool isHeadless = !hasSentence && message.kind == Kind::Compile && !message.memory.empty();
    if (isHeadless) {
        message.cut.missing.emplace_back("its beginning");
        // The program is only a part of the need; the need is the program plus its arguments.
        const Amount* const program = message.figure("Program " + message.memory + " requirement");
        const Amount* const arguments = message.figure("Total " + message.memory + " usage: arguments");
        const Amount* const alone = message.figure("arguments"); // the heading above it is missing
        if (program && (arguments || alone))
            message.needed = *program + (arguments ? *arguments : *alone);
    }
    if (const Amount* const capacity = message.figure(message.capacityHeading()); capacity && !message.limit)
        message.limit = *capacity;
}

} // namespace

std::optional<Parsed> parseMessage(std::span<const MessageLine> lines, std::size_t accepted)
{
    const std::size_t head
        = static_cast<std::size_t>(std::ranges::find_if(lines, isBody, &MessageLine::role) - lines.begin());
    Parsed parsed;
    Message& message = parsed.message;
    message.line = lines.front().number;
    const std::size_t read = readSentences(DenseText(joined(lines.first(head), "\n", &MessageLine::text)), message);
    if (read > 0)
        accepted = std::max(accepted, linesOf(lines.first(head), read));
    accepted += restOfLast(lines, accepted);
    const auto body = lines.subspan(head, std::max(accepted, head) - head);
    readBody(body, head == 0 ? 0 : joined(lines.first(head), "\n", &MessageLine::text).size() + 1, message);
    const bool isOfAllocator = std::ranges::find(body, Role::Statistic, &MessageLine::role) != body.end();
    const bool isEmpty = message.figures.empty() && message.allocations.empty() && !isOfAllocator;
    if (read == 0 && (isEmpty || !isMessageWithoutSentence(body)))
        return std::nullopt;
    complete(message, body, read > 0);
    CutFinder(body, message).find();
    parsed.lines = countOfLines(lines.first(std::max<std::size_t>(accepted, 1)));
    message.text = joined(lines.first(parsed.lines), "\n", &MessageLine::text);
    return parsed;
}

} // namespace tidemark::oom
