#pragma once

#include <cstddef>
#include <filesystem>
#include <iterator>

namespace tidemark::test {

/// Of this process, now.
inline std::size_t openDescriptors()
{
    return static_cast<std::size_t>(std::distance(std::filesystem::directory_iterator("/proc/self/fd"), {}));
}

/// A sanitizer needs descriptors of its own for what it reports and checks.
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
