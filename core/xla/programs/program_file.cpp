#include "core/xla/programs/program_file.h"

#include "core/base/text.h"
#include "core/wire/file_cursor.h"
#include "core/xla/plan/module_platform.h"
#include "core/xla/plan/plan.h"
#include "core/xspace/xspace_index.h"
#include "proto/hlo.pb.h"

namespace tidemark::xla {
namespace {

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
        return Error{ErrorKind::Malformed,
                     source->path() + ": the HLO module is damaged at byte "
                         + groupedNumber(static_cast<std::int64_t>(*damage.at())) + ". Copy or dump it again.",
                     damage.at()};
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
        return Error{ErrorKind::Malformed,
                     source->path() + ": the buffer assignment is damaged at byte "
                         + groupedNumber(static_cast<std::int64_t>(*damage.at())) + ". Copy or save it again.",
                     damage.at()};
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
