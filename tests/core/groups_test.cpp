#include "core/groups/breakdown.h"
#include "core/groups/group_tree.h"
#include "core/groups/repeated_parts.h"
#include "core/groups/source_frame.h"
#include "core/view/op_path.h"
#include "core/xla/programs/buffer_details.h"
#include "core/xla/programs/xla_view.h"
#include "tests/core/advice_fixture.h"
#include "tests/support/made_view.h"
#include "tests/support/profile_builder.h"
#include "tests/support/random_plan.h"
#include "tests/support/samples.h"

#include <gtest/gtest.h>

#include <fstream>
#include <random>
#include <set>
#include <sstream>

namespace tidemark {
using namespace xla;
namespace {

TEST(OpPath, LeavesOutTransformationWrappers)
{
    EXPECT_EQ(opPath("jit(train)/transpose(jvp(Lm))/layers_3/checkpoint/attn/dot_general"),
              "Lm/layers_3/attn/dot_general");
    EXPECT_EQ(opPath("jit(train_step)/transpose(jvp(jvp()))/checkpoint/rematted_computation/attention/btd,dhk->bthk/"
                     "dot_general"),
              "attention/btd,dhk->bthk/dot_general");
    EXPECT_EQ(opPath("jit(run)/while/body/closed_call/attention/select_n"), "attention/select_n");
    EXPECT_EQ(opPath("jit(f)/jvp(attention)/jit(tril)/ge"), "attention/ge");
    EXPECT_EQ(opPath("jit(f)/jvp(a/b)/vmap(c)/cond/branch_1_fun/add"), "a/b/c/add");
}

TEST(OpPath, KeepsTheOperationItself)
{
    EXPECT_EQ(opPath("jit(run)/while"), "while");
    EXPECT_EQ(opPath("jit(f)/transpose(jvp())/remat2"), "remat2");
    EXPECT_EQ(opPath("jit(f)"), "jit(f)");
    EXPECT_EQ(opPath("dot_general"), "dot_general");
    EXPECT_EQ(opPath(""), "");
}

TEST(OpPath, SplitsArgumentPaths)
{
    EXPECT_EQ(opPath("state['opt_state'][0].mu['layer_0']['gate']"), "state/opt_state/0/mu/layer_0/gate");
    EXPECT_EQ(opPath("init_carry[2]"), "init_carry/2");
    EXPECT_EQ(opPath("params['linear/~/w.x']"), "params/linear/~/w.x");
    EXPECT_EQ(opPath("args{0,1}"), "args/0/1");
    EXPECT_EQ(opPath("x"), "x");
}

TEST(OpPath, DistinguishesArgumentsFromOperations)
{
    EXPECT_TRUE(isArgumentPath("init_carry[2]"));
    EXPECT_TRUE(isArgumentPath("x"));
    EXPECT_TRUE(isArgumentPath("params['a/b(c)']"));
    EXPECT_FALSE(isArgumentPath("jit(f)/p"));
    EXPECT_FALSE(isArgumentPath("xla__device_data"));
    EXPECT_FALSE(isArgumentPath(""));
    Facts facts;
    facts.name = "param.5";
    EXPECT_EQ(facts.label(), "param.5");
    facts.argument = "init_carry[2]";
    EXPECT_EQ(facts.label(), "init_carry[2]");
}

std::vector<std::string> collapsed(const std::vector<WeighedPath>& paths)
{
    return collapseRepeated(paths);
}

TEST(RepeatedParts, AreCollapsedIfEqual)
{
    EXPECT_EQ(collapsed({{"p/layer_0/q", 1}, {"p/layer_0/k", 2}, {"p/layer_1/k", 2}, {"p/layer_1/q", 9}, {"p/out", 1}}),
              (std::vector<std::string>{"p/layer_{0,1}/q", "p/layer_{0,1}/k", "p/layer_{0,1}/k", "p/layer_{0,1}/q",
                                        "p/out"}));
}

TEST(RepeatedParts, StaySeparateIfTheyDiffer)
{
    // They differ in the parts below, in the bytes, in the text around the number, or are alone.
    EXPECT_EQ(collapsed({{"layer_0/q", 1}, {"layer_1/k", 1}, {"w0", 4}, {"w1", 5}, {"a0x", 1}, {"a1y", 1}, {"z7", 1}}),
              (std::vector<std::string>{"layer_0/q", "layer_1/k", "w0", "w1", "a0x", "a1y", "z7"}));
}

TEST(RepeatedParts, AreComparedByTheLargestRowOfAPath)
{
    const std::vector<std::string> names = {"w0", "w0", "w1", "v0", "v0", "v1"};
    const std::vector<std::int64_t> sizes = {8, 4, 8, 8, 4, 4};
    const auto grouping = pathGroupings(names.size(), {sizes.data(), sizeof sizes.front()},
                                        [&](RowId row) { return names[row.index()]; });
    std::vector<std::string> groups;
    for (std::size_t i = 0; i < names.size(); ++i)
        groups.push_back(grouping.front().groupOf(RowId::at(i)));
    EXPECT_EQ(groups, (std::vector<std::string>{"w{0,1}", "w{0,1}", "w{0,1}", "v0", "v0", "v1"}));
}

TEST(RepeatedParts, AreCountedAndWrittenAsRanges)
{
    std::vector<WeighedPath> paths;
    for (const int i : {0, 1, 2, 3, 7, 10, 11})
        for (const char* head : {"0", "1"})
            paths.push_back({"blocks/" + std::to_string(i) + "/head" + head, 8});
    const std::vector<std::string> result = collapsed(paths);
    for (const std::string& path : result)
        EXPECT_EQ(path, "blocks/{0..3,7,10,11}/head{0,1}");
    EXPECT_EQ(collapsed({{"w0", 4}, {"w1", 4}, {"w2", 4}}), std::vector<std::string>(3, "w{0..2}"));
    EXPECT_EQ(repeatsOf(result.front()), 14U);
    EXPECT_EQ(repeatsOf("blocks/{0..3,7,10,11}"), 7U);
    EXPECT_EQ(repeatsOf("a{b}/{}/{3..1}/{1,/x"), 1U);
    EXPECT_EQ(repeatsOf("layer_7"), 1U);
}

/// Each of them has the text, which must not contain all their numbers.
TEST(RepeatedParts, NumbersWithManyGapsAreCountedAtTheEnd)
{
    std::vector<WeighedPath> paths;
    for (int i = 0; i < 20000; ++i)
        paths.push_back({"p" + std::to_string(2 * i) + "/q", 8});
    const std::vector<std::string> result = collapsed(paths);
    EXPECT_EQ(result.front(), "p{0,2,4,6,8,10,12,14,16,18,20,22,24,26,28,30,… 19984 more}/q");
    EXPECT_EQ(result.back(), result.front());
    EXPECT_EQ(repeatsOf(result.front()), 20000U);
    paths.resize(16);
    EXPECT_EQ(collapsed(paths).back(), "p{0,2,4,6,8,10,12,14,16,18,20,22,24,26,28,30}/q");
    for (const char* const none : {"{1,… more}", "{1,… 2 mor}", "{1,… 1234567890 more}", "{1,… "})
        EXPECT_EQ(repeatsOf(none), 1U) << none;
}

TEST(RepeatedParts, HaveNumbersOfUpToNineDigits)
{
    EXPECT_EQ(
        collapsed({{"a123456789", 1}, {"a123456790", 1}, {"b1234567890", 1}, {"b1234567891", 1}}),
        (std::vector<std::string>{"a{123456789,123456790}", "a{123456789,123456790}", "b1234567890", "b1234567891"}));
    EXPECT_EQ(collapsed({{"1", 1}, {"02", 1}, {"9x9x", 1}, {"9x8x", 1}, {"4", 1}}),
              (std::vector<std::string>{"{1,2,4}", "{1,2,4}", "9x{8,9}x", "9x{8,9}x", "{1,2,4}"}));
    EXPECT_EQ(repeatsOf("{0..999999999}"), 1000000000U);
    EXPECT_EQ(repeatsOf("{0..9999999990}"), 1U) << "ten digits";
    EXPECT_EQ(repeatsOf("{0..999999999}/{0..999999999}"), UINT32_MAX);
    EXPECT_EQ(repeatsOf("{1..999999999,1..999999999,1..999999999,1..999999999,1..999999999}"), UINT32_MAX);
    EXPECT_EQ(repeatsOf("{5}"), 1U);
    EXPECT_EQ(repeatsOf("{5,6}{7..9}"), 6U);
    for (const char* const none : {"{1..}", "{..2}", "{1,", "{1", "{1,2", "{1;2}", "{1..2;", "{,1}", "{1.2}", "{1}x{"})
        EXPECT_EQ(repeatsOf(none), 1U) << none;
}

constexpr std::size_t kTooMany = 100000;

std::string manyTimes(const std::string& text)
{
    std::string result;
    for (std::size_t i = 0; i < kTooMany; ++i)
        result += text;
    return result;
}

/// A file may contain names of any length. No code may recurse or copy for each part of a name.
TEST(LongNames, KeepTheRestInTheLastPart)
{
    const auto partsOf = [](const std::string& path) { return 1 + std::ranges::count(path, '/'); };
    const std::string flat = opPath("jit(f)" + manyTimes("/p"));
    EXPECT_EQ(partsOf(flat), 256);
    EXPECT_EQ(flat.size(), 2 * kTooMany - 1);
    EXPECT_TRUE(flat.starts_with("p/p/p/") && flat.ends_with(" p p p"));
    const std::string argument = opPath("state" + manyTimes("['k']"));
    EXPECT_EQ(partsOf(argument), 256);
    EXPECT_TRUE(argument.starts_with("state/k/k/") && argument.ends_with(" k k k"));
    const std::string deep = opPath(manyTimes("jvp(") + "a/b" + manyTimes(")"));
    EXPECT_EQ(deep.size(), 5 * (kTooMany - 64) + 3);
    EXPECT_TRUE(deep.starts_with("jvp(jvp(") && deep.ends_with("))"));
    EXPECT_EQ(opPath(manyTimes("jvp(")), manyTimes("jvp("));
    EXPECT_EQ(partsOf(opPath("f(" + manyTimes("a/") + ")/x")), 256) << "slashes inside a name that is no wrapper";
}

TEST(SourceFrame, IsParsedFromTheEnd)
{
    const auto read = [](std::string_view text) {
        const SourceFrame frame = parseFrame(text);
        return std::string(frame.file) + '|' + std::to_string(frame.line);
    };
    EXPECT_EQ(read("models/lm.py:33:10"), "models/lm.py|33");
    EXPECT_EQ(read("lm.py:33"), "lm.py|33");
    EXPECT_EQ(read("C:/lm.py:33:1"), "C:/lm.py|33");
    EXPECT_EQ(read("lm.py"), "lm.py|0");
    EXPECT_EQ(read("lm.py:x"), "lm.py:x|0");
}

TEST(SourceFrame, KnowsLibraries)
{
    for (const char* path :
         {"/usr/lib/python3/dist-packages/foo/a.py", "/opt/venv/lib/python3.11/site-packages/x.py",
          "/usr/lib/python3.11/contextlib.py", "site-packages/optax/_src/update.py", "optax/losses/_classification.py",
          "/home/me/src/flax/flax/linen/linear.py", "jax/_src/a.py", "<frozen runpy>"})
        EXPECT_TRUE(isLibraryFile(path)) << path;
    for (const char* path : {"lm.py", "/home/me/jax/train.py", "/home/me/optax_test/a.py", "models/keras_like.py", ""})
        EXPECT_FALSE(isLibraryFile(path)) << path;
}

TEST(SourceFrame, OfTheProgramIsTheFirstOutsideALibrary)
{
    const auto own = [](Facts facts) {
        const SourceFrame frame = ownSource(facts);
        return std::string(frame.file) + ':' + std::to_string(frame.line);
    };
    Facts facts;
    EXPECT_EQ(own(facts), ":0");
    facts.sourceFile = "site-packages/flax/linen/linear.py";
    facts.sourceLine = 287;
    EXPECT_EQ(own(facts), "site-packages/flax/linen/linear.py:287") << "all that is known";
    facts.stack = {{"site-packages/flax/linen/linear.py:287:9", "Dense.__call__"},
                   {"/home/me/model.py:12:3", "Net.__call__"},
                   {"/home/me/train.py:4:1", "<module>"}};
    EXPECT_EQ(own(facts), "/home/me/model.py:12");
    facts.sourceFile = "lm.py";
    facts.sourceLine = 3;
    EXPECT_EQ(own(facts), "lm.py:3");
}

std::shared_ptr<const View> viewOf(const std::shared_ptr<const SpaceTimeline>& timeline)
{
    return makeView(timeline, {});
}

/// Returns "" or the reason why the tree does not match these rows.
std::string broken(const View& view, std::span<const LiveRow> live, const GroupTree& tree)
{
    std::int64_t level = 0;
    for (const LiveRow& row : live)
        level += view.rows.size[row.row] - row.overlap;
    if (tree.root().bytes != level || tree.root().rows != live.size() || tree.root().repeats != 1)
        return "the root is not the level";
    for (std::size_t i = 0; i < tree.nodes().size(); ++i) {
        const GroupNode& node = tree.nodes()[i];
        std::int64_t bytes = 0;
        std::int64_t size = 0;
        for (const LiveRow& row : tree.rowsOf(node)) {
            bytes += view.rows.size[row.row] - row.overlap;
            size += view.rows.size[row.row];
        }
        if (bytes != node.bytes || size != node.size)
            return "the rows of " + node.name + " do not add up to it";
        std::int64_t below = 0;
        std::size_t rows = 0;
        for (std::uint32_t child = 0; child < node.children; ++child) {
            const GroupNode& part = tree[node.firstChild + child];
            if (part.parent != i || (child > 0 && part.bytes > tree[node.firstChild + child - 1].bytes))
                return "the parts of " + node.name + " are not in order";
            below += part.bytes;
            rows += part.rows;
        }
        if (node.children > 0 && (below != node.bytes || rows != node.rows))
            return "the parts of " + node.name + " do not add up to it";
    }
    return {};
}

std::string brokenIcicle(const GroupTree& tree, std::int64_t least)
{
    for (const IciclePlace place : {IciclePlace{0, 0}, IciclePlace{0, tree.root().children / 2}}) {
        const std::vector<IcicleBox> boxes = layOutIcicle(tree, place, least, 12);
        for (std::size_t i = 0; i < boxes.size(); ++i) {
            std::int64_t end = boxes[i].begin;
            std::size_t rows = 0;
            for (std::size_t j = i + 1; j < boxes.size() && boxes[j].depth > boxes[i].depth; ++j) {
                if (boxes[j].depth > boxes[i].depth + 1)
                    continue;
                if (boxes[j].begin != end)
                    return "a gap between boxes";
                end += boxes[j].bytes;
                rows += boxes[j].rows;
                if (boxes[j].place.from == 0 && boxes[j].bytes < least)
                    return "a small box of its own";
            }
            if (rows > 0 && (end != boxes[i].begin + boxes[i].bytes || rows != boxes[i].rows))
                return "boxes do not add up";
        }
        if (boxes.front().bytes != boxOf(tree, place).bytes)
            return "the first box is another";
    }
    return {};
}

void checkGroups(const View& view)
{
    const auto meanings = view.meanings({});
    ASSERT_TRUE(meanings);
    const std::vector<Grouping> all = groupingsOf(view, *meanings);
    ASSERT_EQ(all.size(), 8U);
    for (const StepId step : {view.peakStep, StepId(0), StepId(view.axis.count / 2)}) {
        const std::vector<LiveRow> live = view.rows.live(step);
        for (std::size_t i = 0; i < all.size(); ++i) {
            std::int64_t sum = 0;
            for (const Group& group : breakDown(view, live, &all[i]))
                sum += group.bytes;
            EXPECT_EQ(sum, view.levelAt(step)) << all[i].id;
            const std::vector<const Grouping*> levels
                = {&all[i], &all[(i + 3) % all.size()], &all[(i + 5) % all.size()]};
            const GroupTree tree(view, live, levels);
            EXPECT_EQ(tree.root().bytes, view.levelAt(step));
            EXPECT_EQ(broken(view, live, tree), "") << all[i].id;
            EXPECT_EQ(brokenIcicle(tree, std::max<std::int64_t>(1, tree.root().bytes / 300)), "") << all[i].id;
            for (std::uint32_t node = 1; node < tree.nodes().size(); ++node)
                for (const std::uint32_t group : tree.groupsOf(node))
                    for (const LiveRow& row : tree.rowsOf(tree[node]).first(1)) {
                        const Grouping& by = *levels[static_cast<std::size_t>(tree[group].level)];
                        EXPECT_TRUE(by.isIn(by.groupOf(row.row), tree[group].group)) << tree[group].group;
                    }
        }
    }
}

TEST(Groups, AddUpInRandomPlans)
{
    std::mt19937 random(7);
    for (int i = 0; i < 60; ++i) {
        const auto plan = Plan::parse((i % 3 == 0       ? test::contradictoryPlan(random)
                                           : i % 3 == 1 ? test::consistentPlan(random)
                                                        : test::planOfManyLives(random))
                                          .SerializeAsString());
        if (plan)
            checkGroups(*viewOf(replaySpace(*plan, 0)));
    }
}

TEST(Groups, AddUpInAllSamples)
{
    std::size_t modules = 0;
    for (const test::SampleModule& module : test::sampleModules()) {
        SCOPED_TRACE(module.title);
        if (const auto plan = Plan::parse(module.bytes)) {
            checkGroups(*viewOf(replaySpace(*plan, 0)));
            ++modules;
        }
    }
    EXPECT_GT(modules, 5U);
}

TEST(LongNames, AreGroupedInATree)
{
    const std::vector<std::string> names = {"jit(f)/layer_0" + manyTimes("/p"),
                                            "jit(f)/layer_1" + manyTimes("/p"),
                                            "jit(f)/layers" + manyTimes("/p7") + "/q",
                                            manyTimes("jvp(") + manyTimes(")") + "/a",
                                            "state" + manyTimes("['k']"),
                                            manyTimes("jvp(")};
    std::vector<test::MadeRow> rows(names.size());
    for (test::MadeRow& row : rows)
        row.size = 8;
    const auto view = test::madeView(rows, {48});
    const std::vector<LiveRow> live = view->rows.live(StepId(0));
    const auto groupings = pathGroupings(names.size(), view->rows.size, [&](RowId row) { return names[row.index()]; });
    const std::vector<const Grouping*> levels = {&groupings[0], &groupings[1]};
    const GroupTree tree(*view, live, levels);
    EXPECT_EQ(broken(*view, live, tree), "");
    EXPECT_LT(tree.nodes().size(), 3 * names.size());
    EXPECT_TRUE(groupings[0].groupOf(RowId(0)).starts_with("layer_{0,1}/p/p/"));
    EXPECT_EQ(groupings[0].groupOf(RowId(0)), groupings[0].groupOf(RowId(1)));
}

TEST(Groups, AreProbableIfAllOfTheirRowsAre)
{
    const auto view = test::madeView(std::vector<test::MadeRow>(3), {0});
    const auto meanings = std::make_shared<RowMeanings>();
    meanings->categories = {{"kv_cache", "KV cache"}, {"inputs", "Inputs"}};
    meanings->roles = {""};
    meanings->category = {0, 0, 1};
    meanings->role = {0, 0, 0};
    meanings->isUncertain = {true, false, true};
    const std::vector<Grouping> groupings = groupingsOf(*view, meanings);
    const std::vector<const Grouping*> levels = {&groupings[1]};
    const GroupTree tree(*view, view->rows.live(StepId(0)), levels);
    std::set<std::string> names;
    for (const GroupNode& node : tree.nodes())
        names.insert(node.name + '/' + node.group);
    EXPECT_EQ(names, (std::set<std::string>{"/", "KV cache/kv_cache", "Inputs (probably)/inputs"}));
}

TEST(Groups, OfAnotherLevelAreNeverMarkedAsItself)
{
    const auto view = test::madeView(std::vector<test::MadeRow>(2), {0});
    const Grouping paths{"path", "Path", [](RowId row) { return row.index() == 0 ? "a" : "a/b"; }, true};
    const Grouping names{"name", "Name", [](RowId row) { return row.index() == 0 ? "a" : "b"; }};
    const std::vector<const Grouping*> levels = {&paths, &names};
    const GroupTree tree(*view, view->rows.live(StepId(0)), levels);
    std::string themselves;
    for (const GroupNode& node : tree.nodes())
        themselves += tree.isItself(node) ? node.name : "";
    EXPECT_EQ(themselves, "(itself)");
}

/// The compiler gives copies no name.
TEST(Groups, CopiesBelongToTheirOriginals)
{
    std::ifstream file(test::dataFolder() + "/meaning/cross_alias_adam.hlo.pb", std::ios::binary);
    std::stringstream bytes;
    bytes << file.rdbuf();
    const auto plan = Plan::parse(bytes.str());
    ASSERT_TRUE(plan);
    const auto view = viewOf(replaySpace(*plan, 0));
    const auto meanings = view->meanings({});
    ASSERT_TRUE(meanings);
    Facts facts;
    int copies = 0;
    for (const LiveRow& live : view->rows.all()) {
        view->rows.describe(live.row, facts);
        if (facts.name != "copy-start.4{0}")
            continue;
        ++copies;
        EXPECT_EQ(facts.opName, "") << "of its own";
        EXPECT_EQ(facts.sourceFile + ":" + std::to_string(facts.sourceLine), "cross_alias_adam.py:6");
        EXPECT_FALSE(facts.sourceOf.empty());
        EXPECT_NE(facts.sourceOf, facts.instruction);
        std::string groups;
        for (const Grouping& grouping : groupingsOf(*view, *meanings))
            if (grouping.id == "op_path" || grouping.id == "source")
                groups += grouping.groupOf(live.row) + " ";
        EXPECT_EQ(groups, "dot_general cross_alias_adam.py:6 ");
    }
    EXPECT_EQ(copies, 1);
}

TEST(Groups, OnlyACopyWithoutASourceInheritsThatOfItsOriginal)
{
    proto::HloProto hlo = test::protoOf({R"(
        param 0 32
          a 0 32 f32[8]
        temp 128
          b 0 32 f32[8]
          c 32 32 f32[8]
          d 64 32 f32[8]
          e 96 32 f32[8]
        trace +b +c +d +e)",
                                         {{"b", {"a"}}, {"c", {"b"}}, {"d", {"c"}}, {"e", {"d"}}},
                                         {},
                                         {{"b", "negate"}, {"c", "copy"}, {"d", "copy"}, {"e", "abs"}}});
    const auto metadataOf = [&](const std::string& name) {
        for (auto& instruction : *hlo.mutable_hlo_module()->mutable_computations(0)->mutable_instructions())
            if (instruction.name() == name)
                return instruction.mutable_metadata();
        throw std::out_of_range(name);
    };
    const auto reported = [&](const std::string& name) {
        const auto timeline = replaySpace(*Plan::parse(hlo.SerializeAsString()), 0);
        Facts facts;
        for (const BufferRow& row : timeline->rows)
            if (nameOf(*timeline, row) == name)
                describe(*timeline, row, facts);
        return facts.sourceFile + ":" + std::to_string(facts.sourceLine) + " " + facts.sourceOf;
    };
    metadataOf("b")->set_source_file("lm.py");
    metadataOf("b")->set_source_line(7);
    EXPECT_EQ(reported("b"), "lm.py:7 ");
    EXPECT_EQ(reported("d"), "lm.py:7 b") << "a copy of a copy";
    EXPECT_EQ(reported("e"), ":0 ") << "no copy";
    EXPECT_EQ(reported("a"), ":0 ");
    metadataOf("d")->set_source_file("own.py");
    EXPECT_EQ(reported("d"), "own.py:0 ");
}

} // namespace
} // namespace tidemark
