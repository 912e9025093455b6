#pragma once

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <string_view>

namespace tidemark {

enum class WireType : std::uint8_t { Varint = 0, Fixed64 = 1, Bytes = 2, Group = 3, GroupEnd = 4, Fixed32 = 5 };

struct Varint {
    const char* next; // what follows it; null when there is none
    std::uint64_t value;
};

/// Behind the fixed-size number or the group whose tag ends at `at`; null when it is damaged, or of another type. No
/// message here uses groups, but protobuf steps over unknown ones, and so do the readers.
const char* skipRareField(std::uint64_t tag, const char* at, const char* end);

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
    return readLongVarint(at, end);
}

/// A cursor over the fields of one serialized protobuf message. Copies nothing, does not enter sub-messages: their
/// bytes are a view, read by another cursor. The bytes must outlive it.
///
///     WireReader reader(bytes);
///     while (reader.next())
///         switch (reader.field()) { … }
///     if (!reader.ok()) … // damage: what came before it has been delivered
class WireReader
{
public:
    explicit WireReader(std::string_view bytes)
        : m_begin(bytes.data())
        , m_end(bytes.data() + bytes.size())
        , m_start(m_begin)
        , m_at(m_begin)
    { }

    /// Moves to the next field. False at the end and at damage.
    bool next()
    {
        if (m_at == m_end)
            return false;
        m_start = m_at;
        const Varint tag = readVarint(m_at, m_end);
        const std::uint64_t field = tag.value >> 3;
        if (!tag.next || field == 0 || field > 0x1fffffff)
            return fail();
        m_field = static_cast<std::uint32_t>(field);
        m_type = static_cast<WireType>(tag.value & 7);
        m_at = tag.next;
        if (m_type == WireType::Varint) [[likely]]
            return takeVarint() || fail();
        if (m_type == WireType::Bytes) [[likely]]
            return (takeVarint() && take(m_value)) || fail();
        m_at = skipRareField(tag.value, m_at, m_end);
        return m_at || fail();
    }

    std::uint32_t field() const { return m_field; }
    WireType type() const { return m_type; }
    bool isVarint() const { return m_type == WireType::Varint; }
    bool isBytes() const { return m_type == WireType::Bytes; }

    /// The value of a varint field, 0 for another type: a field of an unexpected type counts as missing.
    std::uint64_t uint64() const { return isVarint() ? m_value : 0; }
    std::int64_t int64() const { return static_cast<std::int64_t>(uint64()); }
    std::int32_t int32() const { return static_cast<std::int32_t>(uint64()); }
    bool boolean() const { return uint64() != 0; }
    /// The body of a length-delimited field, empty for another type.
    std::string_view bytes() const
    {
        return isBytes() ? std::string_view(m_at - m_value, m_value) : std::string_view();
    }

    /// Calls `take(int64)` for each value of a repeated integer field, packed or not. False when a packed body is
    /// damaged.
    template <class F>
    bool forEachInt64(F take) const
    {
        if (!isBytes()) {
            if (isVarint())
                take(int64());
            return true;
        }
        for (const char* at = m_at - m_value; at != m_at;) {
            const Varint varint = readVarint(at, m_at);
            if (!varint.next)
                return false;
            take(static_cast<std::int64_t>(varint.value));
            at = varint.next;
        }
        return true;
    }

    bool ok() const { return m_ok; }
    /// Where the current field (or the damage) starts, from the start of the bytes.
    std::size_t offset() const { return static_cast<std::size_t>(m_start - m_begin); }

private:
    bool fail()
    {
        m_at = m_end;
        m_type = WireType::Varint;
        m_value = 0;
        return m_ok = false;
    }
    bool takeVarint()
    {
        const Varint varint = readVarint(m_at, m_end);
        if (!varint.next)
            return false;
        m_at = varint.next;
        m_value = varint.value;
        return true;
    }
    bool take(std::uint64_t size)
    {
        if (size > static_cast<std::uint64_t>(m_end - m_at))
            return false;
        m_at += size;
        return true;
    }

    const char* m_begin;
    const char* m_end;
    const char* m_start; // of the current field
    const char* m_at; // behind it
    std::uint64_t m_value = 0; // of a varint; the size of a body
    std::uint32_t m_field = 0;
    WireType m_type = WireType::Varint;
    bool m_ok = true;
};

} // namespace tidemark
