#include "core/base/id.h"
#include "core/base/id_vector.h"

#include <gtest/gtest.h>

namespace tidemark {
namespace {

struct OneTag;
struct OtherTag;
using OneId = Id<OneTag>;
using OtherId = Id<OtherTag>;

template <class Table, class Key>
concept IsReadBy = requires(const Table& table, Key key)
{
    table[key];
};

static_assert(IsReadBy<IdVector<OneId, int>, OneId>);
static_assert(!IsReadBy<IdVector<OneId, int>, OtherId>, "ids of another table");
static_assert(!IsReadBy<IdVector<OneId, int>, int>, "plain numbers");
static_assert(sizeof(OneId) == 4);

TEST(IdVector, ReturnsTheIdsOfItsElements)
{
    IdVector<OneId, bool> table(2, false);
    const OneId last = table.nextId();
    table.push_back(true);
    int count = 0;
    for (const OneId id : table.ids())
        count += table[id] == (id == last) ? 1 : 0;
    EXPECT_EQ(count, 3);
    for (const OtherId id : IdVector<OtherId, int>().ids())
        FAIL() << id.index();
}

TEST(IdVector, MovesItsElementsOut)
{
    IdVector<OneId, int> table = {1, 2, 3};
    const int* const data = table.data();
    const IdVector<OtherId, int> other(std::move(table).values());
    EXPECT_EQ(other.data(), data);
    EXPECT_EQ(other[OtherId(2)], 3);
}

} // namespace
} // namespace tidemark
