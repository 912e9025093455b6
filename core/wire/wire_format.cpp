#include "core/wire/wire_format.h"

#include <bit>
#include <cstring>

namespace tidemark {

Varint readLongVarint(const char* at, const char* end)
{
    // Branches are faster than computing the length. A number is usually as long as the previous one, so the next read
    // starts early. Instruction numbers have the number of their computation in the high half and take five bytes.
    std::uint64_t word = 0;
    if (std::endian::native == std::endian::little && end - at >= static_cast<std::ptrdiff_t>(sizeof word)) {
        std::memcpy(&word, at, sizeof word);
        if ((word & 0x8080808080) == 0x80808080) {
            const std::uint64_t pairs = (word & 0x7f007f007f) | (word & 0x7f007f00) >> 1;
            return {at + 5, (pairs & 0x3fff) | (pairs & 0x3fff0000) >> 2 | (pairs & 0x7f00000000) >> 4};
        }
    }
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

bool arePackedVarints(std::string_view body)
{
    constexpr std::uint64_t kGoesOn = 0x8080808080808080;
    constexpr int kLongest = 10; // bytes of a varint
    if (!body.empty() && static_cast<unsigned char>(body.back()) >= 0x80)
        return false;
    // Ten continuation bytes always include an aligned group of eight.
    bool isAnyLong = false;
    for (std::size_t at = 0; at + sizeof(std::uint64_t) <= body.size(); at += 3) {
        std::uint64_t word = 0;
        std::memcpy(&word, body.data() + at, sizeof word);
        isAnyLong |= (word & kGoesOn) == kGoesOn;
    }
    int length = 0;
    if (isAnyLong)
        for (const char byte : body) {
            length = static_cast<unsigned char>(byte) >= 0x80 ? length + 1 : 0;
            if (length == kLongest)
                return false;
        }
    return true;
}

std::optional<FieldHead> readFieldHead(const char* at, const char* end)
{
    const Varint tag = readVarint(at, end);
    const std::uint64_t field = tag.value >> 3;
    if (!tag.next || field == 0 || field > kLargestField)
        return std::nullopt;
    FieldHead head{static_cast<std::uint32_t>(field), static_cast<WireType>(tag.value & 7), 0, 0, tag.next};
    switch (head.type) {
    case WireType::Varint:
    case WireType::Bytes: {
        const Varint number = readVarint(tag.next, end);
        (head.type == WireType::Varint ? head.value : head.size) = number.value;
        head.next = number.next;
        return number.next ? std::optional(head) : std::nullopt;
    }
    case WireType::Fixed64:
        head.size = 8;
        return head;
    case WireType::Fixed32:
        head.size = 4;
        return head;
    case WireType::Group:
    case WireType::GroupEnd:
        return head;
    }
    return std::nullopt;
}

} // namespace tidemark
