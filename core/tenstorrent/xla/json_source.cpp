#include "core/tenstorrent/xla/json_source.h"

#include "core/base/number.h"
#include "core/base/text.h"
#include "core/text/text_cursor.h"

#include <algorithm>

namespace tidemark::ttxla {
namespace {

/// Replaces numbers that JSON lacks by a negative number, which is not valid here. Positions in the text do not change.
std::string withoutPythonNumbers(std::string text)
{
    bool isQuoted = false;
    for (std::size_t i = 0; i < text.size(); ++i) {
        if (text[i] == '\\' && isQuoted)
            ++i;
        else if (text[i] == '"')
            isQuoted = !isQuoted;
        else if (!isQuoted && (text[i] == 'N' || text[i] == 'I' || text[i] == '-'))
            for (const std::string_view word : {"-Infinity", "Infinity", "NaN"})
                if (text.compare(i, word.size(), word) == 0) {
                    text.replace(i, word.size(), word.size(), ' ');
                    text.replace(i, 2, "-1");
                }
    }
    return text;
}

} // namespace

JsonSource::JsonSource(std::string name, std::string text, LocatedJson root, Warnings& warnings)
    : m_name(std::move(name))
    , m_text(std::move(text))
    , m_root(std::move(root))
    , m_warnings(&warnings)
{ }

Result<JsonSource> JsonSource::parse(std::string name, std::string text, Warnings& warnings)
{
    constexpr std::size_t kDeepest = 16;
    text = withoutPythonNumbers(std::move(text));
    auto root = parseLocatedJson(text, kDeepest);
    if (!root) {
        Error error = root.error();
        error.message = name + ": " + validUtf8(error.message);
        return error;
    }
    return JsonSource(std::move(name), std::move(text), std::move(*root), warnings);
}

void JsonSource::warn(std::string_view code, const LocatedJson& at, std::string_view words) const
{
    constexpr std::size_t kMostTold = 100;
    const std::string place = ++m_told <= kMostTold ? "line " + std::to_string(placeIn(m_text, at.at).line)
                                                    : "byte " + std::to_string(at.at);
    m_warnings->addNamed(code, std::string(fileNameOf(m_name)) + ", " + place + ": " + std::string(words) + ".", at.at);
}

std::string JsonSource::text(const LocatedJson& object, std::string_view key) const
{
    return textIfAny(object, key).value_or("");
}

std::optional<std::string> JsonSource::textIfAny(const LocatedJson& object, std::string_view key) const
{
    const LocatedJson* const value = object.find(key);
    if (!value || value->type == LocatedJson::Type::Null)
        return std::nullopt;
    if (value->type == LocatedJson::Type::String)
        return validUtf8(value->text);
    warn("bad-value", *value,
         std::string(key) + " is " + std::string(typeText(value->type)) + " where a text should be");
    return std::nullopt;
}

bool JsonSource::truth(const LocatedJson& object, std::string_view key) const
{
    const LocatedJson* const value = object.find(key);
    return value && value->type == LocatedJson::Type::Boolean && m_text.compare(value->at, 4, "true") == 0;
}

const LocatedJson* JsonSource::number(const LocatedJson& object, std::string_view key) const
{
    const LocatedJson* const value = object.find(key);
    if (!value || value->type == LocatedJson::Type::Null)
        return nullptr;
    // ttrt writes the numbers of blocks as texts.
    if (value->type == LocatedJson::Type::Number || value->type == LocatedJson::Type::String)
        return value;
    warn("bad-number", *value, std::string(key) + " is no number; it counts as not known");
    return nullptr;
}

std::int64_t JsonSource::integer(const LocatedJson& object, std::string_view key) const
{
    const LocatedJson* const value = number(object, key);
    if (!value)
        return -1;
    constexpr std::int64_t kMost = std::int64_t{1} << 56;
    const auto result = parseNumber(value->text);
    if (result && *result >= 0 && *result < kMost)
        return *result;
    warn("bad-number", *value, std::string(key) + " is no such number; it counts as not known");
    return -1;
}

std::int64_t JsonSource::megabytesIn(const LocatedJson& object, std::string_view key) const
{
    const LocatedJson* const value = number(object, key);
    if (!value)
        return -1;
    if (const auto bytes = megabytes(value->text))
        return *bytes;
    warn("bad-number", *value, std::string(key) + " is no amount of memory; it counts as not known");
    return -1;
}

std::span<const LocatedJson> JsonSource::list(const LocatedJson* value)
{
    return value && value->type == LocatedJson::Type::Array ? std::span<const LocatedJson>(value->items)
                                                            : std::span<const LocatedJson>();
}

} // namespace tidemark::ttxla
