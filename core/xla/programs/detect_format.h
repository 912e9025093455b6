#pragma once

#include "core/files/file.h"

#include <optional>

namespace tidemark {

enum class FileFormat { XSpace, Hlo };

/// Tells a container from a bare HloProto by the fields at its start. nullopt when it is neither. Reads a few hundred
/// bytes.
std::optional<FileFormat> detectFormat(const File& file);

} // namespace tidemark
