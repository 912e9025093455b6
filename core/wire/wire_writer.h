#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace tidemark {

/// Writes the fields of serialized protobuf messages one by one.
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

/// Writes the head of a length-delimited field. The caller writes its body of `size` bytes elsewhere.
inline std::string bytesHead(std::uint32_t field, std::uint64_t size)
{
    return varint(std::uint64_t{field} << 3 | 2) + varint(size);
}

inline std::string bytesField(std::uint32_t field, std::string_view body)
{
    return bytesHead(field, body.size()).append(body);
}

} // namespace tidemark
