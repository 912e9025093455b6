#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace tidemark {

/// The type of accelerator that a program was compiled for. Numbers of memory spaces have a different meaning on each.
enum class Platform { Unknown, Tpu, Gpu, Cpu };

/// "TPU"; "" for Unknown.
std::string_view platformName(Platform platform);

/// "HBM", "VMEM", … or nullopt when the number has no public name on the platform. Source: the colours in XLA's TPU and
/// GPU backends, with XProf's names.
std::optional<std::string_view> spaceName(Platform platform, std::int64_t space);

/// Returns whether two memory spaces share one memory of a device, so that their allocations compete for it. On GPUs
/// the spaces for collectives and temporaries are in device memory. A space shares with itself. Source: the memory
/// colours of XLA's GPU backend. TPU spaces are separate memories.
bool shareMemory(Platform platform, std::int64_t a, std::int64_t b);

/// "HBM (0)" or "space 8", for people.
std::string spaceText(Platform platform, std::int64_t space);

/// Reads a number, a name in any case, or the result of spaceText(). Names are those of the platform, or of any
/// platform while it is unknown or has none. "hbm" is always 0.
std::optional<std::int64_t> parseSpace(Platform platform, std::string_view text);

/// The names that parseSpace() accepts, for a message: "HBM, Collective, Temp, Host (GPU)".
std::string spaceNames(Platform platform);

} // namespace tidemark
