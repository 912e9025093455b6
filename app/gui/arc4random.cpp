#include <cstdint>
#include <cstdlib>
#include <unistd.h>

/// The standard library that is linked into the window's program calls this function, which glibc has since 2.36. With
/// this definition the program also runs with older versions. (Nothing in the program asks for random numbers.)
extern "C" std::uint32_t arc4random() noexcept
{
    std::uint32_t number = 0;
    if (::getentropy(&number, sizeof(number)) != 0)
        std::abort();
    return number;
}
