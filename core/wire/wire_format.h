#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

namespace tidemark {

// Source: "Encoding" in protobuf's documentation; limits as its C++ parser has them.

enum class WireType : std::uint8_t { Varint = 0, Fixed64 = 1, Bytes = 2, Group = 3, GroupEnd = 4, Fixed32 = 5 };

struct Varint {
    const char* next; // what follows it; null when there is none
    std::uint64_t value;
};

/// Reads one base-128 varint at `at`. None when `end` comes first, or after ten bytes.
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

/// Whether `body` is nothing but varints, as a packed field holds them.
bool arePackedVarints(std::string_view body);

constexpr std::uint64_t kLargestField = 0x1fffffff;

/// A field up to where its content starts.
struct FieldHead {
    std::uint32_t field;
    WireType type;
    std::uint64_t value; // of a varint
    std::uint64_t size; // of the content behind the head, as claimed; 0 for a varint and the two ends of a group
    const char* next; // the content, or what follows a field without one
};

/// The head of the field at `at`; nothing when it is damaged or does not end before `end`.
std::optional<FieldHead> readFieldHead(const char* at, const char* end);

/// Steps over what stands in a group and over its end. No message here uses groups, but protobuf steps over unknown
/// ones, and so do the readers. `step` moves over one head and its content and gives it; nothing at damage. False at
/// damage.
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
