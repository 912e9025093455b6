#include "core/base/located_json.h"

#include <gtest/gtest.h>

namespace tidemark {
namespace {

using Type = LocatedJson::Type;

std::string place(std::string_view text, std::size_t at)
{
    const TextPlace place = placeIn(text, at);
    return std::to_string(place.line) + ":" + std::to_string(place.column);
}

/// Returns "LINE:COLUMN MESSAGE" of the error.
std::string mistakeIn(std::string_view text, std::size_t deepest = 8)
{
    const auto json = parseLocatedJson(text, deepest);
    if (json)
        return "none";
    EXPECT_EQ(json.error().kind, ErrorKind::Malformed);
    return place(text, *json.error().offset) + " " + json.error().message;
}

/// Returns every value and key with its place, in the order of the text.
std::string outline(const LocatedJson& value, std::string_view text)
{
    std::string result = place(text, value.at) + " " + std::string(typeText(value.type))
        + (value.text.empty() ? "" : " " + value.text) + "\n";
    for (std::size_t i = 0; i < value.items.size(); ++i) {
        if (value.type == Type::Object)
            result += place(text, value.keys[i].at) + " key " + value.keys[i].text + "\n";
        result += outline(value.items[i], text);
    }
    return result;
}

TEST(LocatedJsonTest, EveryValueKnowsItsPlace)
{
    const std::string_view text
        = "{\"a\" : [1,-2.5e3 ,true,\"x\\\"]\\u00e9\" ],\r\n\t\"b\":{ \"\":null},\"\xc3\xa9\":[\n"
          "[],{}] , \"c\":false}";
    const auto json = parseLocatedJson(text, 8);
    ASSERT_TRUE(json) << json.error().message;
    EXPECT_EQ(outline(*json, text),
              "1:1 an object\n1:2 key a\n1:8 a list\n1:9 a number 1\n1:11 a number -2.5e3\n1:19 a truth value true\n"
              "1:24 a string x\"]\xc3\xa9\n2:2 key b\n2:6 an object\n2:8 key \n2:11 null\n2:17 key \xc3\xa9\n"
              "2:21 a list\n3:1 a list\n3:4 an object\n3:10 key c\n3:14 a truth value false\n");
}

TEST(LocatedJsonTest, AByteOrderMarkTakesNoColumn)
{
    const std::string_view text = "\xef\xbb\xbf{\"a\": 1}";
    const auto json = parseLocatedJson(text, 8);
    ASSERT_TRUE(json);
    EXPECT_EQ(outline(*json, text), "1:1 an object\n1:2 key a\n1:7 a number 1\n");
}

TEST(LocatedJsonTest, ASyntaxErrorIsReportedWithItsPlace)
{
    EXPECT_EQ(mistakeIn(""), "1:1 no valid JSON: unexpected end of input; expected '[', '{', or a literal");
    EXPECT_EQ(mistakeIn("{\"a\": 1,\n \"b\" 2}"), "2:6 no valid JSON: unexpected number literal; expected ':'");
    EXPECT_EQ(mistakeIn("[1,\n  \"long text\" \"more\"]"),
              "2:15 no valid JSON: unexpected string literal; expected ']'");
    EXPECT_EQ(mistakeIn("[1,\n tru]"), "2:5 no valid JSON: invalid literal");
    EXPECT_EQ(mistakeIn("[1] x"), "1:5 no valid JSON: invalid literal");
    EXPECT_EQ(mistakeIn("[1]\n]"), "2:1 no valid JSON: unexpected ']'; expected end of input");
    EXPECT_EQ(mistakeIn("[1 ,true false]"), "1:10 no valid JSON: unexpected false literal; expected ']'");
    EXPECT_EQ(mistakeIn("[1 true]"), "1:4 no valid JSON: unexpected true literal; expected ']'");
    EXPECT_EQ(mistakeIn("[-5 null]"), "1:5 no valid JSON: unexpected null literal; expected ']'");
    EXPECT_EQ(mistakeIn("{\"a\":1, null: 2}"), "1:9 no valid JSON: unexpected null literal; expected string literal");
    EXPECT_EQ(mistakeIn("[1,]"), "1:4 no valid JSON: unexpected ']'; expected '[', '{', or a literal");
    EXPECT_EQ(mistakeIn("[\"\xc3\xa9\xff\"]"), "1:4 no valid JSON: invalid string: ill-formed UTF-8 byte");
    EXPECT_EQ(mistakeIn("// no comments\n[]"), "1:1 no valid JSON: invalid literal");
    EXPECT_EQ(mistakeIn(std::string_view("[]\n\0 x", 6)), "2:1 no valid JSON: a byte 0");
    EXPECT_EQ(mistakeIn("[1e999]").substr(0, 40), "1:6 no valid JSON: number overflow parsi");
    const std::string unfinished = "[\n\"" + std::string(100000, 'x');
    EXPECT_LT(mistakeIn(unfinished).size(), 200u);
}

TEST(LocatedJsonTest, DepthHasALimit)
{
    EXPECT_EQ(mistakeIn("[[[]]]", 3), "none");
    EXPECT_EQ(mistakeIn("[[[]]]", 2), "1:3 too many arrays and objects inside each other");
    EXPECT_EQ(mistakeIn(std::string(1 << 20, '['), 4), "1:5 too many arrays and objects inside each other");
}

} // namespace
} // namespace tidemark
