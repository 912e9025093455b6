#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

namespace tidemark::xla {

/// The JSON array used_scoped_memory_configs in the backend_config of a TPU instruction. Empty when it is missing or
/// empty.
std::string_view scopedMemoryConfigs(std::string_view backendConfig);

/// The largest `size` with memory_space "1" in such an array. nullopt when there is none. Damaged JSON counts as none.
std::optional<std::int64_t> usedScopedMemory(std::string_view array);

} // namespace tidemark::xla
