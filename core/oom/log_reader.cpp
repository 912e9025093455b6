#include "core/oom/log_reader.h"

#include "core/oom/checks.h"
#include "core/oom/flat_message.h"
#include "core/oom/telltales.h"
#include "core/text/copied_text.h"
#include "core/text/escaped_text.h"
#include "core/text/log_line.h"
#include "core/text/text_cursor.h"

#include <algorithm>
#include <array>
#include <limits>

namespace tidemark::oom {
namespace {

const PhraseFinder& telltaleFinder()
{
    static const PhraseFinder kFinder(telltales());
    return kFinder;
}

/// Where a heading of a message, or the line of a chunk, stands in a line, if something stands before it.
std::size_t headingInside(std::string_view line)
{
    static const PhraseFinder kWords({"HBM capacity ", "Total ", "Program ", "Largest program allocations",
                                      "BufferAssignment OOM", "BufferAssignment stats:", "Peak buffers:", "Output size",
                                      "InUse at ", "Free  at ", "Chunk at ", "Bin (", "BFCAllocator dump for",
                                      "Current allocation summary follows", "Next region of size"});
    for (std::size_t at = kWords.find(line, 1); at != std::string_view::npos; at = kWords.find(line, at + 1)) {
        const Role role = roleOf(trimmed(line.substr(at)));
        if (isHeading(role) || role == Role::Chunk || role == Role::Statistic)
            return at;
    }
    return std::string_view::npos;
}

/// The line without a prefix that all lines of a message have; learned from headings, whose beginning is known.
std::string_view withoutPrefix(std::string_view line, std::string& prefix)
{
    const std::string_view text = trimmed(line);
    if (!prefix.empty() && beginsLike(text, prefix))
        return text.substr(prefix.size());
    if (text.empty() || roleOf(text) != Role::Unknown)
        return line;
    const std::size_t heading = headingInside(text.substr(0, 400));
    if (heading == std::string_view::npos)
        return line;
    prefix = trimmed(text.substr(0, heading));
    return text.substr(prefix.size());
}

/// As loggers write each line of a message by itself.
bool isOneLine(std::string_view literal)
{
    return literal.find('\n') >= literal.size() - std::min<std::size_t>(literal.size(), 1);
}

/// String literals of a line that may hold a message, each once.
struct Literals {
    std::vector<std::string> texts;
    std::string_view key; // of the first, in JSON
};

Literals literalsOf(std::string_view text)
{
    Literals literals;
    for (std::size_t at = telltaleFinder().find(text, 0); at != std::string_view::npos;) {
        std::string literal = literalAround(text, at);
        if (literal == text)
            break;
        // Loggers write a message and an exception that repeats it.
        if (std::ranges::none_of(literals.texts,
                                 [&](const std::string& known) { return known.find(literal) != std::string::npos; })) {
            if (literals.texts.empty())
                literals.key = keyOfString(text, at);
            literals.texts.push_back(std::move(literal));
        }
        const std::size_t end = literalEnd(text, at);
        at = end == std::string_view::npos ? end : telltaleFinder().find(text, end);
    }
    return literals;
}

/// What a line of JSON has of a message, under a name that lines before had, or that is usual.
std::optional<std::string> lineOfJson(std::string_view text, std::string_view key)
{
    std::optional<std::string> line = key.empty() ? std::nullopt : stringOfKey(text, key);
    for (const char* const usual : {"log", "message", "msg", "textPayload"})
        if (!line && key.empty())
            line = stringOfKey(text, usual);
    return line && isOneLine(*line) ? line : std::nullopt;
}

/// Who wrote a line of JSON: "rank": 3, "worker": "w-7", "pod_name": "train-0", in this order.
std::string writerOfJson(std::string_view line)
{
    static constexpr std::string_view kNames[]
        = {"\"rank\"", "\"process_index\"", "\"worker\"", "\"worker_id\"", "\"pod_name\"", "\"pod\"", "\"hostname\""};
    static const PhraseFinder kAny({std::begin(kNames), std::end(kNames)});
    constexpr std::size_t kLongest = 100;
    const std::size_t first = kAny.find(line, 0);
    if (first == std::string_view::npos)
        return {};
    line.remove_prefix(first);
    for (const std::string_view name : kNames) {
        const std::size_t at = line.find(name);
        if (at == std::string_view::npos)
            continue;
        TextCursor rest(line.substr(at + name.size()));
        rest.skipSpaces();
        if (!rest.take(":"))
            continue;
        rest.skipSpaces();
        if (rest.take("\"")) {
            const std::string_view value = rest.takeWhile([](char c) { return c != '"' && c != '\\'; }, 1, kLongest);
            if (!value.empty() && rest.peek() == '"')
                return std::string(value);
        } else if (const std::string_view number = rest.takeWhile(isDigit, 1, 9); !number.empty()) {
            return std::string(number);
        }
    }
    return {};
}

/// A line of JSON, or a list that is one.
bool isJson(std::string_view line)
{
    return line.starts_with('{') || line.starts_with("[{") || line.starts_with("[\"") || line.starts_with("['");
}

} // namespace

LogReader::LogReader(std::function<void(Report)> found)
    : m_found(std::move(found))
    , m_scanner(telltaleFinder(), [this](std::uint64_t number, std::string_view raw) { return line(number, raw); })
{ }

void LogReader::push(std::string_view bytes)
{
    m_scanner.push(m_decoder.decode(bytes));
}

bool LogReader::line(std::uint64_t number, std::string_view raw)
{
    if (hasSyslogLineEnds(raw))
        readJoinedLines(number, withoutSyslogEscapes(raw));
    else
        readWhole(number, raw);
    constexpr std::uint64_t kBoundedEvery = 200;
    constexpr std::size_t kLong = 65536;
    if (++m_linesSinceBounded >= kBoundedEvery || raw.size() > kLong)
        keepBounded(number);
    const std::uint64_t open = firstOpenLine();
    // One that has not been seen yet may start a little before this line.
    passOn(std::min(open, number - std::min(number, MessageCollector::kReach - 1)));
    return open != std::numeric_limits<std::uint64_t>::max();
}

void LogReader::readJoinedLines(std::uint64_t number, const std::string& lines)
{
    Writer& writer = writerOf(cleanLine(lines.substr(0, lines.find('\n'))).rank);
    writer.lastLine = number;
    m_last = &writer;
    readLiteral(writer, number, lines);
}

void LogReader::readWhole(std::uint64_t number, std::string_view raw)
{
    LogLine clean = cleanLine(raw);
    // What TensorFlow's runtime glues on repeats the message.
    clean.text.erase(std::min(clean.text.find("[type.googleapis.com/"), clean.text.size()));
    if (clean.rank.empty() && clean.text.starts_with('{'))
        clean.rank = writerOfJson(clean.text);
    Writer& writer = writerOf(clean.rank);
    writer.lastLine = number;
    m_last = &writer;
    if (!clean.outer.empty())
        writer.prefix = clean.outer;
    if (!hasLiteral(writer, number, clean.text))
        collect(writer, number, clean.text);
}

void LogReader::collect(Writer& writer, std::uint64_t number, std::string_view text)
{
    const std::string copied = isCopied(text) ? withoutCopying(text) : std::string();
    for (const std::string_view line : flatLines(copied.empty() ? text : copied))
        writer.collector.line(number, withoutPrefix(line, writer.prefix));
}

bool LogReader::hasLiteral(Writer& writer, std::uint64_t number, std::string_view text)
{
    const bool isOfJson = isJson(text);
    if (!isOfJson && text.find("\\n") == std::string_view::npos)
        return false;
    const Literals literals = literalsOf(text);
    const bool isLine
        = isOfJson && literals.texts.size() == 1 && isOneLine(literals.texts.front()) && !literals.key.empty();
    if (isLine) {
        m_jsonKey = literals.key;
        readLine(writer, number, literals.texts.front());
        return true;
    }
    if (isOfJson && literals.texts.empty()) {
        const auto line = lineOfJson(text, m_jsonKey);
        if (line)
            readLine(writer, number, *line);
        return line.has_value();
    }
    for (const std::string& literal : literals.texts)
        readLiteral(writer, number, literal);
    return !literals.texts.empty();
}

void LogReader::readLine(Writer& writer, std::uint64_t number, std::string_view literal)
{
    const LogLine clean = cleanLine(literal);
    Writer& own = clean.rank.empty() ? writer : writerOf(clean.rank);
    own.lastLine = number;
    m_last = &own;
    collect(own, number, clean.text);
}

void LogReader::readLiteral(Writer& writer, std::uint64_t number, std::string_view literal)
{
    writer.collector.close();
    for (std::string_view rest = literal.substr(0, literal.find("[type.googleapis.com/"));;) {
        const std::size_t end = rest.find('\n');
        collect(writer, number, cleanLine(rest.substr(0, end)).text);
        if (end == std::string_view::npos)
            break;
        rest.remove_prefix(end + 1);
    }
    writer.collector.close();
}

LogReader::Writer& LogReader::writerOf(const std::string& rank)
{
    const auto found = m_writers.find(rank);
    const bool isOpen = found != m_writers.end() && found->second.collector.isOpen();
    // The lines after the first of a message often have nothing before them, nor has the rest of a line that is
    // wrapped.
    if (rank.empty() && m_last && !isOpen && (m_last->collector.isOpen() || m_last->collector.isAnnounced()))
        return *m_last;
    if (found != m_writers.end())
        return found->second;
    const auto pass = [this, rank](Report report) {
        report.rank = rank;
        report.checks = checksOf(report);
        const std::uint64_t line = report.line;
        m_closed.emplace(line, std::move(report));
    };
    return m_writers.emplace(rank, Writer{MessageCollector(pass), {}, 0}).first->second;
}

std::uint64_t LogReader::firstOpenLine() const
{
    std::uint64_t first = std::numeric_limits<std::uint64_t>::max();
    for (const auto& [rank, writer] : m_writers)
        if (writer.collector.isOpen())
            first = std::min(first, writer.collector.firstLine());
    return first;
}

void LogReader::keepBounded(std::uint64_t number)
{
    m_linesSinceBounded = 0;
    constexpr std::uint64_t kSilentLines = 2000; // of others; then a message is over
    constexpr std::size_t kMostWriters = 500;
    std::size_t bytes = 0;
    for (auto& [rank, writer] : m_writers) {
        if (writer.lastLine + kSilentLines < number)
            writer.collector.close();
        bytes += writer.collector.bytes();
    }
    if (bytes > kMostOpenBytes)
        std::ranges::max_element(m_writers, {}, [](const auto& entry) {
            return entry.second.collector.bytes();
        })->second.collector.close();
    if (m_writers.size() <= kMostWriters)
        return;
    for (auto entry = m_writers.begin(); entry != m_writers.end();) {
        entry->second.collector.close();
        entry = &entry->second == m_last ? std::next(entry) : m_writers.erase(entry);
    }
}

void LogReader::passOn(std::uint64_t before)
{
    while (!m_closed.empty() && m_closed.begin()->first < before) {
        auto report = m_closed.extract(m_closed.begin());
        m_found(std::move(report.mapped()));
    }
}

void LogReader::finish()
{
    m_scanner.finish();
    for (auto& [rank, writer] : m_writers)
        writer.collector.close();
    passOn(std::numeric_limits<std::uint64_t>::max());
}

Result<LogExtent> readReports(ByteStream& stream, const Progress& progress, std::function<void(Report)> found)
{
    constexpr std::size_t kBlock = std::size_t{256} << 10; // that stays in the cache of a processor
    LogReader reader(std::move(found));
    std::string block(kBlock, '\0');
    LogExtent extent;
    for (;;) {
        if (progress.cancelled())
            return Progress::cancelledError();
        const auto count = stream.read(block);
        if (!count)
            return count.error();
        if (*count == 0)
            break;
        const std::string_view read = std::string_view(block).substr(0, *count);
        reader.push(read);
        extent.bytes += *count;
        extent.isBlank = extent.isBlank && trimmedLeft(read).empty();
        if (stream.size())
            progress.at(extent.bytes, *stream.size(), stream.path());
    }
    reader.finish();
    return extent;
}

} // namespace tidemark::oom
