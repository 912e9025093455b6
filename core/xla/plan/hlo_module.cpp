#include "core/xla/plan/hlo_module.h"

#include "core/base/find.h"

#include "proto/hlo.pb.h"

#include <algorithm>
#include <utility>

namespace tidemark::xla {

using proto::HloInstructionProto;

Result<HloModule> HloModule::decode(std::string_view bytes, std::uint64_t fileOffset, const Progress& progress)
{
    auto tables = decodeModule(bytes, fileOffset, progress);
    if (!tables)
        return tables.error();
    HloModule module;
    module.m_tables = std::move(*tables);
    return module;
}

void HloModule::indexNames()
{
    for (const InstructionId instruction : instructions())
        m_byName.emplace(nameOf(instruction), instruction);
}

InstructionId HloModule::findInstruction(std::string_view name) const
{
    const InstructionId* const found = findValue(m_byName, name);
    return found ? *found : InstructionId();
}

const Instruction* HloModule::wide(InstructionId instruction) const
{
    return findValue(m_tables.wide, instruction);
}

Instruction HloModule::instruction(InstructionId instruction) const
{
    const Instruction* const known = wide(instruction);
    return known ? *known : readInstruction(bytesOf(instruction));
}

std::string_view HloModule::nameOf(InstructionId instruction) const
{
    const Instruction* const known = wide(instruction);
    return known ? known->name : readInstructionText(bytesOf(instruction), HloInstructionProto::kNameFieldNumber);
}

std::string_view HloModule::opcodeOf(InstructionId instruction) const
{
    const Instruction* const known = wide(instruction);
    return known ? known->opcode : readInstructionText(bytesOf(instruction), HloInstructionProto::kOpcodeFieldNumber);
}

InstructionId HloModule::entryParameter(std::int64_t number) const
{
    const auto found = std::ranges::lower_bound(m_tables.parameterNumbers, number);
    if (found == m_tables.parameterNumbers.end() || *found != number)
        return {};
    return m_tables.parameters[static_cast<std::size_t>(found - m_tables.parameterNumbers.begin())];
}

} // namespace tidemark::xla
