#pragma once

#include "core/files/file.h"

#include <optional>

namespace tidemark::xla {

enum class FileFormat {
    XSpace,
    Hlo,
    BufferAssignment,
    // Reports that XLA writes next to a dump.
    AssignmentReport,
    UsageReport,
    UsageProto,
    LiveRangeReport,
};

/// Detects a container, a bare HloProto, a bare BufferAssignmentProto or a report by the fields or the line at the
/// start of the file. Returns nullopt for other files. Cost: reads a few hundred bytes.
std::optional<FileFormat> detectFormat(const File& file);

} // namespace tidemark::xla
