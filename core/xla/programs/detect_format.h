#pragma once

#include "core/files/file.h"

#include <optional>

namespace tidemark {

enum class FileFormat { XSpace, Hlo, BufferAssignment };

/// Tells a container, a bare HloProto and a bare BufferAssignmentProto apart by the fields at their start. nullopt when
/// it is none of them. Reads a few hundred bytes.
std::optional<FileFormat> detectFormat(const File& file);

} // namespace tidemark
