#include "core/report/rules_json.h"
#include "core/rules/rules.h"
#include "tests/support/temp_folder.h"

#include <gtest/gtest.h>

#include <sstream>

namespace tidemark {
namespace {

using test::TempFolder;

RuleSet parsed(const std::string& json)
{
    auto rules = parseRules(json, "rules.json");
    EXPECT_TRUE(rules) << rules.error().message;
    return *rules;
}

std::string mistake(const std::string& json)
{
    const auto rules = parseRules(json, "rules.json");
    return rules ? "none" : rules.error().message;
}

/// Returns the mistake in a file of one rule with these members, which are on its third line.
std::string mistakeInRule(const std::string& members)
{
    return mistake("{\"rules\": [\n\n{" + members + "}]}");
}

std::string repeated(const std::string& text, std::size_t times)
{
    std::string result;
    for (std::size_t i = 0; i < times; ++i)
        result += (i == 0 ? "" : ",") + text;
    return result;
}

const std::string kRule = R"({"category": "kv_cache", "field": "path", "pattern": "^cache"})";

TEST(RulesTest, ReadsTheDocumentedFormat)
{
    const RuleSet rules = parsed(R"({"version": 1, "rules": [
        {"category": "kv_cache", "field": "path", "pattern": "^cache\\b"},
        {"pattern": "lora_[ab]", "kinds": ["parameter", "temporary"], "category": "lora_2", "field": "op_name"}]})");
    EXPECT_EQ(rules.name(), "rules.json");
    ASSERT_EQ(rules.rules().size(), 2u);
    EXPECT_EQ(rules.rules()[0].category, "kv_cache");
    EXPECT_EQ(rules.rules()[0].field, RuleField::Path);
    EXPECT_EQ(rules.rules()[0].pattern, "^cache\\b");
    EXPECT_TRUE(rules.rules()[0].kinds.empty());
    EXPECT_EQ(rules.rules()[1].category, "lora_2");
    EXPECT_EQ(rules.rules()[1].field, RuleField::OpName);
    EXPECT_EQ(rules.rules()[1].kinds, (std::vector<std::string>{"parameter", "temporary"}));
    EXPECT_EQ(rules.placeOfKinds(RuleId(1)), "rules.json:3:43");
    EXPECT_TRUE(rules.isIn(RuleId(0), "cache['k']"));
    EXPECT_FALSE(rules.isIn(RuleId(0), "caches"));
    EXPECT_FALSE(rules.isIn(RuleId(0), "a cache"));
    EXPECT_TRUE(rules.isIn(RuleId(1), "layer/lora_b/w")) << "found anywhere";
    EXPECT_EQ(mistake("{\"rules\": [" + kRule + "]}"), "none") << "a version is not needed";
}

TEST(RulesTest, EveryFieldHasItsName)
{
    for (int i = 0; i < kRuleFields; ++i) {
        const auto field = static_cast<RuleField>(i);
        const RuleSet rules = parsed(R"({"rules": [{"category": "a", "pattern": ".", "field": ")"
                                     + std::string(ruleFieldName(field)) + "\"}]}");
        EXPECT_EQ(rules.rules()[0].field, field);
    }
}

TEST(RulesTest, MistakesInTheFileAreReportedWithTheirPlace)
{
    EXPECT_EQ(mistake("{\"rules\": [\n" + kRule + ",]}"),
              "rules.json:2:64: no valid JSON: unexpected ']'; expected '[', '{', or a literal.");
    EXPECT_EQ(mistake("[" + kRule + "]"),
              "rules.json:1:1: a file of rules must be an object, not a list: {\"rules\": […]}.");
    EXPECT_EQ(mistake(" 7"), "rules.json:1:2: a file of rules must be an object, not a number.");
    EXPECT_EQ(mistake("{}"), "rules.json:1:1: \"rules\" is missing.");
    EXPECT_EQ(mistake("{\"version\": 1,\n\"rules\": {}}"), "rules.json:2:10: \"rules\" must be a list, not an object.");
    EXPECT_EQ(mistake("{\"rules\": []}"), "rules.json:1:11: \"rules\" holds no rule.");
    EXPECT_EQ(mistake("{\n \"rule\": []}"), "rules.json:2:2: unknown member \"rule\"; known are version, rules.");
    EXPECT_EQ(mistake("{\"rules\": [" + kRule + "],\n\"rules\": []}"),
              "rules.json:2:1: the key \"rules\" is repeated in its object.");
    EXPECT_EQ(mistake("{\"version\": 2, \"rules\": [" + kRule + "]}"),
              "rules.json:1:13: version 2 is unknown: this program reads version 1.");
    EXPECT_EQ(mistake("{\"version\": \"1\", \"rules\": [" + kRule + "]}"),
              "rules.json:1:13: \"version\" must be a number, not a string.");
    EXPECT_EQ(mistake("{\"rules\": [" + kRule + ", \"x\"]}"),
              "rules.json:1:76: a rule must be an object, not a string.");
    EXPECT_EQ(mistake("{\"rules\": [{\"kinds\": [[]]}]}"),
              "rules.json:1:23: too many arrays and objects inside each other.");
    EXPECT_EQ(mistake("{\"rules\": [\n\"\xff\"]}"),
              "rules.json:2:2: no valid JSON: invalid string: ill-formed UTF-8 byte.");
}

TEST(RulesTest, MistakesInARuleAreReportedWithTheirPlace)
{
    EXPECT_EQ(mistakeInRule(R"("category": "a", "field": "path")"), "rules.json:3:1: \"pattern\" is missing.");
    EXPECT_EQ(mistakeInRule(R"("category": 3, "field": "path", "pattern": "x")"),
              "rules.json:3:14: \"category\" must be a string, not a number.");
    EXPECT_EQ(mistakeInRule(R"("category": "a", "category": "b", "field": "path", "pattern": "x")"),
              "rules.json:3:19: the key \"category\" is repeated in its object.");
    EXPECT_EQ(mistakeInRule(R"("é": 1, "feld": "path")"),
              "rules.json:3:2: unknown member \"é\"; known are category, field, pattern, kinds.");
    EXPECT_EQ(mistakeInRule(R"("category": "a", "field": "pth", "pattern": "x")"),
              "rules.json:3:28: unknown field \"pth\"; known are path, op_name, name, opcode, shape, source, kind.");
    EXPECT_EQ(mistakeInRule(R"("category": "é", "field": null, "pattern": "x")"),
              "rules.json:3:28: \"field\" must be a string, not null.");
    EXPECT_EQ(mistakeInRule(R"("category": "a", "field": "path", "pattern": "a(b")"),
              "rules.json:3:47: the pattern is wrong: missing ): a(b.");
    EXPECT_EQ(mistakeInRule(R"x("category": "a", "field": "path", "pattern": "(?=a)")x"),
              "rules.json:3:47: the pattern is wrong: invalid perl operator: (?=.");
    EXPECT_EQ(mistakeInRule(R"("category": "a", "field": "path", "pattern": "")"),
              "rules.json:3:47: the pattern is empty; \".\" is found in any text.");
    EXPECT_EQ(mistakeInRule(R"("category": "a", "field": "path", "pattern": "x", "kinds": "parameter")"),
              "rules.json:3:61: \"kinds\" must be a list, not a string.");
    EXPECT_EQ(
        mistakeInRule(R"("category": "a", "field": "path", "pattern": "x", "kinds": [])"),
        "rules.json:3:61: \"kinds\" is empty, so the rule would match no row; without \"kinds\" it applies to all kinds.");
    EXPECT_EQ(mistakeInRule(R"("category": "a", "field": "path", "pattern": "x", "kinds": ["output", 1])"),
              "rules.json:3:72: a kind must be a string, not a number.");
    EXPECT_EQ(mistakeInRule(R"("category": "a", "field": "path", "pattern": "x", "kinds": ["a", "b", "a"])"),
              "rules.json:3:72: \"a\" is repeated.");
    EXPECT_EQ(mistakeInRule(R"("category": "A b", "field": "pth", "pattern": "(")"),
              "rules.json:3:14: \"A b\" is no category: lower-case words joined by single underscores, a letter first, "
              "at most 64 characters.")
        << "the first mistake";
}

TEST(RulesTest, CategoriesAreLowerCaseWords)
{
    const auto isTaken = [](const std::string& category) {
        return mistakeInRule("\"category\": \"" + category + R"(", "field": "path", "pattern": "x")") == "none";
    };
    for (const char* category : {"a", "kv_cache", "layer_3", "l3", "unknown", "az09", "z"})
        EXPECT_TRUE(isTaken(category)) << category;
    EXPECT_TRUE(isTaken(std::string(64, 'a')));
    EXPECT_FALSE(isTaken(std::string(65, 'a')));
    for (const char* category :
         {"", "_a", "a_", "a__b", "3a", "KV", "kv-cache", "kv cache", "é", "a\\n", "a`", "a{", "{a", "a/", "a:"})
        EXPECT_FALSE(isTaken(category)) << category;
}

TEST(RulesTest, LimitsHold)
{
    EXPECT_EQ(mistake("{\"rules\": [" + repeated(kRule, kMostRules) + "]}"), "none");
    EXPECT_EQ(mistake("{\"rules\": [\n" + repeated(kRule, kMostRules) + ",\n" + kRule + "]}"),
              "rules.json:3:1: more than 1,000 rules.");
    const std::string one = "{\"rules\": [" + kRule + "]}";
    EXPECT_EQ(mistake(std::string(kLongestRules - one.size(), ' ') + one), "none");
    const std::string spaces(kLongestRules, ' ');
    const auto large = parseRules(spaces + "{\"rules\": [" + kRule + "]}", "rules.json");
    ASSERT_FALSE(large);
    EXPECT_EQ(large.error().kind, ErrorKind::TooLarge);
    EXPECT_EQ(large.error().message, "rules.json: 1,048,651 bytes of rules are more than the limit of 1,048,576.");
    EXPECT_EQ(mistakeInRule(R"("category": "a", "field": "path", "pattern": "((\\pL{900})?){900}")").substr(0, 39),
              "rules.json:3:47: the pattern is wrong: ");
    EXPECT_EQ(mistakeInRule(R"("category": "a", "field": "path", "pattern": "\\pL{900}")"),
              "rules.json:3:47: the pattern is wrong: pattern too large - compile failed.");
}

/// Returns true if a file of `rules` rules is accepted whose last pattern has `letters` letters.
bool isTaken(std::size_t rules, std::size_t letters)
{
    const auto rule = [](std::size_t size) {
        return R"({"category": "a", "field": "path", "pattern": ")" + std::string(size, 'x') + "\"}";
    };
    const std::string before = rules > 1 ? repeated(rule(1), rules - 1) + "," : std::string();
    return parseRules("{\"rules\": [" + before + rule(letters) + "]}", "rules.json").has_value();
}

/// Each pattern may use a mebibyte of memory, and less if there are more than 128 rules. Two thirds of it are for the
/// program that finds a text from its front, with 8 bytes per letter.
TEST(RulesTest, AllPatternsShareTheMemoryLimit)
{
    constexpr std::size_t kFits = 87000;
    EXPECT_TRUE(isTaken(1, kFits));
    EXPECT_FALSE(isTaken(1, kFits + 500));
    EXPECT_EQ(faultOf({"a", RuleField::Path, std::string(kFits, 'x'), {}}), "");
    EXPECT_NE(faultOf({"a", RuleField::Path, std::string(kFits + 500, 'x'), {}}), "");
    EXPECT_EQ(faultOf({"a", RuleField::Path, std::string(kFits, 'x'), {}}, 128), "");
    EXPECT_NE(faultOf({"a", RuleField::Path, std::string(kFits, 'x'), {}}, 129), "");
    EXPECT_TRUE(isTaken(128, kFits));
    EXPECT_FALSE(isTaken(129, kFits));
    EXPECT_TRUE(isTaken(1000, 11000));
    EXPECT_FALSE(isTaken(1000, 11300));
}

TEST(RulesTest, LongWordsOfTheFileAreCutInMessages)
{
    const auto quoted = [](const std::string& category) {
        const std::string message
            = mistakeInRule("\"category\": \"" + category + R"(", "field": "path", "pattern": "x")");
        return message.substr(17, message.find(" is no category") - 17);
    };
    EXPECT_EQ(quoted(std::string(80, 'X')), '"' + std::string(80, 'X') + '"');
    EXPECT_EQ(quoted(std::string(81, 'X')), '"' + std::string(80, 'X') + "…\"");
    EXPECT_EQ(quoted(std::string(79, 'X') + "é"), '"' + std::string(79, 'X') + "…\"");
    EXPECT_EQ(quoted(std::string(78, 'X') + "é"), '"' + std::string(78, 'X') + "é\"");
    EXPECT_EQ(mistake("{\"version\": 1" + std::string(80, '0') + ", \"rules\": [" + kRule + "]}"),
              "rules.json:1:13: version 1" + std::string(79, '0') + " is unknown: this program reads version 1.");
    EXPECT_EQ(mistakeInRule(R"("category": "a", "field": "path", "pattern": "()" + std::string(80, 'b') + "\""),
              "rules.json:3:47: the pattern is wrong: missing ): (" + std::string(68, 'b') + ".");
    std::string word;
    for (int i = 0; i < 5000; ++i)
        word += "é";
    const std::string message = mistakeInRule("\"category\": \"" + word + R"(", "field": "path", "pattern": "x")");
    EXPECT_LT(message.size(), 300u);
    EXPECT_NE(message.find("éé…\" is no category"), std::string::npos) << message;
}

TEST(RulesTest, NoPatternHangs)
{
    // Backtracking engines take 2^n steps for these.
    const RuleSet rules = parsed(R"({"rules": [{"category": "a", "field": "path", "pattern": "^(a+)+$"},
        {"category": "a", "field": "path", "pattern": "(a|a?)+(a|aa)*b$"},
        {"category": "a", "field": "path", "pattern": "(.*.*.*.*.*)*=x"}]})");
    const std::string text = std::string(100000, 'a') + "!";
    for (std::uint32_t i = 0; i < 3; ++i)
        EXPECT_FALSE(rules.isIn(RuleId(i), text));
}

TEST(RulesTest, ACopySharesEverything)
{
    std::optional<RuleSet> first = parsed("{\"rules\": [" + kRule + "]}");
    const RuleSet copy = *first;
    EXPECT_EQ(copy.rules().data(), first->rules().data());
    first.reset();
    EXPECT_TRUE(copy.isIn(RuleId(0), "cache"));
}

TEST(RulesTest, FilesAreRead)
{
    const TempFolder folder;
    const auto good = readRules(folder.write("good.json", "{\"rules\": [" + kRule + "]}"));
    ASSERT_TRUE(good);
    EXPECT_EQ(good->name(), folder.path("good.json"));
    const auto empty = readRules(folder.write("empty.json", ""));
    ASSERT_FALSE(empty);
    EXPECT_TRUE(empty.error().message.starts_with(folder.path("empty.json") + ":1:1: no valid JSON: "))
        << empty.error().message;
    const auto bad = readRules(folder.write("bad.json", "{\n"));
    ASSERT_FALSE(bad);
    EXPECT_TRUE(bad.error().message.starts_with(folder.path("bad.json") + ":2:1: ")) << bad.error().message;
    const auto large = readRules(folder.write("large.json", std::string(kLongestRules + 1, ' ')));
    ASSERT_FALSE(large);
    EXPECT_EQ(large.error().kind, ErrorKind::TooLarge);
    EXPECT_FALSE(readRules(folder.path("none.json")));
    const std::string text = "{\"rules\": [" + kRule + "]}";
    EXPECT_TRUE(readRules(folder.write("full.json", text + std::string(kLongestRules - text.size(), ' '))));
}

TEST(RulesTest, WrittenRulesAreReadBack)
{
    const std::vector<Rule> rules = {{"kv_cache", RuleField::Path, R"(^cache\b "quoted" ü)", {}},
                                     {"lora_2", RuleField::OpName, "lora_[ab]", {"parameter", "temporary"}},
                                     {"inputs", RuleField::Kind, ".", {}}};
    std::ostringstream out;
    writeRules(out, rules);
    const RuleSet read = parsed(out.str());
    ASSERT_EQ(read.rules().size(), rules.size());
    for (std::size_t i = 0; i < rules.size(); ++i) {
        EXPECT_EQ(read.rules()[i].category, rules[i].category);
        EXPECT_EQ(read.rules()[i].field, rules[i].field);
        EXPECT_EQ(read.rules()[i].pattern, rules[i].pattern);
        EXPECT_EQ(read.rules()[i].kinds, rules[i].kinds);
    }
}

TEST(RulesTest, AnExactPatternMatchesOnlyItsText)
{
    const std::string path = "params['w'].mu[0] ü";
    EXPECT_EQ(exactPattern("a.b"), R"(^a\.b$)");
    std::ostringstream out;
    const std::vector<Rule> one = {{"inputs", RuleField::Path, exactPattern(path), {}}};
    writeRules(out, one);
    const RuleSet read = parsed(out.str());
    EXPECT_TRUE(read.isIn(RuleId(0), path));
    EXPECT_FALSE(read.isIn(RuleId(0), path + "x"));
    EXPECT_FALSE(read.isIn(RuleId(0), "params['w']xmu[0] ü"));
}

TEST(RulesTest, TheFaultOfARuleIsReportedWithoutAFile)
{
    EXPECT_EQ(faultOf({"kv_cache", RuleField::Path, "^cache", {}}), "");
    EXPECT_EQ(faultOf({"KV cache", RuleField::Path, "x", {}}).substr(0, 26), "\"KV cache\" is no category:");
    EXPECT_EQ(faultOf({"kv_cache", RuleField::Path, "", {}}), "the pattern is empty; \".\" is found in any text");
    EXPECT_EQ(faultOf({"kv_cache", RuleField::Path, "(", {}}), "the pattern is wrong: missing ): (");
}

} // namespace
} // namespace tidemark
