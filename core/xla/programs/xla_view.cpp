#include "core/xla/programs/xla_view.h"

#include "core/base/text.h"
#include "core/explain/explain_peak.h"
#include "core/groups/repeated_parts.h"
#include "core/groups/source_frame.h"
#include "core/xla/advice/advice.h"
#include "core/xla/plan/remarks.h"
#include "core/xla/programs/buffer_details.h"
#include "core/xla/programs/checks.h"
#include "core/xla/uses/row_events.h"

#include <algorithm>
#include <iterator>
#include <mutex>

namespace tidemark::xla {
namespace {

bool hasOptimizer(const ValueMeanings& values)
{
    for (const ArgumentId id : values.arguments().ids())
        if (values.argumentMeaning(id).category == Category::OptimizerState)
            return true;
    return false;
}

/// Returns meanings without `hasState` and `unplaced`.
RowMeanings withMeanings(const std::shared_ptr<const Attribution>& attribution,
                         const std::shared_ptr<const IdVector<RowId, Meaning>>& meanings)
{
    RowMeanings result;
    for (int i = 0; i < kCategories; ++i) {
        const auto category = static_cast<Category>(i);
        result.categories.push_back({std::string(categoryName(category)), std::string(categoryLabel(category)),
                                     std::string(categoryHelp(category))});
    }
    for (int i = 0; i < kRoles; ++i)
        result.roles.emplace_back(roleName(static_cast<Role>(i)));
    result.category.reserve(meanings->size());
    result.role.reserve(meanings->size());
    const auto isUncertain = [](const Meaning& meaning) { return !meaning.isCertain; };
    if (std::ranges::any_of(*meanings, isUncertain))
        std::ranges::transform(*meanings, std::back_inserter(result.isUncertain), isUncertain);
    for (const Meaning& meaning : *meanings) {
        result.category.push_back(static_cast<std::uint16_t>(meaning.category));
        result.role.push_back(static_cast<std::uint8_t>(meaning.role));
    }
    result.rule = [attribution, meanings](RowId row) { return attribution->ruleText((*meanings)[row]); };
    result.stackedBy = [attribution, meanings](RowId row) { return attribution->stackedOpName((*meanings)[row]); };
    return result;
}

} // namespace

std::shared_ptr<const RowMeanings> rowMeanings(const std::shared_ptr<const Attribution>& attribution,
                                               const std::shared_ptr<const SpaceTimeline>& timeline)
{
    const auto meanings = std::make_shared<const IdVector<RowId, Meaning>>(attribution->ofRows(*timeline));
    auto result = std::make_shared<RowMeanings>(withMeanings(attribution, meanings));
    const ValueMeanings& values = attribution->values();
    const bool isTrained = hasOptimizer(values);
    if (const std::size_t unbound = values.unboundParameters().size(); unbound > 0)
        result->checks.push_back({"unbound-values", "unbound values", std::nullopt, "", std::nullopt, Verdict::Note,
                                  "The file does not connect " + counted(unbound, "parameter")
                                      + " of called computations with operands of their callers. Categories "
                                        "of what is computed from them are unknown or only probable.",
                                  true, "Operands of called computations are missing"});
    result->hasState.reserve(meanings->size());
    for (const Meaning& meaning : *meanings)
        result->hasState.push_back(isTrained && meaning.rule == ValueRule::Argument && meaning.argument
                                   && values.updates().of(meaning.argument));
    auto unplaced = std::make_shared<IdVector<RowId, Meaning>>();
    for (const BufferRow& row : unplacedRows(*timeline))
        unplaced->push_back(attribution->ofBuffer(row.buffer));
    result->unplaced = std::make_shared<RowMeanings>(withMeanings(attribution, std::move(unplaced)));
    return result;
}

namespace {

/// The data that the functions of a view share.
struct Shared {
    std::shared_ptr<const SpaceTimeline> timeline;
    std::vector<std::uint8_t> kinds; // by row

    std::mutex mutex; // for the next two members
    std::shared_ptr<const Attribution> attribution; // null until meanings are requested
    std::shared_ptr<const RowMeanings> meanings;

    std::mutex usesMutex; // for the next member
    std::shared_ptr<const RowUses> uses; // null until uses are requested
};

std::shared_ptr<const Attribution> knownAttribution(Shared& shared)
{
    const std::lock_guard lock(shared.mutex);
    return shared.attribution;
}

Result<std::shared_ptr<const RowMeanings>> meaningsOf(Shared& shared, const Progress& progress)
{
    const std::lock_guard lock(shared.mutex);
    if (!shared.meanings) {
        auto attribution = Attribution::of(shared.timeline->plan, progress);
        if (!attribution)
            return attribution.error();
        shared.attribution = std::move(*attribution);
        shared.meanings = rowMeanings(shared.attribution, shared.timeline);
    }
    return shared.meanings;
}

Result<std::shared_ptr<const RowUses>> usesOf(Shared& shared, const Progress& progress)
{
    const std::lock_guard lock(shared.usesMutex);
    if (shared.uses)
        return shared.uses;
    const Plan& plan = *shared.timeline->plan;
    std::optional<HloGraph> own; // if there are no meanings, whose graph can be used
    const auto attribution = knownAttribution(shared);
    if (!attribution) {
        auto graph = HloGraph::build(plan.module(), progress);
        if (!graph)
            return graph.error();
        own = std::move(*graph);
    }
    const auto uses = BufferUses::of(plan, attribution ? attribution->values().graph() : *own, progress);
    auto rows = uses ? rowUses(shared.timeline, *uses, progress) : uses.error();
    if (rows)
        shared.uses = *rows;
    return rows;
}

/// Returns only Facts::label().
std::string labelOf(const SpaceTimeline& timeline, RowId row)
{
    Facts facts;
    facts.argument = argumentOf(timeline, timeline.rows[row]);
    facts.name = nameOf(timeline, timeline.rows[row]);
    return facts.label();
}

/// `meanings`: null for a text report.
std::vector<Finding> adviseOn(const Shared& shared, const Attribution& attribution, const RowMeanings* meanings,
                              const RowUses& uses, Platform platform, const Figures& figures)
{
    const SpaceTimeline& timeline = *shared.timeline;
    // A program that fits on no device needs advice most, so it is measured by the largest one.
    const auto capacity = figures.exceeded ? std::optional(figures.exceeded->hbmBytes) : figures.capacity.bytes;
    const Room room{capacity,
                    figures.neededBytes - figures.peakBytes,
                    shareMemory(platform, timeline.space, 0),
                    platform,
                    figures.vmemCapacity,
                    figures.kernelBytes,
                    "of fragmentation" + framed(" and of ", figures.neededWith)};
    return advise(Evidence(timeline, attribution, meanings, uses, room,
                           [&timeline](RowId row) { return labelOf(timeline, row); }));
}

/// `byRules`: null for the built-in meanings.
Result<std::vector<Finding>> findingsOf(Shared& shared, const RowMeanings* byRules, Platform platform,
                                        const Figures& figures, const Progress& progress)
{
    if (shared.timeline->plan->gaps()) { // a text report has no uses and no meanings
        const auto attribution = Attribution::of(shared.timeline->plan, progress);
        if (!attribution)
            return attribution.error();
        RowUses none;
        none.first.resize(shared.timeline->rows.size() + 1);
        return adviseOn(shared, **attribution, nullptr, none, platform, figures);
    }
    const auto meanings = meaningsOf(shared, progress);
    if (!meanings)
        return meanings.error();
    const auto uses = usesOf(shared, progress);
    if (!uses)
        return uses.error();
    return adviseOn(shared, *knownAttribution(shared), byRules ? byRules : meanings->get(), **uses, platform, figures);
}

bool isHostSpace(Platform platform, std::int64_t space)
{
    return spaceName(platform, space) == "Host";
}

/// Returns the bytes that the program holds in memory of the host, for its main memory only.
std::int64_t hostBytesOf(const SpaceTimeline& timeline, Platform platform)
{
    std::int64_t bytes = 0;
    for (const Allocation& allocation : timeline.plan->assignment().allocations)
        if (timeline.space == 0 && !allocation.isThreadLocal && isHostSpace(platform, allocation.color))
            bytes += allocation.size;
    return bytes;
}

ExplainedMemory memoryOf(const View& view, const Shared& shared)
{
    ExplainedMemory memory;
    memory.peakStep = view.peakStep;
    memory.isHost = isHostSpace(view.platform, shared.timeline->space);
    memory.hostBytes = hostBytesOf(*shared.timeline, view.platform);
    return memory;
}

/// Adds the meanings, the explanation and the findings. `byRules`: null for the built-in meanings. A text report has no
/// meanings.
void addAnswers(View& view, const std::shared_ptr<Shared>& shared, std::shared_ptr<const RowMeanings> byRules)
{
    if (!shared->timeline->plan->gaps())
        view.meanings = [shared, byRules](const Progress& progress) {
            return byRules ? Result(byRules) : meaningsOf(*shared, progress);
        };
    view.explain = [rows = view.rows, memory = memoryOf(view, *shared),
                    meaningsOfView = view.meanings](const Figures& shown, const Progress& progress) {
        if (!meaningsOfView)
            return explainPeak(rows, memory, shown, progress);
        const auto meanings = meaningsOfView(progress);
        if (!meanings)
            return Result<Explanation>(meanings.error());
        ExplainedMemory known = memory;
        known.meanings = meanings->get();
        return explainPeak(rows, known, shown, progress);
    };
    if (canAdvise(*shared->timeline))
        view.findings = [shared, byRules, platform = view.platform](const Figures& shown, const Progress& progress) {
            return findingsOf(*shared, byRules.get(), platform, shown, progress);
        };
}

std::string opcodeOf(const SpaceTimeline& timeline, RowId row)
{
    const Plan& plan = *timeline.plan;
    const BufferId buffer = timeline.rows[row].buffer;
    const InstructionId instruction = buffer ? plan.assignment().buffers[buffer].instruction : InstructionId();
    std::string opcode = instruction ? validUtf8(plan.module().opcodeOf(instruction)) : std::string();
    return textOr(opcode, "unknown");
}

std::string sourceOf(const SpaceTimeline& timeline, RowId row)
{
    Facts facts;
    describeSource(timeline, timeline.rows[row], facts);
    const std::string source = frameText(ownSource(facts));
    return textOr(source, "(no source line)");
}

std::vector<Grouping> makeGroupings(const std::shared_ptr<Shared>& shared, const Rows& rows)
{
    std::vector<Grouping> groupings = pathGroupings(rows.count, rows.size, [shared](RowId row) {
        return frameworkNameOf(*shared->timeline, shared->timeline->rows[row]);
    });
    if (!shared->timeline->plan->gaps())
        groupings.push_back(
            {"source", "Source line", [shared](RowId row) { return sourceOf(*shared->timeline, row); }});
    groupings.push_back({"shape", "Shape", [shared](RowId row) {
                             const std::string shape = plainShapeOf(*shared->timeline, shared->timeline->rows[row]);
                             return textOr(shape, "(no shape)");
                         }});
    if (!shared->timeline->plan->gaps())
        groupings.push_back({"opcode", "Opcode", [shared](RowId row) { return opcodeOf(*shared->timeline, row); }});
    return groupings;
}

/// Returns the columns without those that text reports, and plans without shapes, cannot fill.
std::vector<RowColumn> columnsOf(const Plan& plan)
{
    std::vector<RowColumn> columns
        = {RowColumn::Name,   RowColumn::Size,       RowColumn::Padding, RowColumn::Kind,   RowColumn::Category,
           RowColumn::Shape,  RowColumn::Lifetime,   RowColumn::Source,  RowColumn::OpName, RowColumn::Unpadded,
           RowColumn::Layout, RowColumn::Opcode,     RowColumn::Offset,  RowColumn::Born,   RowColumn::Freed,
           RowColumn::Id,     RowColumn::Allocation, RowColumn::Role,    RowColumn::Rule,   RowColumn::Overlap,
           RowColumn::Idle};
    const auto isUnknown = [&](RowColumn column) {
        switch (column) {
        case RowColumn::Category:
        case RowColumn::Source:
        case RowColumn::OpName:
        case RowColumn::Opcode:
        case RowColumn::Role:
        case RowColumn::Rule:
        case RowColumn::Idle:
            return plan.gaps().has_value();
        case RowColumn::Padding:
        case RowColumn::Unpadded:
        case RowColumn::Layout:
            return !plan.knowsPadding();
        case RowColumn::Kind:
            return !plan.knowsKinds();
        case RowColumn::Offset:
        case RowColumn::Allocation:
        case RowColumn::Id:
            return !plan.knowsPlaces();
        default:
            return false;
        }
    };
    std::erase_if(columns, isUnknown);
    return columns;
}

/// Returns the allocations in the trace. Their buffers have known offsets.
std::vector<Rows::Region> regionsOf(const SpaceTimeline& timeline)
{
    std::vector<Rows::Region> regions;
    const BufferAssignment& assignment = timeline.plan->assignment();
    for (std::size_t i = 0; timeline.plan->knowsPlaces() && i < timeline.tracedAllocations.size(); ++i)
        if (const AllocationId id = AllocationId::at(i); timeline.tracedAllocations[id]) {
            const Allocation& allocation = assignment.allocations[id];
            regions.push_back({id.value, allocation.index, 0, allocation.size, 1});
        }
    return regions;
}

/// Returns the index into bufferKinds().
std::uint8_t kindNumber(const SpaceTimeline& timeline, const BufferRow& row)
{
    return static_cast<std::uint8_t>(kindOf(timeline.plan->assignment().allocations[row.allocation]));
}

/// Whether temporaries without live ranges have the same place in memory.
bool shareAtUnknownTimes(const SpaceTimeline& timeline)
{
    if (timeline.hasTrace)
        return false;
    const auto isTemporary = [&](const BufferRow& row) {
        return kindOf(timeline.plan->assignment().allocations[row.allocation]) == BufferKind::Temporary;
    };
    return std::ranges::any_of(liveRows(timeline, 0), [&](const LiveRow& live) {
        return live.overlap > 0 && isTemporary(timeline.rows[live.row]);
    });
}

Rows makeRows(const std::shared_ptr<Shared>& shared)
{
    const SpaceTimeline& timeline = *shared->timeline;
    Rows rows;
    rows.count = timeline.rows.size();
    if (!timeline.rows.empty()) {
        const BufferRow& first = timeline.rows.front();
        constexpr std::size_t kStride = sizeof(BufferRow);
        rows.size = {&first.size, kStride};
        rows.unpadded = {&first.unpadded, kStride};
        rows.offset = {&first.offset, kStride};
        rows.holder = {&first.allocation.value, kStride};
        rows.start = {&first.start, kStride};
        rows.end = {&first.end, kStride};
        rows.kind = {shared->kinds.data(), 1};
    }
    rows.kinds = bufferKinds();
    if (!timeline.plan->knowsKinds()) // all rows have the last kind
        rows.kinds.back() = {"unknown", "Unknown", Hue::Temporary};
    rows.regions = regionsOf(timeline);
    rows.shareAtUnknownTimes = shareAtUnknownTimes(timeline);
    rows.columns = columnsOf(*timeline.plan);
    rows.groupings = makeGroupings(shared, rows);
    rows.describe
        = [shared](RowId row, Facts& facts) { describe(*shared->timeline, shared->timeline->rows[row], facts); };
    rows.identify
        = [shared](RowId row, Facts& facts) { identify(*shared->timeline, shared->timeline->rows[row], facts); };
    rows.name = [shared](RowId row) { return nameOf(*shared->timeline, shared->timeline->rows[row]); };
    rows.givenLabel = [shared](RowId row) { return labelOf(*shared->timeline, row); };
    rows.sharers = [shared](RowId row, std::size_t limit) {
        return Rows::Names{sharerNames(*shared->timeline, row, limit), shared->timeline->sharersOf(row).size()};
    };
    rows.live = [shared](StepId step) { return liveRows(*shared->timeline, step.value); };
    rows.all = [shared] { return allRows(*shared->timeline); };
    rows.unplaced = [shared](const Rows::TakeUnplaced& take) {
        for (const BufferRow& row : unplacedRows(*shared->timeline)) {
            Rows::Unplaced each{row.size, row.unpadded, row.offset, kindNumber(*shared->timeline, row), {}};
            describe(*shared->timeline, row, each.facts);
            take(each);
        }
    };
    return rows;
}

Axis makeAxis(const std::shared_ptr<const SpaceTimeline>& timeline)
{
    Axis axis;
    axis.kind = AxisKind::Steps;
    axis.count = timeline->steps;
    axis.title = "Program order (scheduled step, not time)";
    axis.cell = "step";
    if (!timeline->hasTrace)
        axis.remark = "The file does not say when buffers are live, so there is one level for the whole program.";
    axis.label = [timeline](StepId step) { return validUtf8(timeline->instructionAt(step.value)); };
    return axis;
}

} // namespace

std::shared_ptr<const View> makeView(const std::shared_ptr<const SpaceTimeline>& timeline,
                                     const ProgramContext& context)
{
    auto shared = std::make_shared<Shared>();
    shared->timeline = timeline;
    shared->kinds.reserve(timeline->rows.size());
    for (const BufferRow& row : timeline->rows)
        shared->kinds.push_back(kindNumber(*timeline, row));

    const auto& [file, program, fileWarnings] = context;
    auto view = std::make_shared<View>();
    view->path = file.path;
    view->host = validUtf8(file.host);
    view->program = validUtf8(program.name);
    view->programId = program.id;
    view->programText = validUtf8(program.fullName());
    view->memory = timeline->space;
    view->memoryText = spaceText(file.platform, timeline->space);
    view->memoryName = spaceName(file.platform, timeline->space).value_or(view->memoryText);
    view->axis = makeAxis(timeline);
    view->curves = {{CurveRole::Level, "Occupied", timeline->occupied, Hue::Temporary},
                    {CurveRole::Unpadded, "Without padding", timeline->unpadded, Hue::Temporary},
                    {CurveRole::Upstream, "As XProf replays it", timeline->xprofBytes, Hue::Temporary}};
    if (!timeline->plan->isForXprof())
        view->curves.back().values = {};
    if (!timeline->plan->knowsPadding())
        view->curves.erase(view->curves.begin() + 1);
    view->floor = floorOf(timeline->totals);
    view->peakStep = StepId(timeline->occupiedPeakStep);
    view->isPeakLeast = timeline->isPeakLeast;
    view->rows = makeRows(shared);
    view->platform = file.platform;
    view->device = file.device;
    view->figures = [timeline, context](const Device* chosen) { return figuresOf(*timeline, context, chosen); };
    view->checks = [timeline] { return checkSpace(*timeline); };
    for (const Warning& warning : timeline->warnings.list())
        (isRemark(warning) ? view->remarks : view->problems).addApart(warning);
    // A plan takes twice the size of the HLO. Results computed from it later take about that size once more.
    view->memoryUse = 3 * program.bytes.value_or(0) + timeline->rows.size() * (sizeof(BufferRow) + 1)
        + timeline->steps * 3 * sizeof(std::int64_t) + timeline->sharers.size() * sizeof(Sharer);
    addAnswers(*view, shared, nullptr);
    if (!timeline->plan->gaps()) {
        view->uses = [shared](const Progress& progress) { return usesOf(*shared, progress); };
        view->replaceMeanings = [shared](View& copy, std::shared_ptr<const RowMeanings> byRules) {
            addAnswers(copy, shared, std::move(byRules));
        };
    }
    view->untriedAdvice = untriedRules(*timeline);
    view->owner = shared;
    return view;
}

} // namespace tidemark::xla
