#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

namespace tidemark {

/// The largest `size` with memory_space "1" among the used_scoped_memory_configs of a TPU instruction's backend_config
/// (JSON). nullopt when it uses none; damaged JSON counts as none.
std::optional<std::int64_t> usedScopedMemory(std::string_view backendConfig);

} // namespace tidemark
