#include "core/wire/wire_reader.h"

namespace tidemark {

Varint readLongVarint(const char* at, const char* end)
{
    // Branches are faster than computing the length: one number is as long as the one before, so the next read starts
    // early.
    std::uint64_t value = 0;
    unsigned shift = 0;
    for (const char* const last = end - at > 9 ? at + 9 : end; at != last; shift += 7) {
        const auto byte = static_cast<unsigned char>(*at++);
        value |= static_cast<std::uint64_t>(byte & 0x7f) << shift;
        if (byte < 0x80)
            return {at, value};
    }
    if (at == end || static_cast<unsigned char>(*at) >= 0x80)
        return {nullptr, 0};
    return {at + 1, value | static_cast<std::uint64_t>(*at) << 63};
}

} // namespace tidemark
