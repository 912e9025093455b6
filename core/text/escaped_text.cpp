#include "core/text/escaped_text.h"

#include "core/text/text_cursor.h"

#include <algorithm>
#include <optional>

namespace tidemark {
namespace {

bool isEscaped(std::string_view text, std::size_t at)
{
    std::size_t backslashes = 0;
    while (backslashes < at && text[at - backslashes - 1] == '\\')
        ++backslashes;
    return backslashes % 2 == 1;
}

std::size_t nextQuote(std::string_view text, char quote, std::size_t from)
{
    for (std::size_t i = text.find(quote, from); i != std::string_view::npos; i = text.find(quote, i + 1))
        if (!isEscaped(text, i))
            return i;
    return std::string_view::npos;
}

/// Returns whether a quote begins a literal. A quote after a letter ends a literal or is an apostrophe.
bool isOpening(std::string_view text, std::size_t at)
{
    if (at > 0 && std::string_view("brufBRUF").find(text[at - 1]) != std::string_view::npos)
        --at;
    return at == 0 || std::string_view(" \t([{,:=<").find(text[at - 1]) != std::string_view::npos;
}

/// Takes `count` hexadecimal digits and returns their number, or -1.
int takeHex(TextCursor& at, std::size_t count)
{
    int value = 0;
    for (std::size_t i = 0; i < count; ++i) {
        const int digit = hexDigit(at.peek(i));
        if (digit < 0)
            return -1;
        value = value * 16 + digit;
    }
    at = TextCursor(at.rest().substr(count));
    return value;
}

void appendUtf8(std::string& text, int code)
{
    const auto byte = [&](int value) { text += static_cast<char>(value); };
    if (code < 0x80) {
        byte(code);
    } else if (code < 0x800) {
        byte(0xc0 | code >> 6);
        byte(0x80 | (code & 0x3f));
    } else {
        byte(0xe0 | code >> 12);
        byte(0x80 | (code >> 6 & 0x3f));
        byte(0x80 | (code & 0x3f));
    }
}

/// Takes the rest of an escape sequence after its backslash.
void appendEscaped(std::string& text, TextCursor& at)
{
    static constexpr std::string_view kNames = "nrt\"'\\/";
    static constexpr std::string_view kMeant = "\n\r\t\"'\\/";
    const std::size_t simple = kNames.find(at.peek());
    if (!at.isAtEnd() && simple != std::string_view::npos) {
        text += kMeant[simple];
        at.takeOneOf(kNames);
        return;
    }
    TextCursor rest = at;
    const int code = rest.take("u") ? takeHex(rest, 4) : rest.take("x") ? takeHex(rest, 2) : -1;
    if (code < 0) {
        text += '\\';
        return;
    }
    appendUtf8(text, code);
    at = rest;
}

std::string unescaped(std::string_view escaped)
{
    std::string text;
    text.reserve(escaped.size());
    for (TextCursor at(escaped); !at.isAtEnd();) {
        text += at.takeWhile([](char c) { return c != '\\'; });
        if (at.take("\\"))
            appendEscaped(text, at);
    }
    return text;
}

} // namespace

LiteralFinder::LiteralFinder(std::string_view line)
    : m_line(line)
{
    for (Quotes& quotes : m_quotes)
        quotes.next = quoteFrom(quotes.quote, 0);
}

std::size_t LiteralFinder::quoteFrom(char quote, std::size_t from)
{
    const std::size_t next = nextQuote(m_line, quote, from);
    m_examinedBytes += std::min(next, m_line.size()) - from;
    return next;
}

std::optional<LiteralFinder::Literal> LiteralFinder::around(std::size_t at)
{
    std::optional<Literal> outermost;
    for (Quotes& quotes : m_quotes) {
        while (quotes.next < at) {
            quotes.last = quotes.next;
            quotes.next = quoteFrom(quotes.quote, quotes.last + 1);
        }
        const std::size_t begin = quotes.last;
        if (begin == std::string_view::npos || quotes.next == at || !isOpening(m_line, begin)
            || (outermost && outermost->begin < begin))
            continue;
        outermost = Literal{begin + 1, std::min(quotes.next, m_line.size())}; // a literal may be cut off
    }
    return outermost;
}

std::string_view keyOfString(std::string_view line, std::size_t at)
{
    const auto found = LiteralFinder(line).around(at);
    std::string_view before = found ? trimmed(line.substr(0, found->begin - 1)) : std::string_view();
    if (!before.ends_with(':'))
        return {};
    before = trimmed(before.substr(0, before.size() - 1));
    if (!before.ends_with('"'))
        return {};
    before.remove_suffix(1);
    return before.substr(before.rfind('"') + 1);
}

std::optional<std::string> stringOfKey(std::string_view line, std::string_view key)
{
    const std::string name = '"' + std::string(key) + '"';
    for (std::size_t at = line.find(name); at != std::string_view::npos; at = line.find(name, at + 1)) {
        std::string_view rest = trimmedLeft(line.substr(at + name.size()));
        if (isEscaped(line, at) || !rest.starts_with(':'))
            continue;
        rest = trimmedLeft(rest.substr(1));
        if (!rest.starts_with('"'))
            continue;
        rest.remove_prefix(1);
        return rest.starts_with('"') ? std::string() : literalAround(line, line.size() - rest.size());
    }
    return std::nullopt;
}

std::optional<std::string> messageOfLogfmt(std::string_view line)
{
    const auto isOfKey = [](char c) { return isAlphanumeric(c) || c == '_' || c == '.' || c == '-'; };
    const auto isOfValue = [](char c) { return !isSpace(c) && c != '"'; };
    for (TextCursor at(line); !at.isAtEnd(); at.skipSpaces()) {
        const std::string_view key = at.takeWhile(isOfKey, 1);
        if (key.empty() || !at.take("="))
            break;
        if (at.peek() != '"') {
            at.takeWhile(isOfValue);
            continue;
        }
        const std::size_t end = nextQuote(at.rest(), '"', 1);
        if (key == "msg" || key == "message")
            return at.rest().starts_with("\"\"") ? std::string() : literalAround(at.rest(), 1);
        if (end == std::string_view::npos)
            break;
        at = TextCursor(at.rest().substr(end + 1));
    }
    return std::nullopt;
}

std::optional<JsonMember> memberOfJson(std::string_view line)
{
    std::string_view text = trimmed(line);
    if (text.ends_with(','))
        text = trimmed(text.substr(0, text.size() - 1));
    JsonMember member;
    if (!text.starts_with('"'))
        return std::nullopt;
    std::size_t end = nextQuote(text, '"', 1);
    if (end == std::string_view::npos)
        return std::nullopt;
    if (const std::string_view rest = trimmedLeft(text.substr(end + 1)); rest.starts_with(':')) {
        member.key = text.substr(1, end - 1);
        text = trimmedLeft(rest.substr(1));
        end = text.starts_with('"') ? nextQuote(text, '"', 1) : std::string_view::npos;
    }
    if (end == text.size() - 1)
        member.text = end > 1 ? literalAround(text, 1) : std::string();
    else if (member.key.empty())
        return std::nullopt;
    return member;
}

std::optional<JsonMember> memberOfYaml(std::string_view line)
{
    const auto isOfKey = [](char c) { return isAlphanumeric(c) || c == '_' || c == '-' || c == '.' || c == '/'; };
    TextCursor at(trimmed(line));
    JsonMember member;
    bool isMember = false;
    while (at.take("- ")) {
        at.skipSpaces();
        isMember = true;
    }
    if (TextCursor rest = at; isLetter(rest.peek()) || rest.peek() == '_') {
        const std::string_view key = rest.takeWhile(isOfKey);
        if (rest.take(":") && (rest.isAtEnd() || isSpace(rest.peek()))) {
            member.key = key;
            rest.skipSpaces();
            at = rest;
            isMember = true;
        }
    }
    if (!isMember)
        return std::nullopt;
    const std::string_view value = at.rest();
    const bool isEnclosed = value.size() >= 2 && value.front() == value.back();
    const std::string_view inside = isEnclosed ? value.substr(1, value.size() - 2) : std::string_view();
    if (isEnclosed && value.front() == '"' && nextQuote(value, '"', 1) == value.size() - 1) {
        member.text = inside.empty() ? std::string() : literalAround(value, 1);
    } else if (!isEnclosed || value.front() != '\'') {
        member.text = value;
        member.isQuoted = false;
    } else {
        member.text.emplace();
        for (std::size_t i = 0; i < inside.size(); ++i) {
            *member.text += inside[i];
            i += inside.substr(i).starts_with("''") ? 1U : 0U;
        }
    }
    return member;
}

std::string literalAround(std::string_view line, std::size_t at)
{
    const auto found = LiteralFinder(line).around(at);
    return found ? resolvedLiteral(line.substr(found->begin, found->end - found->begin), at - found->begin)
                 : resolvedLiteral(line, at);
}

std::string resolvedLiteral(std::string_view inside, std::size_t at)
{
    constexpr int kDeepest = 4; // for JSON in JSON in JSON …
    std::string text(inside);
    for (int depth = 1; text.find('\\') != std::string::npos; ++depth) {
        // The escapes before `at` get shorter, too.
        const std::string before = unescaped(std::string_view(text).substr(0, at));
        text = before + unescaped(std::string_view(text).substr(at));
        at = before.size();
        if (depth == kDeepest || text.find("\\n") == std::string::npos)
            break;
        if (const auto inner = LiteralFinder(text).around(at)) {
            text = text.substr(inner->begin, inner->end - inner->begin);
            at -= inner->begin;
        }
    }
    return text;
}

} // namespace tidemark
