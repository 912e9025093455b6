#include "core/xla/uses/row_events.h"

#include "core/base/text.h"

#include <algorithm>
#include <limits>
#include <optional>
#include <tuple>

namespace tidemark::xla {
namespace {

/// An event with its place in the program, which orders events of one step. Hand-overs come after uses.
struct PlacedEvent {
    RowEvent event;
    RowId row;
    std::uint64_t place = 0;
};

/// The start of a buffer's life in the memory of a row.
struct Life {
    RowId row;
    std::uint32_t step = 0;
};

using UnplacedEvents = std::vector<std::pair<BufferId, RowEvent>>;

class RowEventBuilder
{
public:
    RowEventBuilder(const SpaceTimeline& timeline, const BufferUses& uses, const Progress& progress)
        : m_timeline(timeline)
        , m_assignment(timeline.plan->assignment())
        , m_uses(uses)
        , m_progress(progress)
    { }

    /// Returns nullopt when cancelled.
    std::optional<RowUses> build()
    {
        findSteps();
        findLives();
        addEnds();
        if (!addUses())
            return std::nullopt;
        addHandOvers();
        return ordered();
    }
    /// Returns the events of buffers of the space that have no row, ordered by buffer. REQUIRES: build() was called
    UnplacedEvents takeUnplaced() { return std::move(m_unplaced); }

private:
    bool isChunk(RowId row) const { return m_timeline.isChunk(row); }
    InstructionId definer(BufferId buffer) const
    {
        return buffer ? m_assignment.buffers[buffer].instruction : InstructionId();
    }
    std::uint32_t placeOf(InstructionId instruction) const
    {
        return instruction ? m_uses.order().placeOf(instruction) : ProgramOrder::kNever;
    }
    bool isBirth(const HeapEvent& event) const
    {
        return event.kind == HeapEventKind::Alloc || event.kind == HeapEventKind::ShareWith;
    }

    /// Finds the step of each place from the births. They are in program order; a birth out of order, as of a buffer
    /// that lives again, is ignored.
    void findSteps()
    {
        m_steps.assign(m_uses.order().instructions().size(), 0);
        std::uint32_t farthest = 0;
        for (std::uint32_t step = 0; step < m_timeline.events.size(); ++step) {
            const HeapEvent& event = m_timeline.events[step];
            const std::uint32_t place = isBirth(event) ? placeOf(definer(event.buffer)) : ProgramOrder::kNever;
            if (place == ProgramOrder::kNever || place < farthest)
                continue;
            farthest = place;
            m_steps[place] = step;
        }
        std::uint32_t known = 0;
        for (std::uint32_t& step : m_steps)
            step = known = std::max(known, step);
    }
    /// Returns none for an instruction that does not run by itself, and if there is no axis.
    StepId stepAt(std::uint32_t place) const
    {
        return place == ProgramOrder::kNever || !m_timeline.hasTrace ? StepId() : StepId(m_steps[place]);
    }
    /// Clamps the step to the life of the row.
    StepId within(RowId row, StepId step) const
    {
        const BufferRow& life = m_timeline.rows[row];
        return step ? StepId(std::clamp(step.value, life.start, life.end)) : step;
    }

    void findLives()
    {
        m_lives = ByGroup<Life>(m_assignment.buffers.size(), [this](const auto& take) {
            eachLife([&take](BufferId buffer, Life life) { take(buffer.index(), life); });
        });
        for (const BufferId buffer : m_assignment.buffers.ids())
            if (livesOf(buffer).size() > 1)
                std::ranges::stable_sort(livesOf(buffer), {}, &Life::step);
    }
    template <class Take>
    void eachLife(Take take) const
    {
        for (const RowId id : m_timeline.rows.ids()) {
            const BufferRow& row = m_timeline.rows[id];
            if (isChunk(id))
                take(row.buffer, Life{id, row.start});
            else
                for (const BufferId buffer : m_assignment.buffersOf(m_assignment.allocations[row.allocation]))
                    take(buffer, Life{id, 0});
        }
        for (const Sharer& sharer : m_timeline.sharers)
            take(sharer.buffer, Life{RowId(m_timeline.standingRows + sharer.chunk.value), sharer.step});
    }
    std::span<Life> livesOf(BufferId buffer) { return m_lives.of(buffer.index()); }

    void add(RowId row, RowEventKind kind, StepId step, InstructionId actor)
    {
        const std::uint64_t place = placeOf(actor);
        m_events.push_back({{step, actor ? actor.value : RowEvent::kNobody, kind},
                            row,
                            2 * place + (kind == RowEventKind::Shared ? 1 : 0)});
    }

    void addEnds()
    {
        for (const RowId id : m_timeline.rows.ids()) {
            const BufferRow& row = m_timeline.rows[id];
            if (isChunk(id))
                add(id, RowEventKind::Defined, StepId(row.start), definer(row.buffer));
            else
                addStanding(id);
            add(id, RowEventKind::Freed, isChunk(id) && row.end < m_timeline.steps ? StepId(row.end) : StepId(), {});
        }
    }

    /// Adds the first definition in memory that is occupied all the time, and the buffers that reuse it.
    void addStanding(RowId id)
    {
        const Allocation& allocation = m_assignment.allocations[m_timeline.rows[id].allocation];
        const auto buffers = m_assignment.buffersOf(allocation);
        InstructionId first = allocation.isParameter
            ? m_timeline.plan->module().entryParameter(allocation.parameterNumber)
            : InstructionId();
        if (!first)
            for (const BufferId buffer : buffers)
                if (!first || placeOf(definer(buffer)) < placeOf(first))
                    first = definer(buffer);
        const bool isThereBefore = allocation.isParameter || allocation.isConstant;
        add(id, RowEventKind::Defined, isThereBefore ? StepId() : stepAt(placeOf(first)), first);
        for (const BufferId buffer : buffers)
            if (definer(buffer) != first && placeOf(definer(buffer)) != ProgramOrder::kNever)
                add(id, RowEventKind::Shared, stepAt(placeOf(definer(buffer))), definer(buffer));
    }

    bool addUses()
    {
        constexpr std::uint32_t kPollEvery = 1 << 13; // buffers
        for (const BufferId buffer : m_assignment.buffers.ids()) {
            if (buffer.value % kPollEvery == 0 && m_progress.cancelled())
                return false;
            const auto lives = livesOf(buffer);
            if (lives.empty()) {
                addUnplaced(buffer);
                continue;
            }
            std::size_t at = 0;
            for (const std::uint32_t place : m_uses.of(buffer)) {
                const StepId step = stepAt(place);
                while (at + 1 < lives.size() && step && lives[at + 1].step <= step.value)
                    ++at;
                add(lives[at].row, RowEventKind::Used, within(lives[at].row, step),
                    m_uses.order().instructions()[place]);
            }
        }
        return true;
    }

    void addUnplaced(BufferId buffer)
    {
        const AllocationId allocation = m_assignment.buffers[buffer].allocation;
        if (!allocation || m_assignment.allocations[allocation].color != m_timeline.space)
            return;
        const auto add = [&](RowEventKind kind, StepId step, InstructionId actor) {
            m_unplaced.emplace_back(buffer, RowEvent{step, actor ? actor.value : RowEvent::kNobody, kind});
        };
        add(RowEventKind::Defined, stepAt(placeOf(definer(buffer))), definer(buffer));
        for (const std::uint32_t place : m_uses.of(buffer))
            add(RowEventKind::Used, stepAt(place), m_uses.order().instructions()[place]);
        add(RowEventKind::Freed, StepId(), {});
    }

    void addHandOvers()
    {
        for (const Sharer& sharer : m_timeline.sharers)
            add(RowId(m_timeline.standingRows + sharer.chunk.value), RowEventKind::Shared, StepId(sharer.step),
                definer(sharer.buffer));
        // A chunk may begin in the memory of another one that ended one step before.
        for (std::uint32_t i = m_timeline.standingRows; i < m_timeline.rows.size(); ++i) {
            const BufferRow& row = m_timeline.rows[RowId(i)];
            const HeapEvent& birth = m_timeline.events[row.start];
            if (birth.kind != HeapEventKind::ShareWith || !birth.canonical)
                continue;
            const auto lives = livesOf(birth.canonical);
            const auto after = std::ranges::lower_bound(lives, row.start, {}, &Life::step);
            if (after == lives.begin())
                continue;
            const RowId before = std::prev(after)->row;
            if (m_timeline.rows[before].end + 1 == row.start)
                add(before, RowEventKind::Shared, StepId(m_timeline.rows[before].end), definer(row.buffer));
        }
    }

    RowUses ordered()
    {
        ByGroup<std::uint32_t> order(m_timeline.rows.size(), [this](const auto& take) {
            for (std::uint32_t i = 0; i < m_events.size(); ++i)
                take(m_events[i].row.index(), i);
        });
        const auto key = [this](std::uint32_t i) {
            const auto& [event, row, place] = m_events[i];
            return std::tuple(event.kind == RowEventKind::Freed, event.kind != RowEventKind::Defined, event.step.value,
                              place, i);
        };
        for (const RowId row : m_timeline.rows.ids())
            std::ranges::sort(order.of(row.index()), {}, key);
        RowUses result;
        result.first = std::move(order.first);
        result.events.reserve(m_events.size());
        for (const std::uint32_t i : order.values)
            result.events.push_back(m_events[i].event);
        return result;
    }

    const SpaceTimeline& m_timeline;
    const BufferAssignment& m_assignment;
    const BufferUses& m_uses;
    const Progress& m_progress;
    std::vector<std::uint32_t> m_steps; // by place in the program
    ByGroup<Life> m_lives; // by buffer, sorted by step
    std::vector<PlacedEvent> m_events;
    UnplacedEvents m_unplaced;
};

BufferId findBuffer(const BufferAssignment& assignment, std::int64_t id)
{
    const auto found = std::ranges::find(assignment.buffers, id, &LogicalBuffer::id);
    return found == assignment.buffers.end()
        ? BufferId()
        : BufferId::at(static_cast<std::size_t>(found - assignment.buffers.begin()));
}

/// Returns the rows that show the buffer. If there are none, returns the rows whose memory it shares.
std::vector<RowId> rowsOf(const SpaceTimeline& timeline, BufferId buffer)
{
    std::vector<RowId> rows;
    for (const RowId row : timeline.rows.ids())
        if (timeline.rows[row].buffer == buffer)
            rows.push_back(row);
    if (!rows.empty())
        return rows;
    for (const Sharer& sharer : timeline.sharers)
        if (sharer.buffer == buffer)
            rows.push_back(RowId(timeline.standingRows + sharer.chunk.value));
    const AllocationId allocation = timeline.plan->assignment().buffers[buffer].allocation;
    for (std::uint32_t i = 0; i < timeline.standingRows; ++i)
        if (allocation && timeline.rows[RowId(i)].allocation == allocation)
            rows.emplace_back(i);
    rows.erase(std::unique(rows.begin(), rows.end()), rows.end());
    return rows;
}

Error notFound(const SpaceTimeline& timeline, BufferId buffer, std::int64_t id)
{
    const BufferAssignment& assignment = timeline.plan->assignment();
    const auto spaceOf = [&](const LogicalBuffer& of) {
        return of.allocation ? std::optional(assignment.allocations[of.allocation].color) : std::nullopt;
    };
    if (const auto space = buffer ? spaceOf(assignment.buffers[buffer]) : std::nullopt)
        return {ErrorKind::NotFound,
                "buffer " + std::to_string(id) + " is in memory space " + std::to_string(*space) + ".", std::nullopt};
    std::int64_t count = 0;
    std::int64_t least = std::numeric_limits<std::int64_t>::max();
    std::int64_t most = std::numeric_limits<std::int64_t>::min();
    for (const LogicalBuffer& known : assignment.buffers)
        if (spaceOf(known) == timeline.space) {
            ++count;
            least = std::min(least, known.id);
            most = std::max(most, known.id);
        }
    std::string text = "no buffer has the id " + std::to_string(id) + ". ";
    if (count == 0)
        text += "The space has no buffers.";
    else if (count == 1)
        text += "The only buffer has the id " + std::to_string(least) + ".";
    else
        text += "The ids are from " + std::to_string(least) + " to " + std::to_string(most)
            + "; buffers --at all lists them.";
    return {ErrorKind::NotFound, std::move(text), std::nullopt};
}

} // namespace

Result<std::shared_ptr<const RowUses>> rowUses(const std::shared_ptr<const SpaceTimeline>& timeline,
                                               const BufferUses& uses, const Progress& progress)
{
    RowEventBuilder builder(*timeline, uses, progress);
    auto built = builder.build();
    if (!built)
        return Progress::cancelledError();
    auto result = std::make_shared<RowUses>(std::move(*built));
    result->actor = [timeline](const RowEvent& event) {
        if (event.actor == RowEvent::kNobody)
            return RowUses::Actor{};
        const HloModule& module = timeline->plan->module();
        const InstructionId instruction(event.actor);
        return RowUses::Actor{validUtf8(module.nameOf(instruction)), validUtf8(module.opcodeOf(instruction))};
    };
    // The lambda points to the result's own events, which live as long as the lambda.
    result->ofId = [timeline, uses = result.get(),
                    unplaced = builder.takeUnplaced()](std::int64_t id) -> Result<std::vector<RowEvent>> {
        const BufferId buffer = findBuffer(timeline->plan->assignment(), id);
        std::vector<RowEvent> events;
        if (buffer)
            for (const RowId row : rowsOf(*timeline, buffer))
                events.insert(events.end(), uses->of(row).begin(), uses->of(row).end());
        for (auto at = std::ranges::lower_bound(unplaced, buffer, {}, &UnplacedEvents::value_type::first);
             buffer && at != unplaced.end() && at->first == buffer; ++at)
            events.push_back(at->second);
        if (events.empty())
            return notFound(*timeline, buffer, id);
        return events;
    };
    return std::shared_ptr<const RowUses>(std::move(result));
}

} // namespace tidemark::xla
