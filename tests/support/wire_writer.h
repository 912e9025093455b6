#pragma once

#include <cstdint>
#include <string>
#include <string_view>

/// Writes protobuf fields one by one, for inputs that no generated class would write: any order, any damage.
namespace tidemark::test {

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
    return bytesHead(field, body.size()) + std::string(body);
}

inline std::string fixed64Field(std::uint32_t field, std::uint64_t value)
{
    std::string bytes = varint(std::uint64_t{field} << 3 | 1);
    for (int i = 0; i < 8; ++i)
        bytes += static_cast<char>(value >> (8 * i));
    return bytes;
}

inline std::string fixed32Field(std::uint32_t field, std::uint32_t value)
{
    std::string bytes = varint(std::uint64_t{field} << 3 | 5);
    for (int i = 0; i < 4; ++i)
        bytes += static_cast<char>(value >> (8 * i));
    return bytes;
}

} // namespace tidemark::test
