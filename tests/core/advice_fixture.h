#pragma once

#include "core/xla/advice/advice.h"
#include "core/xla/programs/xla_view.h"
#include "core/xla/uses/row_events.h"
#include "tests/support/profile_builder.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <set>

namespace tidemark::test {
using namespace xla;

/// A program with its plan.
struct PlannedProgram {
    std::string plan; // as planFromText() takes it; instructions run in the order of its buffers
    std::map<std::string, std::vector<std::string>> reads; // operands by instruction
    std::map<std::string, std::string> opNames = {}; // by instruction
    std::map<std::string, std::string> opcodes = {}; // opcodes of instructions that are neither parameters nor fusions
};

inline proto::HloProto protoOf(const PlannedProgram& program)
{
    proto::HloProto hlo = planFromText(program.plan);
    auto& computation = *hlo.mutable_hlo_module()->mutable_computations(0);
    std::map<std::string, std::int64_t> ids;
    for (const auto& instruction : computation.instructions())
        ids[instruction.name()] = instruction.id();
    for (auto& instruction : *computation.mutable_instructions()) {
        const std::string& name = instruction.name();
        if (const auto found = program.reads.find(name); found != program.reads.end())
            for (const std::string& operand : found->second)
                instruction.add_operand_ids(ids.at(operand));
        if (const auto found = program.opNames.find(name); found != program.opNames.end())
            instruction.mutable_metadata()->set_op_name(found->second);
        if (const auto found = program.opcodes.find(name); found != program.opcodes.end())
            instruction.set_opcode(found->second);
    }
    return hlo;
}

/// The findings for the main memory of a program.
class Advised
{
public:
    explicit Advised(const proto::HloProto& hlo, const Room& room = {}, std::int64_t space = 0)
        : m_plan(*Plan::parse(hlo.SerializeAsString()))
        , m_timeline(replaySpace(m_plan, space))
        , m_attribution(*Attribution::of(m_plan))
        , m_uses(*rowUses(m_timeline, *BufferUses::of(*m_plan, m_attribution->values().graph())))
        , m_meanings(rowMeanings(m_attribution, m_timeline))
        , m_evidence(*m_timeline, *m_attribution, m_meanings.get(), *m_uses, room,
                     [this](RowId row) { return nameOf(row); })
        , m_findings(advise(m_evidence))
    { }
    Advised(const Advised&) = delete; // its parts refer to each other
    Advised& operator=(const Advised&) = delete;

    const Evidence& evidence() const { return m_evidence; }
    const std::vector<Finding>& findings() const { return m_findings; }
    const Finding* find(std::string_view id) const
    {
        const auto found = std::ranges::find(m_findings, id, &Finding::id);
        return found == m_findings.end() ? nullptr : &*found;
    }
    bool has(std::string_view id) const { return find(id) != nullptr; }
    /// Returns the finding with this id, or an empty one if there is none.
    const Finding& the(std::string_view id) const
    {
        static const Finding kNone;
        EXPECT_TRUE(has(id)) << id;
        return has(id) ? *find(id) : kNone;
    }
    std::string nameOf(RowId row) const
    {
        const BufferId buffer = m_timeline->rows[row].buffer;
        const InstructionId instruction = buffer ? m_plan->assignment().buffers[buffer].instruction : InstructionId();
        return instruction ? std::string(m_plan->module().nameOf(instruction)) : std::string();
    }
    std::set<std::string> namesOf(const Finding& finding) const
    {
        std::set<std::string> names;
        for (const RowId row : finding.rows)
            names.insert(nameOf(row));
        return names;
    }
    std::string textOf(const Finding& finding) const
    {
        return withAmounts(finding, [](std::int64_t bytes) { return std::to_string(bytes); });
    }

private:
    std::shared_ptr<const Plan> m_plan;
    std::shared_ptr<const SpaceTimeline> m_timeline;
    std::shared_ptr<const Attribution> m_attribution;
    std::shared_ptr<const RowUses> m_uses;
    std::shared_ptr<const RowMeanings> m_meanings;
    Evidence m_evidence;
    std::vector<Finding> m_findings;
};

inline Advised adviseOn(const PlannedProgram& program, const Room& room = {})
{
    return Advised(protoOf(program), room);
}

} // namespace tidemark::test
