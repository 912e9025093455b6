#include "core/xla/plan/scoped_memory.h"

#include <nlohmann/json.hpp>

#include <charconv>

namespace tidemark {
namespace {

constexpr std::string_view kKey = "\"used_scoped_memory_configs\":";

/// The array behind the key. Its objects hold no brackets, so the first closing one ends it; parsing the whole
/// configuration of every instruction would cost more than decoding the module.
std::string_view arrayBehindKey(std::string_view config)
{
    const std::size_t key = config.find(kKey);
    if (key == std::string_view::npos)
        return {};
    const std::size_t begin = config.find_first_not_of(" \t\r\n", key + kKey.size());
    if (begin == std::string_view::npos || config[begin] != '[')
        return {};
    const std::size_t end = config.find(']', begin);
    return end == std::string_view::npos ? std::string_view() : config.substr(begin, end - begin + 1);
}

/// The JSON of a proto3 message writes 64-bit integers as strings.
std::optional<std::int64_t> integer(const nlohmann::json& object, const char* key)
{
    const auto found = object.find(key);
    if (found == object.end())
        return std::nullopt;
    if (found->is_number_integer())
        return found->get<std::int64_t>();
    if (!found->is_string())
        return std::nullopt;
    const auto& text = found->get_ref<const std::string&>();
    std::int64_t value = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
    return error == std::errc() && end == text.data() + text.size() ? std::optional(value) : std::nullopt;
}

} // namespace

std::optional<std::int64_t> usedScopedMemory(std::string_view backendConfig)
{
    const std::string_view array = arrayBehindKey(backendConfig);
    if (array.size() <= 2)
        return std::nullopt;
    const auto configs = nlohmann::json::parse(array, nullptr, false);
    if (!configs.is_array())
        return std::nullopt;
    std::optional<std::int64_t> largest;
    for (const auto& config : configs) {
        if (!config.is_object() || integer(config, "memory_space") != 1)
            continue;
        const auto size = integer(config, "size");
        if (size && *size > largest.value_or(0))
            largest = size;
    }
    return largest;
}

} // namespace tidemark
