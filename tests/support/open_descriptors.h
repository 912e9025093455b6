#pragma once

#include <cstddef>
#include <filesystem>
#include <iterator>

namespace tidemark::test {

/// The number of descriptors that this process has open.
inline std::size_t openDescriptors()
{
    return static_cast<std::size_t>(std::distance(std::filesystem::directory_iterator("/proc/self/fd"), {}));
}

/// True if a sanitizer is active: it needs descriptors of its own for its reports and checks.
inline constexpr bool kSanitizerNeedsDescriptors =
#if defined(__has_feature)
#if __has_feature(address_sanitizer)
    true;
#else
    false;
#endif
#else
    false;
#endif

} // namespace tidemark::test
