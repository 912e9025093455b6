#include "core/oom/dense_text.h"

#include "core/text/text_cursor.h"

#include <algorithm>
#include <cstring>

namespace tidemark::oom {
namespace {

/// Returns whether a line that begins with digits is no continuation of a number that ends the line before: a time, a
/// date, the number of an item, a sentence, several numbers.
bool beginsWithOwnNumber(std::string_view line)
{
    TextCursor at(line);
    const std::size_t digits = at.takeWhile(isDigit, 1).size();
    const std::string_view rest = at.rest();
    const char next = rest.size() > 1 ? rest[1] : '\0';
    if (rest.empty())
        return false;
    if (rest[0] == '-' || rest[0] == '/' || rest[0] == ')' || (rest[0] == ':' && isDigit(next)))
        return true;
    if (rest[0] == '.' && next == ' ')
        return digits < 3;
    const bool isUnit = rest.starts_with(" byte") || (next == 'B' && (rest.size() == 2 || !isAlphanumeric(rest[2])));
    return rest[0] == ' ' && isAlphanumeric(next) && !isUnit;
}

} // namespace

DenseText::DenseText(std::string source)
    : m_source(std::move(source))
{
    m_text.resize(m_source.size());
    m_places.resize(m_source.size());
    std::size_t size = 0;
    for (std::size_t i = 0; i < m_source.size(); ++i) { // branch-free: skipped characters are overwritten
        const char c = m_source[i];
        const char next = i + 1 < m_source.size() ? m_source[i + 1] : '\0';
        m_text[size] = c;
        m_places[size] = static_cast<std::uint32_t>(i);
        const bool isEscape = c == '\\' && (next == '\'' || next == '"' || next == '\\');
        size += !(isSpace(c) || isEscape);
    }
    m_text.resize(size);
    m_places.resize(size);
}

std::size_t DenseText::sourceOf(std::size_t dense) const
{
    return dense < m_places.size() ? m_places[dense] : m_source.size();
}

std::size_t DenseText::after(std::string_view phrase, std::size_t from) const
{
    if (from > m_text.size())
        return npos;
    // Faster than std::string::find if many positions begin like the phrase.
    const void* const found = ::memmem(m_text.data() + from, m_text.size() - from, phrase.data(), phrase.size());
    return found ? static_cast<std::size_t>(static_cast<const char*>(found) - m_text.data()) + phrase.size() : npos;
}

std::optional<Amount> DenseText::amountAt(std::size_t& at, Unit unit) const
{
    if (at >= m_text.size())
        return std::nullopt;
    const bool needsUnit = unit == Unit::Written;
    std::string_view rest = text().substr(at);
    if (const std::size_t numberEnd = needsUnit ? npos : endOfBareNumber(at); numberEnd != npos) {
        rest = text().substr(at, numberEnd - at);
        const auto count = takeAmount(rest);
        at = count ? numberEnd - rest.size() : at;
        return count;
    }
    const auto amount = needsUnit ? takeAmountWithUnit(rest) : takeAmount(rest);
    const std::size_t end = m_text.size() - rest.size();
    // No word begins with "iB", and a number with a fraction has a unit.
    const std::string_view written = text().substr(at, end - at);
    const bool isUnit = needsUnit
        && (written.ends_with("iB") || (written.find('.') != npos && sourceOf(end - 1) == sourceOf(end - 2) + 1));
    if (!amount || isUnit || !isLetter(m_text[end - 1]) || !isAlphanumeric(nextInSource(end - 1))) {
        at = amount ? end : at;
        return amount;
    }
    // The letters after the number may begin the next word instead of a unit: "101376
    // Traceback".
    if (needsUnit)
        return std::nullopt;
    std::size_t number = at;
    while (number < end && !isLetter(m_text[number]))
        ++number;
    rest = text().substr(at, number - at);
    const auto count = takeAmount(rest);
    at = count ? number - rest.size() : at;
    return count;
}

std::size_t DenseText::endOfBareNumber(std::size_t at) const
{
    for (std::size_t i = at + 1; i < m_text.size() && isDigit(m_text[i]); ++i) {
        const std::size_t before = sourceOf(i - 1) + 1;
        const std::size_t next = sourceOf(i);
        if (before == next)
            continue;
        constexpr std::size_t kShortestWrapped = 60; // no program wraps its lines before this column
        const std::string_view between = std::string_view(m_source).substr(before, next - before);
        const bool isInLine = between.find('\n') == npos;
        const bool isBeforeBlank = std::ranges::count(between, '\n') > 1;
        const std::size_t lineStart = m_source.rfind('\n', before - 1) + 1;
        if (isInLine || isBeforeBlank || before - lineStart < kShortestWrapped
            || beginsWithOwnNumber(std::string_view(m_source).substr(next)))
            return i;
    }
    return npos;
}

char DenseText::nextInSource(std::size_t dense) const
{
    const std::size_t next = sourceOf(dense) + 1;
    return next < m_source.size() ? m_source[next] : '\0';
}

std::string DenseText::wordAt(std::size_t at) const
{
    static constexpr std::string_view kMemories[]
        = {"sparsecore", "hbm", "vmem", "smem", "cmem", "sflag", "host", "dram", "l1_small", "l1", "trace"};
    std::string lower;
    for (const char c : text().substr(std::min(at, m_text.size()), 10))
        lower += toLower(c);
    for (const std::string_view memory : kMemories) // the dense text has no blank before the next word
        if (lower.starts_with(memory))
            return std::string(memory);
    std::string word;
    for (std::size_t i = sourceOf(at); i < m_source.size() && (isAlphanumeric(m_source[i]) || m_source[i] == '_'); ++i)
        word += toLower(m_source[i]);
    return word;
}

std::string DenseText::sentenceEndAt(std::size_t at) const
{
    const auto isQuote = [](char c) { return std::string_view("'\"`)],;\\").find(c) != std::string_view::npos; };
    std::string token;
    std::size_t whole = 0; // length of the token up to the first line end
    for (std::size_t i = sourceOf(at);; ++i) {
        const char c = i < m_source.size() ? m_source[i] : ' ';
        if (c == '\n') {
            if (token.ends_with('.') || token.size() > kLongestName)
                break;
            whole = whole == 0 ? token.size() : whole;
        } else if (isQuote(c) || isSpace(c)) { // a quote belongs to the text around the sentence
            // A name continues in the next line only if its sentence ends there.
            const bool isEnded = token.ends_with('.') || isQuote(c);
            return whole == 0 || isEnded ? token : token.substr(0, whole);
        } else {
            token += c;
        }
    }
    return token;
}

std::string joinedLines(std::string_view text, Division division)
{
    const auto isName = [](char c) { return isAlphanumeric(c) || c == '/' || c == '_' || c == '.' || c == '-'; };
    const auto mayBeOneName
        = [&](char before, char after) { return (isName(before) && isName(after)) || before == '=' || after == '='; };
    std::string joined;
    for (text = trimmed(text); !text.empty();) {
        const std::size_t end = std::min(text.find('\n'), text.size());
        const std::string_view line = trimmed(text.substr(0, end));
        text.remove_prefix(std::min(end + 1, text.size()));
        if (line.empty())
            continue;
        if (!joined.empty() && (division == Division::BetweenWords || !mayBeOneName(joined.back(), line.front())))
            joined += ' ';
        joined += line;
    }
    return joined;
}

std::string withoutBlanks(std::string_view text)
{
    std::string result(text.size(), '\0');
    std::size_t size = 0;
    for (const char c : text) { // branch-free, as above
        result[size] = c;
        size += !isSpace(c);
    }
    result.resize(size);
    return result;
}

} // namespace tidemark::oom
