#pragma once

#include "core/xla/meaning/hlo_graph.h"
#include "core/xla/plan/plan.h"
#include "tests/support/program_text.h"

#include <array>
#include <map>

namespace tidemark::test {
using namespace xla;

/// A program and its dataflow. Values are named by their instructions.
class Dataflow
{
public:
    explicit Dataflow(std::string_view text)
        : Dataflow(programFromText(text))
    { }
    explicit Dataflow(const proto::HloProto& hlo)
        : m_plan(*Plan::parse(hlo.SerializeAsString()))
        , m_graph(*HloGraph::build(m_plan->module()))
    {
        for (const InstructionId i : m_plan->module().instructions())
            m_instructions[std::string(m_plan->module().nameOf(i))] = i;
    }

    const HloModule& module() const { return m_plan->module(); }
    const HloGraph& graph() const { return m_graph; }
    InstructionId instruction(const std::string& name) const { return m_instructions.at(name); }
    ValueId value(const std::string& name, std::uint32_t at = 0) const { return m_graph.value(instruction(name), at); }
    /// Returns "p", or "p.1" for a value of a tuple.
    std::string nameOf(ValueId value) const
    {
        const InstructionId i = m_graph.definedBy(value);
        const std::string name(m_plan->module().nameOf(i));
        return m_graph.node(i).tuple ? name + "." + std::to_string(value.value - m_graph.value(i).value) : name;
    }
    /// Returns "base:p update:q place:i".
    std::string sourcesOf(ValueId value) const
    {
        static constexpr std::array kFlows = {"same",   "moved",    "summed",  "piece", "elementwise", "base",
                                              "update", "repeated", "product", "table", "place",       "mixed"};
        std::string text;
        for (const Source& source : m_graph.sources(value))
            text += (text.empty() ? "" : " ") + std::string(kFlows.at(static_cast<std::size_t>(source.flow))) + ":"
                + nameOf(source.value);
        return text;
    }

private:
    std::shared_ptr<const Plan> m_plan;
    HloGraph m_graph;
    std::map<std::string, InstructionId> m_instructions;
};

} // namespace tidemark::test
