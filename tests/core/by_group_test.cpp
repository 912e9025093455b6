#include "core/base/by_group.h"

#include <gtest/gtest.h>

#include <random>
#include <utility>

namespace tidemark {
namespace {

TEST(ByGroup, HasEachGroupsValuesInTheirOrder)
{
    std::mt19937 random(1);
    for (std::size_t groups = 0; groups < 20; ++groups) {
        std::vector<std::pair<std::size_t, int>> all;
        std::vector<std::vector<int>> wanted(groups);
        for (int i = 0; groups > 0 && i < 30; ++i) {
            all.emplace_back(random() % groups, i);
            wanted[all.back().first].push_back(i);
        }
        const ByGroup<int> found(groups, [&all](const auto& take) {
            for (const auto& [group, value] : all)
                take(group, value);
        });
        EXPECT_EQ(found.values.size(), all.size());
        for (std::size_t group = 0; group < groups; ++group)
            EXPECT_EQ(std::vector<int>(found.of(group).begin(), found.of(group).end()), wanted[group]);
    }
}

} // namespace
} // namespace tidemark
