#pragma once

#include "core/files/file.h"

#include <optional>

namespace tidemark {

enum class FileFormat {
    XSpace,
    Hlo,
    BufferAssignment,
    // Reports that XLA writes beside a dump.
    AssignmentReport,
    UsageReport,
    UsageProto,
    LiveRangeReport,
};

/// Tells a container, a bare HloProto, a bare BufferAssignmentProto and reports apart by the fields or the line at
/// their start. nullopt when it is none of them. Reads a few hundred bytes.
std::optional<FileFormat> detectFormat(const File& file);

} // namespace tidemark
