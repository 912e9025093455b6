#include "core/xla/plan/plan.h"
#include "core/xla/programs/profile.h"
#include "tests/support/profile_builder.h"
#include "ui/docks/breakdown_model.h"
#include "ui/docks/problem_model.h"
#include "ui/session/module_model.h"
#include "ui/tables/buffer_clipboard.h"
#include "ui/tables/buffer_proxy.h"

#include <QAbstractItemModelTester>
#include <gtest/gtest.h>

#include <algorithm>
#include <sstream>

using namespace tidemark;
using namespace tidemark::ui;

namespace {

using Tester = QAbstractItemModelTester;
using Names = std::vector<std::string>;

std::shared_ptr<const SpaceTimeline> timelineOf(std::string_view text)
{
    const auto plan = Plan::parse(test::hloBytes(text));
    EXPECT_TRUE(plan);
    return plan ? replaySpace(*plan, 0) : nullptr;
}

constexpr std::string_view kPlan = R"(
    param 0 4096
      p 0 4096 f32[32,32]
    constant 64
      k 0 64
    temp 8192
      a 0 2048
      b 2048 1024
      sharer 2048 1024
    trace +a +b sharer=b -a -b -sharer
)";

/// A state on its own plan, with everything that looks at it.
struct Models {
    ViewState state;
    BufferFacts facts{&state};
    BufferModel buffers{&state, &facts};
    BufferProxy proxy{&state, &buffers};
    BreakdownModel breakdown{&state};
    Tester buffersTester{&buffers, Tester::FailureReportingMode::Fatal};
    Tester proxyTester{&proxy, Tester::FailureReportingMode::Fatal};
    Tester breakdownTester{&breakdown, Tester::FailureReportingMode::Fatal};

    explicit Models(std::string_view plan = kPlan)
    {
        proxy.sort(static_cast<int>(BufferColumn::Size), Qt::DescendingOrder);
        state.setTimeline(timelineOf(plan));
    }
    Names names() const
    {
        Names result;
        for (int i = 0; i < proxy.rowCount(); ++i)
            result.push_back(proxy.index(i, static_cast<int>(BufferColumn::Name)).data().toString().toStdString());
        return result;
    }
};

std::string cell(const QAbstractItemModel& model, int row, int column, int role = Qt::DisplayRole)
{
    return model.index(row, column).data(role).toString().toStdString();
}

constexpr int kName = static_cast<int>(BufferColumn::Name);
constexpr int kSize = static_cast<int>(BufferColumn::Size);

} // namespace

TEST(BufferModel, ShowsTheBuffersLiveAtTheCursorLargestFirst)
{
    const Models models;
    EXPECT_EQ(models.state.cursor(), 1u);
    EXPECT_EQ(models.names(), Names({"p", "a", "b", "k"}));
}

TEST(BufferModel, FollowsTheCursor)
{
    Models models;
    models.state.setCursor(4);
    EXPECT_EQ(models.names(), Names({"p", "b", "k"}));
    models.state.setCursor(5);
    EXPECT_EQ(models.names(), Names({"p", "k"}));
}

TEST(BufferModel, IsEmptyWithoutATimeline)
{
    Models models;
    models.state.setTimeline(nullptr);
    EXPECT_EQ(models.buffers.rowCount(), 0);
    EXPECT_EQ(models.breakdown.rowCount(), 0);
}

TEST(BufferModel, TotalsAddUpToTheOccupiedLevelAtEveryStep)
{
    Models models;
    for (std::uint32_t step = 0; step < models.state.steps(); ++step) {
        models.state.setCursor(step);
        EXPECT_EQ(models.buffers.totals().occupied(), models.state.timeline()->occupied[step]) << step;
        const int total = models.breakdown.rowCount() - 1;
        EXPECT_EQ(cell(models.breakdown, total, BreakdownModel::Size),
                  models.state.bytes(models.state.timeline()->occupied[step]).toStdString());
    }
}

TEST(BufferModel, EveryColumnHasATitleAndTextForEveryRow)
{
    const Models models;
    for (int column = 0; column < kBufferColumns; ++column) {
        EXPECT_FALSE(models.buffers.headerData(column, Qt::Horizontal).toString().isEmpty()) << column;
        EXPECT_TRUE(models.buffers.index(0, column).data(BufferModel::SortRole).isValid()) << column;
    }
    EXPECT_FALSE(models.buffers.headerData(kBufferColumns, Qt::Horizontal).isValid());
    EXPECT_FALSE(models.buffers.headerData(-1, Qt::Horizontal).isValid());
}

TEST(BufferModel, SizesHaveTheirExactBytesInTheToolTip)
{
    const Models models;
    EXPECT_EQ(cell(models.proxy, 0, kSize, Qt::ToolTipRole), "4,096 B");
}

TEST(BufferModel, NamesWithMarkupStayText)
{
    const Models models("param 0 8\n  <b>x</b> 0 8\n");
    EXPECT_EQ(cell(models.proxy, 0, kName), "<b>x</b>");
    EXPECT_EQ(cell(models.proxy, 0, kName, Qt::ToolTipRole), "&lt;b&gt;x&lt;/b&gt;");
}

TEST(BufferProxy, KeepsProgramOrderAmongEqualSizes)
{
    const Models models("temp 3000\n  x 0 1000\n  y 1000 1000\n  z 2000 1000\n trace +z +x +y -z -x -y\n");
    Models rising("temp 3000\n  x 0 1000\n  y 1000 1000\n  z 2000 1000\n trace +z +x +y -z -x -y\n");
    rising.proxy.sort(static_cast<int>(BufferColumn::Size), Qt::AscendingOrder);
    EXPECT_EQ(models.names(), Names({"z", "x", "y"}));
    EXPECT_EQ(rising.names(), Names({"z", "x", "y"}));
}

TEST(BufferProxy, FindsABufferByTheNameOfOneThatSharesItsMemory)
{
    Models models;
    models.state.setCursor(2);
    models.state.setFilter(QStringLiteral("sharer"));
    EXPECT_EQ(models.names(), Names({"b"}));
}

TEST(BufferProxy, LeavesOutOtherTypesAndSumsWhatIsLeft)
{
    Models models;
    models.proxy.setKind(BufferKind::Temporary);
    EXPECT_EQ(models.names(), Names({"a", "b"}));
    EXPECT_EQ(models.proxy.shownTotals().occupied(), 3072);
    models.proxy.setKind(std::nullopt);
    EXPECT_EQ(models.proxy.rowCount(), 4);
}

TEST(BufferModel, HoveredRowIsMarked)
{
    Models models;
    const std::uint32_t row = models.buffers.liveRow(0).row.value;
    EXPECT_FALSE(models.buffers.index(0, 0).data(BufferModel::HoveredRole).toBool());
    models.state.setHovered(row);
    EXPECT_TRUE(models.buffers.index(0, 0).data(BufferModel::HoveredRole).toBool());
}

TEST(BufferModel, FixedUnitAppliesToAllSizes)
{
    Models models;
    models.state.setUnit(ByteUnit::KiB);
    EXPECT_EQ(cell(models.proxy, 0, kSize), "4\u00a0KiB");
}

TEST(BufferFacts, BuffersAlikeHaveTheSameOpAndShapeAndHoldTheBufferItself)
{
    const auto profile = openProfile({TIDEMARK_EXAMPLE});
    ASSERT_TRUE(profile);
    const auto plan = (*profile)->load((*profile)->modules.back());
    ASSERT_TRUE(plan);
    ViewState state;
    state.setTimeline(replaySpace(*plan, 0));
    const BufferFacts facts(&state);
    std::size_t most = 0;
    for (const LiveRow& live : state.live()) {
        const std::vector<std::uint32_t> alike = facts.alike(live.row.value);
        EXPECT_EQ(std::ranges::count(alike, live.row.value), 1);
        for (const std::uint32_t other : alike) {
            EXPECT_EQ(facts.of(other).opName, facts.of(live.row.value).opName);
            EXPECT_EQ(facts.of(other).shape, facts.of(live.row.value).shape);
        }
        most = std::max(most, alike.size());
    }
    EXPECT_GT(most, 1u);
}

TEST(Breakdown, ByOpcodeAddsUpToTheSameTotal)
{
    Models models;
    const std::string byType = cell(models.breakdown, models.breakdown.rowCount() - 1, BreakdownModel::Size);
    models.breakdown.setBy(BreakdownBy::Opcode);
    EXPECT_EQ(cell(models.breakdown, models.breakdown.rowCount() - 1, BreakdownModel::Size), byType);
}

TEST(Clipboard, RowsAreTabSeparatedAsShownOrWithPlainBytes)
{
    const Models models;
    const QList<QModelIndex> rows = {models.proxy.index(0, 0), models.proxy.index(1, 0)};
    const QList<int> columns = {kName, kSize};
    EXPECT_EQ(rowsAsText(rows, columns).toStdString(), "Name\tSize\np\t4\u00a0KiB\na\t2\u00a0KiB\n");
    EXPECT_EQ(rowsAsText(rows, columns, BufferModel::PlainRole).toStdString(), "Name\tSize\np\t4096\na\t2048\n");
    EXPECT_TRUE(rowsAsText({}, columns).isEmpty());
}

TEST(Clipboard, CsvHasALineForEveryRowAndBytesAsIntegers)
{
    const Models models;
    std::ostringstream csv;
    writeCsv(csv, *models.state.timeline(), models.state.live());
    const std::string text = csv.str();
    EXPECT_TRUE(text.starts_with("id,instruction,"));
    EXPECT_EQ(std::ranges::count(text, '\n'), static_cast<std::ptrdiff_t>(models.state.live().size()) + 1);
    EXPECT_NE(text.find(",4096,"), std::string::npos);
}

TEST(ModuleModel, ListsTheLargestPeakFirstThenNameAndId)
{
    auto profile = std::make_shared<Profile>();
    profile->files.resize(1);
    auto document = std::make_shared<Document>();
    const auto add = [&](const char* name, std::uint64_t id, std::int64_t peak) {
        profile->modules.push_back({0, name, id, {}});
        ModuleOutline outline;
        outline.hasBufferAssignment = peak >= 0;
        if (peak >= 0)
            outline.spaces.push_back({0, peak, peak, peak});
        document->outlines.push_back(outline);
    };
    add("none", 1, -1);
    add("small", 2, 10);
    add("same", 9, 500);
    add("same", 3, 500);
    document->profile = profile;
    ModuleModel model;
    const Tester tester(&model, Tester::FailureReportingMode::Fatal);
    model.setContents(document, 0, 0);
    Names names;
    for (int i = 0; i < model.rowCount(); ++i)
        names.push_back(cell(model, i, 0, ModuleModel::NameRole));
    EXPECT_EQ(names, Names({"same(3)", "same(9)", "small(2)", "none(1)"}));
    EXPECT_EQ(cell(model, 3, 0, ModuleModel::PeakRole), "no memory plan");
    EXPECT_EQ(model.rowOf(1), 2);
    model.setContents(nullptr, 0, 0);
    EXPECT_EQ(model.rowCount(), 0);
}

TEST(ProblemModel, SaysTextCountAndPlace)
{
    ProblemModel model;
    const Tester tester(&model, Tester::FailureReportingMode::Fatal);
    Warnings warnings;
    warnings.add("cut-file", "The file ends early.", 1234567);
    warnings.add("cut-file", "The file ends early.", 2);
    model.setProblems(warnings.list());
    ASSERT_EQ(model.rowCount(), 1);
    EXPECT_EQ(cell(model, 0, ProblemModel::Text), "The file ends early.");
    EXPECT_EQ(cell(model, 0, ProblemModel::Count), "2");
    EXPECT_EQ(cell(model, 0, ProblemModel::Offset), "1,234,567");
}
