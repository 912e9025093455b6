#include "core/oom/report_parser.h"

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
    BodyReader(Report& report, bool isList)
        : m_report(report)
        , m_figures(report)
    {
        if (isList) {
            m_heading = Role::Largest;
            m_isNumbered = false;
        }
    }

    /// `place` is the position of the lines in the report's text; `written` is their text there, with the blank lines.
    void read(Role role, std::string_view text, TextRange place, std::string_view written)
    {
        text = trimmed(text);
        const std::size_t before = m_report.allocations.size();
        const std::size_t figuresBefore = m_report.figures.size();
        if (isHeading(role)) {
            m_heading = role;
            m_isNumbered = role != Role::Largest;
            m_fields.clear();
        }
        if (role == Role::Largest && m_report.memory.empty())
            m_report.memory
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
        if (m_report.allocations.size() > before)
            m_report.allocations.back().place = place;
        else if (role == Role::Field && hasEntries())
            m_report.allocations.back().place.end = place.end;
        std::vector<std::int64_t> read = m_fieldAmounts;
        for (std::size_t i = figuresBefore; i < m_report.figures.size(); ++i)
            if (m_report.figures[i].amount)
                read.push_back(m_report.figures[i].amount->bytes);
        if (role != Role::Field && m_report.allocations.size() > before && m_report.allocations.back().size)
            read.push_back(m_report.allocations.back().size->bytes);
        m_fieldAmounts.clear();
        markAmounts(written, place.begin, std::move(read), m_report.amounts);
    }

private:
    /// Fields belong to entries, and entries to these headings.
    bool hasEntries() const
    {
        return !m_report.allocations.empty() && (m_heading == Role::Largest || m_heading == Role::GpuPeak);
    }

    void readEntry(std::string_view text)
    {
        m_isNumbered = true;
        if (m_heading != Role::GpuPeak)
            m_heading = Role::Largest; // its line may be joined to the line before
        m_report.allocations.push_back(allocationOf(text));
    }

    /// Older lists have no numbers: a repeated field begins a new entry.
    void readFieldLine(std::string_view text)
    {
        const std::string_view name = text.substr(0, text.find(':'));
        if (!m_isNumbered && (m_fields.empty() || std::ranges::find(m_fields, name) != m_fields.end())) {
            m_report.allocations.emplace_back();
            m_fields.clear();
        }
        if (!m_isNumbered)
            m_fields.emplace_back(name);
        if (!hasEntries())
            return;
        Allocation& allocation = m_report.allocations.back();
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
        const std::size_t before = m_report.amounts.size();
        readFurtherSentence(DenseText(std::string(written)), m_report);
        for (std::size_t i = before; i < m_report.amounts.size(); ++i) {
            m_report.amounts[i].begin += begin;
            m_report.amounts[i].end += begin;
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
        m_report.allocations.push_back(std::move(allocation));
    }

    Report& m_report;
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
    CutFinder(std::span<const MessageLine> body, Report& report)
        : m_body(body)
        , m_report(report)
    { }

    void find()
    {
        findInSum();
        findInCapacity();
        findInPlan();
        findInAllocations();
        if (has(Role::Chunk) && !m_report.figure("Sum Total of in-use chunks"))
            missing("the end of the chunks, their sum and the statistics of the allocator");
    }

private:
    bool has(Role role) const { return std::ranges::find(m_body, role, &MessageLine::role) != m_body.end(); }
    void missing(std::string what) { m_report.cut.missing.push_back(std::move(what)); }
    bool hasFigure(const std::string& name) const
    {
        return std::ranges::find(m_report.figures, name, &Figure::name) != m_report.figures.end();
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
        const auto heading = std::ranges::find_if(m_report.figures, [&](const Figure& figure) {
            return figure.name.starts_with(isTotal ? "Total " : "Program ")
                && figure.name.find(':') == std::string::npos;
        });
        if (heading == m_report.figures.end())
            return;
        const std::string& name = heading->name;
        const std::string before = name + std::string(kItemSeparator);
        const auto isItem = [&](const char* item) { return hasFigure(before + item); };
        if (isItem(isTotal ? "arguments" : "overlays"))
            return;
        Amount sum;
        for (const Figure& figure : m_report.figures)
            if (isItemOf(figure, name) && figure.amount)
                sum = sum + *figure.amount;
        if (!heading->amount || mayBeEqual(sum, *heading->amount))
            return;
        m_report.cut.section = name;
        missing("the rest of " + name);
    }

    void findInCapacity()
    {
        const std::string capacity = m_report.capacityHeading();
        if (has(Role::Capacity) && !hasFigure(capacity + ": Available after request"))
            missing("the available part of the capacity");
    }

    void findInPlan()
    {
        if (has(Role::GpuTitle) && !has(Role::GpuStats) && !has(Role::GpuPeak))
            missing("the figures of the buffer assignment");
        if (has(Role::GpuStats) && !m_report.figure("total allocation"))
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
        if (isEnded || m_report.allocations.empty())
            return;
        const Allocation& last = m_report.allocations.back();
        // The labels come after all fields that are checked.
        if (has(Role::GpuPeak) ? !last.shape.empty() : !(last.label.empty() && last.allocationType.empty()))
            return;
        m_report.cut.isInAllocation = true;
        missing("the rest of " + (last.number ? "allocation " + std::to_string(*last.number) : "the last allocation"));
    }

    std::span<const MessageLine> m_body;
    Report& m_report;
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

/// `begin` is the position of the first line in the report's text.
void readBody(std::span<const MessageLine> lines, std::size_t begin, Report& report)
{
    const bool isList = std::ranges::none_of(lines, [](const MessageLine& line) { return isHeading(line.role); });
    BodyReader reader(report, isList);
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
void nameMemoryOfList(Report& report, std::span<const MessageLine> body)
{
    const bool isOfGpu
        = std::ranges::any_of(body, [](const MessageLine& line) { return trimmed(line.text).starts_with("Buffer "); });
    if (isOfGpu) {
        report.kind = Kind::GpuPlan;
        return;
    }
    const auto isScoped = [](const Allocation& each) { return each.allocationType == "scoped"; };
    report.memory = std::ranges::all_of(report.allocations, isScoped) ? "vmem" : "hbm";
}

/// Sets the facts that follow only from the whole message.
void complete(Report& report, std::span<const MessageLine> body, bool hasSentence)
{
    const auto has = [&](auto... roles) {
        return std::ranges::any_of(body, [&](const MessageLine& line) { return ((line.role == roles) || ...); });
    };
    if (has(Role::GpuTitle, Role::GpuStats, Role::GpuPeak)) {
        report.kind = Kind::GpuPlan;
        if (const Amount* const total = report.figure("total allocation"))
            report.needed = *total;
    } else if (report.kind == Kind::Bfc || has(Role::Chunk) || (!hasSentence && has(Role::Statistic))) {
        report.kind = Kind::Bfc;
        if (report.device.find("host_bfc") != std::string::npos)
            report.memory = "host";
        for (const char* const name : {"Limit", "memory_limit_"})
            if (const Amount* const limit = report.figure(name))
                report.limit = *limit;
    } else if (!hasSentence && report.memory.empty() && !report.allocations.empty()) {
        nameMemoryOfList(report, body);
    }
    const bool isHeadless = !hasSentence && report.kind == Kind::Compile && !report.memory.empty();
    if (isHeadless) {
        report.cut.missing.emplace_back("its beginning");
        // The program is only a part of the need; the need is the program plus its arguments.
        const Amount* const program = report.figure("Program " + report.memory + " requirement");
        const Amount* const arguments = report.figure("Total " + report.memory + " usage: arguments");
        const Amount* const alone = report.figure("arguments"); // the heading above it is missing
        if (program && (arguments || alone))
            report.needed = *program + (arguments ? *arguments : *alone);
    }
    if (const Amount* const capacity = report.figure(report.capacityHeading()); capacity && !report.limit)
        report.limit = *capacity;
}

} // namespace

std::optional<Parsed> parseReport(std::span<const MessageLine> lines, std::size_t accepted)
{
    const std::size_t head
        = static_cast<std::size_t>(std::ranges::find_if(lines, isBody, &MessageLine::role) - lines.begin());
    Parsed parsed;
    Report& report = parsed.report;
    report.line = lines.front().number;
    const std::size_t read = readSentences(DenseText(joined(lines.first(head), "\n", &MessageLine::text)), report);
    if (read > 0)
        accepted = std::max(accepted, linesOf(lines.first(head), read));
    accepted += restOfLast(lines, accepted);
    const auto body = lines.subspan(head, std::max(accepted, head) - head);
    readBody(body, head == 0 ? 0 : joined(lines.first(head), "\n", &MessageLine::text).size() + 1, report);
    const bool isOfAllocator = std::ranges::find(body, Role::Statistic, &MessageLine::role) != body.end();
    const bool isEmpty = report.figures.empty() && report.allocations.empty() && !isOfAllocator;
    if (read == 0 && (isEmpty || !isMessageWithoutSentence(body)))
        return std::nullopt;
    complete(report, body, read > 0);
    CutFinder(body, report).find();
    parsed.lines = countOfLines(lines.first(std::max<std::size_t>(accepted, 1)));
    report.text = joined(lines.first(parsed.lines), "\n", &MessageLine::text);
    return parsed;
}

} // namespace tidemark::oom
