#include "core/report/json_writer.h"
#include "core/report/table.h"

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include <limits>
#include <sstream>

namespace tidemark {
namespace {

std::string sample(JsonLayout layout)
{
    std::ostringstream out;
    JsonWriter json(out, layout);
    json.beginObject();
    json.key("a").value(1).key("b").beginArray().value(true).null().endArray();
    json.key("c").beginObject().endObject().key("d").beginArray().endArray().key("e").value("f");
    json.endObject();
    return out.str();
}

template <class T>
std::string written(T value)
{
    std::ostringstream out;
    JsonWriter(out).value(value);
    return out.str();
}

TEST(JsonWriter, WritesTheSameValuesInAnyLayout)
{
    EXPECT_EQ(sample(JsonLayout::Compact), R"({"a":1,"b":[true,null],"c":{},"d":[],"e":"f"})");
    EXPECT_EQ(sample(JsonLayout::Spaced), R"({"a": 1, "b": [true, null], "c": {}, "d": [], "e": "f"})");
    EXPECT_EQ(sample(JsonLayout::Indented),
              "{\n  \"a\": 1,\n  \"b\": [\n    true,\n    null\n  ],\n  \"c\": {},\n  \"d\": [],\n  \"e\": \"f\"\n}");
}

TEST(JsonWriter, PutsEachRowOnALine)
{
    std::ostringstream out;
    JsonWriter json(out);
    json.beginArray(JsonLayout::Rows);
    for (int i = 0; i < 2; ++i)
        json.beginObject().key("i").value(i).endObject();
    json.endArray();
    EXPECT_EQ(out.str(), "[\n{\"i\":0},\n{\"i\":1}\n]");
}

/// Documents may be larger than memory, and a system call for every value would be slow.
TEST(JsonWriter, FlushesItsBufferAt32KiB)
{
    std::ostringstream out;
    JsonWriter json(out, JsonLayout::Compact);
    json.beginArray();
    constexpr std::size_t kMost = 32768;
    const std::string most(kMost - 1 - 2, 'x'); // after a bracket, in quotes
    json.value(most.substr(1));
    EXPECT_EQ(out.str(), "");
    json.value(1);
    EXPECT_EQ(out.str(), "[\"" + most.substr(1) + "\",1");
    json.value(2);
    EXPECT_TRUE(out.str().ends_with(",1"));
    json.value(most.substr(2)); // after ",2,"
    EXPECT_TRUE(out.str().ends_with("x\""));
    json.value(3).endArray();
    EXPECT_TRUE(out.str().ends_with("x\",3]"));
}

TEST(JsonWriter, WritesAnyNumber)
{
    EXPECT_EQ(written(std::numeric_limits<std::int64_t>::min()), "-9223372036854775808");
    EXPECT_EQ(written(std::numeric_limits<std::uint64_t>::max()), "18446744073709551615");
    EXPECT_EQ(written(128.015625), "128.015625");
    EXPECT_EQ(written(1e-7), "1e-07");
    EXPECT_EQ(written(false), "false");
}

TEST(JsonWriter, ReadsBackTheWrittenValues)
{
    std::string text;
    for (int c = 0; c < 0x80; ++c)
        text += static_cast<char>(c);
    text += "\u00e9\u20ac\U0001f600";
    EXPECT_EQ(nlohmann::json::parse(written(text)), text);
}

TEST(JsonWriter, RepairsTextThatIsNotUtf8)
{
    EXPECT_EQ(written("a\xff\"\xc3(\xe2\x82"), "\"a\ufffd\\\"\ufffd(\ufffd\ufffd\"");
    std::ostringstream out;
    JsonWriter(out).beginObject().key("\x80").value(0).endObject();
    EXPECT_EQ(out.str(), "{\"\ufffd\":0}");
}

TEST(JsonWriter, WritesALongTextWhole)
{
    std::ostringstream out;
    JsonWriter json(out);
    json.beginArray();
    for (int i = 0; i < 20000; ++i)
        json.value(i);
    json.endArray();
    const auto read = nlohmann::json::parse(out.str());
    ASSERT_EQ(read.size(), 20000U);
    EXPECT_EQ(read.back(), 19999);
}

std::string table(TableFormat format, const std::vector<std::vector<Cell>>& rows)
{
    std::ostringstream out;
    const auto writer = makeTableWriter(out, format, {{"name", false}, {"size_bytes"}, {"path"}});
    for (const auto& row : rows)
        writer->row(row);
    writer->finish();
    return out.str();
}

const std::vector<std::vector<Cell>> kRows
    = {{Cell(std::string("a,\"\xff")), Cell(std::int64_t{2048}), Cell(std::vector<std::int64_t>{1, 0})},
       {Cell(), Cell(std::uint64_t{1}), Cell(std::vector<std::string>{"x", "y"})}};

TEST(Table, IsJsonWithOneRowPerLine)
{
    EXPECT_EQ(table(TableFormat::Json, kRows),
              "[\n{\"name\": \"a,\\\"\ufffd\", \"size_bytes\": 2048, \"path\": [1, 0]},\n"
              "{\"name\": null, \"size_bytes\": 1, \"path\": [\"x\", \"y\"]}\n]\n");
    EXPECT_EQ(table(TableFormat::Json, {}), "[]\n");
}

TEST(Table, IsCsvWithValidText)
{
    EXPECT_EQ(table(TableFormat::Csv, kRows), "name,size_bytes,path\r\n\"a,\"\"\ufffd\",2048,1;0\r\n,1,x;y\r\n");
}

TEST(Table, CsvHasNoFormulasAndNoControls)
{
    const auto csv = [](Cell cell) {
        std::ostringstream out;
        const auto writer = makeTableWriter(out, TableFormat::Csv, {{"a", false}});
        writer->row({std::move(cell)});
        writer->finish();
        return out.str().substr(std::string_view("a\r\n").size());
    };
    for (const char* text : {"=1+1", "+1", "-1", "@SUM(A1)", "\tx"})
        EXPECT_EQ(csv(std::string(text)), "'" + std::string(text) + "\r\n");
    EXPECT_EQ(csv(std::string("=HYPERLINK(\"x\",1)")), "\"'=HYPERLINK(\"\"x\"\",1)\"\r\n");
    EXPECT_EQ(csv(std::string("\rx")), "\"'\rx\"\r\n");
    EXPECT_EQ(csv(std::vector<std::string>{"=x", "y"}), "'=x;y\r\n");
    EXPECT_EQ(csv(std::string("a=b")), "a=b\r\n");
    EXPECT_EQ(csv(std::int64_t{-1}), "-1\r\n") << "a number is a number";
    EXPECT_EQ(csv(std::string("a\x1b[31m\0b\u009b\u202e\nc", 15)), "\"a\ufffd[31m\ufffdb\ufffd\ufffd\nc\"\r\n");
}

TEST(JsonWriter, EscapesTerminalControls)
{
    EXPECT_EQ(written(std::string("\x1b\x7f\u009b\u202e\u2066é大")), "\"\\u001b\\u007f\\u009b\\u202e\\u2066é大\"");
}

TEST(Table, AlignsTextAndShowsUnits)
{
    EXPECT_EQ(table(TableFormat::Text, kRows), "name   size  path\na,\"\ufffd  2 KiB   1;0\n–         1   x;y\n");
}

TEST(Table, NoColumnIsWiderThan72)
{
    const std::string limit(72, 'x');
    const std::string longer(73, 'y');
    EXPECT_EQ(table(TableFormat::Text,
                    {{Cell(limit), Cell(std::int64_t{1}), Cell(std::string("a"))},
                     {Cell(longer), Cell(std::int64_t{22}), Cell(std::string("b"))},
                     {Cell(std::string("\u00e4")), Cell(std::int64_t{333}), Cell(std::string())}}),
              "name" + std::string(68, ' ') + "   size  path\n" + limit + "    1 B     a\n" + longer
                  + "   22 B     b\n\u00e4" + std::string(71, ' ') + "  333 B\n");
}

/// Widths come from the rows that are examined before the first row is printed. A table may not store all rows.
TEST(Table, StreamsLongTables)
{
    std::ostringstream out;
    const auto writer = makeTableWriter(out, TableFormat::Text, {{"n"}});
    for (std::int64_t i = 0; i < 1999; ++i)
        writer->row({Cell(i)});
    EXPECT_EQ(out.str(), "");
    writer->row({Cell(std::int64_t{1999})});
    EXPECT_NE(out.str(), "");
    writer->row({Cell(std::int64_t{100000})});
    EXPECT_TRUE(out.str().ends_with("1999\n100000\n"));
    writer->row({Cell(std::int64_t{7})});
    EXPECT_TRUE(out.str().ends_with("\n   7\n")) << "widths are those of the first rows";
    writer->finish();
}

/// A table may not store even a few rows of very long texts.
TEST(Table, StreamsTablesOfLongTexts)
{
    std::ostringstream out;
    const auto writer = makeTableWriter(out, TableFormat::Text, {{"n", false}});
    for (int i = 0; i < 4; ++i)
        writer->row({Cell(std::string(1 << 20, 'x'))});
    EXPECT_TRUE(out.str().empty());
    writer->row({Cell(std::string("y"))});
    EXPECT_TRUE(out.str().ends_with("x\ny\n"));
    writer->row({Cell(std::string("z"))});
    EXPECT_TRUE(out.str().ends_with("y\nz\n"));
}

TEST(Record, IsOneObjectOrTwoLinesOrOneLinePerValue)
{
    const std::vector<TableColumn> columns = {{"a", false}, {"bc_bytes"}};
    const std::vector<Cell> cells = {Cell(std::string("x")), Cell(std::int64_t{1024})};
    const auto record = [&](TableFormat format) {
        std::ostringstream out;
        writeRecord(out, format, columns, cells);
        return out.str();
    };
    EXPECT_EQ(record(TableFormat::Json), "{\"a\": \"x\", \"bc_bytes\": 1024}\n");
    EXPECT_EQ(record(TableFormat::Csv), "a,bc_bytes\r\nx,1024\r\n");
    EXPECT_EQ(record(TableFormat::Text), "a         x\nbc_bytes  1 KiB\n");
}

} // namespace
} // namespace tidemark
