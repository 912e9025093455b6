#pragma once

#include "core/base/id_map.h"
#include "core/xla/plan/buffer_assignment.h"
#include "core/xla/plan/decode_context.h"

namespace tidemark::xla {

/// Decodes heap-simulator traces into the events of a plan.
class HeapTraceDecoder
{
public:
    /// `buffers`: the plan's buffers by the file's numbers. All arguments must outlive the decoder.
    HeapTraceDecoder(DecodeContext& context, const IdMap<BufferId>& buffers, BufferAssignment& plan)
        : m_context(context)
        , m_buffers(buffers)
        , m_plan(plan)
    { }

    /// Adds a serialized HeapSimulatorTrace, which is a part of the context's bytes.
    void add(std::string_view trace);

private:
    void makeRoom(std::size_t count, std::size_t done, std::size_t size);
    void addEvent(std::string_view body);

    DecodeContext& m_context;
    const IdMap<BufferId>& m_buffers;
    BufferAssignment& m_plan;
};

} // namespace tidemark::xla
