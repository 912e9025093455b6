#include "core/xla/plan/instruction_numbers.h"

#include <algorithm>

namespace tidemark::xla {
namespace {

constexpr std::uint64_t kMostGaps = 4; // most table entries per number; more would take more memory than an IdMap

/// Calls take(instruction, high half, low half) for each instruction with a number.
template <class F>
void forEachNumber(const IdVector<InstructionId, std::int64_t>& numbers, F take)
{
    for (const InstructionId instruction : numbers.ids())
        if (const std::int64_t number = numbers[instruction]; number != 0)
            take(instruction, number >> 32, static_cast<std::uint32_t>(number));
}

} // namespace

InstructionNumbers::InstructionNumbers(const IdVector<InstructionId, std::int64_t>& numbers)
    : m_byHigh(numbers.size() / 4) // about the number of computations
{
    RunId run; // neighbours usually have the same run
    std::int64_t last = 0;
    const auto runOf = [&](std::int64_t high) {
        if (run && high == last)
            return run;
        last = high;
        return run = m_byHigh.findOrInsert(high, m_runs.nextId());
    };
    forEachNumber(numbers, [&](InstructionId, std::int64_t high, std::uint32_t low) {
        const RunId id = runOf(high);
        if (id == m_runs.nextId())
            m_runs.emplace_back();
        ++m_runs[id].count;
        m_runs[id].last = std::max(m_runs[id].last, low);
    });
    std::size_t end = 0;
    std::size_t sparse = 0;
    for (Run& each : m_runs) {
        each.begin = end;
        each.isSparse = each.last >= kMostGaps * each.count;
        each.size = each.isSparse ? 0 : each.last + 1;
        end += each.size;
        sparse += each.isSparse ? each.count : 0;
    }
    m_instructions.resize(end);
    m_others = IdMap<InstructionId>(sparse);
    forEachNumber(numbers, [&](InstructionId instruction, std::int64_t high, std::uint32_t low) {
        const Run& own = m_runs[runOf(high)];
        if (own.isSparse)
            m_others.insert(high << 32 | low, instruction);
        else if (InstructionId& place = m_instructions[own.begin + low]; !place)
            place = instruction;
    });
    if (const auto zero = std::ranges::find(numbers, 0);
        zero != numbers.end() && std::find(std::next(zero), numbers.end(), 0) == numbers.end())
        m_zero = InstructionId::at(static_cast<std::size_t>(zero - numbers.begin()));
}

} // namespace tidemark::xla
