#pragma once

#include "core/base/progress.h"
#include "core/files/byte_stream.h"
#include "core/files/bytes.h"

#include <functional>
#include <string>
#include <string_view>

namespace tidemark {

/// Reads the first `most` bytes of a file, or all if it has fewer.
Result<std::string> readStart(const File& file, std::uint64_t most);

/// Passes a part of a file on, block by block, until the part ends or `take` returns false. Errors: Cancelled, or
/// failed reading.
Result<void> readBlocks(const File& file, FileRange part, const Progress& progress,
                        const std::function<bool(std::string_view)>& take);
/// Passes a whole stream on in the same way.
Result<void> readBlocks(ByteStream& stream, const Progress& progress,
                        const std::function<bool(std::string_view)>& take);

} // namespace tidemark
