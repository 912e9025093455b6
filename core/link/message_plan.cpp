#include "core/link/message_plan.h"

#include "core/oom/message.h"
#include "core/oom/message_rows.h"
#include "core/oom/oom_document.h"

#include <algorithm>
#include <filesystem>
#include <map>
#include <set>
#include <string>
#include <vector>

namespace tidemark {
namespace {

/// The properties by which a buffer that a message lists is found among the rows of programs.
struct ListedBuffer {
    std::string opName;
    std::string instruction;
    std::string shape; // without layout; empty for any shape, as for the results of a kernel
    bool isScratch = false;

    bool operator==(const ListedBuffer&) const = default;
    /// "(f32[8]{0}, f32[4]{0})" is of rows of each.
    bool hasShape(const std::string& ofRow) const;
};

constexpr std::string_view kScratchTag = "scoped memory for ";

std::string withoutLayout(std::string_view shape)
{
    return std::string(shape.substr(0, shape.starts_with('(') ? shape.size() : shape.find('{')));
}

bool isScratch(const oom::Message& message, const oom::Allocation& allocation)
{
    return message.kind == oom::Kind::Scoped || allocation.allocationType.starts_with("scoped")
        || allocation.label.starts_with(kScratchTag);
}

bool ListedBuffer::hasShape(const std::string& ofRow) const
{
    return shape == ofRow || (isScratch && shape.empty())
        || (shape.starts_with('(') && shape.find(ofRow + '{') != std::string::npos);
}

/// The buffers of a message that have such a property.
std::vector<ListedBuffer> listedBuffers(const oom::Message& message)
{
    std::vector<ListedBuffer> buffers;
    for (const oom::Allocation& allocation : message.allocations) {
        std::string_view label = allocation.label;
        label.remove_prefix(label.starts_with(kScratchTag) ? kScratchTag.size() : 0);
        ListedBuffer each{allocation.opName, oom::instructionOf(label), withoutLayout(allocation.shape),
                          isScratch(message, allocation)};
        if (each.isScratch && message.kind != oom::Kind::Scoped)
            each.shape.clear(); // it is the shape of a window
        const bool isKnown = !each.opName.empty() || !each.instruction.empty();
        const bool isAgain = each.isScratch && std::ranges::find(buffers, each) != buffers.end();
        if (isKnown && !isAgain && (each.isScratch || !each.shape.empty()))
            buffers.push_back(std::move(each));
    }
    return buffers;
}

namespace fs = std::filesystem;

constexpr std::int64_t kTellingBytes = 1 << 20;

/// Returns the different byte counts that the message has without rounding.
std::set<std::int64_t> exactCounts(const oom::Message& message)
{
    std::set<std::int64_t> counts;
    const auto add = [&](const std::optional<Amount>& amount) {
        if (amount && amount->rounding == 0 && amount->bytes >= kTellingBytes)
            counts.insert(amount->bytes);
    };
    add(message.requested);
    add(message.needed);
    for (const oom::Allocation& allocation : message.allocations)
        if (!allocation.address)
            add(allocation.size);
    return counts;
}

/// A row that may be a buffer of the message. `rank` says how certain this is.
struct Fit {
    int rank = 0; // lower is more certain
    RowId row;
    std::size_t wanted = 0;
};

std::vector<Fit> fitsOf(const View& view, const std::vector<ListedBuffer>& wanted)
{
    std::vector<Fit> fits;
    Facts facts;
    for (std::size_t i = 0; i < view.rows.count; ++i) {
        const RowId row = RowId::at(i);
        view.rows.describe(row, facts);
        for (std::size_t j = 0; j < wanted.size(); ++j) {
            const ListedBuffer& each = wanted[j];
            const bool isOp = !each.opName.empty() && each.opName == facts.opName;
            // Without a shape, an instruction's name identifies nothing, because many rows may have it.
            const bool identifiesMessage = !each.shape.empty() || each.opName.empty() || isOp;
            const bool isInstruction
                = identifiesMessage && !each.instruction.empty() && each.instruction == facts.instruction;
            if (each.hasShape(facts.shapeWithoutLayout) && (isInstruction || isOp))
                fits.push_back({(isInstruction ? 0 : 2) + (view.rows.isLive(row, view.peakStep) ? 0 : 1), row, j});
        }
    }
    std::ranges::stable_sort(fits, {}, &Fit::rank);
    return fits;
}

/// Assigns each row to at most one buffer, and each buffer to at most one row.
std::vector<RowId> rowsOfBuffers(const View& view, const std::vector<ListedBuffer>& wanted)
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

/// Returns the programs that must be decoded. `least`: the smallest size of such a program in bytes, if the
/// message names no module.
std::vector<Chosen> candidatesFor(const oom::Message& message, const Documents& documents, std::int64_t memory,
                                  std::int64_t least)
{
    std::vector<Chosen> candidates;
    for (const auto& document : documents) {
        if (oom::asMessages(*document))
            continue; // messages have no plans
        for (const ProgramId program : allPrograms(*document)) {
            const Catalogue& catalogue = document->catalogue();
            const std::string& name = catalogue.programs[program.index()].name;
            // Without a name the sizes decide, whatever the platform.
            const bool isPossible
                = name == message.module && oom::isOfPlatform(message, catalogue.fileOf(program).platform);
            if (!message.module.empty() && !isPossible)
                continue;
            const MemoryOutline* const outline = document->outline(program).find(memory);
            if (outline && (!message.module.empty() || outline->totalBytes >= least))
                candidates.push_back({document, {program, memory}});
        }
    }
    return candidates;
}

/// Finds the plan of one message.
class PlanFinder
{
public:
    PlanFinder(const oom::Message& message, const Documents& documents, const Progress& progress)
        : m_message(message)
        , m_documents(documents)
        , m_progress(progress)
        , m_wanted(listedBuffers(message))
        , m_counts(exactCounts(message))
    { }

    Result<std::optional<MessagePlan>> find()
    {
        const bool isNamed = !m_message.module.empty();
        m_isOfBuffers = isNamed || m_counts.empty();
        if (m_isOfBuffers && !isNamed && m_wanted.empty())
            return std::optional<MessagePlan>();
        const std::int64_t memory = oom::memoryOf(m_message).number;
        if (const auto done = lookIn(memory, false); !done)
            return done.error();
        constexpr std::int64_t kDeviceMemory = 0;
        const bool isFound = m_best && !m_best->rows.empty();
        if (!isFound && m_isOfBuffers && memory != kDeviceMemory
            && std::ranges::any_of(m_wanted, &ListedBuffer::isScratch))
            if (const auto done = lookIn(kDeviceMemory, true); !done)
                return done.error();
        return std::move(m_best);
    }

private:
    Result<void> lookIn(std::int64_t memory, bool isOther)
    {
        const std::int64_t least = m_isOfBuffers ? 0 : *m_counts.begin();
        for (const Chosen& candidate : candidatesFor(m_message, m_documents, memory, least)) {
            if (m_progress.cancelled())
                return Progress::cancelledError();
            const auto view = candidate.document->view(candidate.selection, m_progress);
            if (!view && view.error().kind == ErrorKind::Cancelled)
                return view.error();
            if (!view)
                continue;
            MessagePlan plan;
            plan.program = candidate;
            plan.view = *view;
            plan.isNamed = !m_message.module.empty();
            plan.isOfBuffers = m_isOfBuffers;
            plan.isOtherMemory = isOther;
            plan.asked = m_isOfBuffers ? m_wanted.size() : m_counts.size();
            plan.rows = m_isOfBuffers ? rowsOfBuffers(**view, m_wanted) : rowsOfCounts(**view, m_counts);
            // Many programs may have one of the buffers.
            const bool areMost = plan.isNamed || !m_isOfBuffers || plan.rows.size() * 2 >= plan.asked;
            const bool isFit = (!plan.rows.empty() && areMost) || (plan.isNamed && !isOther);
            if (isFit && (!m_best || plan.rows.size() > m_best->rows.size()))
                m_best = std::move(plan);
        }
        return {};
    }

    const oom::Message& m_message;
    const Documents& m_documents;
    const Progress& m_progress;
    std::vector<ListedBuffer> m_wanted;
    std::set<std::int64_t> m_counts;
    bool m_isOfBuffers = false;
    std::optional<MessagePlan> m_best;
};

} // namespace

std::vector<std::string> programsNextTo(const std::string& logPath, const std::vector<FileEnding>& endings)
{
    std::vector<std::string> found;
    std::error_code error;
    const fs::path folder = fs::absolute(logPath, error).parent_path();
    const fs::directory_iterator end;
    for (fs::directory_iterator next(folder, error); !error && next != end; next.increment(error)) {
        std::error_code ignored;
        const FileEnding* const ending = endingOf(endings, next->path().filename().string());
        if (ending && !ending->isCommon && next->is_regular_file(ignored))
            found.push_back(next->path().string());
    }
    std::ranges::sort(found);
    return found;
}

std::vector<Part> partsOf(const std::optional<MessagePlan>& plan)
{
    return plan && plan->isNamed && !plan->isOtherMemory ? plan->view->figures(nullptr).parts : std::vector<Part>();
}

Result<std::optional<MessagePlan>> findMessagePlan(const oom::Message& message, const Documents& documents,
                                                   const Progress& progress)
{
    return PlanFinder(message, documents, progress).find();
}

} // namespace tidemark
