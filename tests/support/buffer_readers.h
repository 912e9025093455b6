#pragma once

#include "core/xla/uses/buffer_uses.h"
#include "proto/hlo.pb.h"

#include <algorithm>
#include <string>
#include <vector>

namespace tidemark::test {
using namespace xla;

/// Returns the readers of the buffers of these instructions as "a: b c", joined with `separator`. Each instruction gets
/// a logical buffer of its own.
inline std::string readersIn(proto::HloProto hlo, const std::vector<std::string>& buffers, const std::string& separator)
{
    auto& assignment = *hlo.mutable_buffer_assignment();
    for (const auto& computation : hlo.hlo_module().computations())
        for (const auto& instruction : computation.instructions())
            if (std::ranges::find(buffers, instruction.name()) != buffers.end()) {
                auto& buffer = *assignment.add_logical_buffers();
                buffer.set_id(assignment.logical_buffers_size());
                buffer.mutable_defined_at()->set_instruction_id(instruction.id());
            }
    const auto plan = *Plan::parse(hlo.SerializeAsString());
    const auto graph = HloGraph::build(plan->module());
    const auto uses = *BufferUses::of(*plan, *graph);
    std::string result;
    for (const BufferId id : plan->assignment().buffers.ids()) {
        result += (result.empty() ? "" : separator)
            + std::string(plan->module().nameOf(plan->assignment().buffers[id].instruction)) + ":";
        for (const std::uint32_t place : uses.of(id))
            result += " " + std::string(plan->module().nameOf(uses.order().instructions()[place]));
    }
    return result;
}

} // namespace tidemark::test
