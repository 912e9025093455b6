#include "core/base/located_json.h"

#include "core/base/text.h"

#include <nlohmann/json.hpp>

#include <algorithm>

namespace tidemark {
namespace {

using Type = LocatedJson::Type;

constexpr std::string_view kByteOrderMark = "\xef\xbb\xbf";
constexpr std::size_t kLongestMessage = 200;

/// Takes the values from the library's parser, which gives no positions, and finds each position by following the text.
/// The text needs no checks, because the parser has accepted it.
class Builder final : public nlohmann::json::json_sax_t
{
public:
    Builder(std::string_view text, std::size_t deepest)
        : m_text(text)
        , m_end(text.starts_with(kByteOrderMark) ? kByteOrderMark.size() : 0)
        , m_deepest(deepest)
    { }

    Result<LocatedJson> finish() &&
    {
        if (m_fault)
            return std::move(*m_fault);
        return std::move(m_root);
    }

    bool null() override { return add({Type::Null, next(), {}, {}, {}}); }
    bool boolean(bool) override { return add({Type::Boolean, next(), {}, {}, {}}); }
    bool number_integer(std::int64_t) override { return addNumber(); }
    bool number_unsigned(std::uint64_t) override { return addNumber(); }
    bool number_float(double, const std::string&) override { return addNumber(); }
    bool string(std::string& value) override { return add({Type::String, next(), std::move(value), {}, {}}); }
    bool binary(nlohmann::json::binary_t&) override { return false; } // does not occur in a text
    bool start_object(std::size_t) override { return open(Type::Object); }
    bool key(std::string& text) override
    {
        m_open.back().keys.push_back({std::move(text), next()});
        return true;
    }
    bool end_object() override { return close(); }
    bool start_array(std::size_t) override { return open(Type::Array); }
    bool end_array() override { return close(); }

    bool parse_error(std::size_t read, const std::string& token, const nlohmann::json::exception& what) override
    {
        // "[…] parse error at line 1, column 5: syntax error while parsing value - invalid literal; last read: '…'"
        std::string_view message = what.what();
        const auto start = message.find(" - ");
        message.remove_prefix(start != std::string_view::npos ? start + 3 : message.find("] ") + 2);
        message = message.substr(0, message.find("; last read: "));
        const std::size_t back = lastTokenLength(message, token);
        const std::size_t at = std::min(read - std::min(read, back), m_text.size());
        fail(at, "no valid JSON: " + printable(message.substr(0, kLongestMessage)));
        return false;
    }

private:
    static constexpr std::string_view kBetween = " \t\r\n,:"; // characters between values

    /// The number of bytes between a mistake and the position that the parser has read to. An invalid token ends with
    /// the wrong byte; a misplaced token is wrong from its start. The parser reports the token itself only for strings
    /// and numbers.
    static std::size_t lastTokenLength(std::string_view message, const std::string& token)
    {
        if (message.starts_with("unexpected string") || message.starts_with("unexpected number"))
            return token.size();
        if (message.starts_with("unexpected false"))
            return 5;
        return message.starts_with("unexpected true") || message.starts_with("unexpected null") ? 4 : 1;
    }

    /// Moves to the next token and returns its start.
    std::size_t next()
    {
        const std::size_t start = m_text.find_first_not_of(kBetween, m_end);
        switch (m_text[start]) {
        case '"':
            m_end = start + 1;
            while (m_text[m_end] != '"')
                m_end += m_text[m_end] == '\\' ? 2U : 1U;
            ++m_end;
            break;
        case '[':
        case ']':
        case '{':
        case '}':
            m_end = start + 1;
            break;
        default:
            m_end = std::min(m_text.find_first_of(" \t\r\n,:]}", start), m_text.size());
        }
        return start;
    }

    bool add(LocatedJson value)
    {
        (m_open.empty() ? m_root : m_open.back().items.emplace_back()) = std::move(value);
        return true;
    }
    bool addNumber()
    {
        const std::size_t start = next();
        return add({Type::Number, start, std::string(m_text.substr(start, m_end - start)), {}, {}});
    }
    bool open(Type type)
    {
        const std::size_t start = next();
        if (m_open.size() >= m_deepest)
            return fail(start, "nothing here lies as deep as this");
        m_open.push_back({type, start, {}, {}, {}});
        return true;
    }
    bool close()
    {
        next();
        LocatedJson value = std::move(m_open.back());
        m_open.pop_back();
        return add(std::move(value));
    }
    bool fail(std::size_t at, std::string message)
    {
        m_fault = Error{ErrorKind::Malformed, std::move(message), at};
        return false;
    }

    std::string_view m_text;
    std::size_t m_end; // end of the previous token
    std::size_t m_deepest;
    std::vector<LocatedJson> m_open;
    LocatedJson m_root;
    std::optional<Error> m_fault;
};

} // namespace

const LocatedJson* LocatedJson::find(std::string_view key) const
{
    const auto found = std::ranges::find(keys, key, &Key::text);
    return found == keys.end() ? nullptr : &items[static_cast<std::size_t>(found - keys.begin())];
}

std::string_view typeText(LocatedJson::Type type)
{
    switch (type) {
    case Type::Boolean:
        return "a truth value";
    case Type::Number:
        return "a number";
    case Type::String:
        return "a string";
    case Type::Array:
        return "a list";
    case Type::Object:
        return "an object";
    case Type::Null:
        break;
    }
    return "null";
}

Result<LocatedJson> parseLocatedJson(std::string_view text, std::size_t deepest)
{
    // The library's parser would take the byte for the end of the text.
    if (const auto zero = text.find('\0'); zero != std::string_view::npos)
        return Error{ErrorKind::Malformed, "no valid JSON: a byte 0", zero};
    Builder builder(text, deepest);
    nlohmann::json::sax_parse(text.begin(), text.end(), &builder);
    return std::move(builder).finish();
}

TextPlace placeIn(std::string_view text, std::size_t at)
{
    const std::string_view before = text.substr(0, at);
    const std::size_t lineStart = before.rfind('\n') + 1; // 0 if there is none
    std::string_view line = before.substr(lineStart);
    if (lineStart == 0 && line.starts_with(kByteOrderMark))
        line.remove_prefix(kByteOrderMark.size());
    TextPlace place;
    place.line += static_cast<std::size_t>(std::ranges::count(before, '\n'));
    place.column += static_cast<std::size_t>(
        std::ranges::count_if(line, [](char c) { return (static_cast<unsigned char>(c) & 0xc0) != 0x80; }));
    return place;
}

} // namespace tidemark
