#include "core/tenstorrent/log_splitter.h"

#include "core/base/find.h"
#include "core/base/number.h"
#include "core/text/control_codes.h"
#include "core/text/log_line.h"
#include "core/text/text_cursor.h"

#include <algorithm>
#include <cmath>

namespace tidemark::tenstorrent {

std::optional<std::int64_t> megabytes(std::string_view number)
{
    constexpr double kMost = 68719476736.0; // 2^36 MB
    if (number.empty() || !isDigit(number.front()) || !isDigit(number.back())
        || number.find_first_not_of("0123456789.") != std::string_view::npos)
        return std::nullopt;
    const auto value = parseNumber<double>(number);
    return value && *value < kMost ? std::optional<std::int64_t>(std::llround(*value * kMegabyte)) : std::nullopt;
}

LogSplitter::LogSplitter(Form form, std::function<std::unique_ptr<WriterLog>(const std::string&)> make)
    : m_form(form)
    , m_make(std::move(make))
    , m_scanner(form.finder, [this](std::uint64_t number, std::string_view raw) { return line(number, raw); })
{ }

Result<void> LogSplitter::read(const File& file, std::uint64_t most, const Progress& progress)
{
    return readBlocks(file, {0, std::min(most, file.size())}, progress, [this](std::string_view block) {
        push(block);
        return true;
    });
}

std::uint64_t LogSplitter::finishAll()
{
    m_scanner.finish();
    std::vector<Writer*> order;
    for (auto& [rank, writer] : m_writers)
        order.push_back(&writer);
    std::ranges::stable_sort(order, {}, &Writer::firstLine);
    for (Writer* const writer : order)
        writer->log->finish();
    return m_leftLines;
}

/// Returns whether the next line is wanted, too.
bool LogSplitter::line(std::uint64_t number, std::string_view raw)
{
    const bool isContinued = number == m_lastLine; // a further piece of a long line
    m_lastLine = number;
    while (raw.ends_with('\r'))
        raw.remove_suffix(1);
    if (m_openTexts > 0 && takeText(raw, isContinued))
        return m_openTexts > 0;
    m_owner = nullptr;
    if (isContinued)
        return m_openTexts > 0;
    if (isPlain(number, raw))
        return true; // the caller need not search the next line for phrases
    message(number, raw);
    return m_openTexts > 0;
}

/// Passes on a line that needs no cleaning, as most messages.
bool LogSplitter::isPlain(std::uint64_t number, std::string_view raw)
{
    if (m_form.isPlain(raw)) {
        if (WriterLog* const log = writerOf({}, number))
            log->line(number, raw);
        return true;
    }
    const Prefix* const prefix = findFirstIf(m_prefixes, [&](const Prefix& each) {
        return raw.starts_with(each.text) && m_form.isPlain(raw.substr(each.text.size()));
    });
    if (prefix)
        prefix->log->line(number, raw.substr(prefix->text.size()));
    return prefix != nullptr;
}

void LogSplitter::message(std::uint64_t number, std::string_view raw)
{
    const auto hasPhrase = [&](std::string_view text) { return m_form.finder.find(text, 0) != std::string_view::npos; };
    if (!m_form.takesAll && !hasPhrase(raw) && raw.find('\x1b') == std::string_view::npos)
        return;
    const LogLine clean = cleanLine(raw);
    const bool isMessage = hasPhrase(clean.text);
    if (!isMessage && !m_form.takesAll)
        return;
    WriterLog* const log = writerOf(clean.rank, number);
    if (!log)
        return;
    const bool isDamaged = hasStrayControls(raw);
    if (isMessage && isDamaged)
        log->warn("damaged-line", number, "it contains control characters, so its numbers may be wrong");
    else if (isMessage && raw.size() >= LogScanner::kLongestLine)
        log->warn("long-line", number, "it is longer than 1 MiB; its rest is not read");
    constexpr std::size_t kMostPrefixes = 16;
    const std::string_view prefix = raw.substr(0, raw.size() - std::min(raw.size(), clean.text.size()));
    if (!isDamaged && prefix.ends_with("| ") && raw.ends_with(clean.text) && m_prefixes.size() < kMostPrefixes
        && !findFirst(m_prefixes, prefix, &Prefix::text))
        m_prefixes.push_back({std::string(prefix), log});
    const bool wasOpen = log->hasOpenText();
    log->line(number, clean.text);
    m_openTexts += !wasOpen && log->hasOpenText();
}

/// A further piece of a long line belongs to the same writer as its first piece.
bool LogSplitter::takeText(std::string_view raw, bool isContinued)
{
    if (!isContinued)
        m_owner = ownerOfText(raw);
    if (!m_owner)
        return false;
    if (m_writers.size() > 1 || m_writers.begin()->first != "")
        if (const LogLine clean = cleanLine(raw); !clean.rank.empty() && raw.ends_with(trimmedLeft(clean.text)))
            raw.remove_prefix(raw.size() - std::min(raw.size(), clean.text.size()));
    const bool isTaken = m_owner->takeText(raw);
    if (!m_owner->hasOpenText()) {
        m_owner = nullptr;
        --m_openTexts;
    }
    return isTaken;
}

/// A line without a rank belongs to the open text, if exactly one is open. REQUIRES: there is a writer
WriterLog* LogSplitter::ownerOfText(std::string_view raw)
{
    const auto open = [](const auto& entry) { return entry.second.log->hasOpenText(); };
    if (m_writers.size() > 1 || m_writers.begin()->first != "")
        if (const auto found = m_writers.find(cleanLine(raw).rank); found != m_writers.end())
            return open(*found) ? found->second.log.get() : nullptr;
    return m_openTexts == 1 ? std::ranges::find_if(m_writers, open)->second.log.get() : nullptr;
}

/// Null: there are too many writers.
WriterLog* LogSplitter::writerOf(const std::string& rank, std::uint64_t number)
{
    constexpr std::size_t kMostWriters = 1000;
    if (const Writer* const known = findValue(m_writers, rank))
        return known->log.get();
    if (m_writers.size() == kMostWriters) {
        ++m_leftLines;
        return nullptr;
    }
    return m_writers.emplace(rank, Writer{m_make(rank), number}).first->second.log.get();
}

} // namespace tidemark::tenstorrent
