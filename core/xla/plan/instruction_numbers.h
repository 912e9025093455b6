#pragma once

#include "core/base/id_map.h"
#include "core/base/id_vector.h"
#include "core/xla/plan/ids.h"

#include <vector>

namespace tidemark::xla {

/// Finds instructions by the numbers that the file gives them. Every operand is such a number.
///
/// IMPLEMENTATION: compilers number the instructions of a computation from 0 and put the computation's number into the
/// high half. Older compilers number the instructions of the whole module from 1. Numbers that share a high half
/// without large gaps are found by position, and neighbours have adjacent entries. An IdMap finds all
/// others.
class InstructionNumbers
{
public:
    InstructionNumbers() = default;
    /// `numbers`: the number of each instruction, 0 for none. The first of equal ones counts. If exactly one
    /// instruction has 0, that is its number, because files do not write zeros.
    explicit InstructionNumbers(const IdVector<InstructionId, std::int64_t>& numbers);

    /// None when the number is unknown.
    InstructionId find(std::int64_t number) const
    {
        if (number == 0)
            return m_zero;
        const auto low = static_cast<std::uint32_t>(number);
        const RunId id = m_byHigh.find(number >> 32);
        if (!id)
            return {};
        const Run& run = m_runs[id];
        return low < run.size ? m_instructions[run.begin + low]
            : run.isSparse    ? m_others.find(number)
                              : InstructionId();
    }

private:
    struct RunTag;
    using RunId = Id<RunTag>;

    /// The numbers that share one high half.
    struct Run {
        std::size_t begin = 0; // index in m_instructions
        std::uint32_t size = 0; // 0 when it is sparse
        std::uint32_t last = 0; // the largest low half
        std::uint32_t count = 0;
        bool isSparse = false;
    };

    IdVector<RunId, Run> m_runs;
    IdMap<RunId> m_byHigh;
    std::vector<InstructionId> m_instructions; // by low half, run by run
    IdMap<InstructionId> m_others;
    InstructionId m_zero;
};

} // namespace tidemark::xla
