#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace tidemark {

/// What kind of accelerator a program was compiled for; memory-space numbers mean different things on each.
enum class Platform { Unknown, Tpu, Gpu, Cpu };

/// "TPU"; "" for Unknown.
std::string_view platformName(Platform platform);

/// "HBM", "VMEM", … or nullopt where the platform gives the number no public name.
/// Source: colours in XLA's TPU and GPU backends as XProf names them.
std::optional<std::string_view> spaceName(Platform platform, std::int64_t space);

/// Whether two memory spaces lie in the same memory of a device, so that their allocations compete for it: on GPUs
/// those for collectives and for temporaries lie in device memory. A space shares with itself. Source: the memory
/// colours of XLA's GPU backend; TPU spaces are memories of their own.
bool shareMemory(Platform platform, std::int64_t a, std::int64_t b);

/// "HBM (0)" or "space 8": what a person reads.
std::string spaceText(Platform platform, std::int64_t space);

/// A number, a name of any case or what spaceText() gives. Names are those of the platform, of any while it is unknown
/// or has none; "hbm" is always 0.
std::optional<std::int64_t> parseSpace(Platform platform, std::string_view text);

/// The names that parseSpace() takes, for a message: "HBM, Collective, Temp, Host (GPU)".
std::string spaceNames(Platform platform);

} // namespace tidemark
