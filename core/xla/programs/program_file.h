#pragma once

#include "core/view/document_kind.h"
#include "core/xla/plan/hlo_parts.h"
#include "core/xla/programs/detect_format.h"

namespace tidemark {

/// Names of files with one program: what compilers dump, what XProf keeps beside a capture.
inline constexpr std::string_view kProgramEnding = ".hlo.pb";
inline constexpr std::string_view kCachedEnding = ".hlo_proto.pb";

/// The platform that the name of a dumped file tells, "…cpu_after_optimizations…", where its content tells none.
Platform platformOfDumpName(std::string_view path);

/// Where one compiled program lies.
struct ProgramPlace {
    std::string name;
    std::optional<std::uint64_t> id; // absent: the file does not tell
    ByteRanges hlo; // a serialized HloProto; empty: its halves do not lie in one
    std::optional<HloParts> parts = {}; // absent: still to be found in it
};

/// A file that holds compiled programs, and what was found in it.
struct ProgramFile {
    FileEntry entry; // with an error when it could not be used
    bool isOfHost = false; // a capture; else a single program
    std::shared_ptr<const File> report; // that a program is still to be made of; null: it is none
    FileFormat format = FileFormat::Hlo;
    std::vector<ProgramPlace> programs;
    bool hasAllocatorEvents = false; // a capture without programs has events of allocators
    Warnings warnings;
};

/// Looks into a capture (XSpace) or a bare HloProto, whatever the name of the file; a report of the compiler is told
/// from the others, no more. Nothing is decoded: the size of a
/// capture does not matter. `isAlone`: no other is opened with it, so what is read of a program may stay in memory
/// until it is decoded. nullopt when cancelled.
std::optional<ProgramFile> readProgramFile(const OpenedFile& file, bool isAlone, const Progress& progress);

} // namespace tidemark
