#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace tidemark {

/// Fields of serialized protobuf messages, one by one.
inline std::string varint(std::uint64_t value)
{
    std::string bytes;
    for (; value >= 0x80; value >>= 7)
        bytes += static_cast<char>(value | 0x80);
    return bytes + static_cast<char>(value);
}

inline std::string numberField(std::uint32_t field, std::uint64_t value)
{
    return varint(std::uint64_t{field} << 3) + varint(value);
}

/// The head of a length-delimited field whose body of `size` bytes is written elsewhere.
inline std::string bytesHead(std::uint32_t field, std::uint64_t size)
{
    return varint(std::uint64_t{field} << 3 | 2) + varint(size);
}

inline std::string bytesField(std::uint32_t field, std::string_view body)
{
    return bytesHead(field, body.size()).append(body);
}

} // namespace tidemark
