#include "core/base/json_source.h"

#include "core/base/number.h"
#include "core/base/text.h"

namespace tidemark {

JsonSource::JsonSource(std::string name, std::string text, LocatedJson root, Warnings& warnings)
    : m_name(std::move(name))
    , m_text(std::move(text))
    , m_root(std::move(root))
    , m_warnings(&warnings)
{ }

Result<JsonSource> JsonSource::parse(std::string name, std::string text, Warnings& warnings)
{
    constexpr std::size_t kDeepest = 16;
    auto root = parseLocatedJson(text, kDeepest, JsonNumbers::Python);
    if (!root) {
        Error error = root.error();
        const TextPlace place = placeIn(text, static_cast<std::size_t>(*error.offset));
        error.message = name + ", line " + std::to_string(place.line) + ", column " + std::to_string(place.column)
            + ": " + validUtf8(error.message) + ".";
        return error;
    }
    const std::vector<JsonFault> faults = removeFaults(*root);
    JsonSource source(std::move(name), std::move(text), std::move(*root), warnings);
    for (const JsonFault& fault : faults) {
        LocatedJson at;
        at.at = fault.at;
        source.warn(fault.code, at, fault.text + "; " + std::string(fault.effect));
    }
    return source;
}

void JsonSource::warn(std::string_view code, const LocatedJson& at, std::string_view words) const
{
    const TextPlace place = m_places.find(m_text, at.at);
    m_warnings->addNamed(code,
                         validUtf8(fileNameOf(m_name)) + ", line " + std::to_string(place.line) + ", column "
                             + std::to_string(place.column) + ": " + std::string(words) + ".",
                         at.at);
}

bool JsonSource::expect(const LocatedJson& value, std::string_view name, Type type) const
{
    if (value.type == type)
        return true;
    warn(type == Type::Number ? "bad-number" : "bad-value", value,
         std::string(name) + " is " + std::string(typeText(value.type)) + ", not " + std::string(typeText(type))
             + "; it counts as unknown");
    return false;
}

const LocatedJson* JsonSource::find(const LocatedJson& object, std::string_view key, Type type) const
{
    const LocatedJson* const value = object.find(key);
    return value && value->type != Type::Null && expect(*value, key, type) ? value : nullptr;
}

std::string JsonSource::text(const LocatedJson& object, std::string_view key) const
{
    return textIfAny(object, key).value_or("");
}

std::optional<std::string> JsonSource::textIfAny(const LocatedJson& object, std::string_view key) const
{
    const LocatedJson* const value = find(object, key, Type::String);
    return value ? std::optional(validUtf8(value->text)) : std::nullopt;
}

bool JsonSource::truth(const LocatedJson& object, std::string_view key) const
{
    const LocatedJson* const value = find(object, key, Type::Boolean);
    return value && value->text == "true";
}

std::int64_t JsonSource::integerOf(const LocatedJson& value, std::string_view name) const
{
    constexpr std::int64_t kMost = std::int64_t{1} << 56;
    const auto result = parseNumber(value.text);
    if (result && *result >= 0 && *result < kMost)
        return *result;
    warn("bad-number", value, std::string(name) + " is no integer from 0 to 2^56; it counts as unknown");
    return -1;
}

std::int64_t JsonSource::integer(const LocatedJson& object, std::string_view key) const
{
    const LocatedJson* const value = find(object, key, Type::Number);
    return value ? integerOf(*value, key) : -1;
}

std::int64_t JsonSource::integerOrText(const LocatedJson& object, std::string_view key) const
{
    const LocatedJson* const value = object.find(key);
    return value && value->type == Type::String ? integerOf(*value, key) : integer(object, key);
}

std::span<const LocatedJson> JsonSource::list(const LocatedJson& object, std::string_view key, Type elements) const
{
    const LocatedJson* const value = object.find(key);
    return value && value->type != Type::Null ? listAt(*value, key, elements) : std::span<const LocatedJson>();
}

std::span<const LocatedJson> JsonSource::listAt(const LocatedJson& value, std::string_view name, Type elements) const
{
    if (!expect(value, name, Type::Array))
        return {};
    const std::string element = "an element of " + std::string(name);
    for (const LocatedJson& item : value.items)
        if (item.type != Type::Null) // not known
            expect(item, element, elements);
    return value.items;
}

std::vector<std::string> JsonSource::texts(const LocatedJson& object, std::string_view key) const
{
    std::vector<std::string> texts;
    for (const LocatedJson& item : list(object, key, Type::String))
        texts.push_back(item.type == Type::String ? validUtf8(item.text) : std::string());
    return texts;
}

std::vector<std::int64_t> JsonSource::integers(const LocatedJson& object, std::string_view key) const
{
    std::vector<std::int64_t> numbers;
    for (const LocatedJson& item : list(object, key, Type::Number))
        numbers.push_back(item.type == Type::Number ? integerOf(item, key) : -1);
    return numbers;
}

} // namespace tidemark
