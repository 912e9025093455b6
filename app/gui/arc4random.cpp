#include <cstdint>
#include <cstdlib>
#include <unistd.h>

/// std::random_device of the libstdc++ that is linked into the window's program refers to this function, which glibc
/// has since 2.36. With this definition the program also runs with older versions. Tidemark does not use
/// std::random_device. It is hidden, so that shared libraries still take that of glibc.
extern "C" __attribute__((visibility("hidden"))) std::uint32_t arc4random() noexcept
{
    std::uint32_t number = 0;
    if (::getentropy(&number, sizeof(number)) != 0)
        std::abort();
    return number;
}
