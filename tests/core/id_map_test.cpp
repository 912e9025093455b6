#include "core/base/id.h"
#include "core/base/id_map.h"
#include "tests/support/sample_stride.h"

#include <gtest/gtest.h>

#include <map>
#include <random>

namespace tidemark {
namespace {

struct EntryTag;
using EntryId = Id<EntryTag>;

/// Expects the same as from std::map for ids of every kind, present and absent.
void expectLikeMap(const std::vector<std::int64_t>& ids, std::size_t expected)
{
    IdMap<EntryId> tested(expected);
    std::map<std::int64_t, std::uint32_t> model;
    for (std::uint32_t i = 0; i < ids.size(); ++i) {
        ASSERT_EQ(tested.findOrInsert(ids[i], EntryId(i)).value, model.try_emplace(ids[i], i).first->second) << ids[i];
        ASSERT_EQ(tested.find(ids[i]).value, model.at(ids[i])) << ids[i];
    }
    for (const std::int64_t id : ids)
        for (const std::int64_t near : {id, static_cast<std::int64_t>(static_cast<std::uint64_t>(id) + 1)}) {
            const auto found = model.find(near);
            ASSERT_EQ(tested.find(near), found == model.end() ? EntryId() : EntryId(found->second)) << near;
        }
}

/// Returns ids that all hash to the first slot of any table of up to 2^44 slots.
std::vector<std::int64_t> collidingIds(std::size_t count)
{
    constexpr std::uint64_t kFactor = 0x9e3779b97f4a7c15ULL;
    std::uint64_t inverse = 1;
    for (int i = 0; i < 6; ++i)
        inverse *= 2 - kFactor * inverse;
    std::vector<std::int64_t> ids;
    for (std::size_t i = 0; i < count; ++i)
        ids.push_back(static_cast<std::int64_t>(inverse * (i + 1)));
    return ids;
}

TEST(IdMap, EqualsAMapOnDenseSparseAndRepeatedIds)
{
    std::mt19937_64 random(7);
    std::vector<std::int64_t> ids;
    for (int i = 0; i < 20000; ++i)
        ids.push_back(static_cast<std::int64_t>(i % 3 == 0       ? random()
                                                    : i % 3 == 1 ? random() % 30000
                                                                 : (random() % 8000) << 32));
    for (const std::size_t expected : {std::size_t{0}, std::size_t{1000}, ids.size()})
        expectLikeMap(ids, expected);
}

TEST(IdMap, EqualsAMapOnIdsThatCollide)
{
    std::vector<std::int64_t> ids = collidingIds(20000);
    expectLikeMap(ids, 0);
    // Tables grow between them.
    std::mt19937_64 random(8);
    for (int i = 0; i < 20000; ++i)
        ids.insert(ids.begin() + static_cast<std::ptrdiff_t>(random() % 2000), static_cast<std::int64_t>(random()));
    expectLikeMap(ids, 0);
}

TEST(IdMap, IdsThatCollideCostNoQuadraticTime)
{
    IdMap<EntryId> map;
    std::uint32_t index = 0;
    for (const std::int64_t id :
         collidingIds(2000000 / test::sampleStride())) // 10^12 probes if each searched all ids before it
        ASSERT_TRUE(map.insert(id, EntryId(index++)));
    EXPECT_EQ(map.find(collidingIds(1).front()), EntryId(0));
}

} // namespace
} // namespace tidemark
