#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

namespace tidemark {

// Source of the rules: "Encoding" in protobuf's documentation. The limits are those of protobuf's C++ parser.

enum class WireType : std::uint8_t { Varint = 0, Fixed64 = 1, Bytes = 2, Group = 3, GroupEnd = 4, Fixed32 = 5 };

struct Varint {
    const char* next; // first byte after it; null if there is no varint
    std::uint64_t value;
};

/// Reads one base-128 varint at `at`. Returns nothing when `end` comes first, or after ten bytes without an end.
Varint readLongVarint(const char* at, const char* end);

inline Varint readVarint(const char* at, const char* end)
{
    // Nearly all tags and lengths take one or two bytes.
    const auto byte = [&](int i) { return static_cast<unsigned char>(at[i]); };
    if (at != end && byte(0) < 0x80) [[likely]]
        return {at + 1, byte(0)};
    if (end - at >= 2 && byte(1) < 0x80)
        return {at + 2, (byte(0) & 0x7fU) | std::uint64_t{byte(1)} << 7};
    if (end - at >= 3 && byte(2) < 0x80)
        return {at + 3, (byte(0) & 0x7fU) | (byte(1) & 0x7fU) << 7 | std::uint64_t{byte(2)} << 14};
    return readLongVarint(at, end);
}

/// Returns whether `body` consists of varints only, as a packed field does.
bool arePackedVarints(std::string_view body);

constexpr std::uint64_t kLargestField = 0x1fffffff;

/// The head of a field: everything before its content.
struct FieldHead {
    std::uint32_t field;
    WireType type;
    std::uint64_t value; // value of a varint
    std::uint64_t size; // size of the content after the head, as stated; 0 for a varint and both ends of a group
    const char* next; // the content; for a field without content the first byte after it
};

/// Reads the head of the field at `at`. Returns nothing when it is damaged or does not end before `end`.
std::optional<FieldHead> readFieldHead(const char* at, const char* end);

/// Steps over the content and the end of a group. No message here uses groups, but protobuf skips unknown ones, so the
/// readers do too. `step` moves over one head with its content and returns the head, or nothing at damage. Returns
/// false at damage.
template <class Step>
bool skipGroup(std::uint32_t field, Step step)
{
    constexpr std::size_t kDeepest = 100; // as protobuf
    std::vector<std::uint32_t> open{field};
    while (!open.empty()) {
        const std::optional<FieldHead> head = step();
        if (!head)
            return false;
        if (head->type == WireType::Group && open.size() < kDeepest)
            open.push_back(head->field);
        else if (head->type == WireType::GroupEnd && head->field == open.back())
            open.pop_back();
        else if (head->type == WireType::Group || head->type == WireType::GroupEnd)
            return false;
    }
    return true;
}

} // namespace tidemark
