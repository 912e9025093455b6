#pragma once

#include "core/include/tidemark/result.h"

#include <cstdint>
#include <span>
#include <string>

namespace tidemark {

/// Reads the bytes at `offset` of a file that can be read at any offset, repeating interrupted and partial reads.
/// Returns how many bytes were read: fewer than `into` holds only where the file ends. `path` is for errors.
Result<std::size_t> readFullyAt(const std::string& path, int descriptor, std::uint64_t offset, std::span<char> into);

/// Reads the next bytes of a file, pipe or terminal, as many as there are now and at least one, repeating interrupted
/// reads. Returns how many bytes were read: 0 at the end. `path` is for errors.
Result<std::size_t> readNext(const std::string& path, int descriptor, std::span<char> into);

} // namespace tidemark
