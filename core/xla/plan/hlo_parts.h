#pragma once

#include "core/base/warnings.h"
#include "core/wire/file_cursor.h"

#include <memory>
#include <optional>
#include <string_view>

namespace tidemark {

/// What a plan leaves open that was written from text reports of the compiler, which say nothing of uses and operations.
struct PlanGaps {
    bool kinds = false; // which allocations are arguments, results, constants
    bool places = false; // allocations and offsets: each value has one of its own
    bool padding = false; // layouts
    Warnings notices; // the same and more, in words
};

/// The two halves of a HloProto. Empty when absent. Compilers write one range of each; where there are more, protobuf
/// merges the messages, which is to read their bytes one after the other. They may lie in different files.
struct HloParts {
    ByteRanges module;
    ByteRanges assignment;
    std::uint64_t unknown = 0; // bytes in fields that are neither
    std::optional<PlanGaps> gaps = {}; // of one written from text reports, whose bytes are of no file

    /// Those of files, which are read again when they are needed again.
    void dropBytes();
};

/// Finds them without reading them. `hlo`: ranges that each hold whole fields of a HloProto. Error, without the path,
/// when the HloProto is cut or damaged.
Result<HloParts> findHloParts(const ByteRanges& hlo);
/// The same in a copy of bytes in memory.
Result<HloParts> findHloParts(std::string_view hlo);

/// The bytes of one half, as one message. Error when they cannot be read, or a piece of several is damaged by itself.
Result<std::shared_ptr<const Bytes>> readHloPart(const ByteRanges& part);

} // namespace tidemark
