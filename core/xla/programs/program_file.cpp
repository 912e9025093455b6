#include "core/xla/programs/program_file.h"

#include "core/base/text.h"
#include "core/text/text_cursor.h"
#include "core/wire/file_cursor.h"
#include "core/xla/plan/hlo_module.h"
#include "core/xla/plan/plan.h"
#include "core/xspace/xspace_index.h"
#include "proto/hlo.pb.h"
#include "proto/xplane.pb.h"

#include <algorithm>

namespace tidemark::xla {
namespace {

using proto::BufferAssignmentProto;
using proto::HloModuleProto;
using proto::HloProto;
using proto::LogicalBufferProto;
using proto::XPlane;
using proto::XSpace;

/// Detects the format of a file whose first message begins with a size or a memory space instead of a name: it is a
/// logical buffer, or the space of a memory usage report. The size of a buffer is followed by its definition, the size
/// of a space by its first allocation, which begins with numbers.
std::optional<FileFormat> formatOfSizes(FileWindow& window, FileRange message)
{
    Damage damage;
    FileCursor cursor(window, message, damage);
    bool isMore = cursor.next();
    if (isMore && cursor.field() == LogicalBufferProto::kIdFieldNumber && cursor.isVarint())
        isMore = cursor.next();
    if (!isMore || cursor.field() != LogicalBufferProto::kSizeFieldNumber || !cursor.isVarint())
        return std::nullopt;
    if (!cursor.next())
        return std::nullopt; // the sample type of a pprof profile, two numbers alone
    if (cursor.field() != proto::MemoryUsageReportProto::Space::kAllocationsFieldNumber || !cursor.isBytes())
        return FileFormat::BufferAssignment;
    FileCursor inside(window, cursor.body(), damage);
    const bool isAllocation = inside.next() && inside.isVarint()
        && inside.field() <= proto::MemoryUsageReportProto::Allocation::kSizeFieldNumber;
    return isAllocation ? FileFormat::UsageProto : FileFormat::BufferAssignment;
}

/// Detects reports by their first lines.
std::optional<FileFormat> formatOfText(FileWindow& window)
{
    constexpr std::size_t kSample = 256;
    const std::string_view start = trimmedLeft(window.at(0, kSample));
    const std::string_view line = start.substr(0, start.find('\n'));
    if (trimmed(line) == "BufferAssignment:" && start.size() > line.size())
        return FileFormat::AssignmentReport;
    if (line.starts_with("HloLiveRange (max "))
        return FileFormat::LiveRangeReport;
    if (line.starts_with("Memory Space: ") && line.find("(color=") != std::string_view::npos)
        return FileFormat::UsageReport;
    TextCursor cursor(line);
    if (cursor.take("Total bytes used: ") && cursor.takeDigits(1, 18) && cursor.take(" (")
        && start.find("Allocations sorted by size") != std::string_view::npos)
        return FileFormat::UsageReport;
    return std::nullopt;
}

/// A message of any length soon has control characters, as tags and sizes.
bool looksLikeText(FileWindow& window)
{
    constexpr std::size_t kSample = 256;
    constexpr std::size_t kLeast = 16; // a shorter start may be anything
    const std::string_view start = window.at(0, kSample);
    const bool isEnough = start.size() >= kLeast || trimmedLeft(start).empty(); // no message is blank
    constexpr std::string_view kOfText = "\n\r\t\x1b\b\f"; // a short message has few others
    const auto isOther = [kOfText](char c) {
        return static_cast<unsigned char>(c) < 0x20 && kOfText.find(c) == std::string_view::npos;
    };
    return isEnough && std::ranges::none_of(start, isOther);
}

/// Whether the first message of a file has a number in field 2, where planes and modules have a name. Profiles of pprof
/// start so, with the type and the unit of a sample.
bool isSampleType(FileWindow& window, FileRange message)
{
    Damage damage;
    FileCursor cursor(window, message, damage);
    while (cursor.next())
        if (cursor.field() == XPlane::kNameFieldNumber)
            return cursor.isVarint();
    return false;
}

/// Returns a weight for HLO (positive) or a container (negative) by the fields of the first message. The two formats
/// use the low field numbers with different types.
int weighFirstMessage(FileWindow& window, FileRange message, Damage& damage)
{
    int forHlo = 0;
    int seen = 0;
    for (FileCursor cursor(window, message, damage); seen < 8 && cursor.next(); ++seen) {
        switch (cursor.field()) {
        case XPlane::kIdFieldNumber: // in a HloModuleProto: its name
            forHlo += cursor.isVarint() ? -4 : 4;
            break;
        case XPlane::kNameFieldNumber: { // in a HloModuleProto: the entry computation's name
            const std::string name = cursor.text(64);
            forHlo += name.starts_with('/') || name == "Task Environment" ? -4 : 1;
            break;
        }
        case HloModuleProto::kIdFieldNumber:
        case HloModuleProto::kEntryComputationIdFieldNumber:
            forHlo += cursor.isVarint() ? 2 : -1;
            break;
        default:
            break;
        }
    }
    return forHlo;
}

/// How many bytes of a computation and of an instruction are searched for signs of the platform. A large computation
/// shows them among its first instructions.
constexpr std::size_t kPlatformSample = 1 << 18;
/// The largest HLO that is read when its file is opened and kept until it is decoded. A module has thousands of small
/// computations, so finding its fields takes as long as reading it.
constexpr std::uint64_t kReadAtOnce = 1 << 26;

/// XProf's cached files have the name and id of the program in their file name.
void nameAfterFile(std::string_view file, ProgramPlace& program)
{
    file = withoutPackedEnding(fileNameOf(file));
    if (file.ends_with(kCachedEnding)) {
        const ModuleKey key = splitModuleName(file.substr(0, file.size() - kCachedEnding.size()));
        if (key.programId) {
            program.name = key.name;
            program.id = key.programId;
        }
    }
    if (program.name.empty())
        program.name = file.substr(0, file.find('.'));
}

void stepThrough(FileWindow& window, FileRange message, Damage& damage)
{
    for (FileCursor cursor(window, message, damage); cursor.next();) { }
}

Platform platformOfComputation(FileWindow& window, FileRange computation, Damage& damage)
{
    for (FileCursor cursor(window, computation, damage);
         cursor.next() && cursor.offset() - computation.offset < kPlatformSample;) {
        if (cursor.field() != proto::HloComputationProto::kInstructionsFieldNumber)
            continue;
        const std::string instruction = cursor.text(kPlatformSample);
        Damage inside(instruction, cursor.body().offset);
        const Platform platform = platformOfInstruction(instruction, inside);
        if (platform != Platform::Unknown)
            return platform;
        if (inside && instruction.size() == cursor.body().size)
            damage.note(*inside.at());
    }
    return Platform::Unknown;
}

/// Returns the platform that the program's HLO shows. `damage` may be the reason why it shows none.
Platform platformOf(FileWindow& window, const ByteRanges& modules, Damage& damage)
{
    for (const FilePiece& module : modules)
        for (FileCursor cursor(window, module.range, damage); cursor.next();) {
            if (cursor.field() != proto::HloModuleProto::kComputationsFieldNumber || !cursor.isBytes())
                continue;
            const Platform platform = platformOfComputation(window, cursor.body(), damage);
            if (platform != Platform::Unknown)
                return platform;
        }
    return Platform::Unknown;
}

Result<void> readHlo(const std::shared_ptr<const File>& source, bool isAlone, ProgramFile& result)
{
    FilePiece hlo{source, {0, source->size()}};
    if (isAlone && source->size() <= kReadAtOnce) {
        const auto bytes = Bytes::read({hlo});
        if (!bytes)
            return bytes.error();
        hlo.bytes = *bytes;
    }
    auto parts = findHloParts({hlo});
    if (!parts)
        return Error{parts.error().kind, source->path() + ": " + parts.error().message, parts.error().offset};
    FileWindow window(hlo);
    Damage damage;
    Damage inside; // in messages in the module; fields after it may be wrong
    ProgramPlace program;
    std::optional<std::uint64_t> badText;
    for (const FilePiece& part : parts->module) {
        program.id = program.id.value_or(0); // protobuf leaves out 0
        for (FileCursor cursor(window, part.range, damage); cursor.next();) {
            const bool isName = cursor.field() == proto::HloModuleProto::kNameFieldNumber;
            if (isName)
                program.name = cursor.text();
            else if (cursor.field() == proto::HloModuleProto::kIdFieldNumber)
                program.id = cursor.uint64();
            if ((isName || cursor.field() == proto::HloModuleProto::kEntryComputationNameFieldNumber)
                && !cursor.isUtf8())
                badText = badText.value_or(cursor.offset());
            if (cursor.field() == proto::HloModuleProto::kHostProgramShapeFieldNumber
                || cursor.field() == proto::HloModuleProto::kStackFrameIndexFieldNumber)
                stepThrough(window, cursor.body(), inside);
        }
    }
    if (window.error())
        return *window.error();
    if (damage)
        return damagedError(source->path() + ": the HLO module", damage, ". Copy or dump it again.");
    if (badText)
        result.warnings.addNamed("damaged-text", "The name of the program or of its entry is not valid text.", badText);
    result.entry.platform = platformOf(window, parts->module, inside);
    if (inside)
        result.warnings.addNamed("damaged-module",
                                 "The HLO module is damaged; its name, its id and the names of its memory spaces "
                                 "may be wrong or missing.",
                                 inside.at());
    program.parts = std::move(*parts);
    hlo.bytes = nullptr;
    program.hlo = {std::move(hlo)};
    nameAfterFile(source->path(), program);
    result.programs.push_back(std::move(program));
    return {};
}

/// Reads the result of memory_analysis() of a compiled program: the plan without its module.
Result<void> readAssignment(const std::shared_ptr<const File>& source, ProgramFile& result)
{
    const FileRange all{0, source->size()};
    FileWindow window(*source);
    Damage damage;
    stepThrough(window, all, damage);
    if (window.error())
        return *window.error();
    if (damage)
        return damagedError(source->path() + ": the buffer assignment", damage, ". Copy or save it again.");
    ProgramPlace program;
    program.parts = HloParts{.module = {}, .assignment = {{source, all}}};
    nameAfterFile(source->path(), program);
    result.programs.push_back(std::move(program));
    return {};
}

Result<void> readContainer(const std::shared_ptr<const File>& source, ProgramFile& result, const Progress& progress)
{
    auto index = indexXSpace(*source, progress);
    if (!index)
        return index.error();
    if (index->planes.empty())
        return Error{ErrorKind::Malformed, source->path() + " holds no planes: it is damaged, or it is no profile.",
                     std::nullopt};
    FileEntry& entry = result.entry;
    entry.platform = index->platform;
    entry.device = index->device;
    if (index->chips > 0)
        entry.chips = index->chips;
    if (!index->jaxVersion.empty())
        entry.remarks.emplace_back("JAX", validUtf8(index->jaxVersion));
    if (entry.host.empty() && !index->hostnames.empty())
        entry.host = index->hostnames.front();
    result.warnings.add(index->warnings);
    for (IndexedModule& module : index->modules)
        result.programs.push_back({std::move(module.name), module.programId, {{source, module.hlo}}});
    if (index->cutAt)
        result.warnings.add("cut-file",
                            "The file ends in the middle of a record. " + counted(result.programs.size(), "module")
                                + " could be read.",
                            index->cutAt);
    // A capture that is cut before its device planes does not show the platform, but its programs may.
    if (entry.platform == Platform::Unknown && !result.programs.empty()) {
        FileWindow window(*source);
        Damage ignored; // there is a warning about the cut file already
        if (const auto parts = findHloParts(result.programs.front().hlo))
            entry.platform = platformOf(window, parts->module, ignored);
    }
    return {};
}

} // namespace

std::optional<FileFormat> detectFormat(const File& file)
{
    FileWindow window(file);
    if (const auto format = formatOfText(window))
        return format;
    if (looksLikeText(window))
        return std::nullopt;
    Damage damage; // ignored here; it is reported when the file is read completely
    int forHlo = 0;
    int modules = 0;
    int seen = 0;
    FileCursor cursor(window, {0, file.size()}, damage);
    for (; seen < 16 && cursor.next(); ++seen) {
        if (seen == 0 && cursor.field() == BufferAssignmentProto::kLogicalBuffersFieldNumber && cursor.isBytes())
            if (const auto format = formatOfSizes(window, cursor.body()))
                return format;
        if (seen == 0 && cursor.field() == HloProto::kHloModuleFieldNumber && cursor.isBytes()
            && isSampleType(window, cursor.body()))
            return std::nullopt;
        if (cursor.field() == HloProto::kHloModuleFieldNumber && cursor.isBytes() && modules++ == 0)
            forHlo += weighFirstMessage(window, cursor.body(), damage);
        else if (cursor.field() == HloProto::kBufferAssignmentFieldNumber)
            forHlo += 4;
        else if (cursor.field() == XSpace::kHostnamesFieldNumber)
            forHlo -= 4;
    }
    forHlo -= modules > 1 ? 4 : 0;
    if (window.error() || (modules == 0 && forHlo == 0))
        return std::nullopt;
    return forHlo > 0 ? FileFormat::Hlo : FileFormat::XSpace;
}

Platform platformOfDumpName(std::string_view path)
{
    if (path.find("gpu_after_optimizations") != path.npos)
        return Platform::Gpu;
    if (path.find("cpu_after_optimizations") != path.npos)
        return Platform::Cpu;
    return Platform::Unknown;
}

Result<ProgramFile> readProgramFile(const OpenedFile& file, bool isAlone, const Progress& progress)
{
    ProgramFile result;
    FileEntry& entry = result.entry;
    entry = entryOf(file);
    if (!file.file)
        return result;
    Result<void> done;
    result.format = detectFormat(*file.file).value_or(FileFormat::Hlo);
    switch (result.format) {
    case FileFormat::XSpace:
        result.isOfHost = true;
        entry.format = "Captured profile (XSpace)";
        done = readContainer(file.file, result, progress);
        break;
    case FileFormat::Hlo:
        entry.format = "Compiled program (HloProto)";
        done = readHlo(file.file, isAlone, result);
        break;
    case FileFormat::BufferAssignment:
        entry.format = "Memory plan alone (BufferAssignmentProto)";
        done = readAssignment(file.file, result);
        break;
    case FileFormat::AssignmentReport:
    case FileFormat::UsageReport:
    case FileFormat::UsageProto:
    case FileFormat::LiveRangeReport:
        result.report = file.file;
        break;
    }
    if (done)
        return result;
    if (done.error().kind == ErrorKind::Cancelled)
        return done.error();
    entry.error = done.error();
    result.programs.clear();
    return result;
}

} // namespace tidemark::xla
