#include "core/xla/plan/heap_trace_decoder.h"

#include "proto/hlo.pb.h"

#include <algorithm>

namespace tidemark::xla {

using proto::HeapSimulatorTrace;

void HeapTraceDecoder::add(std::string_view trace)
{
    IndexRange range;
    range.begin = static_cast<std::uint32_t>(m_plan.events.size());
    for (WireReader reader(trace, m_context.damage()); reader.next() && !m_context.isCancelled();) {
        if (reader.field() != HeapSimulatorTrace::kEventsFieldNumber || !reader.isBytes())
            continue;
        if (m_plan.events.size() == m_plan.events.capacity())
            makeRoom(m_plan.events.size() - range.begin, reader.offset(), trace.size());
        addEvent(reader.bytes());
    }
    range.end = static_cast<std::uint32_t>(m_plan.events.size());
    m_plan.traces.push_back(range);
}

/// Reserves room for the events that the rest of the trace holds if they have the average length of those before. Grows
/// by at least a quarter.
void HeapTraceDecoder::makeRoom(std::size_t count, std::size_t done, std::size_t size)
{
    constexpr std::size_t kSample = 256; // events
    const std::size_t rest = count == 0 ? kSample : (size - done) / std::max<std::size_t>(done / count, 2) + kSample;
    m_plan.events.reserve(m_plan.events.size() + std::max(rest, m_plan.events.size() / 4));
}

void HeapTraceDecoder::addEvent(std::string_view body)
{
    HeapEvent event;
    std::int64_t id = 0;
    std::int64_t canonical = 0;
    std::int64_t kind = 0;
    for (WireReader reader(body, m_context.damage()); reader.next();) {
        switch (reader.field()) {
        case HeapSimulatorTrace::Event::kKindFieldNumber:
            reader.storeInt32(kind);
            break;
        case HeapSimulatorTrace::Event::kBufferIdFieldNumber:
            reader.store(id);
            break;
        case HeapSimulatorTrace::Event::kComputationNameFieldNumber:
            m_context.checkText(reader.bytes());
            break;
        case HeapSimulatorTrace::Event::kInstructionNameFieldNumber:
            if (reader.isBytes())
                event.instructionName = m_context.ref(body, reader);
            m_context.checkText(reader.bytes());
            break;
        case HeapSimulatorTrace::Event::kShareWithCanonicalIdFieldNumber:
            reader.store(canonical);
            break;
        default:
            break;
        }
    }
    event.kind = kind >= 0 && kind < 3 ? static_cast<HeapEventKind>(kind) : HeapEventKind::Unknown;
    event.buffer = m_buffers.find(id);
    if (event.kind == HeapEventKind::ShareWith)
        event.canonical = m_buffers.find(canonical);
    m_plan.events.push_back(event);
}

} // namespace tidemark::xla
