#include "core/xla/plan/instruction_numbers.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <random>

namespace tidemark {
using namespace xla;
namespace {

/// Expects that every number and its neighbours are found as in a map.
void expectFound(const std::vector<std::int64_t>& numbers)
{
    const IdVector<InstructionId, std::int64_t> table(numbers);
    const InstructionNumbers found(table);
    std::map<std::int64_t, InstructionId> expected;
    for (const InstructionId instruction : table.ids())
        expected.emplace(table[instruction], instruction);
    if (std::ranges::count(numbers, 0) > 1)
        expected.erase(0); // 0 means that there is no number
    for (const std::int64_t number : numbers)
        for (const std::int64_t near : {number - 1, number, number + 1, number + (std::int64_t{1} << 32)}) {
            const auto at = expected.find(near);
            EXPECT_EQ(found.find(near), at == expected.end() ? InstructionId() : at->second) << near;
        }
}

std::int64_t numberOf(std::int64_t computation, std::uint32_t position)
{
    return computation * (std::int64_t{1} << 32) + position;
}

TEST(InstructionNumbers, FindsTheNumbersOfComputationsAndModules)
{
    expectFound({});
    expectFound({0, 0});
    expectFound({1, 2, 3, 4, 5});
    expectFound({numberOf(7, 0), numberOf(7, 1), numberOf(7, 2), numberOf(3, 0), numberOf(3, 5), numberOf(3, 2)});
    // Descending, with gaps that are too large, and alternating.
    expectFound({numberOf(9, 2), numberOf(9, 1), numberOf(9, 0)});
    expectFound({numberOf(9, 4000000000), numberOf(9, 1), numberOf(2, 1), numberOf(9, 17), numberOf(2, 0)});
}

TEST(InstructionNumbers, ASingleZeroIsAnOmittedNumber)
{
    EXPECT_EQ(InstructionNumbers(IdVector<InstructionId, std::int64_t>({7, 0, 3})).find(0), InstructionId(1));
    EXPECT_FALSE(InstructionNumbers(IdVector<InstructionId, std::int64_t>({7, 0, 0})).find(0));
    EXPECT_FALSE(InstructionNumbers(IdVector<InstructionId, std::int64_t>({7, 3})).find(0));
    EXPECT_FALSE(InstructionNumbers().find(0));
}

TEST(InstructionNumbers, TheFirstOfEqualNumbersStays)
{
    const IdVector<InstructionId, std::int64_t> table({numberOf(1, 1), numberOf(1, 1), 1000000, 5, 1000000});
    const InstructionNumbers found(table);
    EXPECT_EQ(found.find(numberOf(1, 1)), InstructionId(0));
    EXPECT_EQ(found.find(1000000), InstructionId(2));
    EXPECT_EQ(found.find(5), InstructionId(3));
    EXPECT_FALSE(found.find(0));
}

TEST(InstructionNumbers, FindsAnyNumbers)
{
    std::mt19937_64 random(3);
    for (int i = 0; i < 200; ++i) {
        std::vector<std::int64_t> numbers;
        for (std::uint64_t left = random() % 60; left > 0; --left) {
            const std::int64_t high = static_cast<std::int64_t>(random() % 5) - 1;
            const auto low = static_cast<std::uint32_t>(i % 2 == 0 ? random() % 30 : random());
            numbers.push_back(random() % 10 == 0 ? static_cast<std::int64_t>(random()) : numberOf(high, low));
        }
        expectFound(numbers);
    }
}

} // namespace
} // namespace tidemark
