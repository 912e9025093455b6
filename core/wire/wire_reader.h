#pragma once

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <string_view>

namespace tidemark {

enum class WireType : std::uint8_t { Varint = 0, Fixed64 = 1, Bytes = 2, Fixed32 = 5 };

/// Reads one base-128 varint of `bytes` at `at` and moves `at` past it. False at the end of the bytes or after ten bytes.
inline bool readVarint(std::string_view bytes, std::size_t& at, std::uint64_t& value)
{
    if (at < bytes.size() && static_cast<unsigned char>(bytes[at]) < 0x80) {
        value = static_cast<unsigned char>(bytes[at++]);
        return true;
    }
    std::uint64_t result = 0;
    for (unsigned shift = 0; shift < 70 && at < bytes.size(); shift += 7) {
        const auto byte = static_cast<unsigned char>(bytes[at++]);
        result |= shift < 64 ? static_cast<std::uint64_t>(byte & 0x7f) << shift : 0;
        if (byte < 0x80) {
            value = result;
            return true;
        }
    }
    return false;
}

/// A cursor over the fields of one serialized protobuf message. Copies nothing, does not enter sub-messages: their bytes
/// are a view, read by another cursor. The bytes must outlive it.
///
///     WireReader reader(bytes);
///     while (reader.next())
///         switch (reader.field()) { … }
///     if (!reader.ok()) … // damage: what came before it has been delivered
class WireReader
{
public:
    explicit WireReader(std::string_view bytes)
        : m_bytes(bytes)
    {
    }

    /// Moves to the next field. False at the end and at damage.
    bool next()
    {
        if (m_at >= m_bytes.size() || !m_ok)
            return false;
        m_start = m_at;
        std::uint64_t tag = 0;
        if (!readVarint(m_bytes, m_at, tag) || tag >> 3 == 0 || tag >> 3 > 0x1fffffff)
            return fail();
        m_field = static_cast<std::uint32_t>(tag >> 3);
        m_type = static_cast<WireType>(tag & 7);
        switch (m_type) {
        case WireType::Varint:
            return readVarint(m_bytes, m_at, m_value) || fail();
        case WireType::Bytes:
            return (readVarint(m_bytes, m_at, m_value) && take(m_value)) || fail();
        case WireType::Fixed64:
            return take(8) || fail();
        case WireType::Fixed32:
            return take(4) || fail();
        }
        return fail(); // groups and unknown wire types
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
    std::string_view bytes() const { return isBytes() ? m_body : std::string_view(); }

    /// Calls `take(int64)` for each value of a repeated integer field, packed or not. False when a packed body is damaged.
    template <class F>
    bool forEachInt64(F take) const
    {
        if (!isBytes()) {
            if (isVarint())
                take(int64());
            return true;
        }
        std::uint64_t value = 0;
        for (std::size_t at = 0; at < m_body.size();) {
            if (!readVarint(m_body, at, value))
                return false;
            take(static_cast<std::int64_t>(value));
        }
        return true;
    }

    bool ok() const { return m_ok; }
    /// Where the current field (or the damage) starts, from the start of the bytes.
    std::size_t offset() const { return m_start; }

private:
    bool fail() { return m_ok = false; }
    bool take(std::uint64_t size)
    {
        if (size > m_bytes.size() - m_at)
            return false;
        m_body = m_bytes.substr(m_at, static_cast<std::size_t>(size));
        m_at += static_cast<std::size_t>(size);
        return true;
    }

    std::string_view m_bytes;
    std::string_view m_body;
    std::uint64_t m_value = 0;
    std::size_t m_at = 0;
    std::size_t m_start = 0;
    std::uint32_t m_field = 0;
    WireType m_type = WireType::Varint;
    bool m_ok = true;
};

} // namespace tidemark
