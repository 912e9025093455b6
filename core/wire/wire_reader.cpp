#include "core/wire/wire_reader.h"

#include <vector>

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

namespace {

const char* skipGroup(const char* at, const char* end, std::uint64_t field)
{
    constexpr std::size_t kDeepest = 100; // as protobuf
    std::vector<std::uint64_t> open{field};
    while (!open.empty()) {
        const Varint tag = readVarint(at, end);
        if (!tag.next || tag.value >> 3 == 0)
            return nullptr;
        at = tag.next;
        std::uint64_t size = 0;
        switch (tag.value & 7) {
        case 0:
        case 2: {
            const Varint number = readVarint(at, end);
            if (!number.next)
                return nullptr;
            at = number.next;
            size = (tag.value & 7) == 2 ? number.value : 0;
            break;
        }
        case 1:
            size = 8;
            break;
        case 3:
            if (open.size() == kDeepest)
                return nullptr;
            open.push_back(tag.value >> 3);
            break;
        case 4:
            if (tag.value >> 3 != open.back())
                return nullptr;
            open.pop_back();
            break;
        case 5:
            size = 4;
            break;
        default:
            return nullptr;
        }
        if (size > static_cast<std::uint64_t>(end - at))
            return nullptr;
        at += size;
    }
    return at;
}

} // namespace

const char* skipRareField(std::uint64_t tag, const char* at, const char* end)
{
    switch (static_cast<WireType>(tag & 7)) {
    case WireType::Fixed64:
        return end - at < 8 ? nullptr : at + 8;
    case WireType::Fixed32:
        return end - at < 4 ? nullptr : at + 4;
    case WireType::Group:
        return skipGroup(at, end, tag >> 3);
    default: // the end of a group that has not begun, an unknown type
        return nullptr;
    }
}

} // namespace tidemark
