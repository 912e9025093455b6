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

} // namespace tidemark::test
