#pragma once

#include "core/wire/wire_writer.h"

/// Writes protobuf fields one by one, for inputs that no generated class would write: any order, any damage.
namespace tidemark::test {

using tidemark::bytesField;
using tidemark::bytesHead;
using tidemark::numberField;
using tidemark::varint;

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
