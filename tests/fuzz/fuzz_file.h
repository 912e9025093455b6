#pragma once

#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <stdexcept>
#include <string>
#include <string_view>
#include <sys/mman.h>
#include <unistd.h>

namespace tidemark::test {

/// The input of a fuzzer as a file in memory.
class FuzzFile
{
public:
    FuzzFile(const std::uint8_t* data, std::size_t size)
        : m_descriptor(::memfd_create("fuzz", MFD_CLOEXEC))
    {
        if (m_descriptor < 0 || ::write(m_descriptor, data, size) != static_cast<ssize_t>(size))
            std::abort();
    }
    explicit FuzzFile(std::string_view bytes)
        : FuzzFile(reinterpret_cast<const std::uint8_t*>(bytes.data()), bytes.size())
    { }
    ~FuzzFile() { ::close(m_descriptor); }
    FuzzFile(const FuzzFile&) = delete;
    FuzzFile& operator=(const FuzzFile&) = delete;

    std::string path() const { return "/proc/self/fd/" + std::to_string(m_descriptor); }

private:
    int m_descriptor;
};

/// Stops the fuzzer with a message if `broken` is not empty.
inline void require(const std::string& broken)
{
    if (broken.empty())
        return;
    std::fprintf(stderr, "broken invariant: %s\n", broken.c_str());
    std::abort();
}

} // namespace tidemark::test
