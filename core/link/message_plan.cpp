#include "core/link/message_plan.h"

#include "core/oom/oom_memory.h"
#include "core/oom/report_rows.h"

#include <algorithm>
#include <filesystem>
#include <set>

namespace tidemark {
namespace {

namespace fs = std::filesystem;

constexpr int kDeepest = 2; // folders below that of the log
constexpr int kMostEntries = 5000;
constexpr std::size_t kMostFiles = 64;
constexpr std::size_t kMostPlans = 16;
constexpr std::int64_t kTellingBytes = 1 << 20;

/// What a listed buffer is found by.
struct Wanted {
    std::string opName;
    std::string instruction;
    std::string shape; // without its layout
};

std::string withoutLayout(std::string_view shape)
{
    return std::string(shape.substr(0, shape.starts_with('(') ? shape.size() : shape.find('{')));
}

std::vector<Wanted> wantedBuffers(const oom::Report& report)
{
    std::vector<Wanted> wanted;
    for (const oom::Allocation& allocation : report.allocations) {
        Wanted each{allocation.opName, oom::instructionOf(allocation.label), withoutLayout(allocation.shape)};
        if (!each.shape.empty() && (!each.opName.empty() || !each.instruction.empty()))
            wanted.push_back(std::move(each));
    }
    return wanted;
}

/// Byte counts that a message writes out, each once.
std::set<std::int64_t> exactCounts(const oom::Report& report)
{
    std::set<std::int64_t> counts;
    const auto add = [&](const std::optional<Amount>& amount) {
        if (amount && amount->rounding == 0 && amount->bytes >= kTellingBytes)
            counts.insert(amount->bytes);
    };
    add(report.requested);
    add(report.needed);
    for (const oom::Allocation& allocation : report.allocations)
        if (!allocation.address)
            add(allocation.size);
    return counts;
}

std::vector<RowId> rowsOfBuffers(const View& view, const std::vector<Wanted>& wanted)
{
    std::vector<RowId> rows;
    std::vector<bool> isFound(wanted.size(), false);
    Facts facts;
    for (std::size_t i = 0; i < view.rows.count; ++i) {
        view.rows.describe(RowId::at(i), facts);
        const auto fits = [&](const Wanted& each) {
            return each.shape == facts.shapeWithoutLayout
                && ((!each.opName.empty() && each.opName == facts.opName)
                    || (!each.instruction.empty() && each.instruction == facts.instruction));
        };
        for (std::size_t j = 0; j < wanted.size(); ++j)
            if (!isFound[j] && fits(wanted[j])) {
                isFound[j] = true;
                rows.push_back(RowId::at(i));
                break;
            }
    }
    return rows;
}

std::vector<RowId> rowsOfCounts(const View& view, const std::set<std::int64_t>& counts)
{
    std::vector<RowId> rows;
    std::set<std::int64_t> found;
    for (std::size_t i = 0; i < view.rows.count; ++i)
        if (counts.contains(view.rows.size[RowId::at(i)]) && found.insert(view.rows.size[RowId::at(i)]).second)
            rows.push_back(RowId::at(i));
    return rows;
}

/// The programs whose plans are worth decoding.
std::vector<Chosen> candidatesFor(const oom::Report& report, const Documents& documents,
                                  const std::set<std::int64_t>& counts)
{
    const std::int64_t memory = oom::memoryOf(report).number;
    std::vector<Chosen> candidates;
    for (const auto& document : documents)
        for (const ProgramId program : allPrograms(*document)) {
            const std::string& name = document->catalogue().programs[program.index()].name;
            if (candidates.size() == kMostPlans || (!report.module.empty() && name != report.module))
                continue;
            const MemoryOutline* const outline = document->outline(program).find(memory);
            if (outline && (!report.module.empty() || outline->totalBytes >= *counts.begin()))
                candidates.push_back({document, {program, memory}});
        }
    return candidates;
}

} // namespace

std::vector<std::string> profilesBeside(const std::string& logPath, const std::vector<FileEnding>& endings)
{
    const auto isProfile = [&](const std::string& name) {
        return std::ranges::any_of(
            endings, [&](const FileEnding& each) { return !each.isCommon && name.ends_with(each.ending); });
    };
    std::vector<std::string> found;
    std::error_code error;
    const fs::path folder = fs::absolute(logPath, error).parent_path();
    fs::recursive_directory_iterator next(folder, fs::directory_options::skip_permission_denied, error);
    for (int i = 0; !error && i < kMostEntries && next != fs::recursive_directory_iterator(); ++i) {
        std::error_code ignored;
        if (next.depth() >= kDeepest)
            next.disable_recursion_pending();
        if (next->is_regular_file(ignored) && isProfile(next->path().filename().string()))
            found.push_back(next->path().string());
        next.increment(error);
    }
    std::ranges::sort(found);
    found.resize(std::min(found.size(), kMostFiles));
    return found;
}

Result<std::optional<MessagePlan>> findMessagePlan(const oom::Report& report, const Documents& documents,
                                                   const Progress& progress)
{
    const bool isNamed = !report.module.empty();
    const std::vector<Wanted> wanted = wantedBuffers(report);
    const std::set<std::int64_t> counts = exactCounts(report);
    std::optional<MessagePlan> best;
    if (!isNamed && counts.empty())
        return best;
    for (const Chosen& candidate : candidatesFor(report, documents, counts)) {
        if (progress.cancelled())
            return Progress::cancelledError();
        const auto view = candidate.document->view(candidate.selection, progress);
        if (!view && view.error().kind == ErrorKind::Cancelled)
            return view.error();
        if (!view)
            continue;
        MessagePlan plan{candidate.document, *view, isNamed, isNamed ? wanted.size() : counts.size(),
                         isNamed ? rowsOfBuffers(**view, wanted) : rowsOfCounts(**view, counts)};
        if ((isNamed || !plan.rows.empty()) && (!best || plan.rows.size() > best->rows.size()))
            best = std::move(plan);
    }
    return best;
}

} // namespace tidemark
