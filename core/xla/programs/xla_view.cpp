#include "core/xla/programs/xla_view.h"

#include "core/base/text.h"
#include "core/xla/programs/buffer_details.h"
#include "core/xla/programs/checks.h"
#include "core/xla/programs/remarks.h"
#include "core/xla/programs/row_meanings.h"

#include <algorithm>
#include <mutex>

namespace tidemark {
namespace {

/// What the functions of a view read.
struct Shared {
    std::shared_ptr<const SpaceTimeline> timeline;
    std::vector<std::uint8_t> kinds; // per row

    std::mutex mutex; // of what follows
    std::shared_ptr<const Attribution> attribution; // null before somebody asks for meanings
    std::shared_ptr<const RowMeanings> meanings;
};

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

std::string opcodeOf(const SpaceTimeline& timeline, RowId row)
{
    const Plan& plan = *timeline.plan;
    const BufferId buffer = timeline.rows[row].buffer;
    const InstructionId instruction = buffer ? plan.assignment().buffers[buffer].instruction : InstructionId();
    std::string opcode = instruction ? validUtf8(plan.module().opcodeOf(instruction)) : std::string();
    return opcode.empty() ? "unknown" : opcode;
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
        rows.start = {&first.start, kStride};
        rows.end = {&first.end, kStride};
        rows.kind = {shared->kinds.data(), 1};
    }
    rows.kinds = bufferKinds();
    rows.columns
        = {RowColumn::Name,   RowColumn::Size,       RowColumn::Padding, RowColumn::Kind,   RowColumn::Category,
           RowColumn::Shape,  RowColumn::Lifetime,   RowColumn::Source,  RowColumn::OpName, RowColumn::Unpadded,
           RowColumn::Layout, RowColumn::Opcode,     RowColumn::Offset,  RowColumn::Born,   RowColumn::Freed,
           RowColumn::Id,     RowColumn::Allocation, RowColumn::Role,    RowColumn::Rule,   RowColumn::Overlap};
    rows.groupings = {{"opcode", "Opcode", [shared](RowId row) { return opcodeOf(*shared->timeline, row); }}};
    rows.describe
        = [shared](RowId row, Facts& facts) { describe(*shared->timeline, shared->timeline->rows[row], facts); };
    rows.name = [shared](RowId row) { return nameOf(*shared->timeline, shared->timeline->rows[row]); };
    rows.sharers = [shared](RowId row, std::size_t limit) {
        return Rows::Names{sharerNames(*shared->timeline, row, limit), shared->timeline->sharersOf(row).size()};
    };
    rows.live = [shared](StepId step) { return liveRows(*shared->timeline, step.value); };
    rows.all = [shared] { return allRows(*shared->timeline); };
    rows.unplaced = [shared](const Rows::TakeUnplaced& take) {
        std::unique_lock lock(shared->mutex);
        const auto attribution = shared->attribution;
        lock.unlock();
        Facts facts;
        for (const BufferRow& row : unplacedRows(*shared->timeline)) {
            describe(*shared->timeline, row, facts);
            if (attribution)
                tellMeaning(*attribution, row.buffer, facts);
            take(row.size, row.unpadded, row.offset,
                 static_cast<std::uint8_t>(kindOf(shared->timeline->plan->assignment().allocations[row.allocation])),
                 facts);
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
        axis.remark = "This space has no heap trace: one level for the whole program.";
    axis.label = [timeline](StepId step) { return validUtf8(timeline->instructionAt(step.value)); };
    return axis;
}

} // namespace

std::shared_ptr<const View> makeView(const std::shared_ptr<const SpaceTimeline>& timeline,
                                     const ProgramContext& context)
{
    auto shared = std::make_shared<Shared>();
    shared->timeline = timeline;
    const BufferAssignment& assignment = timeline->plan->assignment();
    shared->kinds.reserve(timeline->rows.size());
    for (const BufferRow& row : timeline->rows)
        shared->kinds.push_back(static_cast<std::uint8_t>(kindOf(assignment.allocations[row.allocation])));

    const auto& [file, program, fileWarnings] = context;
    auto view = std::make_shared<View>();
    view->kind = kXlaKind;
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
                    {CurveRole::Upstream, "As XProf replays it", timeline->bytes, Hue::Temporary}};
    view->floor = floorOf(timeline->totals);
    view->peakStep = StepId(timeline->occupiedPeakStep);
    view->rows = makeRows(shared);
    view->platform = file.platform;
    view->device = file.device;
    view->figures = [timeline, context](const Device* chosen) { return figuresOf(*timeline, context, chosen); };
    view->checks = [timeline] { return checkSpace(*timeline); };
    for (const Warning& warning : timeline->warnings.list())
        (isRemark(warning) ? view->remarks : view->problems).addApart(warning);
    // A plan takes the HLO twice.
    view->memoryUse = 2 * program.bytes + timeline->rows.size() * (sizeof(BufferRow) + 1)
        + timeline->steps * 3 * sizeof(std::int64_t) + timeline->sharers.size() * sizeof(Sharer);
    view->meanings = [shared](const Progress& progress) { return meaningsOf(*shared, progress); };
    view->owner = shared;
    return view;
}

} // namespace tidemark
