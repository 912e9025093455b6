#pragma once

#include "core/base/id_map.h"

#include <cstdint>

namespace tidemark {

/// Something that takes bytes of a space during some steps: a chunk, or an allocation that lives all the time.
struct BufferRow {
    std::uint32_t buffer = kNoIndex; // of the assignment; kNoIndex for an allocation without any
    std::uint32_t allocation = kNoIndex; // position in the assignment
    std::uint32_t start = 0; // live at s for start <= s < end
    std::uint32_t end = 0;
    std::int64_t offset = 0; // in the allocation; 0 for a whole one, wherever its buffer lies
    std::int64_t size = 0;
    std::int64_t unpadded = 0; // <= size
    bool isTraced = false; // a chunk
};

} // namespace tidemark
