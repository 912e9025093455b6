#include "core/link/message_plan.h"
#include "core/oom/oom_document.h"
#include "tests/support/made_view.h"

#include <gtest/gtest.h>

namespace tidemark {
namespace {

using test::MadeDocument;
using test::MadeRow;
using test::madeView;

constexpr std::int64_t kMebibyte = 1 << 20;

Facts factsNamed(const std::string& instruction, const std::string& opName, const std::string& shape)
{
    Facts facts;
    facts.name = facts.instruction = instruction;
    facts.opName = opName;
    facts.shapeWithoutLayout = shape;
    return facts;
}

oom::Allocation listed(const std::string& label, const std::string& opName, const std::string& shape)
{
    oom::Allocation allocation;
    allocation.label = label;
    allocation.opName = opName;
    allocation.shape = shape;
    return allocation;
}

oom::Message moduleReport(const std::string& module, std::vector<oom::Allocation> allocations = {})
{
    oom::Message report;
    report.module = module;
    report.memory = "hbm";
    report.allocations = std::move(allocations);
    return report;
}

std::shared_ptr<const MadeDocument> documentOf(std::vector<MadeDocument::Program> programs)
{
    return std::make_shared<const MadeDocument>(std::move(programs));
}

std::shared_ptr<const View> viewOfRows(std::vector<MadeRow> rows)
{
    return madeView(std::move(rows), {1, 2});
}

std::optional<MessagePlan> planFor(const oom::Message& report, const Documents& documents)
{
    const auto plan = findMessagePlan(report, documents);
    EXPECT_TRUE(plan);
    return plan ? *plan : std::nullopt;
}

std::vector<std::size_t> rowsFor(const oom::Message& report, std::vector<MadeRow> rows)
{
    const auto plan = planFor(report, {documentOf({{"jit_f", viewOfRows(std::move(rows)), 64 * kMebibyte}})});
    std::vector<std::size_t> found;
    for (const RowId row : plan ? plan->rows : std::vector<RowId>())
        found.push_back(row.index());
    return found;
}

using FoundRows = std::vector<std::size_t>;

TEST(RowsOfAMessage, AreFoundByShapeAndInstructionOrOpName)
{
    const auto report = moduleReport("jit_f", {listed("fusion.1 = f32[8]{0} fusion(x)", "jit(f)/a", "f32[8]{0}")});
    EXPECT_EQ(rowsFor(report, {{factsNamed("fusion.1", "", "f32[8]")}}), FoundRows{0});
    EXPECT_EQ(rowsFor(report, {{factsNamed("", "jit(f)/a", "f32[8]")}}), FoundRows{0});
    EXPECT_EQ(rowsFor(report, {{factsNamed("fusion.1", "jit(f)/a", "f32[9]")}}), FoundRows{}) << "of another shape";
    EXPECT_EQ(rowsFor(report, {{factsNamed("fusion.2", "jit(f)/b", "f32[8]")}}), FoundRows{});
    EXPECT_EQ(
        rowsFor(report, {{factsNamed("other.1", "jit(f)/a", "f32[8]")}, {factsNamed("fusion.1", "other", "f32[8]")}}),
        FoundRows{1})
        << "an instruction is surer than an op name";
    const auto tuple = moduleReport("jit_f", {listed("t.1", "", "(f32[8]{0}, u32[])")});
    EXPECT_EQ(rowsFor(tuple, {{factsNamed("t.1", "", "(f32[8]{0}, u32[])")}}), FoundRows{0});
    // A row without a name is not found by name.
    const auto unnamed = moduleReport("jit_f", {listed("", "", "f32[8]"), listed("fusion.1", "jit(f)/a", "")});
    EXPECT_EQ(rowsFor(unnamed, {{factsNamed("", "", "f32[8]")}, {factsNamed("fusion.1", "jit(f)/a", "")}}),
              FoundRows{});
    EXPECT_EQ(planFor(unnamed, {documentOf({{"jit_f", viewOfRows({}), kMebibyte}})})->asked, 0U);
}

TEST(RowsOfAMessage, OfEqualRowsThoseLiveAtThePeakAreChosen)
{
    const auto report = moduleReport("jit_f", {listed("", "jit(f)/a", "f32[8]")});
    const MadeRow early{factsNamed("x.1", "jit(f)/a", "f32[8]"), 32, 0, StepId(0), StepId(1)};
    const MadeRow atPeak{factsNamed("x.2", "jit(f)/a", "f32[8]"), 32, 0, StepId(1), StepId(2)};
    EXPECT_EQ(rowsFor(report, {early, atPeak}), FoundRows{1});
    EXPECT_EQ(rowsFor(report, {early, early}), FoundRows{0});
    // An instruction name is more reliable than an op name at the peak, even if its row is no longer live.
    const auto both = moduleReport("jit_f", {listed("x.1", "jit(f)/a", "f32[8]")});
    EXPECT_EQ(rowsFor(both, {atPeak, early}), FoundRows{1});
}

TEST(RowsOfAMessage, AreOnePerBufferAndInOrder)
{
    const MadeRow row{factsNamed("x.1", "jit(f)/a", "f32[8]")};
    const auto twice = moduleReport("jit_f", {listed("", "jit(f)/a", "f32[8]"), listed("", "jit(f)/a", "f32[8]")});
    EXPECT_EQ(rowsFor(twice, {row}), FoundRows{0});
    EXPECT_EQ(rowsFor(twice, {row, row, row}), (FoundRows{0, 1}));
    const auto crossed = moduleReport("jit_f", {listed("x.2", "", "f32[8]"), listed("x.1", "", "f32[8]")});
    EXPECT_EQ(rowsFor(crossed, {row, {factsNamed("x.2", "", "f32[8]")}}), (FoundRows{0, 1}));
}

oom::Message counting(std::int64_t bytes)
{
    oom::Message report;
    report.requested = Amount{bytes, 0};
    return report;
}

TEST(RowsOfAMessage, WithoutAModuleAreMatchedByExactByteCounts)
{
    const MadeRow early{factsNamed("a", "", ""), kMebibyte, 0, StepId(0), StepId(1)};
    const MadeRow atPeak{factsNamed("b", "", ""), kMebibyte, 0, StepId(1), StepId(2)};
    const MadeRow other{factsNamed("c", "", ""), 2 * kMebibyte, 0, StepId(0), StepId(2)};
    EXPECT_EQ(rowsFor(counting(kMebibyte), {early, atPeak, other}), FoundRows{1});
    EXPECT_EQ(rowsFor(counting(kMebibyte), {atPeak, early}), FoundRows{0});
    EXPECT_EQ(rowsFor(counting(kMebibyte), {atPeak, atPeak}), FoundRows{0});
    EXPECT_EQ(rowsFor(counting(kMebibyte), {early, early}), FoundRows{0});
    oom::Message two = counting(2 * kMebibyte);
    two.needed = Amount{kMebibyte, 0};
    EXPECT_EQ(rowsFor(two, {other, atPeak}), (FoundRows{0, 1}));
    two.needed->rounding = 1;
    EXPECT_EQ(rowsFor(two, {other, atPeak}), FoundRows{0}) << "a rounded amount does not identify an allocation";
}

TEST(RowsOfAMessage, ChunksOfAnAllocatorAreNoBuffers)
{
    oom::Allocation chunk;
    chunk.size = Amount{kMebibyte, 0};
    oom::Message report;
    report.allocations = {chunk};
    EXPECT_EQ(rowsFor(report, {{factsNamed("a", "", ""), kMebibyte}}), FoundRows{0});
    report.allocations[0].address = 4096;
    EXPECT_FALSE(
        planFor(report, {documentOf({{"jit_f", viewOfRows({{factsNamed("a", "", ""), kMebibyte}}), kMebibyte}})}));
}

TEST(PlansOfAMessage, MatchItsModuleMemoryAndSize)
{
    const auto view = viewOfRows({{factsNamed("a", "", ""), kMebibyte}});
    const auto isFound = [&](const oom::Message& report, const MadeDocument::Program& program) {
        return planFor(report, {documentOf({program})}).has_value();
    };
    EXPECT_TRUE(isFound(moduleReport("jit_f"), {"jit_f", view, 0}));
    EXPECT_FALSE(isFound(moduleReport("jit_f"), {"jit_g", view, 0}));
    EXPECT_FALSE(isFound(moduleReport("jit_f"), {"jit_f", view, 0, 1})) << "another memory";
    EXPECT_TRUE(isFound(counting(kMebibyte), {"jit_f", view, kMebibyte}));
    EXPECT_FALSE(isFound(counting(kMebibyte), {"jit_f", view, kMebibyte - 1})) << "it cannot have as much";
    EXPECT_FALSE(isFound(counting(kMebibyte + 1), {"jit_f", view, 2 * kMebibyte})) << "it has no such buffer";
    EXPECT_FALSE(isFound(counting(kMebibyte), {"jit_f", view, kMebibyte, 1}));
    oom::LogMessages log;
    log.messages = {moduleReport("jit_f")};
    const auto message = std::make_shared<const oom::OomDocument>(std::vector{log}, Warnings());
    EXPECT_FALSE(planFor(moduleReport("jit_f"), {message})) << "a message is no plan";
    const Documents both = {message, documentOf({{"jit_f", view, 0}})};
    EXPECT_EQ(planFor(moduleReport("jit_f"), both)->program.document, both[1]);
}

TEST(PlansOfAMessage, TheOneWithMostOfItsBuffersIsChosen)
{
    const auto report = moduleReport("jit_f", {listed("a", "", "f32[8]"), listed("b", "", "f32[8]")});
    const auto one = viewOfRows({{factsNamed("a", "", "f32[8]")}});
    const auto two = viewOfRows({{factsNamed("a", "", "f32[8]")}, {factsNamed("b", "", "f32[8]")}});
    const auto chosen = [&](std::vector<MadeDocument::Program> programs) {
        return planFor(report, {documentOf(std::move(programs))})->program.selection.program.index();
    };
    EXPECT_EQ(chosen({{"jit_f", one}, {"jit_f", two}}), 1U);
    EXPECT_EQ(chosen({{"jit_f", two}, {"jit_f", one}}), 0U);
    EXPECT_EQ(chosen({{"jit_f", one}, {"jit_f", one}}), 0U) << "the first of equals";
    const auto damaged = Error{ErrorKind::Malformed, "damaged", std::nullopt};
    EXPECT_EQ(chosen({{"jit_f", damaged}, {"jit_f", one}}), 1U) << "what cannot be read is passed over";
    const auto none = viewOfRows({{factsNamed("a", "", ""), 3 * kMebibyte}});
    const auto some = viewOfRows({{factsNamed("a", "", ""), kMebibyte}});
    EXPECT_EQ(planFor(counting(kMebibyte), {documentOf({{"x", none, 4 * kMebibyte}, {"y", some, 4 * kMebibyte}})})
                  ->program.selection.program.index(),
              1U);
}

TEST(PlansOfAMessage, AllProgramsOfTheNameAreDecoded)
{
    const auto view = viewOfRows({{factsNamed("a", "", "f32[8]")}});
    const auto decoded = [&](std::size_t programs) {
        const auto document = documentOf(std::vector<MadeDocument::Program>(programs, {"jit_f", view}));
        EXPECT_TRUE(planFor(moduleReport("jit_f"), {document}));
        return document->views();
    };
    EXPECT_EQ(decoded(40), 40);
}

TEST(PlansOfAMessage, ACancelledSearchReportsIt)
{
    const auto view = viewOfRows({});
    const auto document = documentOf({{"jit_f", view}});
    Progress cancelled;
    cancelled.isCancelled = [] { return true; };
    const auto before = findMessagePlan(moduleReport("jit_f"), {document}, cancelled);
    ASSERT_FALSE(before);
    EXPECT_EQ(before.error().kind, ErrorKind::Cancelled);
    EXPECT_EQ(document->views(), 0) << "nothing is decoded any more";
    const auto within = findMessagePlan(moduleReport("jit_f"), {documentOf({{"jit_f", Progress::cancelledError()}})});
    ASSERT_FALSE(within);
    EXPECT_EQ(within.error().kind, ErrorKind::Cancelled);
}

TEST(PlansOfAMessage, PartsOfThePeakAreGivenIfTheModuleIsNamed)
{
    const auto view = madeView({}, {1});
    view->figures = [](const Device*) {
        Figures figures;
        figures.parts = {{"Arguments", Hue::Argument, 7}};
        return figures;
    };
    MessagePlan plan;
    plan.view = view;
    plan.isNamed = true;
    ASSERT_EQ(partsOf(plan).size(), 1U);
    EXPECT_EQ(partsOf(plan)[0].bytes, 7);
    plan.isNamed = false;
    EXPECT_TRUE(partsOf(plan).empty());
    EXPECT_TRUE(partsOf(std::nullopt).empty());
}

} // namespace
} // namespace tidemark
