#include "core/view/memory_facts.h"

#include "core/view/choice.h"
#include "tests/support/opened.h"
#include "tests/support/samples.h"

#include <gtest/gtest.h>

#include <map>

namespace tidemark {
namespace {

/// Returns the largest program of the files.
std::shared_ptr<const View> programView(const std::string& path)
{
    const auto document = test::openXla({test::dataFolder() + "/" + path});
    EXPECT_TRUE(document) << document.error().message;
    Warnings unread;
    const auto selection = resolve(**document, {}, unread, {});
    EXPECT_TRUE(selection) << selection.error().message;
    return *(*document)->view(*selection, {});
}

struct Reported {
    std::int64_t bytes = 0;
    std::int64_t of = 0;
    std::vector<std::string> rows;
};

std::map<std::string, Reported> reportedFacts(const View& view, const RowMeanings& meanings)
{
    std::map<std::string, Reported> reported;
    for (const MemoryFact& fact : memoryFacts(view, meanings)) {
        Reported& one = reported[fact.id];
        one = {fact.bytes, fact.of, {}};
        for (const RowId row : fact.rows)
            one.rows.push_back(view.rows.name(row));
        EXPECT_FALSE(fact.text.empty());
    }
    return reported;
}

std::map<std::string, Reported> reportedFacts(const std::string& path)
{
    const auto view = programView(path);
    return reportedFacts(*view, **view->meanings({}));
}

/// A view with arguments and outputs of any name, size and category.
struct MadeUp {
    struct Row {
        std::string kind;
        std::uint16_t category = 0; // model_parameters, optimizer_state, kv_cache
        std::string path;
        std::string shape;
        std::int64_t size = 0;
        bool isAliased = false;
    };
    std::vector<Row> rows;
    std::vector<std::int64_t> sizes;
    std::vector<std::uint8_t> kinds;
    View view;
    RowMeanings meanings;

    explicit MadeUp(std::vector<Row> all)
        : rows(std::move(all))
    {
        for (const Row& row : rows) {
            sizes.push_back(row.size);
            kinds.push_back(row.kind == "parameter" ? 0 : 1);
            meanings.category.push_back(row.category);
            meanings.role.push_back(0);
        }
        meanings.categories = {{"model_parameters", ""}, {"optimizer_state", ""}, {"kv_cache", ""}, {"unknown", ""}};
        meanings.roles = {""};
        view.rows.count = rows.size();
        view.rows.size = {sizes.data(), sizeof(std::int64_t)};
        view.rows.kind = {kinds.data(), 1};
        view.rows.kinds = {{"parameter", "Argument", Hue::Argument}, {"output", "Output", Hue::Output}};
        view.rows.name = [this](RowId row) { return rows[row.index()].path; };
        view.rows.describe = [this](RowId row, Facts& facts) {
            facts = {};
            facts.argument = rows[row.index()].path;
            facts.shapeWithoutLayout = rows[row.index()].shape;
            facts.aliased = rows[row.index()].isAliased;
        };
    }
    std::map<std::string, Reported> facts() const { return reportedFacts(view, meanings); }
};

using Names = std::vector<std::string>;

TEST(MemoryFacts, UndonatedCachesAreHeldTwice)
{
    const auto reported = reportedFacts("sessions/tpu_v5e_inference_undonated");
    ASSERT_TRUE(reported.contains("caches_held_twice"));
    const Reported& fact = reported.at("caches_held_twice");
    EXPECT_EQ(fact.bytes, 2 * std::int64_t{26} * 16 * 8192 * 256 * 2) << "keys and values, 2 bytes each";
    EXPECT_EQ(fact.rows.size(), 4u);
    EXPECT_FALSE(
        reportedFacts("sessions/tpu_v5e_inference/plugins/profile/2026_11_20_09_00_00/gemma-inference-w-0.xplane.pb")
            .contains("caches_held_twice"));
}

TEST(MemoryFacts, ParametersInFloat32AreReported)
{
    const auto reported = reportedFacts("meaning/multisteps_accum.hlo.pb");
    ASSERT_TRUE(reported.contains("float32_parameters"));
    EXPECT_EQ(reported.at("float32_parameters").bytes, 4 * (1024 * 4096 + 4096 * 4096 + 4096 * 1024));
    EXPECT_FALSE(reported.contains("weights_without_state")) << "all have two moments";
    EXPECT_FALSE(reportedFacts("meaning/decode_loop_donated.hlo.pb").contains("float32_parameters"));
}

TEST(MemoryFacts, WeightsUpdatedWithoutOptimizerStateAreReported)
{
    MadeUp made({{"parameter", 0, "base", "bf16[8]", 16},
                 {"parameter", 0, "lora", "f32[2]", 8},
                 {"parameter", 1, "mu", "f32[2]", 8}});
    EXPECT_FALSE(made.facts().contains("weights_without_state")) << "it is unknown which rows have any";
    made.meanings.hasState = {false, true, false};
    const auto reported = made.facts();
    ASSERT_TRUE(reported.contains("weights_without_state"));
    EXPECT_EQ(reported.at("weights_without_state").bytes, 16);
    EXPECT_EQ(reported.at("weights_without_state").of, 24);
    EXPECT_EQ(reported.at("weights_without_state").rows, Names({"base"}));
    EXPECT_EQ(reported.at("float32_parameters").bytes, 8);
    made.meanings.hasState = {false, false, false};
    EXPECT_FALSE(made.facts().contains("weights_without_state")) << "inference";
    made.meanings.hasState = {true, true, false};
    EXPECT_FALSE(made.facts().contains("weights_without_state")) << "all have";
}

TEST(MemoryFacts, AFrozenBaseHasNoOptimizerState)
{
    const auto reported = reportedFacts("meaning/lora_subtree.hlo.pb");
    ASSERT_TRUE(reported.contains("weights_without_state"));
    const Reported& fact = reported.at("weights_without_state");
    EXPECT_EQ(fact.bytes, 12 << 20);
    EXPECT_EQ(fact.of - fact.bytes, 96 << 10) << "adapters in float32";
}

TEST(MemoryFacts, ADonatedCacheOrAnotherShapeIsNotHeldTwice)
{
    const auto reported = MadeUp({{"parameter", 2, "cache['k']", "bf16[8]", 16},
                                  {"parameter", 2, "cache['v']", "bf16[8]", 16, true},
                                  {"parameter", 2, "cache['x']", "bf16[2]", 4},
                                  {"output", 2, "out", "bf16[8]", 16},
                                  {"output", 0, "other", "bf16[2]", 4}})
                              .facts();
    ASSERT_TRUE(reported.contains("caches_held_twice"));
    EXPECT_EQ(reported.at("caches_held_twice").bytes, 16);
    EXPECT_EQ(reported.at("caches_held_twice").rows, Names({"cache['k']", "out"}));
}

} // namespace
} // namespace tidemark
