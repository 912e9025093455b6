#include "core/text/log_scanner.h"

#include "core/system/find_last.h"

#include <algorithm>
#include <cstring>

namespace tidemark {
namespace {

constexpr std::size_t kBefore = 4096;
constexpr int kLongLinesBefore = 12; // passed on before a phrase, up to kMostBefore bytes
constexpr std::size_t kMostBefore = 65536;
constexpr int kAfter = 3;

/// Counts 16 bytes at a time. Not every compiler and optimisation level vectorises std::count.
std::uint64_t lineEnds(std::string_view text)
{
    using Bytes [[gnu::vector_size(16)]] = unsigned char;
    constexpr std::size_t kMostRounds = 255; // so that a count of one byte cannot overflow
    std::uint64_t count = 0;
    while (text.size() >= sizeof(Bytes)) {
        const std::size_t rounds = std::min(kMostRounds, text.size() / sizeof(Bytes));
        Bytes ends{};
        for (std::size_t i = 0; i < rounds; ++i) {
            Bytes bytes;
            std::memcpy(&bytes, text.data() + i * sizeof(Bytes), sizeof(Bytes));
            ends -= bytes == '\n'; // a true comparison is -1
        }
        for (std::size_t i = 0; i < sizeof(Bytes); ++i)
            count += ends[i];
        text.remove_prefix(rounds * sizeof(Bytes));
    }
    return count + static_cast<std::uint64_t>(std::ranges::count(text, '\n'));
}

} // namespace

LogScanner::LogScanner(const PhraseFinder& finder, Line line, Counts counts)
    : m_finder(finder)
    , m_line(std::move(line))
    , m_counts(std::move(counts))
{ }

void LogScanner::push(std::string_view bytes)
{
    m_text.append(bytes);
    scan(false);
    forget();
}

void LogScanner::finish()
{
    scan(true);
}

void LogScanner::scan(bool isLast)
{
    for (bool goesOn = true; goesOn;)
        goesOn = m_phrase != std::string_view::npos || m_isWanted ? handOutLine(isLast) : skipToPhrase(isLast);
}

bool LogScanner::skipToPhrase(bool isLast)
{
    for (;; ++m_done) {
        const std::size_t found = m_finder.find(m_text, m_done);
        if (found == std::string_view::npos) {
            const std::size_t open = isLast ? 0 : m_finder.longest() - 1;
            m_done = std::max(m_done, m_text.size() - std::min(m_text.size(), open));
            return false;
        }
        m_done = found;
        if (m_counts && !isLast && m_text.size() - found < kAhead)
            return false;
        if (!m_counts || m_counts(std::string_view(m_text).substr(found, kAhead)))
            break;
    }
    m_phrase = m_done;
    m_done = startOfLines(m_phrase);
    countLinesUpTo(m_done);
    return true;
}

std::size_t LogScanner::startOfLines(std::size_t place) const
{
    const auto startOfLine = [&](std::size_t at) { // also in text that was passed on
        return sys::findLast(std::string_view(m_text).substr(0, at), '\n') + 1; // 0 if there is none
    };
    const std::size_t own = std::max(startOfLine(place), m_handedOut);
    std::size_t start = own;
    for (int lines = 0; start > m_handedOut; ++lines) {
        const std::size_t before = std::max(startOfLine(start - 1), m_handedOut);
        if (own - before > (lines < kLongLinesBefore ? kMostBefore : kBefore))
            break;
        start = before;
    }
    return start;
}

void LogScanner::countLinesUpTo(std::size_t place)
{
    if (place <= m_counted)
        return;
    m_number += lineEnds(std::string_view(m_text).substr(m_counted, place - m_counted));
    m_counted = place;
}

bool LogScanner::handOutLine(bool isLast)
{
    std::size_t end = m_text.find('\n', m_done);
    const bool isCut
        = end == std::string_view::npos ? m_text.size() - m_done > kLongestLine : end - m_done > kLongestLine;
    if (end == std::string_view::npos && !isLast && !isCut)
        return false;
    if (m_done >= m_text.size())
        return false;
    end = isCut ? m_done + kLongestLine : std::min(end, m_text.size());
    countLinesUpTo(m_done);
    const std::uint64_t number = m_number;
    if (!isCut && end < m_text.size() && m_counted == m_done) {
        m_counted = end + 1;
        ++m_number;
    }
    const std::size_t next = isCut ? end : std::min(end + 1, m_text.size());
    m_isWanted = m_line(number, std::string_view(m_text).substr(m_done, end - m_done));
    m_after -= m_after > 0;
    if (m_phrase != std::string_view::npos && m_phrase < next) {
        m_phrase = std::string_view::npos;
        m_after = kAfter;
    }
    m_isWanted = m_isWanted || m_after > 0;
    m_done = next;
    m_handedOut = next;
    return true;
}

void LogScanner::forget()
{
    // Keeps the lines before the one at m_done, and that line as well if it is not too long, because it may contain a
    // phrase.
    std::size_t keep = startOfLines(m_done);
    if (m_done - keep > kLongestLine + kMostBefore)
        keep = m_done - kBefore;
    keep = std::max(keep, m_handedOut);
    countLinesUpTo(keep);
    m_text.erase(0, keep);
    m_done -= keep;
    m_handedOut = 0;
    m_counted = m_counted - keep;
    if (m_phrase != std::string_view::npos)
        m_phrase -= keep;
}

} // namespace tidemark
