#pragma once

#include "core/base/id_map.h"
#include "core/base/id_vector.h"
#include "core/xla/plan/ids.h"

#include <vector>

namespace tidemark {

/// Finds instructions by the file's numbers: every operand is one.
///
/// IMPLEMENTATION: compilers number the instructions of a computation from 0, with the computation's number in the high
/// half; older ones those of the module from 1. Numbers of one high half without large gaps are found by position, in a
/// place that is near for neighbours; all others by an IdMap.
class InstructionNumbers
{
public:
    InstructionNumbers() = default;
    /// `numbers`: of each instruction, 0 for none; the first of equal ones stays. Where one alone has 0, that is its
    /// number: files do not write zeros.
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

    /// The numbers of one high half.
    struct Run {
        std::size_t begin = 0; // in m_instructions
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

} // namespace tidemark
