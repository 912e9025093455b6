#include "core/oom/log_reader.h"

#include "core/files/read_blocks.h"
#include "core/oom/checks.h"
#include "core/oom/event_merger.h"
#include "core/oom/flat_message.h"
#include "core/oom/line_start.h"
#include "core/oom/log_literals.h"
#include "core/oom/log_words.h"
#include "core/text/copied_text.h"
#include "core/text/escaped_text.h"
#include "core/text/log_line.h"
#include "core/text/text_cursor.h"

#include <algorithm>
#include <array>
#include <limits>

namespace tidemark::oom {
namespace {

constexpr std::uint64_t kNoLine = std::numeric_limits<std::uint64_t>::max();

/// Returns whether the line begins with a prefix or with words of a message.
bool beginsLine(std::string_view raw)
{
    const LogLine line = cleanLine(raw);
    if (line.text.starts_with('{') && !line.text.starts_with("{\""))
        return false; // part of a shape
    return line.text.size() + 1 < raw.size() || startOfMessage(line.text).at == 0;
}

} // namespace

LogReader::LogReader(std::function<void(Report)> found)
    : m_found(std::move(found))
    , m_scanner(
          logWords(), [this](std::uint64_t number, std::string_view raw) { return line(number, raw); }, mayBeOfMessage)
    , m_wrapped(beginsLine, [this](std::span<WrappedLines::Line> lines) { addBlock(lines); })
    , m_lines(startOfMessage, [this](LineWriters::Line&& line) { collect(std::move(line)); })
{ }

void LogReader::push(std::string_view bytes)
{
    m_scanner.push(m_colours.plain(m_decoder.decode(bytes)));
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
    const std::uint64_t unread = m_lines.isHolding() ? m_lines.firstHeld()
        : m_wrapped.isHolding()                      ? m_wrapped.firstHeld()
                                                     : number;
    constexpr std::uint64_t kBoundedEvery = 200;
    constexpr std::size_t kLong = 65536;
    if (++m_linesSinceBounded >= kBoundedEvery || raw.size() > kLong)
        keepBounded(unread);
    const std::uint64_t open = firstOpenLine();
    // A message that has not been recognised yet may start a little before the first unread line.
    passOn(std::min(open, unread - std::min(unread, MessageCollector::kReach - 1)));
    return m_wrapped.isHolding() || m_lines.isHolding() || open != kNoLine;
}

void LogReader::readHeld(bool isEnd)
{
    if (isEnd)
        m_wrapped.flush();
    else
        m_wrapped.pass(true);
    m_lines.flush();
    if (isEnd || firstOpenLine() != kNoLine)
        return;
    m_wrapped.pass(false); // no open message could continue
    m_lines.flush();
}

void LogReader::addBlock(std::span<WrappedLines::Line> lines)
{
    m_marks.unify(lines);
    for (std::size_t i = 0; i < lines.size(); ++i) {
        const WrappedLines::Line& line = lines[i];
        const std::string_view next = i + 1 < lines.size() ? std::string_view(lines[i + 1].text) : std::string_view();
        const std::string_view raw = m_numbers.withoutNumber(line.number, line.text, next);
        if (hasSyslogLineEnds(raw))
            m_lines.add(joinedLines(line.number, withoutSyslogEscapes(raw)));
        else
            addLines(line.number, raw);
    }
}

void LogReader::addLines(std::uint64_t number, std::string_view raw)
{
    while (raw.ends_with('\r'))
        raw.remove_suffix(1);
    // Progress bars overwrite their line with carriage returns, and some systems end lines with them.
    for (std::size_t end = raw.find('\r'); end != std::string_view::npos; end = raw.find('\r')) {
        addLine(number, raw.substr(0, end));
        raw.remove_prefix(end + 1);
    }
    addLine(number, raw);
}

void LogReader::addLine(std::uint64_t number, std::string_view raw)
{
    if ((raw.find('&') != std::string_view::npos || raw.find('<') != std::string_view::npos) && isCopied(raw)
        && !isJson(trimmedLeft(raw))) {
        if (const std::string plain = withoutCopying(raw); plain.find('\n') < plain.size() - 1) {
            m_lines.add(joinedLines(number, plain));
            return;
        }
    }
    const bool wasMembers = m_isMembers;
    const std::string keyBefore = m_jsonKey;
    const std::string innerKeyBefore = m_innerKey;
    LineWriters::Line line = oneLine(number, withoutBorders(raw));
    // Held lines before the first line with words of a message belong to it, too, and are read again.
    if (m_isMembers != wasMembers || m_jsonKey != keyBefore || m_innerKey != innerKeyBefore)
        m_lines.reread([this](LineWriters::Line& held) {
            if (held.literals.empty())
                readLiterals(held);
            return !isBetweenMembers(held);
        });
    if (!m_notebook.isReportedBefore(raw, line) && !isBetweenMembers(line))
        m_lines.add(std::move(line));
}

bool LogReader::isBetweenMembers(const LineWriters::Line& line) const
{
    return m_isMembers && line.literals.empty() && isPartOfList(line.line.text);
}

LineWriters::Line LogReader::joinedLines(std::uint64_t number, std::string text)
{
    LineWriters::Line line;
    line.number = number;
    line.literals.push_back(std::move(text));
    line.line = cleanLine(std::string_view(line.literals.front()).substr(0, line.literals.front().find('\n')));
    return line;
}

LineWriters::Line LogReader::oneLine(std::uint64_t number, std::string_view raw)
{
    LineWriters::Line line;
    line.number = number;
    line.line = cleanLine(raw);
    std::string& text = line.line.text;
    // The text that TensorFlow's runtime appends repeats the message.
    text.erase(std::min(text.find("[type.googleapis.com/"), text.size()));
    text.erase(0, beginOfJson(text, m_jsonKey));
    if (line.line.rank.empty() && text.starts_with('{'))
        line.line.rank = writerOfJson(text);
    if (const auto row = isJson(text) ? std::nullopt : withoutFieldQuotes(text); row && row->isOpen)
        setText(line, std::string_view(row->text).substr(row->field));
    else if (row)
        setText(line, row->text);
    readLiterals(line);
    if (line.literals.empty() && isCopied(text)) {
        std::string plain = withoutCopying(text);
        if (plain.ends_with('\n'))
            plain.pop_back();
        if (plain.find('\n') != std::string::npos)
            line.literals.push_back(plain);
        setText(line, plain);
    }
    if (hasDoubledQuotes(text))
        text = withoutDoubledQuotes(text);
    return line;
}

void LogReader::readLiterals(LineWriters::Line& line)
{
    const std::string& text = line.line.text;
    const bool isOfJson = isJson(text);
    if (const auto member = isOfJson ? std::nullopt : memberOfJson(text);
        member && member->text && isOneLine(*member->text) && isOfLog(*member, true)) {
        setText(line, *member->text);
        return;
    }
    const bool mayBeYaml = !isOfJson && (m_isMembers || text.ends_with('"') || text.ends_with('\''));
    if (const auto member = mayBeYaml ? memberOfYaml(text) : std::nullopt;
        member && isOneLine(*member->text) && isOfLog(*member, isAmongYaml(text))) {
        setText(line, *member->text);
        return;
    }
    if (!isOfJson && text.find("\\n") == std::string::npos) {
        if (const auto message = text.ends_with('"') ? messageOfLogfmt(text) : std::nullopt)
            setText(line, *message);
        return;
    }
    Literals literals = literalsOf(text);
    std::optional<std::string> one;
    if (isOfJson && literals.texts.size() == 1 && isOneLine(literals.texts.front()) && !literals.key.empty()) {
        m_jsonKey = literals.key;
        one = std::move(literals.texts.front());
    } else if (isOfJson && literals.texts.empty()) {
        one = lineOfJson(text, m_jsonKey);
        if (!one && !m_innerKey.empty())
            one = lineOfJson(text, m_innerKey);
    } else {
        line.literals = std::move(literals.texts);
    }
    if (!one)
        return;
    setText(line, *one);
    readInnerJson(line);
}

void LogReader::readInnerJson(LineWriters::Line& line)
{
    const std::string& text = line.line.text;
    if (!isJson(text))
        return;
    Literals literals = literalsOf(text);
    std::optional<std::string> one;
    if (literals.texts.size() == 1 && isOneLine(literals.texts.front()) && !literals.key.empty()) {
        m_innerKey = literals.key;
        one = std::move(literals.texts.front());
    } else if (literals.texts.empty()) {
        one = lineOfJson(text, m_innerKey);
    } else {
        line.literals = std::move(literals.texts);
    }
    if (one)
        setText(line, *one);
}

bool LogReader::isAmongYaml(std::string_view line) const
{
    return line.starts_with("- ") || (m_lines.isHolding() && isPartOfYaml(m_lines.lastHeld().line.text));
}

bool LogReader::isOfLog(const JsonMember& member, bool mayTell)
{
    if (mayTell && member.isQuoted && logWords().find(*member.text, 0) != std::string_view::npos) {
        m_isMembers = true;
        m_jsonKey = member.key;
    }
    const bool isTime = member.text->find_first_not_of("0123456789") == std::string::npos; // Loki puts it before lines
    return m_isMembers && member.key == m_jsonKey && !(isTime && !member.text->empty());
}

void LogReader::setText(LineWriters::Line& line, std::string_view text)
{
    LogLine inside = cleanLine(text);
    inside.takeWriter(std::move(line.line));
    line.line = std::move(inside);
}

void LogReader::collect(LineWriters::Line line)
{
    Writer& writer = writerOf(line);
    writer.lastLine = line.number;
    m_last = &writer;
    const bool wasOpen = writer.collector.isOpen();
    for (const std::string& literal : line.literals)
        collectLiteral(writer.collector, line.number, literal);
    if (line.literals.empty())
        for (const std::string_view each : flatLines(line.line.text))
            writer.collector.line(line.number, each);
    if (writer.collector.isOpen() && !wasOpen)
        m_open.push_back(&writer);
    else if (wasOpen && !writer.collector.isOpen())
        std::erase(m_open, &writer);
}

void LogReader::collectLiteral(MessageCollector& collector, std::uint64_t number, std::string_view literal)
{
    collector.close();
    for (std::string_view rest = literal.substr(0, literal.find("[type.googleapis.com/"));;) {
        const std::size_t end = rest.find('\n');
        const std::string text = cleanLine(rest.substr(0, end)).text;
        const std::string copied = isCopied(text) ? withoutCopying(text) : text;
        for (const std::string_view each : flatLines(copied))
            collector.line(number, each);
        if (end == std::string_view::npos)
            break;
        rest.remove_prefix(end + 1);
    }
    collector.close();
}

LogReader::Writer& LogReader::writerOf(const LineWriters::Line& line)
{
    const std::string name = line.writer();
    const std::string& sender = line.line.sender;
    const std::string key = sender.empty() ? name : name + "\n" + sender;
    const auto found = m_writers.find(key);
    const bool isOpen = found != m_writers.end() && found->second.collector.isOpen();
    if (!line.hasPrefix && !line.hasWords && !isOpen)
        if (Writer* const before = writerBefore(line.line))
            return *before;
    if (found != m_writers.end())
        return found->second;
    const auto pass = [this, name](Report report) {
        report.rank = name;
        if (isRepetition(report) || m_notebook.isPrintedBefore(report))
            return;
        report.checks = checksOf(report);
        const std::uint64_t first = report.line;
        m_closed.emplace(first, std::move(report));
    };
    return m_writers.emplace(key, Writer{MessageCollector(pass), line.line.rank, sender, 0}).first->second;
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

bool LogReader::isRepetition(const Report& report)
{
    constexpr std::uint64_t kNear = 200; // lines
    const auto last = m_lastKnown.find(report.rank);
    if (report.kind == Kind::Unknown)
        return last != m_lastKnown.end() && last->second + kNear >= report.line;
    m_lastKnown[report.rank] = report.line + static_cast<std::uint64_t>(std::ranges::count(report.text, '\n'));
    for (auto entry = m_closed.lower_bound(report.line - std::min(report.line, kNear)); entry != m_closed.end();) {
        const bool isRepeated = entry->second.kind == Kind::Unknown && entry->second.rank == report.rank;
        entry = isRepeated ? m_closed.erase(entry) : std::next(entry);
    }
    return false;
}

void LogReader::passOn(std::uint64_t before)
{
    const auto isReady = [&](const Report& report) {
        // A message that follows may contain the line of an unknown form.
        const std::uint64_t last = report.line + (report.kind == Kind::Unknown ? MessageCollector::kReach : 0);
        return last < before;
    };
    while (!m_closed.empty() && (before == kNoLine || isReady(m_closed.begin()->second))) {
        auto report = m_closed.extract(m_closed.begin());
        m_found(std::move(report.mapped()));
    }
}

void LogReader::finish()
{
    m_scanner.finish();
    readHeld(true);
    closeThose([](const Writer&) { return true; });
    passOn(kNoLine);
}

Result<LogExtent> readReports(ByteStream& stream, const Progress& progress, std::function<void(Report)> found)
{
    EventMerger events(std::move(found));
    LogReader reader([&](Report report) { events.add(std::move(report)); });
    LogExtent extent;
    const auto error = readBlocks(stream, progress, [&](std::string_view block) {
        reader.push(block);
        extent.bytes += block.size();
        extent.isBlank = extent.isBlank && trimmedLeft(block).empty();
        return true;
    });
    if (!error)
        reader.finish();
    events.finish();
    if (error)
        return *error;
    return extent;
}

} // namespace tidemark::oom
