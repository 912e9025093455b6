#include "core/base/located_json.h"

#include "core/base/text.h"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <unordered_set>

namespace tidemark {
namespace {

using Type = LocatedJson::Type;

constexpr std::string_view kByteOrderMark = "\xef\xbb\xbf";
constexpr std::size_t kLongestMessage = 200;

/// Takes the values from the library's parser, which does not report places. It finds the place of each value in the
/// text, whose tokens need no check because the parser has accepted them.
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
    bool boolean(bool) override { return addAsWritten(Type::Boolean); }
    bool number_integer(std::int64_t) override { return addAsWritten(Type::Number); }
    bool number_unsigned(std::uint64_t) override { return addAsWritten(Type::Number); }
    bool number_float(double, const std::string&) override { return addAsWritten(Type::Number); }
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

    /// The number of bytes between a mistake and the last byte that the parser has read. An invalid token ends with the
    /// wrong byte. A valid token in the wrong place is wrong from its start; the parser names the kind of such a token.
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
    bool addAsWritten(Type type)
    {
        const std::size_t start = next();
        return add({type, start, std::string(m_text.substr(start, m_end - start)), {}, {}});
    }
    bool open(Type type)
    {
        const std::size_t start = next();
        if (m_open.size() >= m_deepest)
            return fail(start, "too many arrays and objects inside each other");
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

/// Replaces each NaN, Infinity and -Infinity outside of strings with a number that takes as many bytes. Leaves the text
/// empty when there is none.
std::string withoutPythonNumbers(std::string_view text)
{
    std::string changed;
    bool isQuoted = false;
    for (std::size_t i = 0; i < text.size(); ++i) {
        if (text[i] == '\\' && isQuoted)
            ++i;
        else if (text[i] == '"')
            isQuoted = !isQuoted;
        else if (!isQuoted && (text[i] == 'N' || text[i] == 'I' || text[i] == '-'))
            for (const std::string_view word : {"-Infinity", "Infinity", "NaN"})
                if (text.substr(i).starts_with(word)) {
                    if (changed.empty())
                        changed = text;
                    changed.replace(i, word.size(), word.size(), ' ');
                    changed.replace(i, 2, "-1");
                    i += word.size() - 1;
                    break;
                }
    }
    return changed;
}

/// Finds keys of one object that are equal. Few keys are compared, many are hashed.
class SeenKeys
{
public:
    explicit SeenKeys(const std::vector<LocatedJson::Key>& keys)
        : m_keys(keys)
    { }

    /// Returns whether the key equals none of those before it. REQUIRES: called with 0, 1, 2, …
    bool isNew(std::size_t key)
    {
        constexpr std::size_t kFew = 16;
        const std::string& text = m_keys[key].text;
        if (m_keys.size() > kFew)
            return m_hashed.insert(text).second;
        const auto end = m_keys.begin() + static_cast<std::ptrdiff_t>(key);
        return std::find_if(m_keys.begin(), end, [&](const LocatedJson::Key& each) { return each.text == text; })
            == end;
    }

private:
    const std::vector<LocatedJson::Key>& m_keys;
    std::unordered_set<std::string_view> m_hashed;
};

bool isPythonNumber(const LocatedJson& value)
{
    return value.type == Type::Number && (value.text.ends_with('N') || value.text.ends_with('y'));
}

void removeFaultsOf(LocatedJson& value, std::vector<JsonFault>& faults)
{
    if (isPythonNumber(value)) {
        faults.push_back({"bad-number", value.at, value.text + " is no number in JSON", "it counts as unknown"});
        value.type = Type::Null;
        value.text.clear();
    }
    std::vector<std::size_t> repeated;
    SeenKeys seen(value.keys);
    for (std::size_t i = 0; i < value.items.size(); ++i) {
        if (i < value.keys.size() && !seen.isNew(i)) {
            const LocatedJson::Key& key = value.keys[i];
            faults.push_back({"repeated-key", key.at, "the key " + quotedText(key.text) + " is repeated in its object",
                              "the first one counts"});
            repeated.push_back(i);
        } else {
            removeFaultsOf(value.items[i], faults);
        }
    }
    if (repeated.empty())
        return;
    std::vector<LocatedJson> items;
    std::vector<LocatedJson::Key> keys;
    for (std::size_t i = 0, next = 0; i < value.items.size(); ++i) {
        if (next < repeated.size() && repeated[next] == i) {
            ++next;
            continue;
        }
        items.push_back(std::move(value.items[i]));
        keys.push_back(std::move(value.keys[i]));
    }
    value.items = std::move(items);
    value.keys = std::move(keys);
}

/// The first byte that takes a column.
std::size_t startOf(std::string_view text)
{
    return text.starts_with(kByteOrderMark) ? kByteOrderMark.size() : 0;
}

/// The place after more text.
TextPlace movedBy(std::string_view text, TextPlace place)
{
    if (const std::size_t last = text.rfind('\n'); last != std::string_view::npos) {
        place.line += static_cast<std::size_t>(std::ranges::count(text, '\n'));
        place.column = 1;
        text.remove_prefix(last + 1);
    }
    place.column += static_cast<std::size_t>(
        std::ranges::count_if(text, [](char c) { return (static_cast<unsigned char>(c) & 0xc0) != 0x80; }));
    return place;
}

} // namespace

const LocatedJson* LocatedJson::find(std::string_view key) const
{
    const auto found = std::ranges::find(keys, key, &Key::text);
    return found == keys.end() ? nullptr : &items[static_cast<std::size_t>(found - keys.begin())];
}

std::string quotedText(std::string_view text)
{
    constexpr std::size_t kLongest = 80; // bytes
    const bool isLong = text.size() > kLongest;
    std::string_view shown = text.substr(0, kLongest);
    while (isLong && !isValidUtf8(shown))
        shown.remove_suffix(1);
    return "\"" + printable(shown) + (isLong ? "…\"" : "\"");
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

Result<LocatedJson> parseLocatedJson(std::string_view text, std::size_t deepest, JsonNumbers numbers)
{
    // The library's parser would stop there.
    if (const auto zero = text.find('\0'); zero != std::string_view::npos)
        return Error{ErrorKind::Malformed, "no valid JSON: a byte 0", zero};
    const std::string changed = numbers == JsonNumbers::Python ? withoutPythonNumbers(text) : std::string();
    const std::string_view parsed = changed.empty() ? text : std::string_view(changed);
    Builder builder(text, deepest); // places are the same in both
    nlohmann::json::sax_parse(parsed.begin(), parsed.end(), &builder);
    return std::move(builder).finish();
}

std::vector<JsonFault> removeFaults(LocatedJson& root)
{
    std::vector<JsonFault> faults;
    removeFaultsOf(root, faults);
    return faults;
}

TextPlace placeIn(std::string_view text, std::size_t at)
{
    const std::size_t start = std::min(startOf(text), at);
    return movedBy(text.substr(start, at - start), {});
}

TextPlace TextPlaces::find(std::string_view text, std::size_t at)
{
    constexpr std::size_t kDistance = 4096; // bytes
    const std::size_t start = std::min(startOf(text), at);
    if (m_marks.empty()) {
        m_marks.emplace_back();
        for (std::size_t end = startOf(text) + kDistance; end <= text.size(); end += kDistance)
            m_marks.push_back(movedBy(text.substr(end - kDistance, kDistance), m_marks.back()));
    }
    const std::size_t mark = (at - start) / kDistance;
    const std::size_t markAt = start + mark * kDistance;
    return movedBy(text.substr(markAt, at - markAt), m_marks[mark]);
}

} // namespace tidemark
