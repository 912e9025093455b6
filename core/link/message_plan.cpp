#include "core/link/message_plan.h"

#include "core/oom/oom_document.h"
#include "core/oom/oom_memory.h"
#include "core/oom/report_rows.h"

#include <algorithm>
#include <filesystem>
#include <map>
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

/// A row that may be a buffer of the message, and how surely.
struct Fit {
    int rank = 0; // less is surer
    RowId row;
    std::size_t wanted = 0;
};

std::vector<Fit> fitsOf(const View& view, const std::vector<Wanted>& wanted)
{
    std::vector<Fit> fits;
    Facts facts;
    for (std::size_t i = 0; i < view.rows.count; ++i) {
        const RowId row = RowId::at(i);
        view.rows.describe(row, facts);
        for (std::size_t j = 0; j < wanted.size(); ++j) {
            const Wanted& each = wanted[j];
            const bool isInstruction = !each.instruction.empty() && each.instruction == facts.instruction;
            const bool isOp = !each.opName.empty() && each.opName == facts.opName;
            if (each.shape == facts.shapeWithoutLayout && (isInstruction || isOp))
                fits.push_back({(isInstruction ? 0 : 2) + (view.rows.isLive(row, view.peakStep) ? 0 : 1), row, j});
        }
    }
    std::ranges::stable_sort(fits, {}, &Fit::rank);
    return fits;
}

/// Each row for one buffer, each buffer in one row.
std::vector<RowId> rowsOfBuffers(const View& view, const std::vector<Wanted>& wanted)
{
    std::vector<RowId> rows;
    std::vector<bool> isFound(wanted.size(), false);
    std::vector<bool> isTaken(view.rows.count, false);
    for (const Fit& fit : wanted.empty() ? std::vector<Fit>() : fitsOf(view, wanted)) {
        if (isFound[fit.wanted] || isTaken[fit.row.index()])
            continue;
        isFound[fit.wanted] = isTaken[fit.row.index()] = true;
        rows.push_back(fit.row);
    }
    std::ranges::sort(rows, {}, [](RowId row) { return row.index(); });
    return rows;
}

std::vector<RowId> rowsOfCounts(const View& view, const std::set<std::int64_t>& counts)
{
    std::map<std::int64_t, RowId> found; // by size
    for (std::size_t i = 0; i < view.rows.count; ++i) {
        const RowId row = RowId::at(i);
        if (!counts.contains(view.rows.size[row]))
            continue;
        const auto [known, isNew] = found.emplace(view.rows.size[row], row);
        if (!isNew && !view.rows.isLive(known->second, view.peakStep) && view.rows.isLive(row, view.peakStep))
            known->second = row;
    }
    std::vector<RowId> rows;
    for (const auto& [size, row] : found)
        rows.push_back(row);
    std::ranges::sort(rows, {}, [](RowId row) { return row.index(); });
    return rows;
}

/// The programs whose plans are worth decoding.
std::vector<Chosen> candidatesFor(const oom::Report& report, const Documents& documents,
                                  const std::set<std::int64_t>& counts)
{
    const std::int64_t memory = oom::memoryOf(report).number;
    std::vector<Chosen> candidates;
    for (const auto& document : documents) {
        if (document->catalogue().kind == oom::OomDocument::kKind)
            continue; // a message is no plan
        for (const ProgramId program : allPrograms(*document)) {
            const std::string& name = document->catalogue().programs[program.index()].name;
            if (candidates.size() == kMostPlans || (!report.module.empty() && name != report.module))
                continue;
            const MemoryOutline* const outline = document->outline(program).find(memory);
            if (outline && (!report.module.empty() || outline->totalBytes >= *counts.begin()))
                candidates.push_back({document, {program, memory}});
        }
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

std::vector<Part> partsOf(const std::optional<MessagePlan>& plan)
{
    return plan && plan->isNamed ? plan->view->figures(nullptr).parts : std::vector<Part>();
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
        MessagePlan plan;
        plan.program = candidate;
        plan.view = *view;
        plan.isNamed = isNamed;
        plan.asked = isNamed ? wanted.size() : counts.size();
        plan.rows = isNamed ? rowsOfBuffers(**view, wanted) : rowsOfCounts(**view, counts);
        if ((isNamed || !plan.rows.empty()) && (!best || plan.rows.size() > best->rows.size()))
            best = std::move(plan);
    }
    return best;
}

} // namespace tidemark
