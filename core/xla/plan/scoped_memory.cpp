#include "core/xla/plan/scoped_memory.h"

#include "core/base/number.h"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <functional>

namespace tidemark::xla {
namespace {

constexpr std::string_view kKey = "\"used_scoped_memory_configs\":";

/// The JSON format of proto3 writes 64-bit integers as strings.
std::optional<std::int64_t> integer(const nlohmann::json& object, const char* key)
{
    const auto found = object.find(key);
    if (found == object.end())
        return std::nullopt;
    if (found->is_number_integer())
        return found->get<std::int64_t>();
    return found->is_string() ? parseNumber(found->get_ref<const std::string&>()) : std::nullopt;
}

} // namespace

std::string_view scopedMemoryConfigs(std::string_view backendConfig)
{
    // A quarter of a module's bytes is such text. This search skips most of it.
    static const std::boyer_moore_horspool_searcher kFindKey(kKey.begin(), kKey.end());
    const auto key = std::search(backendConfig.begin(), backendConfig.end(), kFindKey);
    if (key == backendConfig.end())
        return {};
    const std::size_t begin = backendConfig.find_first_not_of(
        " \t\r\n", static_cast<std::size_t>(key - backendConfig.begin()) + kKey.size());
    if (begin == std::string_view::npos || backendConfig[begin] != '[')
        return {};
    // The objects of the array contain no brackets, so the array ends at the first closing bracket. Parsing the whole
    // configuration of every instruction would cost more than decoding the module.
    const std::size_t end = backendConfig.find(']', begin);
    constexpr std::size_t kNothing = 2; // "[]"
    return end == std::string_view::npos || end + 1 - begin <= kNothing ? std::string_view()
                                                                        : backendConfig.substr(begin, end + 1 - begin);
}

std::optional<std::int64_t> usedScopedMemory(std::string_view array)
{
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

} // namespace tidemark::xla
