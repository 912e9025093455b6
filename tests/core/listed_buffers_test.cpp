#include "core/link/listed_buffers.h"
#include "tests/support/made_view.h"

#include <gtest/gtest.h>

namespace tidemark {
namespace {

test::MadeRow row(const std::string& instruction, const std::string& opName, const std::string& shape)
{
    test::MadeRow made;
    made.facts.name = made.facts.instruction = instruction;
    made.facts.opName = opName;
    made.facts.shapeWithoutLayout = shape;
    return made;
}

BufferNames namesOf(std::vector<test::MadeRow> rows)
{
    BufferNames names;
    names.add(test::madeView(std::move(rows), {1})->rows);
    return names;
}

TEST(BufferNames, NamesOfAnotherProgramAreRecognisedAsForeign)
{
    const BufferNames names = namesOf({row("fusion.1", "jit(f)/dot", "f32[8]"), row("t.2", "", "f32[4]")});
    const auto isOther = [&](const ListedBuffer& listed) { return names.areOthers({listed}); };
    EXPECT_TRUE(isOther({"jit(g)/dot", "fusion.9", "f32[8]"}));
    EXPECT_FALSE(isOther({"jit(f)/dot", "fusion.9", "f32[9]"})) << "an op name is the program's, whatever its shape";
    EXPECT_FALSE(isOther({"jit(f) /dot", "", "f32[9]"})) << "wrapped";
    EXPECT_FALSE(isOther({"jit(f)/d", "", "f32[9]"})) << "cut";
    EXPECT_FALSE(isOther({"", "fusion.1", "f32[8]"}));
    EXPECT_TRUE(isOther({"", "fusion.1", "f32[9]"})) << "every program has instructions of such a name";
    EXPECT_TRUE(isOther({"", "fusion", "f32[8]"}));
    EXPECT_TRUE(isOther({"", "fusion.11", "f32[8]"}));
    EXPECT_FALSE(isOther({"", "t.2", "(f32[8]{0}, f32[4]{0})"}));
    EXPECT_FALSE(isOther({"", "fusion.1", "", true})) << "what a kernel writes, of any shape";
    EXPECT_FALSE(isOther({"", "fus...", "", true}));
    EXPECT_TRUE(isOther({"", "splash...", "", true}));
    EXPECT_FALSE(names.areOthers({{"jit(g)/dot", "", "f32[8]"}, {"jit(f)/dot", "", "f32[8]"}})) << "one is enough";
}

TEST(BufferNames, APlanOrMessageWithoutNamesDecidesNothing)
{
    EXPECT_FALSE(namesOf({row("fusion.1", "", "f32[8]")}).areOthers({}));
    EXPECT_FALSE(namesOf({}).areOthers({{"jit(g)/dot", "fusion.9", "f32[8]"}}));
    EXPECT_FALSE(namesOf({row("fusion.1", "", "f32[8]")}).areOthers({{"jit(g)/dot", "", "f32[8]"}}))
        << "only the program's instructions are known";
}

} // namespace
} // namespace tidemark
