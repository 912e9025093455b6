#pragma once

#include "core/base/progress.h"
#include "core/files/byte_stream.h"
#include "core/files/bytes.h"

#include <functional>
#include <string>
#include <string_view>

namespace tidemark {

/// The first bytes of a file, as many as it has.
Result<std::string> readStart(const File& file, std::uint64_t most);

/// Hands a part of a file on, block by block, until it ends or `take` returns false. Error: Cancelled, or of reading.
std::optional<Error> readBlocks(const File& file, FileRange part, const Progress& progress,
                                const std::function<bool(std::string_view)>& take);
/// The same of all that comes from a stream.
std::optional<Error> readBlocks(ByteStream& stream, const Progress& progress,
                                const std::function<bool(std::string_view)>& take);

} // namespace tidemark
