#include "core/rules/apply_rules.h"
#include "core/rules/seed_004.h"

#include <gtest/gtest.h>

#include <atomic>
#include <optional>

namespace tidemark {
namespace {

/// A row given by a test. All rows are live in cell 0.
struct FakeRow {
    std::int64_t size = 0;
    std::uint8_t kind = 0; // parameter, temporary
    Facts facts;
};

struct FakeRows {
    std::vector<FakeRow> rows;
    mutable std::atomic<std::size_t> described = 0;
};

std::shared_ptr<const View> viewOf(const std::shared_ptr<const FakeRows>& fake)
{
    auto view = std::make_shared<View>();
    const FakeRow& first = fake->rows.front();
    view->rows.count = fake->rows.size();
    view->rows.size = {&first.size, sizeof(FakeRow)};
    view->rows.kind = {&first.kind, sizeof(FakeRow)};
    view->rows.kinds = {{"parameter", "Argument", Hue::Argument}, {"temporary", "Temporary", Hue::Temporary}};
    view->rows.describe = [rows = fake.get()](RowId row, Facts& facts) {
        ++rows->described;
        facts = rows->rows[row.index()].facts;
    };
    view->owner = fake;
    return view;
}

FakeRow row(std::int64_t size, std::uint8_t kind, const std::string& argument, const std::string& opName = "")
{
    FakeRow row{size, kind, {}};
    row.facts.name = "row." + std::to_string(size);
    row.facts.argument = argument;
    row.facts.opName = opName;
    return row;
}

std::vector<LiveRow> liveRows(const View& view)
{
    std::vector<LiveRow> live;
    for (std::size_t i = 0; i < view.rows.count; ++i)
        live.push_back({RowId::at(i), 0});
    return live;
}

RuleSet parsedRules(const std::string& list)
{
    auto rules = parseRules("{\"rules\": [" + list + "]}", "/home/me/rules.json");
    EXPECT_TRUE(rules) << rules.error().message;
    return *rules;
}

class ApplyRulesTest : public ::testing::Test
{
protected:
    void SetUp() override
    {
        m_fake = std::make_shared<FakeRows>();
        m_fake->rows = {row(1, 0, "params['w']"), row(2, 0, "cache['k']"), row(4, 1, "", "jit(f)/copy of cache"),
                        row(8, 1, "", "jit(f)/lora_a/dot")};
        m_builtIn.categories
            = {{"model_parameters", "Model parameters"}, {"kv_cache", "KV cache"}, {"unknown", "Unknown"}};
        m_builtIn.roles = {"", "held", "copy"};
        m_builtIn.category = {0, 0, 1, 2};
        m_builtIn.role = {1, 1, 2, 0};
        m_builtIn.rule = [](RowId) { return std::string("built-in"); };
    }

    RowMeanings apply(const std::string& list)
    {
        const auto view = viewOf(m_fake);
        const auto matches = matchRules(*view, parsedRules(list));
        EXPECT_TRUE(matches) << matches.error().message;
        return applyRules(*view, m_builtIn, *matches);
    }

    /// Returns "CATEGORY ROLE" of every row.
    std::vector<std::string> meanings(const std::string& list)
    {
        const RowMeanings meanings = apply(list);
        std::vector<std::string> result;
        for (std::size_t i = 0; i < m_fake->rows.size(); ++i)
            result.push_back(meanings.categoryOf(RowId::at(i)).id + " " + meanings.roleOf(RowId::at(i)));
        return result;
    }

    std::shared_ptr<FakeRows> m_fake;
    RowMeanings m_builtIn;
};

using Texts = std::vector<std::string>;

TEST_F(ApplyRulesTest, TheFirstRuleThatFitsDecides)
{
    EXPECT_EQ(meanings(R"({"category": "first", "field": "path", "pattern": "cache"},
                          {"category": "second", "field": "path", "pattern": "."})"),
              (Texts{"second held", "first held", "kv_cache copy", "unknown "}));
    EXPECT_EQ(meanings(R"({"category": "second", "field": "path", "pattern": "."},
                          {"category": "first", "field": "path", "pattern": "cache"})"),
              (Texts{"second held", "second held", "kv_cache copy", "unknown "}));
}

TEST_F(ApplyRulesTest, ARowKeepsItsRoleWithItsCategory)
{
    EXPECT_EQ(meanings(R"({"category": "model_parameters", "field": "path", "pattern": "w"},
                          {"category": "kv_cache", "field": "op_name", "pattern": "cache"},
                          {"category": "kv_cache", "field": "path", "pattern": "cache"})"),
              (Texts{"model_parameters held", "kv_cache ", "kv_cache copy", "unknown "}));
}

TEST_F(ApplyRulesTest, ANewCategoryDoesNotChangeWhatTheBytesAre)
{
    m_builtIn.isUncertain = {false, true, false, false};
    const RowMeanings meanings = apply(R"({"category": "mine", "field": "name", "pattern": "."},
                                          {"category": "kv_cache", "field": "path", "pattern": "cache"})");
    Texts standard;
    for (std::size_t i = 0; i < m_fake->rows.size(); ++i) {
        EXPECT_EQ(meanings.categoryOf(RowId::at(i)).id, "mine");
        standard.push_back(meanings.standardCategoryOf(RowId::at(i)).id);
    }
    EXPECT_EQ(standard, (Texts{"model_parameters", "mine", "kv_cache", "mine"})) << "what is only probable is no fact";
}

TEST_F(ApplyRulesTest, NewCategoriesKeepTheirOrderAndPrecedeTheLast)
{
    const RowMeanings meanings = apply(R"({"category": "zebra_2", "field": "name", "pattern": "never"},
                                          {"category": "kv_cache", "field": "name", "pattern": "never"},
                                          {"category": "ape", "field": "op_name", "pattern": "lora"},
                                          {"category": "zebra_2", "field": "path", "pattern": "w"},
                                          {"category": "unknown", "field": "path", "pattern": "cache"})");
    Texts ids;
    for (const RowCategory& category : meanings.categories)
        ids.push_back(category.id + ", " + category.label + (category.isUsers ? ", the user's" : ""));
    EXPECT_EQ(ids,
              (Texts{"model_parameters, Model parameters", "kv_cache, KV cache", "zebra_2, Zebra 2, the user's",
                     "ape, Ape, the user's", "unknown, Unknown"}));
    EXPECT_EQ(meanings.category, (std::vector<std::uint16_t>{2, 4, 1, 3}));
}

TEST_F(ApplyRulesTest, EveryFieldIsMatchedAlone)
{
    FakeRow& target = m_fake->rows[3];
    target.facts.argument = "";
    target.facts.opcode = "fusion";
    target.facts.shape = "f32[8]{0:T(8)}";
    target.facts.sourceFile = "lib.py";
    target.facts.sourceLine = 3;
    const auto takes = [&](const std::string& field, const std::string& pattern) {
        return meanings(R"({"category": "x", "field": ")" + field + R"(", "pattern": ")" + pattern + "\"}")[3] == "x ";
    };
    EXPECT_TRUE(takes("op_name", "^jit.f./lora_a/dot$"));
    EXPECT_TRUE(takes("name", "^row[.]8$"));
    EXPECT_TRUE(takes("opcode", "^fusion$"));
    EXPECT_TRUE(takes("shape", "T.8..$"));
    EXPECT_TRUE(takes("source", "^lib.py:3$"));
    EXPECT_TRUE(takes("kind", "^temporary$"));
    EXPECT_FALSE(takes("path", ".*")) << "no argument";
    EXPECT_FALSE(takes("name", "lora"));
    target.facts.stack = {{"lib.py:3:7", "f"}, {"mine.py:40:1", "g"}};
    EXPECT_TRUE(takes("source", "^mine.py:40$")) << "a frame further out";
    EXPECT_FALSE(takes("source", "40:1")) << "no column";
}

TEST_F(ApplyRulesTest, KindsNarrowARule)
{
    EXPECT_EQ(meanings(R"({"category": "x", "field": "name", "pattern": ".", "kinds": ["temporary"]})"),
              (Texts{"model_parameters held", "model_parameters held", "x copy", "x "}));
    EXPECT_EQ(m_fake->described, 2u) << "rows that no rule is about are not described";
    m_fake->described = 0;
    meanings(R"({"category": "x", "field": "kind", "pattern": "param"})");
    EXPECT_EQ(m_fake->described, 0u);
    meanings(
        R"({"category": "x", "field": "name", "pattern": "a"}, {"category": "x", "field": "path", "pattern": "b"})");
    EXPECT_EQ(m_fake->described, 4u) << "once each";
}

TEST_F(ApplyRulesTest, AKindMissingFromTheViewIsAMistake)
{
    const auto rules = parseRules("{\"rules\": [{\"category\": \"x\", \"field\": \"name\", \"pattern\": \".\",\n"
                                  "  \"kinds\": [\"temporary\", \"tmp\"]}]}",
                                  "rules.json");
    ASSERT_TRUE(rules);
    const auto matches = matchRules(*viewOf(m_fake), *rules);
    ASSERT_FALSE(matches);
    EXPECT_EQ(matches.error().message, "rules.json:2:12: unknown kind \"tmp\"; known are parameter, temporary.");
}

TEST_F(ApplyRulesTest, TheDecidingRuleIsDescribed)
{
    RowMeanings meanings;
    {
        const auto rules = R"({"category": "x", "field": "name", "pattern": "never"},
                              {"category": "x", "field": "path", "pattern": "^cache\\b"},
                              {"category": "y", "field": "op_name", "pattern": "^jit.*\n?lora"})";
        meanings = apply(rules);
    }
    m_fake.reset(); // the explanation requires neither the view nor the rows of the test
    EXPECT_EQ(meanings.rule(RowId(0)), "built-in");
    EXPECT_EQ(meanings.rule(RowId(1)), "rule 2 of rules.json: path cache['k'] matches /^cache\\b/");
    EXPECT_EQ(meanings.rule(RowId(3)), "rule 3 of rules.json: op_name jit(f)/lora_a/dot matches /^jit.* ?lora/");
}

TEST_F(ApplyRulesTest, UsesSumTheRowsAndBytesOfEachRule)
{
    const auto view = viewOf(m_fake);
    const auto matches = matchRules(*view, parsedRules(R"({"category": "x", "field": "path", "pattern": "cache"},
                                                     {"category": "x", "field": "name", "pattern": "never"},
                                                     {"category": "y", "field": "name", "pattern": "[248]"})"));
    ASSERT_TRUE(matches);
    std::vector<LiveRow> live = liveRows(*view);
    live[3].overlap = 5;
    const std::vector<RuleUse> uses = usesOfRules(*view, *matches, live);
    ASSERT_EQ(uses.size(), 3u);
    EXPECT_EQ(uses[0].bytes, 2);
    EXPECT_EQ(uses[1].rows, 0u);
    EXPECT_EQ(uses[2].rows, 2u);
    EXPECT_EQ(uses[2].bytes, 4 + 8 - 5);
}

TEST_F(ApplyRulesTest, CanBeCancelled)
{
    m_fake->rows.assign(100000, row(1, 0, "a"));
    const auto view = viewOf(m_fake);
    Progress progress;
    progress.isCancelled = [&] { return m_fake->described > 50; };
    const auto matches
        = matchRules(*view, parsedRules(R"({"category": "x", "field": "name", "pattern": "."})"), progress);
    ASSERT_FALSE(matches);
    EXPECT_EQ(matches.error().kind, ErrorKind::Cancelled);
    EXPECT_LT(m_fake->described, 5000u);
}

TEST_F(ApplyRulesTest, Seed004DividesArgumentsAlone)
{
    m_fake->rows = {row(1, 0, "init_carry[2]"),
                    row(1, 0, "init_carry[3]"),
                    row(1, 0, "init_carry[23]"),
                    row(1, 0, "init_carry[2]['k']"),
                    row(1, 0, "params['w']"),
                    row(1, 0, "params[\"w\"]"),
                    row(1, 0, "params"),
                    row(1, 0, ""),
                    row(1, 1, "", "init_carry[2]"),
                    row(1, 0, "init_carry[2]\n")};
    const auto view = viewOf(m_fake);
    const auto meanings = seed004Meanings(*view);
    ASSERT_TRUE(meanings);
    Texts ids;
    for (const RowCategory& category : meanings->categories)
        ids.push_back(category.id);
    EXPECT_EQ(ids, (Texts{"kv_cache", "model_params", "other_carry_state", "other_parameter", ""}));
    EXPECT_EQ(meanings->category, (std::vector<std::uint16_t>{0, 0, 2, 2, 1, 3, 3, 3, 4, 2}));
    EXPECT_EQ(meanings->roles, Texts{""});
    EXPECT_EQ(meanings->role, std::vector<std::uint8_t>(m_fake->rows.size(), 0));
    EXPECT_EQ(meanings->rule(RowId(0)), "rule 1 of seed-004: path init_carry[2] matches /^init_carry\\[[23]\\]$/");
    EXPECT_EQ(meanings->rule(RowId(7)), "rule 4 of seed-004: kind parameter matches /^parameter$/");
    EXPECT_EQ(meanings->rule(RowId(8)), "seed-004 divides arguments alone");
}

TEST_F(ApplyRulesTest, GradientHitsFollowTheScript)
{
    const auto hits = [&](const std::string& name, const std::string& opName, const std::string& shape = "f32[8]") {
        FakeRow hit = row(1, 1, "", opName);
        hit.facts.name = hit.facts.instruction = name;
        hit.facts.shape = shape;
        m_fake->rows = {hit, row(2, 1, "", "jit(f)/dot")};
        const auto view = viewOf(m_fake);
        return gradientHits(*view, liveRows(*view));
    };
    EXPECT_EQ(hits("fusion.1", "jit(f)/dot"), 0u);
    for (const char* word : {"grad", "grads", "gradient", "Gradients", "xbackwardx", "my_OPTIMIZER_2", "Adam", "adamw",
                             "momentum", "rmsprop", "weight_decay", "jit(grad(f))"})
        EXPECT_EQ(hits("fusion.1", word), 1u) << word;
    for (const char* word : {"gradual", "upgrad", "grad_w", "value_and_grad", "weight decay", "grad2"})
        EXPECT_EQ(hits("fusion.1", word), 0u) << word;
    EXPECT_EQ(hits("grad.1", ""), 1u);
    EXPECT_EQ(hits("fusion.1", "", "adam[8]"), 1u);
}

} // namespace
} // namespace tidemark
