#include "core/xla/programs/report_programs.h"

#include "core/base/parallel.h"
#include "core/base/text.h"
#include "core/text/text_cursor.h"
#include "core/xla/plan/plan.h"
#include "core/xla/reports/assignment_report.h"
#include "core/xla/reports/live_range_report.h"
#include "core/xla/reports/reported_plan.h"
#include "core/xla/reports/usage_report.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <map>

namespace tidemark::xla {
namespace {

constexpr std::array kEndings = {kAssignmentEnding, kLiveRangeEnding, kUsageEnding, kUsageProtoEnding};

/// Returns the rank of a format by its level of detail. 0 is the most detailed.
int rankOf(FileFormat format)
{
    switch (format) {
    case FileFormat::AssignmentReport:
        return 0;
    case FileFormat::UsageProto:
        return 1;
    case FileFormat::UsageReport:
        return 2;
    default:
        return 3;
    }
}

std::string formatText(FileFormat format)
{
    switch (format) {
    case FileFormat::AssignmentReport:
        return "Text report (buffer assignment)";
    case FileFormat::LiveRangeReport:
        return "Text report (live ranges)";
    default:
        return "Report (memory usage)";
    }
}

/// The report of one file, with the bytes to which it refers.
struct ReadReport {
    std::shared_ptr<const Bytes> bytes;
    CompilerReport report;
};

Result<CompilerReport> readContent(FileFormat format, std::string_view bytes)
{
    switch (format) {
    case FileFormat::AssignmentReport:
        return readAssignmentReport(bytes);
    case FileFormat::UsageReport:
        return readUsageReport(bytes);
    case FileFormat::UsageProto:
        return readUsageProto(bytes);
    default:
        return readLiveRangeReport(bytes);
    }
}

/// Errors name the file.
Result<ReadReport> readReport(const File& file, FileFormat format)
{
    constexpr std::uint64_t kMost = std::uint64_t{1} << 30; // bytes; real reports have a few megabytes
    if (file.size() > kMost)
        return Error{ErrorKind::TooLarge, file.path() + " is larger than any report of a compiler.", std::nullopt};
    const auto bytes = Bytes::read(file, 0, file.size());
    if (!bytes)
        return bytes.error();
    auto report = readContent(format, (*bytes)->view());
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
        std::ranges::stable_sort(m_files, {}, [](const Member& member) { return rankOf(member.format); });
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
        file.entry.format = formatText(format);
        const bool isAssignment = format == FileFormat::AssignmentReport;
        const bool isRanges = format == FileFormat::LiveRangeReport;
        const auto path
            = [&](std::string_view ending) { return m_stem.empty() ? m_stem : m_stem + std::string(ending); };
        ReadReport other; // holds the bytes to which the first refers
        if (isAssignment && read.report.ranges.empty()) {
            if (const auto ranges = find(FileFormat::LiveRangeReport, path(kLiveRangeEnding), files, file))
                other = takeRanges(*ranges, read.report, file);
        } else if (isRanges) {
            const auto assignment = find(FileFormat::AssignmentReport, path(kAssignmentEnding), files, file);
            if (assignment && takeAssignment(*assignment, read, other, file))
                std::swap(read, other);
            else if (const auto done = takeValuesAtPeak(read.report); !done) {
                file.entry.error
                    = Error{done.error().kind, file.entry.path + ": " + done.error().message, std::nullopt};
                return;
            }
        }
        write(read.report, file);
    }

    /// Moves the ranges into `assignment`. Returns the report whose bytes they refer to.
    static ReadReport takeRanges(const File& ranges, CompilerReport& assignment, ProgramFile& file)
    {
        auto read = readReport(ranges, FileFormat::LiveRangeReport);
        if (!read) {
            file.warnings.addNamed("unreadable-report", read.error().message, read.error().offset);
            return {};
        }
        file.warnings.addOfPart(fileNameOf(ranges.path()), read->report.warnings);
        if (!isOfSame(assignment, read->report)) {
            file.warnings.addNamed("other-report",
                                   ranges.path()
                                       + " is of another compile: it names no value of a temporary "
                                         "allocation. It is left out.");
            return {};
        }
        assignment.ranges = std::move(read->report.ranges);
        if (assignment.gaps.peak.empty())
            assignment.gaps.peak = read->report.gaps.peak;
        file.entry.remarks.emplace_back("Live ranges", std::string(fileNameOf(ranges.path())));
        return std::move(*read);
    }

    /// Moves the assignment to `other`, with the ranges of `ranges`. Returns false when it cannot be used.
    static bool takeAssignment(const File& assignment, ReadReport& ranges, ReadReport& other, ProgramFile& file)
    {
        auto read = readReport(assignment, FileFormat::AssignmentReport);
        if (!read) {
            file.warnings.addNamed("unreadable-report", read.error().message, read.error().offset);
            return false;
        }
        if (!isOfSame(read->report, ranges.report)) {
            file.warnings.addNamed("other-report",
                                   assignment.path()
                                       + " is of another compile: none of its temporary values has a "
                                         "live range. It is left out.");
            return false;
        }
        read->report.ranges = std::move(ranges.report.ranges);
        if (read->report.gaps.peak.empty())
            read->report.gaps.peak = ranges.report.gaps.peak;
        file.warnings.addOfPart(fileNameOf(assignment.path()), read->report.warnings);
        read->report.warnings = ranges.report.warnings;
        file.entry.remarks.emplace_back("Allocations", std::string(fileNameOf(assignment.path())));
        other = std::move(*read);
        return true;
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

} // namespace

std::optional<std::string_view> stemOfReport(std::string_view path)
{
    path = withoutPackedEnding(path);
    for (const std::string_view ending : kEndings)
        if (path.ends_with(ending))
            return path.substr(0, path.size() - ending.size());
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

} // namespace tidemark::xla
