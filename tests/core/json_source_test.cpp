#include "core/base/json_source.h"

#include <gtest/gtest.h>

namespace tidemark {
namespace {

using Type = LocatedJson::Type;

/// "CODE TEXT" of each warning.
std::vector<std::string> linesOf(const Warnings& warnings)
{
    std::vector<std::string> lines;
    for (const Warning& warning : warnings.list())
        lines.push_back(warning.code + " " + warning.text);
    return lines;
}

using Lines = std::vector<std::string>;

TEST(JsonSourceTest, RepeatedKeysAreReportedAndTheFirstOneCounts)
{
    Warnings warnings;
    const auto source = JsonSource::parse(
        "/a/b.json", "{\"a\": 1, \"b\": {\"a\": 2},\n \"é\": 0, \"a\": 3, \"\\u0061\": 4}", warnings);
    ASSERT_TRUE(source);
    EXPECT_EQ(source->integer(source->root(), "a"), 1);
    EXPECT_EQ(source->root().keys.size(), 3u);
    EXPECT_EQ(source->root().items.size(), 3u);
    EXPECT_EQ(linesOf(warnings),
              (Lines{"repeated-key b.json, line 2, column 10: the key \"a\" is repeated in its object; the first one "
                     "counts.",
                     "repeated-key b.json, line 2, column 18: the key \"a\" is repeated in its object; the first one "
                     "counts."}));
}

TEST(JsonSourceTest, RepeatedKeysAreFoundAmongManyKeys)
{
    std::string text = "{";
    for (int i = 0; i < 1000; ++i)
        text += "\"k" + std::to_string(i) + "\": " + std::to_string(i) + ",\n";
    text += "\"k500\": 1}";
    Warnings warnings;
    const auto source = JsonSource::parse("a.json", text, warnings);
    ASSERT_TRUE(source);
    EXPECT_EQ(source->integer(source->root(), "k500"), 500);
    EXPECT_EQ(source->root().keys.size(), 1000u);
    ASSERT_EQ(warnings.list().size(), 1u);
    EXPECT_NE(warnings.list()[0].text.find("line 1001, column 1: "), std::string::npos) << warnings.list()[0].text;
}

TEST(JsonSourceTest, NumbersOfPythonAreReportedAndNotKnown)
{
    Warnings warnings;
    const auto source
        = JsonSource::parse("a.json", "{\"a\": NaN, \"b\": [-Infinity, 5, Infinity], \"NaN\": \"Infinity\"}", warnings);
    ASSERT_TRUE(source);
    EXPECT_EQ(source->integer(source->root(), "a"), -1);
    EXPECT_EQ(source->text(source->root(), "NaN"), "Infinity");
    EXPECT_EQ(linesOf(warnings),
              (Lines{"bad-number a.json, line 1, column 7: NaN is no number in JSON; it counts as unknown.",
                     "bad-number a.json, line 1, column 18: -Infinity is no number in JSON; it counts as unknown.",
                     "bad-number a.json, line 1, column 32: Infinity is no number in JSON; it counts as unknown."}));
    for (const char* text : {"[NaNs]", "[1NaN]", "[-NaN]", "[NaN1]", "[Infinit]", "{NaN: 1}", "[NaN NaN]"})
        EXPECT_FALSE(JsonSource::parse("a.json", text, warnings)) << text;
}

TEST(JsonSourceTest, ValuesOfAnotherTypeAreReportedAndNotKnown)
{
    Warnings warnings;
    const auto source = JsonSource::parse("a.json",
                                          "{\"text\": 1,\n\"truth\": \"true\",\n\"number\": \"1\",\n\"list\": {},\n"
                                          "\"object\": [[]],\n\"items\": [1, \"x\", null],\n\"negative\": -1,\n"
                                          "\"nothing\": null}",
                                          warnings);
    ASSERT_TRUE(source);
    const LocatedJson& root = source->root();
    EXPECT_EQ(source->textIfAny(root, "text"), std::nullopt);
    EXPECT_FALSE(source->truth(root, "truth"));
    EXPECT_EQ(source->integer(root, "number"), -1);
    EXPECT_EQ(source->integerOrText(root, "number"), 1);
    EXPECT_TRUE(source->list(root, "list", Type::String).empty());
    EXPECT_EQ(source->find(root, "object", Type::Object), nullptr);
    EXPECT_EQ(source->texts(root, "items"), (std::vector<std::string>{"", "x", ""}));
    EXPECT_EQ(source->integer(root, "negative"), -1);
    EXPECT_EQ(source->textIfAny(root, "nothing"), std::nullopt);
    EXPECT_EQ(source->integer(root, "absent"), -1);
    EXPECT_EQ(linesOf(warnings),
              (Lines{"bad-value a.json, line 1, column 10: text is a number, not a string; it counts as unknown.",
                     "bad-value a.json, line 2, column 10: truth is a string, not a truth value; it counts as "
                     "unknown.",
                     "bad-number a.json, line 3, column 11: number is a string, not a number; it counts as unknown.",
                     "bad-value a.json, line 4, column 9: list is an object, not a list; it counts as unknown.",
                     "bad-value a.json, line 5, column 11: object is a list, not an object; it counts as unknown.",
                     "bad-value a.json, line 6, column 11: an element of items is a number, not a string; it counts as "
                     "unknown.",
                     "bad-number a.json, line 7, column 13: negative is no integer from 0 to 2^56; it counts as "
                     "unknown."}));
}

TEST(JsonSourceTest, ATextThatIsNoJsonIsAnErrorWithItsPlace)
{
    Warnings warnings;
    const auto source = JsonSource::parse("/a/b.json", "{\"a\": NaN,\n x}", warnings);
    ASSERT_FALSE(source);
    EXPECT_TRUE(source.error().message.starts_with("/a/b.json, line 2, column 2: no valid JSON: "))
        << source.error().message;
    EXPECT_TRUE(warnings.empty());
}

TEST(JsonSourceTest, PlacesOfALongTextAreThoseOfASearchFromItsStart)
{
    std::string text = "\xef\xbb\xbf";
    for (int i = 0; text.size() < 20000; ++i)
        text += i % 700 == 0 ? "\n" : i % 3 == 0 ? "é" : "x";
    TextPlaces places;
    for (std::size_t at = text.size() + 1; at-- > 0;) {
        const TextPlace expected = placeIn(text, at);
        const TextPlace place = places.find(text, at);
        ASSERT_EQ(place.line, expected.line) << at;
        ASSERT_EQ(place.column, expected.column) << at;
    }
}

} // namespace
} // namespace tidemark
