#pragma once

#include "core/wire/wire_format.h"

#include <cstdint>
#include <string_view>

namespace tidemark::xla {

/// A length-delimited field in bytes below 4 GiB. It has a quarter of the size of a view, because tables keep millions
/// of them. The field's own length prefix gives its end.
struct FieldRef {
    static constexpr std::uint32_t kNone = 0xffffffff;

    std::uint32_t offset = kNone; // offset of its tag

    explicit operator bool() const { return offset != kNone; }
    /// The field's content, empty for none. REQUIRES: a reader of these bytes has visited the field
    std::string_view in(std::string_view bytes) const
    {
        if (offset == kNone)
            return {};
        const char* const end = bytes.data() + bytes.size();
        const Varint size = readVarint(readVarint(bytes.data() + offset, end).next, end);
        return {size.next, static_cast<std::size_t>(size.value)};
    }
};

} // namespace tidemark::xla
