#pragma once

#include "core/files/file.h"
#include "core/view/document_kind.h"
#include "core/xla/plan/hlo_parts.h"

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

/// The endings of files with one program: those that compilers dump, and those that XProf keeps next to a capture.
inline constexpr std::string_view kProgramEnding = ".hlo.pb";
inline constexpr std::string_view kCachedEnding = ".hlo_proto.pb";
/// The ending of a saved CompiledMemoryStats::serialized_buffer_assignment.
inline constexpr std::string_view kSavedAssignmentEnding = ".serialized_buffer_assignment.pb";

/// Returns the platform in the name of a dumped file, "…cpu_after_optimizations…". It is used when the file's content
/// does not show the platform.
Platform platformOfDumpName(std::string_view path);

/// The place of one compiled program in a file.
struct ProgramPlace {
    std::string name;
    std::optional<std::uint64_t> id; // absent: the file has none
    ByteRanges hlo; // a serialized HloProto; empty: module and assignment are not in one HloProto
    std::optional<HloParts> parts = {}; // absent: not searched for in `hlo` yet
};

/// A file that holds compiled programs, and the programs found in it.
struct ProgramFile {
    FileEntry entry; // with an error when it could not be used
    bool isOfHost = false; // true: a capture; false: a file with a single program
    std::shared_ptr<const File> report; // the file, if it is a report without a program yet; otherwise null
    FileFormat format = FileFormat::Hlo;
    std::vector<ProgramPlace> programs;
    Warnings warnings;
};

/// Reads a capture (XSpace), a bare HloProto or a bare BufferAssignmentProto. The name of the file does not matter. A
/// report of the compiler is only recognised. Nothing is decoded, so the size of a capture does not matter. `isAlone`:
/// no other file is opened with it, so the bytes of a program that were read may stay in memory until it is decoded.
/// Any fault of the file is in the result. Errors: Cancelled.
Result<ProgramFile> readProgramFile(const OpenedFile& file, bool isAlone, const Progress& progress);

} // namespace tidemark::xla
