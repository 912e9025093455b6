#include "core/xla/programs/dump_folder.h"

#include "core/base/parallel.h"
#include "core/base/text.h"
#include "core/devices/device_table.h"
#include "core/files/unpacking_reader.h"
#include "core/text/text_cursor.h"
#include "core/wire/file_cursor.h"
#include "core/wire/wire_reader.h"
#include "core/xla/plan/hlo_module.h"
#include "core/xla/plan/plan.h"
#include "core/xla/plan/remarks.h"
#include "core/xla/reports/compiler_report.h"
#include "core/xla/reports/reported_plan.h"
#include "proto/hlo.pb.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <filesystem>
#include <map>

namespace tidemark::xla {
namespace {

using proto::HloModuleProto;

/// A kind of report.
struct ReportKind {
    FileFormat format;
    std::string_view ending;
    std::string_view text; // for people
    Result<CompilerReport> (*read)(std::string_view bytes);
};
/// The most detailed one first.
constexpr std::array kReportKinds = {
    ReportKind{FileFormat::AssignmentReport, kAssignmentEnding, "Text report (buffer assignment)",
               readAssignmentReport},
    ReportKind{FileFormat::UsageProto, kUsageProtoEnding, "Report (memory usage)", readUsageProto},
    ReportKind{FileFormat::UsageReport, kUsageEnding, "Report (memory usage)", readUsageReport},
    ReportKind{FileFormat::LiveRangeReport, kLiveRangeEnding, "Text report (live ranges)", readLiveRangeReport},
};

/// REQUIRES: the format of a report
const ReportKind& kindOf(FileFormat format)
{
    return *std::ranges::find(kReportKinds, format, &ReportKind::format);
}

/// The report of one file, with the bytes to which it refers.
struct ReadReport {
    std::shared_ptr<const Bytes> bytes;
    CompilerReport report;
};

/// Errors name the file.
Result<ReadReport> readReport(const File& file, FileFormat format)
{
    constexpr std::uint64_t kMost = std::uint64_t{1} << 30; // bytes; real reports have a few megabytes
    if (file.size() > kMost)
        return Error{ErrorKind::TooLarge, file.path() + " is larger than any report of a compiler.", std::nullopt};
    const auto bytes = Bytes::read(file, 0, file.size());
    if (!bytes)
        return bytes.error();
    auto report = kindOf(format).read((*bytes)->view());
    if (!report)
        return Error{report.error().kind, file.path() + ": " + report.error().message, report.error().offset};
    return ReadReport{*bytes, std::move(*report)};
}

/// Sets number and name: "module_0012.jit_step.cl_7.after_optimizations" is module 12, jit_step.
void nameAfterStage(std::string_view path, ProgramPlace& program)
{
    std::string_view name = fileNameOf(path);
    constexpr std::string_view kModule = "module_";
    const std::size_t at = name.find(kModule);
    const std::string_view number = at == name.npos ? std::string_view() : name.substr(at + kModule.size());
    std::uint64_t id = 0;
    const auto [end, error] = std::from_chars(number.data(), number.data() + number.size(), id);
    if (!number.empty() && error == std::errc() && end != number.data() + number.size() && *end == '.') {
        program.id = id;
        name = number.substr(static_cast<std::size_t>(end - number.data()) + 1);
    }
    program.name = name.substr(0, name.find('.'));
}

/// The reports of one stage of one module.
class Stage
{
public:
    /// `stem`: the common start of the paths. It is empty for a report with another name; its folder is not searched
    /// then.
    explicit Stage(std::string stem)
        : m_stem(std::move(stem))
    { }
    void add(std::size_t file, FileFormat format) { m_files.push_back({file, format}); }
    /// Adds an opened file that has the name of a report but cannot be read.
    void addUnreadable(std::size_t file, const Error& error)
    {
        m_unreadable.push_back(file);
        warnUnreadable(error);
    }
    const std::vector<std::size_t>& unreadable() const { return m_unreadable; }
    bool isEmpty() const { return m_files.empty(); }

    /// Returns the file that becomes the program, or all files, with their errors, if none can be read.
    std::vector<std::size_t> makeProgram(std::vector<ProgramFile>& files)
    {
        std::ranges::stable_sort(m_files, {}, [](const Member& member) { return &kindOf(member.format); });
        for (const Member& member : m_files) {
            ProgramFile& file = files[member.file];
            auto read = readReport(*file.report, member.format);
            if (read) {
                file.warnings.add(m_failures);
                join(std::move(*read), member.format, files, file);
                return {member.file};
            }
            warnUnreadable(read.error());
            file.entry.error = read.error();
        }
        std::vector<std::size_t> all;
        for (const Member& member : m_files)
            all.push_back(member.file);
        return all;
    }

private:
    struct Member {
        std::size_t file = 0;
        FileFormat format = FileFormat::Hlo;
    };

    void warnUnreadable(const Error& error) { m_failures.addNamed("unreadable-report", error.message, error.offset); }

    /// Returns the other report of the plan, from the opened files or from the same folder; null when there is none.
    /// Adds a warning for a file in the folder that has its name but is no report.
    std::shared_ptr<const File> find(FileFormat format, const std::string& path, const std::vector<ProgramFile>& files,
                                     ProgramFile& file) const
    {
        const auto member = std::ranges::find(m_files, format, &Member::format);
        if (member != m_files.end())
            return files[member->file].report;
        if (path.empty())
            return nullptr;
        const auto neighbour = File::open(path);
        if (!neighbour && neighbour.error().kind == ErrorKind::NotFound)
            return nullptr;
        if (neighbour && detectFormat(**neighbour) == format)
            return *neighbour;
        // The warning exists already if the file was opened, too.
        const auto failure = neighbour ? (*neighbour)->failure() : neighbour.error();
        if (m_failures.empty())
            file.warnings.addNamed(
                "unreadable-report",
                failure ? failure->message : path + " is damaged, or no report: it does not begin as one.", 0);
        return nullptr;
    }

    void join(ReadReport read, FileFormat format, const std::vector<ProgramFile>& files, ProgramFile& file) const
    {
        file.entry.format = kindOf(format).text;
        const bool isRanges = format == FileFormat::LiveRangeReport;
        std::optional<ReadReport> other; // holds the bytes to which the first refers
        if (isRanges || (format == FileFormat::AssignmentReport && read.report.ranges.empty()))
            other = readOther(isRanges ? FileFormat::AssignmentReport : FileFormat::LiveRangeReport, read.report, files,
                              file);
        if (other) {
            CompilerReport& assignment = isRanges ? other->report : read.report;
            CompilerReport& ranges = isRanges ? read.report : other->report;
            assignment.ranges = std::move(ranges.ranges);
            if (assignment.gaps.peak.empty())
                assignment.gaps.peak = ranges.gaps.peak;
            assignment.warnings = read.report.warnings;
        } else if (isRanges) {
            if (const auto done = takeValuesAtPeak(read.report); !done) {
                file.entry.error
                    = Error{done.error().kind, file.entry.path + ": " + done.error().message, std::nullopt};
                return;
            }
        }
        write(other && isRanges ? other->report : read.report, file);
    }

    /// Reads the other report of the plan, which is of the given format. Returns nothing when it cannot be used.
    std::optional<ReadReport> readOther(FileFormat format, const CompilerReport& report,
                                        const std::vector<ProgramFile>& files, ProgramFile& file) const
    {
        const bool isRanges = format == FileFormat::LiveRangeReport;
        const std::string path
            = m_stem.empty() ? m_stem : m_stem + std::string(isRanges ? kLiveRangeEnding : kAssignmentEnding);
        const auto found = find(format, path, files, file);
        if (!found)
            return std::nullopt;
        auto read = readReport(*found, format);
        if (!read) {
            file.warnings.addNamed("unreadable-report", read.error().message, read.error().offset);
            return std::nullopt;
        }
        file.warnings.addOfPart(fileNameOf(found->path()), read->report.warnings);
        if (!(isRanges ? isOfSame(report, read->report) : isOfSame(read->report, report))) {
            file.warnings.addNamed("other-report",
                                   found->path() + " is of another compile: "
                                       + (isRanges ? "it names no value of a temporary allocation"
                                                   : "none of its temporary values has a live range")
                                       + ". It is left out.");
            return std::nullopt;
        }
        file.entry.remarks.emplace_back(isRanges ? "Live ranges" : "Allocations",
                                        std::string(fileNameOf(found->path())));
        return std::move(*read);
    }

    /// Returns whether a live range belongs to a temporary value, or there are no temporary values.
    static bool isOfSame(const CompilerReport& assignment, const CompilerReport& ranges)
    {
        std::vector<std::string_view> names;
        for (const ReportedRange& range : ranges.ranges)
            names.push_back(range.name);
        std::ranges::sort(names);
        bool isAny = false;
        for (const ReportedAllocation& allocation : assignment.allocations)
            for (const ReportedValue& value : allocation.values) {
                if (allocation.isTemporary() && std::ranges::binary_search(names, value.name))
                    return true;
                isAny = isAny || allocation.isTemporary();
            }
        return !isAny;
    }

    void write(CompilerReport& report, ProgramFile& file) const
    {
        ProgramPlace program;
        nameAfterStage(m_stem.empty() ? file.entry.path : m_stem, program);
        ReportedPlan plan = writePlan(report, program.name, program.id.value_or(0));
        file.entry.platform = plan.platform != Platform::Unknown ? plan.platform : platformOfDumpName(m_stem);
        program.parts = std::move(plan.parts);
        file.warnings.add(report.warnings);
        file.programs.push_back(std::move(program));
    }

    std::string m_stem;
    std::vector<Member> m_files;
    std::vector<std::size_t> m_unreadable;
    Warnings m_failures;
};

/// Returns why the dump of a stage exists but cannot be used; nullopt when it can be used.
std::optional<Error> whyUnusable(const ProgramFile& file, const Progress& progress)
{
    if (file.entry.error)
        return file.entry.error;
    if (file.programs.size() != 1 || !file.programs.front().parts)
        return std::nullopt;
    const auto plan = Plan::load(*file.programs.front().parts, progress);
    if (plan)
        return std::nullopt;
    return Error{plan.error().kind, file.entry.path + ": " + plan.error().message, plan.error().offset};
}

constexpr std::string_view kFinal = "after_optimizations";

/// Returns the path of a file that may hold a plan, up to the stage and including the dot before it; nullopt for other
/// files.
std::optional<std::string> moduleOfPlan(std::string_view path)
{
    path = withoutPackedEnding(path);
    const std::string_view name = fileNameOf(path);
    const auto report = stemOfReport(path);
    if (!report && !name.ends_with(kProgramEnding))
        return std::nullopt;
    std::string_view stem = report.value_or(path.substr(0, path.size() - std::min(path.size(), kProgramEnding.size())));
    if (name.find("module_") == std::string_view::npos || !stem.ends_with(kFinal))
        return std::nullopt;
    stem.remove_suffix(kFinal.size());
    // "cpu_", "gpu_", "sm_9.0_gpu_"
    for (const std::string_view platform : {"cpu_", "gpu_"})
        if (stem.ends_with(platform)) {
            stem.remove_suffix(platform.size());
            if (const std::size_t capability = stem.rfind(".sm_"); stem.ends_with('_') && capability != stem.npos)
                stem = stem.substr(0, capability + 1);
            break;
        }
    return stem.ends_with('.') ? std::optional(std::string(stem)) : std::nullopt;
}

/// Returns the name and the number of a module.
std::pair<std::string, std::uint64_t> nameOf(const ByteRanges& module)
{
    std::pair<std::string, std::uint64_t> result;
    for (const FilePiece& piece : module) {
        FileWindow window(piece);
        Damage ignored; // reported when the whole module is read
        for (FileCursor cursor(window, piece.range, ignored); cursor.next();)
            if (cursor.field() == HloModuleProto::kNameFieldNumber)
                result.first = cursor.text();
            else if (cursor.field() == HloModuleProto::kIdFieldNumber)
                result.second = cursor.uint64();
    }
    return result;
}

/// Returns the module of a dumped HloProto, or an error if a part of it is damaged: a damaged module is no better than
/// the module of the plan.
Result<ByteRanges> wholeModule(const std::shared_ptr<const File>& file)
{
    auto parts = findHloParts({{file, {0, file->size()}}});
    if (!parts)
        return parts.error();
    const auto bytes = readHloPart(parts->module);
    if (!bytes)
        return bytes.error();
    const auto module = HloModule::decode((*bytes)->view());
    if (!module)
        return module.error();
    if (!module->warnings().empty())
        return Error{ErrorKind::Malformed, module->warnings().list().front().describe(), std::nullopt};
    return std::move(parts->module);
}

/// Replaces the program's module by the module as it runs, if that is in the same folder and has the same name and
/// number.
void takeFinalModule(const std::string& module, ProgramFile& file)
{
    ProgramPlace& program = file.programs.front();
    if (!program.parts || program.parts->assignment.empty())
        return;
    const std::string path = module + "after_codegen" + std::string(kProgramEnding);
    const auto& plan = program.parts->assignment.front().file;
    const auto compiled = plan ? plan->openRelated(path) : File::open(path);
    if (!compiled && compiled.error().kind == ErrorKind::NotFound)
        return;
    auto final = compiled ? wholeModule(*compiled) : Result<ByteRanges>(compiled.error());
    if (!final) {
        file.warnings.add("damaged-final-module",
                          path + ", the module as code generation leaves it, cannot be used: " + final.error().message
                              + " The module as it was planned is shown, without what code generation adds to it.");
        return;
    }
    if (final->empty() || nameOf(*final) != nameOf(program.parts->module))
        return;
    program.hlo.clear();
    program.parts->module = std::move(*final);
    file.entry.remarks.emplace_back("Module", "as after_codegen leaves it");
}

/// The compiler's names for the chips that it compiles for, in text and in messages. They were found by compiling for
/// each chip.
struct TargetVersion {
    std::string_view version;
    std::uint64_t number;
    std::string_view variant;
    std::string_view device; // its name in the table of devices
};
constexpr std::array kVersions = {
    TargetVersion{"TPU_VERSION_JELLYFISH", 1, "", "v2"},      TargetVersion{"TPU_VERSION_DRAGONFISH", 2, "", "v3"},
    TargetVersion{"TPU_VERSION_PUFFERFISH", 3, "", "v4"},     TargetVersion{"TPU_VERSION_VIPERFISH", 4, "", "v5p"},
    TargetVersion{"TPU_VERSION_VIPERFISH", 4, "lite", "v5e"}, TargetVersion{"TPU_VERSION_GHOSTLITE", 5, "", "v6e"},
    TargetVersion{"TPU_VERSION_6acc60406", 6, "", "tpu7x"},
};

/// The description of the chip in a dump. The version is a word or a number.
struct TargetArguments {
    std::string_view version;
    std::uint64_t number = 0;
    std::string_view variant;

    bool isKnown() const { return !version.empty() || number != 0; }
    bool is(const TargetVersion& known) const
    {
        return variant == known.variant && (version.empty() ? number == known.number : version == known.version);
    }
};

/// Returns the text after the first `key` of a message in text format, without quotes; empty when there is none.
std::string_view valueOf(std::string_view text, std::string_view key)
{
    const std::size_t at = text.find(key);
    if (at == std::string_view::npos)
        return {};
    std::string_view value = text.substr(at + key.size());
    value = value.substr(0, value.find('\n'));
    const auto isEdge = [](char c) { return c == ' ' || c == '"' || c == '\r'; };
    while (!value.empty() && isEdge(value.front()))
        value.remove_prefix(1);
    while (!value.empty() && isEdge(value.back()))
        value.remove_suffix(1);
    return value;
}

/// Reads the message. Its fields are not published; they were found by comparison with the text of the same target.
TargetArguments targetIn(std::string_view bytes, Damage& damage)
{
    constexpr std::uint32_t kTopology = 6;
    constexpr std::uint32_t kVersion = 1;
    constexpr std::uint32_t kVariant = 2;
    TargetArguments target;
    for (WireReader reader(bytes, damage); reader.next();) {
        if (reader.field() != kTopology)
            continue;
        for (WireReader topology(reader.bytes(), damage); topology.next();)
            if (topology.field() == kVersion)
                target.number = topology.uint64();
            else if (topology.field() == kVariant)
                target.variant = topology.bytes();
    }
    return target;
}

Result<std::shared_ptr<const Bytes>> readTarget(const std::string& path)
{
    constexpr std::uint64_t kMost = 1 << 20;
    const auto file = File::open(path);
    if (!file)
        return file.error();
    if ((*file)->size() > kMost)
        return Error{ErrorKind::TooLarge, path + " is no description of a target: too long.", std::nullopt};
    return Bytes::read(**file, 0, (*file)->size());
}

/// Reads the device from the text, or from the message if there is no text.
void takeDevice(const std::string& module, ProgramFile& program)
{
    std::string path = module + "target_arguments.txt";
    auto bytes = readTarget(path);
    const bool isText = bytes || bytes.error().kind != ErrorKind::NotFound;
    if (!isText)
        bytes = readTarget(path = module + "target_arguments.pb");
    const auto warn = [&](const std::string& why) {
        program.warnings.addNamed("unreadable-target", why + " Which device it is for is not known.");
    };
    if (!bytes) {
        constexpr std::array kNothing = {ErrorKind::NotFound, ErrorKind::Empty, ErrorKind::TooLarge};
        if (std::ranges::find(kNothing, bytes.error().kind) == kNothing.end())
            warn(bytes.error().message);
        return;
    }
    const std::string_view view = (*bytes)->view();
    Damage damage(view);
    const TargetArguments target
        = isText ? TargetArguments{valueOf(view, " version:"), 0, valueOf(view, " variant:")} : targetIn(view, damage);
    if (damage)
        return warn(path + " is damaged at byte " + std::to_string(*damage.at()) + ".");
    FileEntry& entry = program.entry;
    for (const TargetVersion& known : kVersions)
        if (target.isKnown() && target.is(known))
            entry.device.type = findDevice(known.device)->name;
    if (target.isKnown() && entry.platform == Platform::Unknown)
        entry.platform = Platform::Tpu;
}

/// The compiler dumps this stage when it gives up for lack of memory.
void warnIfRefused(const std::string& module, ProgramFile& file)
{
    const auto exists = [](const std::string& path) {
        std::error_code ignored;
        return std::filesystem::exists(path, ignored);
    };
    const std::string stage = module + "oom_intermediate_module";
    const std::string program = stage + std::string(kProgramEnding);
    const bool isPacked = std::ranges::any_of(
        kPackedEndings, [&](std::string_view ending) { return exists(program + std::string(ending)); });
    if (isPacked || exists(program) || exists(stage + ".txt"))
        file.warnings.add(
            remark::kRefused,
            "Compilation failed: out of memory. The dump has the stage oom_intermediate_module, which the "
            "compiler writes when it gives up.");
}

} // namespace

std::optional<std::string_view> stemOfReport(std::string_view path)
{
    path = withoutPackedEnding(path);
    for (const ReportKind& kind : kReportKinds)
        if (path.ends_with(kind.ending))
            return path.substr(0, path.size() - kind.ending.size());
    return std::nullopt;
}

bool joinReports(std::vector<ProgramFile>& files, const Progress& progress)
{
    std::map<std::string, std::size_t> plans; // position of the file by path
    std::map<std::string, Stage> stages;
    std::vector<bool> isLeftOut(files.size(), false);
    for (std::size_t i = 0; i < files.size(); ++i) {
        const std::string& path = files[i].entry.path;
        const bool isUnreadable = files[i].entry.error && stemOfReport(path);
        if (!files[i].report && !isUnreadable) {
            plans.emplace(withoutPackedEnding(path), i);
            continue;
        }
        isLeftOut[i] = !isUnreadable; // except the one that becomes the program
        // If the file has another name, its folder has no other report of it.
        const std::string stem(stemOfReport(path).value_or(std::string_view()));
        Stage& stage = stages.try_emplace(stem.empty() ? path : stem, stem).first->second;
        if (isUnreadable)
            stage.addUnreadable(i, *files[i].entry.error);
        else
            stage.add(i, files[i].format);
    }
    std::vector<std::size_t> rivals; // plans with reports of the same stage
    for (const auto& [stem, stage] : stages)
        if (const auto plan = plans.find(stem + std::string(kProgramEnding)); plan != plans.end())
            rivals.push_back(plan->second);
    std::vector<std::optional<Error>> faults(files.size());
    if (!forEachInParallel(rivals.size(), progress, "Reading programs", [&](std::size_t i) {
            faults[rivals[i]] = whyUnusable(files[rivals[i]], {progress.isCancelled, {}});
        }))
        return false;
    for (auto& [stem, stage] : stages) {
        const auto plan = plans.find(stem + std::string(kProgramEnding));
        const auto unusable = plan == plans.end() ? std::nullopt : faults[plan->second];
        if ((plan != plans.end() && !unusable) || stage.isEmpty())
            continue;
        const std::vector<std::size_t> programs = stage.makeProgram(files);
        for (const std::size_t program : programs)
            isLeftOut[program] = false;
        ProgramFile& program = files[programs.front()];
        for (const std::size_t file : stage.unreadable())
            isLeftOut[file] = !program.entry.error;
        if (unusable && !program.entry.error) {
            program.warnings.addNamed("unreadable-plan",
                                      unusable->message + " The text reports of the same folder are shown.",
                                      unusable->offset);
            isLeftOut[plan->second] = true;
        }
    }
    std::vector<ProgramFile> kept;
    for (std::size_t i = 0; i < files.size(); ++i)
        if (!isLeftOut[i])
            kept.push_back(std::move(files[i]));
    files = std::move(kept);
    return true;
}

bool joinDumps(std::vector<ProgramFile>& files, const Progress& progress)
{
    std::vector<std::string> modules; // those that have a plan
    std::vector<std::size_t> plans; // the positions of their files, except reports
    std::vector<bool> isPlan(files.size(), false);
    for (std::size_t i = 0; i < files.size(); ++i) {
        const auto module = moduleOfPlan(files[i].entry.path);
        if (!module || files[i].entry.error || files[i].isOfHost || files[i].programs.size() != 1)
            continue;
        isPlan[i] = true;
        modules.push_back(*module);
        takeDevice(*module, files[i]);
        warnIfRefused(*module, files[i]);
        if (files[i].report)
            continue;
        files[i].entry.format = "XLA dump (HloProto)";
        plans.push_back(i);
    }
    if (!forEachInParallel(plans.size(), progress, "Reading programs", [&](std::size_t i) {
            ProgramFile& file = files[plans[i]];
            takeFinalModule(*moduleOfPlan(file.entry.path), file);
        }))
        return false;
    std::ranges::sort(modules);
    const auto isStage = [&](const std::string& path) {
        for (std::size_t dot = path.find('.'); dot != std::string::npos; dot = path.find('.', dot + 1))
            if (std::ranges::binary_search(modules, path.substr(0, dot + 1)))
                return true;
        return false;
    };
    std::vector<ProgramFile> kept;
    for (std::size_t i = 0; i < files.size(); ++i)
        if (isPlan[i] || !isStage(files[i].entry.path))
            kept.push_back(std::move(files[i]));
    files = std::move(kept);
    return true;
}

} // namespace tidemark::xla
