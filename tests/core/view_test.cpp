#include "core/groups/breakdown.h"
#include "core/report/row_table.h"
#include "core/view/choice.h"
#include "core/view/document.h"
#include "tests/support/temp_folder.h"

#include <gtest/gtest.h>

#include <sstream>
#include <tuple>
#include <type_traits>

namespace tidemark {
namespace {

/// Four rows of 10, 20, 30 and 40 bytes in two of three kinds.
struct FourRows {
    std::vector<std::int64_t> size = {10, 20, 30, 40};
    std::vector<std::uint8_t> kind = {0, 2, 2, 0};
    std::vector<StepId> start = {StepId(0), StepId(1), StepId(1), StepId(2)};
    std::vector<StepId> end = {StepId(1), StepId(2), StepId(3), StepId(3)};
    View view;

    FourRows()
    {
        view.rows.count = size.size();
        view.rows.size = {size.data(), sizeof(std::int64_t)};
        view.rows.kind = {kind.data(), sizeof(std::uint8_t)};
        view.rows.start = {start.data(), sizeof(StepId)};
        view.rows.end = {end.data(), sizeof(StepId)};
        view.rows.kinds = {{"parameter", "Argument", Hue::Argument},
                           {"constant", "Constant", Hue::Constant},
                           {"temporary", "Temporary", Hue::Temporary}};
    }
    /// Returns all rows as live. 5 bytes of the third are already counted in the second.
    static std::vector<LiveRow> live() { return {{RowId(0)}, {RowId(1)}, {RowId(2), 5}, {RowId(3)}}; }
};

using Shown = std::vector<std::tuple<std::string, std::uint32_t, std::int64_t, std::int64_t>>;

Shown shown(const std::vector<Group>& groups)
{
    Shown result;
    for (const Group& group : groups)
        result.emplace_back(group.name, group.count, group.bytes, group.size);
    return result;
}

TEST(BreakDown, ByKindKeepsTheOrderOfKindsWithoutEmptyOnes)
{
    const FourRows rows;
    const std::vector<Group> groups = breakDown(rows.view, FourRows::live());
    EXPECT_EQ(shown(groups), (Shown{{"Argument", 2, 50, 50}, {"Temporary", 2, 45, 50}}));
    EXPECT_EQ(groups[0].hue, Hue::Argument);
    EXPECT_EQ(groups[1].hue, Hue::Temporary);
    EXPECT_TRUE(breakDown(rows.view, {}).empty());
}

TEST(BreakDown, ByAGroupingIsLargestFirstThenByName)
{
    const FourRows rows;
    const auto by = [&](const std::function<std::string(RowId)>& groupOf) {
        const Grouping grouping{"id", "Label", groupOf};
        return shown(breakDown(rows.view, FourRows::live(), &grouping));
    };
    EXPECT_EQ(by([](RowId row) { return row == RowId(3) ? "first" : "others"; }),
              (Shown{{"others", 3, 55, 60}, {"first", 1, 40, 40}}));
    EXPECT_EQ(by([](RowId row) { return row == RowId(0) || row == RowId(3) ? "b" : "a"; }),
              (Shown{{"b", 2, 50, 50}, {"a", 2, 45, 50}}));
    const Grouping equal{"id", "Label", [](RowId row) { return row == RowId(1) ? "b" : "a"; }};
    const std::vector<LiveRow> twenty = {{RowId(1)}, {RowId(2), 10}};
    EXPECT_EQ(shown(breakDown(rows.view, twenty, &equal)), (Shown{{"a", 1, 20, 30}, {"b", 1, 20, 20}}));
}

TEST(BreakDown, ByCategoryKeepsTheOrderOfCategories)
{
    const FourRows rows;
    RowMeanings meanings;
    meanings.categories = {{"inputs", "Inputs"}, {"outputs", "Outputs"}, {"unknown", "Unknown"}};
    meanings.category = {2, 0, 2, 0};
    const std::vector<Group> groups = breakDown(rows.view, FourRows::live(), meanings);
    EXPECT_EQ(shown(groups), (Shown{{"Inputs", 2, 60, 60}, {"Unknown", 2, 35, 40}}));
    EXPECT_EQ(groups[0].category, "inputs");
    EXPECT_EQ(groups[1].category, "unknown");
    EXPECT_EQ(groups[0].hue, std::nullopt);
}

TEST(Rows, AreLiveFromTheirStartUpToTheirEnd)
{
    const FourRows rows;
    std::string live;
    for (std::uint32_t step = 0; step < 4; ++step) {
        for (std::uint32_t row = 0; row < 4; ++row)
            live += rows.view.rows.isLive(RowId(row), StepId(step)) ? std::to_string(row) : "-";
        live += ' ';
    }
    EXPECT_EQ(live, "0--- -12- --23 ---- ");
    EXPECT_EQ(rows.view.rows.kindOf(RowId(2)).id, "temporary");
}

std::string csvOf(View& view, const Facts& facts)
{
    view.rows.describe = [&](RowId, Facts& into) { into = facts; };
    const std::vector<std::int64_t> numbers(view.rows.count, 7);
    view.rows.unpadded = {numbers.data(), sizeof(std::int64_t)};
    view.rows.offset = {numbers.data(), sizeof(std::int64_t)};
    std::ostringstream out;
    const auto writer = makeTableWriter(out, TableFormat::Csv, rowColumns());
    writeRows(view, std::vector<LiveRow>{{RowId(1), 5}}, nullptr, *writer);
    writer->finish();
    return out.str().substr(out.str().find('\n') + 1);
}

TEST(Rows, AreWrittenWithAllTheirFacts)
{
    FourRows rows;
    Facts facts;
    facts.name = "n";
    EXPECT_EQ(csvOf(rows.view, facts), ",,,n,,20,,5,temporary,false,false,,,,,,,1,2,,,,\r\n") << "of no such column";
    rows.view.rows.columns = {RowColumn::Unpadded, RowColumn::Offset};
    EXPECT_EQ(csvOf(rows.view, facts), ",,,n,,20,7,5,temporary,false,false,,,,,,,1,2,,7,,\r\n");
    facts.id = 0;
    facts.shapeIndex = {0, 1};
    facts.allocation = 0;
    facts.sourceFile = "f";
    facts.sourceLine = 1;
    facts.liveOut = true;
    EXPECT_EQ(csvOf(rows.view, facts), "0,,0;1,n,,20,7,5,temporary,true,false,,,,,f,1,1,2,0,7,,\r\n");
    facts = {};
    facts.name = "n";
    facts.shapeIndex = {1};
    facts.sourceLine = -1;
    facts.aliased = true;
    facts.instruction = "i";
    facts.shape = "s";
    facts.category = "c";
    facts.rule = "r";
    facts.opName = "p";
    facts.opcode = "o";
    facts.role = "l";
    EXPECT_EQ(csvOf(rows.view, facts), ",i,,n,s,20,7,5,temporary,false,true,c,r,p,o,,,1,2,,7,l,true\r\n");
}

// Reading a value in memory as another type would be wrong.
template <class T, class Stored>
constexpr bool kReads = std::is_constructible_v<RowValues<T>, const Stored*, std::size_t>;
static_assert(kReads<std::int64_t, std::int64_t> && kReads<StepId, StepId> && kReads<StepId, std::uint32_t>);
static_assert(!kReads<std::int64_t, std::uint32_t> && !kReads<std::int64_t, std::uint64_t>);
static_assert(!kReads<std::uint8_t, std::int64_t> && !kReads<StepId, RowId> && !kReads<StepId, std::int64_t>);

TEST(Rows, WithoutAPlaceAreWrittenUpToALimit)
{
    FourRows rows;
    rows.view.rows.columns = {RowColumn::Unpadded, RowColumn::Offset};
    rows.view.rows.unplaced = [](const Rows::TakeUnplaced& take) {
        for (std::int64_t i = 1; i <= 3; ++i) {
            Rows::Unplaced each{.size = 10 * i, .unpadded = 9, .offset = 8, .kind = 1, .facts = {}};
            each.facts.name = std::to_string(i);
            take(each);
        }
    };
    RowMeanings meanings;
    const auto written = [&](std::uint64_t limit) {
        std::ostringstream out;
        const auto writer = makeTableWriter(out, TableFormat::Csv, rowColumns());
        writeUnplaced(rows.view, &meanings, limit, *writer);
        writer->finish();
        return out.str().substr(out.str().find('\n') + 1);
    };
    const std::string first = ",,,1,,10,9,0,constant,false,false,,,,,,,,,,8,,\r\n";
    const std::string second = ",,,2,,20,9,0,constant,false,false,,,,,,,,,,8,,\r\n";
    EXPECT_EQ(written(0), "");
    EXPECT_EQ(written(1), first);
    EXPECT_EQ(written(2), first + second);
    EXPECT_EQ(written(4).substr(0, 2 * first.size()), first + second);
    EXPECT_EQ(written(4).size(), 3 * first.size());

    RowMeanings unplaced;
    unplaced.categories = {{"c0", "C0"}, {"c1", "C1"}};
    unplaced.roles = {"", "held"};
    unplaced.category = {0, 1, 1};
    unplaced.role = {1, 0, 0};
    unplaced.rule = [](RowId row) { return "r" + std::to_string(row.index()); };
    meanings.unplaced = std::make_shared<RowMeanings>(unplaced);
    EXPECT_EQ(written(2),
              ",,,1,,10,9,0,constant,false,false,c0,r0,,,,,,,,8,held,true\r\n"
              ",,,2,,20,9,0,constant,false,false,c1,r1,,,,,,,,8,,true\r\n");
}

std::string inBytes(std::int64_t bytes)
{
    return std::to_string(bytes) + "B";
}

TEST(Remark, ContainsItsNumberOrItsShare)
{
    EXPECT_EQ((Remark{"donated %1 once", 7, std::nullopt}.fullText(inBytes)), "donated 7B once");
    EXPECT_EQ((Remark{"%1", 0, std::nullopt}.fullText(inBytes)), "0B");
    EXPECT_EQ((Remark{"%1 of it", 1, 4}.fullText(inBytes)), "25.0 % of it");
    EXPECT_EQ((Remark{"%1 of nothing", 1, 0}.fullText(inBytes)), "");
    EXPECT_EQ((Remark{"whatever %1", std::nullopt, std::nullopt}.fullText(inBytes)), "whatever %1");
    EXPECT_EQ((Remark{"no place", 3, std::nullopt}.fullText(inBytes)), "no place");
}

TEST(Figure, JoinsTheRemarksThatAreNotEmpty)
{
    Figure figure;
    EXPECT_EQ(figure.remarkText(inBytes), "");
    figure.remarks = {{"%1 of nothing", 1, 0}, {"step 3", std::nullopt, std::nullopt}, {"%1 more", 2, std::nullopt}};
    EXPECT_EQ(figure.remarkText(inBytes), "step 3, 2B more");
}

TEST(Catalogue, IsNamedByItsFirstFileAndTheNumberOfOthers)
{
    Catalogue catalogue;
    catalogue.files.resize(1);
    catalogue.files[0].path = "a.pb";
    EXPECT_EQ(catalogue.title(), "a.pb");
    catalogue.files.resize(2);
    EXPECT_EQ(catalogue.title(), "a.pb and 1 more file");
    catalogue.files.resize(12);
    EXPECT_EQ(catalogue.title(), "a.pb and 11 more files");
}

TEST(Catalogue, SortsItsSourcesNaturallyAndKeepsReferencesToThem)
{
    Catalogue catalogue;
    catalogue.sources = {{"w-10", "s1"}, {"w-2", "s2"}, {"w-2", "s1"}, {"w-2", "s1"}};
    for (std::uint32_t source = 0; source < 4; ++source) {
        ProgramEntry program;
        program.source = SourceId(source);
        catalogue.programs.push_back(program);
    }
    catalogue.sortSources();
    std::string sorted;
    for (const SourceEntry& source : catalogue.sources)
        sorted += source.session + "/" + source.name + " ";
    EXPECT_EQ(sorted, "s1/w-2 s1/w-2 s1/w-10 s2/w-2 ");
    std::vector<std::uint32_t> sources;
    for (const ProgramEntry& program : catalogue.programs)
        sources.push_back(program.source.value);
    EXPECT_EQ(sources, (std::vector<std::uint32_t>{2, 3, 0, 1}));
}

TEST(Catalogue, ExplainsWhyItIsEmpty)
{
    Catalogue catalogue;
    catalogue.files.resize(1);
    catalogue.files[0].path = "a.pb";
    EXPECT_EQ(whyEmpty(catalogue), "a.pb: no module is in here.");
    catalogue.emptyAdvice = "Look elsewhere.";
    EXPECT_EQ(whyEmpty(catalogue), "a.pb: no module is in here. Look elsewhere.");
    catalogue.warnings.add("odd", "Odd.");
    EXPECT_EQ(whyEmpty(catalogue), "a.pb: no module is in here. Look elsewhere.");
    catalogue.warnings.add("cut-file", "Cut.");
    EXPECT_EQ(whyEmpty(catalogue),
              "a.pb: no module is in here. The file is cut, so it may be in the missing part: "
              "copy or capture it again.");
    catalogue.files.resize(2);
    Warnings cut;
    Warning warning;
    warning.code = "cut-file";
    warning.file = "/b/c.pb";
    cut.addApart(warning);
    catalogue.warnings = cut;
    EXPECT_EQ(whyEmpty(catalogue),
              "a.pb and 1 more file: no module is in here. c.pb is cut, so it may be in the missing part: "
              "copy or capture it again.");
    catalogue.programs.resize(1);
    EXPECT_EQ(whyEmpty(catalogue), "");
}

TEST(Outline, KnowsThePeaksOfItsMemories)
{
    ProgramOutline outline;
    EXPECT_EQ(outline.bestMemory(), 0);
    EXPECT_EQ(outline.peakIn(0), std::nullopt);
    outline.memories.resize(3);
    for (const auto& [i, memory, peak] : {std::tuple{0U, 5, 20}, {1U, 2, 30}, {2U, 7, 30}}) {
        outline.memories[i].memory = memory;
        outline.memories[i].peakBytes = peak;
    }
    EXPECT_EQ(outline.peakIn(5), 20);
    EXPECT_EQ(outline.peakIn(7), 30);
    EXPECT_EQ(outline.peakIn(1), std::nullopt);
    EXPECT_EQ(outline.find(1), nullptr);
    EXPECT_EQ(outline.find(2), &outline.memories[1]);
    EXPECT_EQ(outline.bestMemory(), 2) << "the first of the largest";
    outline.memories[0].memory = 0;
    EXPECT_EQ(outline.bestMemory(), 0) << "where it is used at all";
}

TEST(Choice, CoversAFileByHostAndByTheEndOfItsSession)
{
    FileEntry file;
    file.host = "w-1";
    file.session = "train/run 2/s";
    const auto covers = [&](const std::string& host, const std::string& session) {
        return Choice{"", host, session, ""}.covers(file);
    };
    EXPECT_TRUE(covers("", ""));
    EXPECT_TRUE(covers("w-1", ""));
    EXPECT_FALSE(covers("w-", ""));
    EXPECT_TRUE(covers("", "train/run 2/s"));
    EXPECT_TRUE(covers("", "run 2/s"));
    EXPECT_TRUE(covers("w-1", "s"));
    EXPECT_FALSE(covers("", "2/s"));
    EXPECT_FALSE(covers("", "train"));
    EXPECT_FALSE(covers("w-2", "s"));
    EXPECT_FALSE(covers("w-1", "t"));
}

} // namespace
} // namespace tidemark
