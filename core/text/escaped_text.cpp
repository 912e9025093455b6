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
