#pragma once

#include <cstring>
#include <string_view>

namespace tidemark::sys {

/// The position of the last such byte, or npos. Where the system can, many bytes are compared at a time.
inline std::size_t findLast(std::string_view text, char byte)
{
#if defined(__linux__)
    const void* const found = ::memrchr(text.data(), byte, text.size());
    return found ? static_cast<std::size_t>(static_cast<const char*>(found) - text.data()) : std::string_view::npos;
#else
    return text.rfind(byte);
#endif
}

} // namespace tidemark::sys
