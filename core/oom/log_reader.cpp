#include "core/oom/log_reader.h"

#include "core/files/read_blocks.h"
#include "core/oom/checks.h"
#include "core/oom/embedded_text.h"
#include "core/oom/event_merger.h"
#include "core/oom/flat_message.h"
#include "core/oom/line_role.h"
#include "core/oom/message.h"
#include "core/text/log_line.h"
#include "core/text/phrase_finder.h"
#include "core/text/text_cursor.h"

#include <algorithm>
#include <limits>
#include <string_view>
#include <utility>

namespace tidemark::oom {
namespace {

constexpr std::size_t kNowhere = std::string_view::npos;
constexpr std::size_t kFarthest = 400; // bytes in which a sentence begins

bool isOfName(char c)
{
    return isAlphanumeric(c) || c == '.' || c == '_';
}

/// Returns where the class of an error before `end` begins: "jax.errors.JaxRuntimeError: ". Returns `end` if there is
/// none.
std::size_t beginOfError(std::string_view line, std::size_t end)
{
    constexpr std::size_t kLongestWord = 9;
    line = line.substr(0, end + kLongestWord + 1);
    for (const std::string_view word : {"Error", "Exception"})
        for (std::size_t at = line.find(word); at < end; at = line.find(word, at + 1)) {
            const std::size_t past = at + word.size();
            if (std::string_view(":('\" ").find(line.substr(past, 1)) == kNowhere)
                continue;
            while (at > 0 && isOfName(line[at - 1]))
                --at;
            end = at;
            break;
        }
    return end;
}

/// Returns where a sentence of a message begins.
std::size_t sentenceInside(std::string_view line)
{
    static const PhraseFinder kWords = [] {
        std::vector<std::string_view> words(openings().begin(), openings().end());
        for (const Form& form : forms())
            words.insert(words.end(), form.begins.begin(), form.begins.end());
        return PhraseFinder(std::move(words));
    }();
    const std::size_t at = kWords.find(line, 0);
    return at == kNowhere ? kNowhere : beginOfError(line, at);
}

/// Returns whether the line is JSON, or a list that looks like JSON.
bool isJson(std::string_view line)
{
    return line.starts_with('{') || line.starts_with("[{") || line.starts_with("[\"") || line.starts_with("['");
}

/// Returns whether a cleaned line begins with words of a message.
bool beginsMessage(std::string_view line)
{
    const std::string_view text = trimmed(line);
    if (text.empty())
        return false;
    return isJson(text) || text.starts_with("Scoped allocation with size") || roleOf(text) != Role::Unknown
        || sentenceInside(text.substr(0, kFarthest)) == 0;
}

constexpr std::size_t kStart = 4096; // bytes by which a notebook is recognised
constexpr std::uint64_t kNoLine = std::numeric_limits<std::uint64_t>::max();

/// Returns whether the line begins with a prefix or with words of a message.
bool beginsLine(std::string_view raw)
{
    const LogLine line = cleanLine(raw);
    if (line.text.starts_with('{') && !line.text.starts_with("{\""))
        return false; // part of a shape
    return line.text.size() + 1 < raw.size() || beginsMessage(line.text);
}

/// Collects a literal that contains one or more messages.
void collectLiteral(MessageCollector& collector, std::uint64_t number, std::string_view literal)
{
    collector.close();
    for (std::string_view rest = literal.substr(0, literal.find("[type.googleapis.com/"));;) {
        const std::size_t end = rest.find('\n');
        const std::string text = cleanLine(rest.substr(0, end)).text;
        for (const std::string_view each : flatLines(text))
            collector.line(number, each);
        if (end == std::string_view::npos)
            break;
        rest.remove_prefix(end + 1);
    }
    collector.close();
}

} // namespace

LogReader::LogReader(std::function<void(Message)> found)
    : m_found(std::move(found))
    , m_scanner(
          logWords(), [this](std::uint64_t number, std::string_view raw) { return line(number, raw); }, mayBeOfMessage)
    , m_wrapped(beginsLine, [this](std::span<WrappedLines::Line> lines) {
        for (const WrappedLines::Line& each : lines)
            addLines(each.number, each.text);
    })
{ }

void LogReader::push(std::string_view bytes)
{
    std::string narrow;
    if (m_isWide) {
        std::ranges::remove_copy(bytes, std::back_inserter(narrow), '\0');
        bytes = narrow;
    }
    if (m_isStartRead && !m_isNotebook) {
        m_scanner.push(bytes);
        return;
    }
    m_start += bytes;
    if (!m_isStartRead && m_start.size() >= kStart)
        readStart();
    if (m_isNotebook && m_start.size() > kLargestNotebook)
        readNotebook();
}

void LogReader::readStart()
{
    m_isStartRead = true;
    m_isWide = isWide(m_start);
    if (m_isWide)
        std::erase(m_start.erase(0, 2), '\0');
    m_isNotebook = isNotebook(std::string_view(m_start).substr(0, kStart));
    if (!m_isNotebook)
        m_scanner.push(std::exchange(m_start, {}));
}

void LogReader::readNotebook()
{
    m_isNotebook = false;
    const std::string text = std::exchange(m_start, {});
    const auto outputs = text.size() <= kLargestNotebook ? outputsOfNotebook(text) : std::nullopt;
    m_scanner.push(outputs ? std::string_view(*outputs) : text);
}

bool LogReader::line(std::uint64_t number, std::string_view raw)
{
    constexpr std::uint64_t kMostQuiet = 16; // held lines are read after so many lines without words of messages
    if (number > m_lastLine + 1) {
        readHeld(true);
        m_hasWords = false;
    }
    const bool isQuiet = logWords().find(raw, 0) == std::string_view::npos;
    m_quietLines = isQuiet ? m_quietLines + 1 : 0;
    m_hasWords = m_hasWords || !isQuiet;
    m_lastLine = number;
    m_wrapped.add(number, raw);
    if (m_quietLines >= kMostQuiet && m_hasWords)
        readHeld(false);
    const std::uint64_t unread = m_wrapped.isHolding() ? m_wrapped.firstHeld() : number;
    constexpr std::uint64_t kBoundedEvery = 200;
    constexpr std::size_t kLong = 65536;
    if (++m_linesSinceBounded >= kBoundedEvery || raw.size() > kLong)
        keepBounded(unread);
    const std::uint64_t open = firstOpenLine();
    // A message that has not been recognised yet may start a little before the first unread line.
    passOn(std::min(open, unread - std::min(unread, MessageCollector::kReach - 1)));
    return m_wrapped.isHolding() || open != kNoLine;
}

void LogReader::readHeld(bool isEnd)
{
    if (isEnd)
        m_wrapped.flush();
    else
        m_wrapped.pass(true);
    if (isEnd || firstOpenLine() != kNoLine)
        return;
    m_wrapped.pass(false); // no open message could continue
}

void LogReader::addLines(std::uint64_t number, std::string_view raw)
{
    while (raw.ends_with('\r'))
        raw.remove_suffix(1);
    // Progress bars overwrite their line with carriage returns.
    for (std::size_t end = raw.find('\r'); end != std::string_view::npos; end = raw.find('\r')) {
        if (end > 0)
            addLine(number, raw.substr(0, end));
        raw.remove_prefix(end + 1);
    }
    addLine(number, raw);
}

void LogReader::addLine(std::uint64_t number, std::string_view raw)
{
    LogLine line = cleanLine(raw);
    const bool isBare = line.text == raw;
    std::vector<std::string> literals;
    auto json = readJsonLine(line.text);
    if (json && line.rank.empty())
        line.rank = std::move(json->writer);
    if (json && (json->texts.size() > 1 || !isOneLine(json->texts.front())))
        literals = std::move(json->texts);
    else if (json) {
        LogLine inside = cleanLine(json->texts.front());
        inside.takeWriter(std::move(line));
        line = std::move(inside);
    }
    // The text that TensorFlow's runtime appends repeats the message.
    line.text.erase(std::min(line.text.find("[type.googleapis.com/"), line.text.size()));
    if (literals.empty() && (isJson(line.text) || line.text.find("\\n") != std::string::npos))
        literals = literalsOf(line.text);
    collect(number, line, isBare, literals);
}

void LogReader::collect(std::uint64_t number, const LogLine& line, bool isBare,
                        const std::vector<std::string>& literals)
{
    Writer& writer = writerOf(line, isBare);
    writer.lastLine = number;
    m_last = &writer;
    const bool wasOpen = writer.collector.isOpen();
    for (const std::string& literal : literals)
        collectLiteral(writer.collector, number, literal);
    if (literals.empty())
        for (const std::string_view each : flatLines(line.text))
            writer.collector.line(number, each);
    if (writer.collector.isOpen() && !wasOpen)
        m_open.push_back(&writer);
    else if (wasOpen && !writer.collector.isOpen())
        std::erase(m_open, &writer);
}

LogReader::Writer& LogReader::writerOf(const LogLine& line, bool isBare)
{
    const std::string key = line.sender.empty() ? line.rank : line.rank + "\n" + line.sender;
    const auto found = m_writers.find(key);
    const bool isOpen = found != m_writers.end() && found->second.collector.isOpen();
    if (!isOpen || (isBare && m_last && m_last->collector.isOpen())) // a line without a prefix goes on
        if (Writer* const before = writerBefore(line))
            return *before;
    if (found != m_writers.end())
        return found->second;
    const auto pass = [this, rank = line.rank](Message message) {
        message.rank = rank;
        if (isRepetition(message))
            return;
        message.checks = checksOf(message);
        const std::uint64_t first = message.line;
        m_closed.emplace(first, std::move(message));
    };
    return m_writers.emplace(key, Writer{MessageCollector(pass), line.rank, line.sender, 0}).first->second;
}

LogReader::Writer* LogReader::writerBefore(const LogLine& line)
{
    const auto mayBeOf = [&](const Writer& writer) {
        return (line.rank.empty() || line.rank == writer.rank) && (line.sender.empty() || line.sender == writer.sender);
    };
    if (!m_last)
        return nullptr;
    if (m_last->collector.isOpen() || m_last->collector.isAnnounced())
        return mayBeOf(*m_last) ? m_last : nullptr;
    // Other writers of the same rank have written in between.
    Writer* const open = m_open.empty() ? nullptr : m_open.back();
    return open && line.sender.empty() && open->rank == m_last->rank && mayBeOf(*open) ? open : nullptr;
}

std::uint64_t LogReader::firstOpenLine() const
{
    std::uint64_t first = kNoLine;
    for (const Writer* const writer : m_open)
        first = std::min(first, writer->collector.firstLine());
    return first;
}

void LogReader::closeThose(const std::function<bool(const Writer&)>& isOver)
{
    std::erase_if(m_open, [&](Writer* writer) {
        if (!isOver(*writer))
            return false;
        writer->collector.close();
        return true;
    });
}

void LogReader::keepBounded(std::uint64_t unread)
{
    m_linesSinceBounded = 0;
    constexpr std::uint64_t kSilentLines = 2000; // a message ends after so many lines of other writers
    constexpr std::uint64_t kSilentLinesOfThreads = 500; // there are many threads, and most write once
    constexpr std::size_t kMostWriters = 500;
    closeThose([&](const Writer& writer) {
        return writer.lastLine + (writer.sender.empty() ? kSilentLines : kSilentLinesOfThreads) < unread;
    });
    std::size_t bytes = 0;
    const Writer* largest = nullptr;
    for (const Writer* const writer : m_open) {
        bytes += writer->collector.bytes();
        if (!largest || writer->collector.bytes() > largest->collector.bytes())
            largest = writer;
    }
    if (bytes > kMostOpenBytes)
        closeThose([&](const Writer& writer) { return &writer == largest; });
    if (m_writers.size() > kMostWriters)
        std::erase_if(m_writers,
                      [&](const auto& entry) { return &entry.second != m_last && !entry.second.collector.isOpen(); });
    if (m_writers.size() > kMostWriters)
        closeThose([](const Writer&) { return true; });
}

bool LogReader::isRepetition(const Message& message)
{
    constexpr std::uint64_t kNear = 200; // lines
    if (message.kind == Kind::State)
        return false;
    const auto last = m_lastKnown.find(message.rank);
    if (message.kind == Kind::Unknown)
        return last != m_lastKnown.end() && last->second + kNear >= message.line;
    const std::uint64_t end = message.line + static_cast<std::uint64_t>(std::ranges::count(message.text, '\n'));
    m_lastKnown[message.rank] = end;
    for (auto entry = m_closed.lower_bound(message.line - std::min(message.line, kNear)); entry != m_closed.end();) {
        const Message& earlier = entry->second;
        const bool isContained = earlier.kind == Kind::Unknown
            || (earlier.kind == Kind::State && earlier.line >= message.line && earlier.line <= end);
        entry = isContained && earlier.rank == message.rank ? m_closed.erase(entry) : std::next(entry);
    }
    return false;
}

void LogReader::passOn(std::uint64_t before)
{
    const auto isReady = [&](const Message& message) {
        // A message that follows may contain a line that is a message by itself.
        const bool isLine = message.kind == Kind::Unknown || message.kind == Kind::State;
        return message.line + (isLine ? MessageCollector::kReach : 0) < before;
    };
    while (!m_closed.empty() && (before == kNoLine || isReady(m_closed.begin()->second))) {
        auto message = m_closed.extract(m_closed.begin());
        m_found(std::move(message.mapped()));
    }
}

void LogReader::finish()
{
    if (!m_isStartRead)
        readStart();
    if (m_isNotebook)
        readNotebook();
    m_scanner.finish();
    readHeld(true);
    closeThose([](const Writer&) { return true; });
    passOn(kNoLine);
}

bool isWide(std::string_view start)
{
    return start.starts_with("\xff\xfe") || start.starts_with("\xfe\xff");
}

Result<LogExtent> readMessages(ByteStream& stream, const Progress& progress, std::function<void(Message)> found)
{
    EventMerger events(std::move(found));
    LogExtent extent;
    LogReader reader([&](Message message) { events.add(std::move(message)); });
    const auto done = readBlocks(stream, progress, [&](std::string_view block) {
        reader.push(block);
        extent.bytes += block.size();
        extent.isBlank = extent.isBlank && trimmedLeft(block).empty();
        return true;
    });
    if (done)
        reader.finish();
    events.finish();
    if (!done)
        return done.error();
    return extent;
}

} // namespace tidemark::oom
