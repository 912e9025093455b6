// Tests of table models, without a widget.
#include "core/open/open_documents.h"
#include "tests/support/made_view.h"
#include "tests/ui/tables_fixture.h"
#include "ui/panels/breakdown_panel.h"
#include "ui/state/row_text.h"
#include "ui/state/similar_rows.h"
#include "ui/tables/row_export.h"
#include "ui/tables/row_model.h"

#include <QAbstractItemModelTester>
#include <QSignalSpy>

#include <algorithm>
#include <sstream>

using namespace tidemark;
using namespace tidemark::ui;

namespace {

using Tester = QAbstractItemModelTester;
using Names = std::vector<std::string>;

constexpr std::string_view kModelsPlan = R"(
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

constexpr int kName = static_cast<int>(RowColumn::Name);
constexpr int kSize = static_cast<int>(RowColumn::Size);

std::string cell(const QAbstractItemModel& model, int row, int column, int role = Qt::DisplayRole)
{
    return model.index(row, column).data(role).toString().toStdString();
}

/// A state with a view, and all models of it.
struct Models {
    ViewState state;
    RowModel rows{&state};
    BreakdownModel breakdown{&state};
    Tester rowsTester{&rows, Tester::FailureReportingMode::Fatal};
    Tester breakdownTester{&breakdown, Tester::FailureReportingMode::Fatal};

    explicit Models(std::shared_ptr<const View> view)
    {
        rows.sort(kSize, Qt::DescendingOrder);
        state.setView(std::move(view));
    }
    explicit Models(std::string_view plan = kModelsPlan)
        : Models(viewOf(plan))
    { }
    Names names() const
    {
        Names result;
        for (int i = 0; i < rows.rowCount(); ++i)
            result.push_back(cell(rows, i, kName));
        return result;
    }
    Names sortedBy(RowColumn column, Qt::SortOrder order)
    {
        rows.sort(static_cast<int>(column), order);
        return names();
    }
    std::uint8_t kindOf(std::string_view id) const
    {
        const std::vector<RowKind>& kinds = state.view()->rows.kinds;
        return static_cast<std::uint8_t>(std::ranges::find(kinds, id, &RowKind::id) - kinds.begin());
    }
};

/// Compares two cells by their sort keys in the model.
bool isBefore(const QVariant& a, const QVariant& b)
{
    return a.userType() == QMetaType::QByteArray ? a.toByteArray() < b.toByteArray() : a.toLongLong() < b.toLongLong();
}

} // namespace

TEST(RowModel, ShowsTheRowsLiveAtTheCursorLargestFirst)
{
    const Models models;
    EXPECT_EQ(models.state.cursor(), StepId(1));
    EXPECT_EQ(models.names(), Names({"p", "a", "b", "k"}));
}

TEST(RowModel, FollowsTheCursor)
{
    Models models;
    models.state.axis().setCursor(StepId(4));
    EXPECT_EQ(models.names(), Names({"p", "b", "k"}));
    models.state.axis().setCursor(StepId(5));
    EXPECT_EQ(models.names(), Names({"p", "k"}));
}

TEST(RowModel, IsEmptyWithoutAView)
{
    Models models;
    models.state.setView(nullptr);
    EXPECT_EQ(models.rows.rowCount(), 0);
    EXPECT_EQ(models.rows.all().rows, 0u);
    EXPECT_EQ(models.breakdown.rowCount(), 0);
}

TEST(RowModel, TotalsAddUpToTheLevelAtEveryStep)
{
    Models models;
    for (std::uint32_t step = 0; step < models.state.axis().steps(); ++step) {
        models.state.axis().setCursor(StepId(step));
        const std::int64_t level = models.state.view()->levelAt(StepId(step));
        EXPECT_EQ(models.rows.all().occupied(), level) << step;
        EXPECT_EQ(cell(models.breakdown, models.breakdown.rowCount() - 1, BreakdownModel::Size),
                  models.state.bytes(level).toStdString());
    }
}

TEST(RowModel, EveryColumnHasATitleAndEveryFilledCellAKeyThatTheColumnSortsBy)
{
    Models models;
    for (int column = 0; column < kRowColumns; ++column) {
        EXPECT_FALSE(models.rows.headerData(column, Qt::Horizontal).toString().isEmpty()) << column;
        for (const Qt::SortOrder order : {Qt::AscendingOrder, Qt::DescendingOrder}) {
            models.rows.sort(column, order);
            ASSERT_EQ(models.rows.rowCount(), 4);
            QVariant before;
            for (int row = 0; row < models.rows.rowCount(); ++row) {
                const QModelIndex index = models.rows.index(row, column);
                const QVariant key = index.data(SortRole);
                EXPECT_EQ(key.isNull(), index.data().toString().isEmpty()) << column << ' ' << row;
                EXPECT_TRUE(row == 0 || !before.isNull() || key.isNull()) << "empty cells are last: " << column;
                if (row > 0 && !before.isNull() && !key.isNull()) {
                    EXPECT_FALSE(order == Qt::AscendingOrder ? isBefore(key, before) : isBefore(before, key))
                        << column << ' ' << row;
                }
                before = key;
            }
        }
    }
    EXPECT_FALSE(models.rows.headerData(kRowColumns, Qt::Horizontal).isValid());
    EXPECT_FALSE(models.rows.headerData(-1, Qt::Horizontal).isValid());
}

TEST(RowModel, NamesSortNaturallyAndEmptyCellsAreLastInBothDirections)
{
    const auto made = madeUpOf({"param.10", "param.2", "b", "A"});
    made->rows[0].facts.opName = "z";
    made->rows[2].facts.opName = "y";
    Models models(viewOf(made));
    EXPECT_EQ(models.sortedBy(RowColumn::Name, Qt::AscendingOrder), Names({"A", "b", "param.2", "param.10"}));
    EXPECT_EQ(models.sortedBy(RowColumn::Name, Qt::DescendingOrder), Names({"param.10", "param.2", "b", "A"}));
    EXPECT_EQ(models.sortedBy(RowColumn::OpName, Qt::AscendingOrder), Names({"b", "param.10", "param.2", "A"}));
    EXPECT_EQ(models.sortedBy(RowColumn::OpName, Qt::DescendingOrder), Names({"param.10", "b", "param.2", "A"}));
}

TEST(RowModel, NumbersOfTheFileSortByValue)
{
    const auto made = madeUpOf({"ten", "none", "nine"});
    made->rows[0].facts.id = 10;
    made->rows[2].facts.id = 9;
    Models models(viewOf(made));
    EXPECT_EQ(models.sortedBy(RowColumn::Id, Qt::AscendingOrder), Names({"nine", "ten", "none"}));
    EXPECT_EQ(models.sortedBy(RowColumn::Id, Qt::DescendingOrder), Names({"ten", "nine", "none"}));
}

TEST(RowModel, EqualSizesStayInProgramOrderInBothDirections)
{
    Models models("temp 3000\n  x 0 1000\n  y 1000 1000\n  z 2000 1000\n trace +z +x +y -z -x -y\n");
    EXPECT_EQ(models.sortedBy(RowColumn::Size, Qt::DescendingOrder), Names({"z", "x", "y"}));
    EXPECT_EQ(models.sortedBy(RowColumn::Size, Qt::AscendingOrder), Names({"z", "x", "y"}));
}

TEST(RowModel, TextKeysAreMadeOncePerRow)
{
    const auto made = madeUpOf(Names(100, "x"));
    Models models(viewOf(made));
    models.sortedBy(RowColumn::OpName, Qt::AscendingOrder);
    made->described = 0;
    models.rows.sort(static_cast<int>(RowColumn::OpName), Qt::DescendingOrder);
    models.state.axis().setCursor(StepId(5));
    models.rows.sort(kSize, Qt::DescendingOrder); // sizes are read without a cached key
    EXPECT_EQ(made->described, 0u);
}

TEST(RowModel, SizesHaveTheirExactBytesInTheToolTip)
{
    const Models models;
    EXPECT_EQ(cell(models.rows, 0, kSize, Qt::ToolTipRole), "4,096 B");
}

TEST(RowModel, NamesWithMarkupAreShownAsPlainText)
{
    const Models models("param 0 8\n  <b>x</b> 0 8\n");
    EXPECT_EQ(cell(models.rows, 0, kName), "<b>x</b>");
    EXPECT_NE(cell(models.rows, 0, kName, Qt::ToolTipRole).find("&lt;b&gt;x&lt;/b&gt;"), std::string::npos);
    const Models arrow("param 0 8\n  a->b 0 8\n");
    EXPECT_EQ(cell(arrow.rows, 0, kName, Qt::ToolTipRole), "a->b");
}

TEST(RowModel, FindsARowByTheNameOfOneThatSharesItsMemory)
{
    Models models;
    models.state.axis().setCursor(StepId(2));
    models.state.filter().setText(QStringLiteral("sharer"));
    EXPECT_EQ(models.names(), Names({"b"}));
}

TEST(RowModel, FindsARowByItsPathInATree)
{
    const auto view = std::make_shared<View>(*viewOf(kModelsPlan));
    const RowId placed = rowNamed(*view, "a");
    view->rows.groupings
        = {{"op_path", "Op path",
            [placed](RowId row) { return std::string(row == placed ? "lm/mlp/dot" : "(nowhere)"); }, true}};
    view->rows.groupings.front().searched
        = [placed](RowId row) { return std::string(row == placed ? "lm/mlp/dot" : ""); };
    Models models(view);
    models.state.axis().setCursor(StepId(2));
    models.state.filter().setText(QStringLiteral("MLP"));
    EXPECT_EQ(models.names(), Names({"a"})) << "no name of it says so";
    models.state.filter().setText(QStringLiteral("nowhere"));
    EXPECT_EQ(models.names(), Names()) << "that is no place";
}

TEST(RowModel, LeavesOutOtherKindsAndSumsTheRemainingRows)
{
    Models models;
    models.state.filter().setFacet(Facet{Facet::kByKind, "temporary", {}});
    EXPECT_EQ(models.names(), Names({"a", "b"}));
    EXPECT_EQ(models.rows.shown().occupied(), 3072);
    EXPECT_EQ(models.rows.all().rows, 4u);
    models.state.filter().clear();
    EXPECT_EQ(models.rows.rowCount(), 4);
}

TEST(RowModel, HoveredRowIsMarked)
{
    Models models;
    EXPECT_FALSE(models.rows.index(0, 0).data(HoveredRole).toBool());
    models.state.focus().setHovered(models.rows.rows().front().row);
    EXPECT_TRUE(models.rows.index(0, 0).data(HoveredRole).toBool());
}

TEST(RowModel, FixedUnitAppliesToAllSizes)
{
    Models models;
    models.state.units().setUnit(ByteUnit::KiB);
    EXPECT_EQ(cell(models.rows, 0, kSize), "4\u00a0KiB");
}

TEST(SimilarRows, HaveTheSameOpAndShapeAndHoldTheRowItself)
{
    const auto documents = openDocuments({TIDEMARK_EXAMPLE}, allKinds());
    ASSERT_TRUE(documents);
    const Document& document = *documents->front();
    const auto view = document.view({allPrograms(document).back(), 0}, {});
    ASSERT_TRUE(view);
    ViewState state;
    state.setView(*view);
    std::size_t most = 0;
    for (const LiveRow& live : state.live()) {
        const std::vector<RowId> alike = SimilarRows(&state).of(live.row);
        EXPECT_EQ(std::ranges::count(alike, live.row), 1);
        for (const RowId other : alike) {
            EXPECT_EQ(state.facts().of(other).opName, state.facts().of(live.row).opName);
            EXPECT_EQ(state.facts().of(other).shape, state.facts().of(live.row).shape);
        }
        most = std::max(most, alike.size());
    }
    EXPECT_GT(most, 1u);
}

TEST(SimilarRows, OfARecordingHaveTheSameSourceLineAndSize)
{
    std::vector<test::MadeRow> rows(5);
    for (test::MadeRow& row : rows) {
        row.size = 1000;
        row.facts.name = "log_softmax";
        row.facts.sourceFile = "nn_utils.py";
        row.facts.sourceLine = 13;
    }
    rows[2].facts.sourceLine = 12;
    rows[3].facts.name = "forward";
    rows[4].size = 2000;
    const auto view = test::madeView(std::move(rows), {6000});
    view->isHistory = true;
    ViewState state;
    state.setView(view);
    SimilarRows similar(&state);
    EXPECT_EQ(similar.of(RowId(0)), (std::vector{RowId(0), RowId(1)}));
    EXPECT_EQ(similar.of(RowId(2)), std::vector{RowId(2)});
    EXPECT_EQ(similar.commonFacts(RowId(0)), (QStringList{QStringLiteral("source line"), QStringLiteral("size")}));
}

TEST(ViewState, OpensARecordingAtItsFailure)
{
    test::MadeRow row;
    row.size = 10;
    row.end = StepId(2);
    const auto view = test::madeView({row}, {10, 10, 0});
    view->failures = {StepId(2)};
    ViewState state;
    state.setView(view);
    EXPECT_EQ(state.cursor(), StepId(2));
    EXPECT_TRUE(state.live().empty());
}

TEST(RowFacts, AreKeptForTheLastRequestedRowsAlone)
{
    const auto made = madeUpOf(Names(RowFacts::kKept + 10, "x"));
    ViewState state;
    state.setView(viewOf(made));
    made->described = 0;
    for (int round = 0; round < 3; ++round)
        state.facts().of(RowId(0));
    EXPECT_EQ(made->described, 1u);
    for (std::size_t i = 1; i < made->rows.size(); ++i)
        state.facts().of(RowId::at(i));
    state.facts().of(RowId(0));
    EXPECT_EQ(made->described, made->rows.size() + 1);
}

TEST(BreakdownLines, ByOpcodeAddsUpToTheSameTotal)
{
    Models models;
    group(models.state, Facet::kByKind);
    const std::string byKind = cell(models.breakdown, models.breakdown.rowCount() - 1, BreakdownModel::Size);
    group(models.state, "opcode");
    EXPECT_EQ(cell(models.breakdown, models.breakdown.rowCount() - 1, BreakdownModel::Size), byKind);
    EXPECT_EQ(models.breakdown.headerData(BreakdownModel::Name, Qt::Horizontal).toString(), QStringLiteral("Opcode"));
}

TEST(BreakdownLines, TheWayIsReadOnlyIfGroupsChange)
{
    struct Counted {
        explicit Counted(int* of)
            : copies(of)
        { }
        Counted(const Counted& other)
            : copies(other.copies)
        {
            ++*copies;
        }
        Counted& operator=(const Counted&) = delete;
        ~Counted() = default;
        std::string operator()(RowId) const { return "one"; }
        int* copies;
    };
    int copies = 0;
    auto view = std::make_shared<View>(*viewOf(kModelsPlan));
    view->rows.groupings.push_back({"counted", "Counted", Counted(&copies)});
    Models models(view);
    group(models.state, "counted");
    ASSERT_EQ(models.breakdown.headerData(BreakdownModel::Name, Qt::Horizontal).toString(), QStringLiteral("Counted"));
    copies = 0;
    const std::string before = cell(models.breakdown, 0, BreakdownModel::Size);
    models.state.axis().setCursor(StepId(0));
    EXPECT_NE(cell(models.breakdown, 0, BreakdownModel::Size), before);
    EXPECT_EQ(copies, 0);
}

TEST(BreakdownLines, KindsHaveTheirHuesLargestFirst)
{
    Models models;
    group(models.state, Facet::kByKind);
    Names names;
    for (int i = 0; i < models.breakdown.rowCount(); ++i)
        names.push_back(cell(models.breakdown, i, BreakdownModel::Name));
    EXPECT_EQ(names, Names({"Argument", "Temporary", "Constant", "Total"}));
    EXPECT_EQ(models.breakdown.index(2, 0).data(HueRole).toInt(), static_cast<int>(Hue::Constant));
    EXPECT_TRUE(models.breakdown.index(3, 0).data(TotalRole).toBool());
}

TEST(Csv, HasALineForEveryRowAndBytesAsIntegers)
{
    const Models models;
    std::ostringstream csv;
    EXPECT_TRUE(writeCsv(csv, {models.state.view(), {}, models.rows.rows(), {}}));
    const std::string text = csv.str();
    EXPECT_TRUE(text.starts_with("id,instruction,"));
    EXPECT_TRUE(text.substr(0, text.find_first_of("\r\n")).ends_with(",offset_bytes,role,certain"));
    EXPECT_EQ(std::ranges::count(text, '\n'), static_cast<std::ptrdiff_t>(models.rows.rows().size()) + 1);
    EXPECT_NE(text.find(",4096,"), std::string::npos);
}

TEST(Meanings, FillTheirColumnsOnceKnown)
{
    Models models(viewOf(madeUpOf({"a", "b", "c"})));
    const auto textOf = [&](int row, RowColumn column) { return cell(models.rows, row, static_cast<int>(column)); };
    EXPECT_EQ(textOf(0, RowColumn::Category), "");
    QSignalSpy resets(&models.rows, &QAbstractItemModel::modelReset);
    models.state.setMeanings(meaningsOf({1, 2, 0}));
    EXPECT_EQ(resets.size(), 0) << "nothing moves under the user's eyes";
    EXPECT_EQ(textOf(0, RowColumn::Category), "KV cache");
    EXPECT_EQ(textOf(0, RowColumn::Role), "held");
    EXPECT_EQ(textOf(0, RowColumn::Rule), "told of row 0");
    EXPECT_EQ(cell(models.rows, 0, static_cast<int>(RowColumn::Category), Qt::ToolTipRole), "told of row 0");
    EXPECT_NE(detailsText(models.state, RowId(0)).indexOf(QStringLiteral("Category: KV cache")), -1);
    EXPECT_NE(detailsText(models.state, RowId(0)).indexOf(QStringLiteral("Rule: told of row 0")), -1);
    models.state.setView(viewOf(madeUpOf({"d"})));
    EXPECT_EQ(textOf(0, RowColumn::Category), "") << "they were of the view before";
}

TEST(Meanings, SortInTheOrderOfReports)
{
    Models models(viewOf(madeUpOf({"a", "b", "c", "d"})));
    EXPECT_EQ(models.sortedBy(RowColumn::Category, Qt::AscendingOrder), Names({"a", "b", "c", "d"}));
    models.state.setMeanings(meaningsOf({2, 1, 0, 1}));
    EXPECT_EQ(models.names(), Names({"c", "b", "d", "a"})) << "as soon as they are known";
    EXPECT_EQ(models.sortedBy(RowColumn::Category, Qt::DescendingOrder), Names({"a", "b", "d", "c"}));
    EXPECT_EQ(models.sortedBy(RowColumn::Rule, Qt::DescendingOrder), Names({"d", "c", "b", "a"}));
}

TEST(Meanings, AreFoundByLabelAndById)
{
    for (const char* words : {"kv cache", "kv_cache", "KV", "held cache"}) {
        Models models(viewOf(madeUpOf({"a", "b", "c"})));
        models.state.filter().setText(QString::fromLatin1(words));
        EXPECT_EQ(models.names(), Names()) << words;
        models.state.setMeanings(meaningsOf({0, 1, 2}));
        EXPECT_EQ(models.names(), Names({"b"})) << words;
    }
}

TEST(Meanings, ChooseTheColourOfBarsUnlessColouredByType)
{
    Models models(viewOf(madeUpOf({"a"})));
    models.state.setMeanings(meaningsOf({1}));
    const auto category = [&](RowColumn column) {
        const auto* look = models.rows.index(0, static_cast<int>(column)).data(LookRole).value<const GroupLook*>();
        return look ? look->category : std::string("no look");
    };
    group(models.state, Facet::kByCategory);
    EXPECT_EQ(category(RowColumn::Size), "kv_cache");
    EXPECT_EQ(category(RowColumn::Kind), "no look") << "its swatch is that of the type";
    group(models.state, Facet::kByKind);
    EXPECT_EQ(category(RowColumn::Size), "");
}

TEST(Meanings, BreakTheLevelDownAtEveryStep)
{
    const auto view = viewOf(R"(
    param 0 4096
      p 0 4096 f32[32,32]
    temp 8192
      a 0 2048
      b 2048 1024
      sharer 2048 1024
    trace +a +b sharer=b -a -b -sharer
)");
    Models models(view);
    EXPECT_EQ(models.breakdown.headerData(BreakdownModel::Name, Qt::Horizontal).toString(), QStringLiteral("Category"));
    EXPECT_EQ(cell(models.breakdown, 0, BreakdownModel::Name), "Not known yet");
    const auto meanings = view->meanings({});
    ASSERT_TRUE(meanings);
    models.state.setMeanings(*meanings);
    EXPECT_NE(cell(models.breakdown, 0, BreakdownModel::Name), "Not known yet");
    for (std::uint32_t step = 0; step < view->axis.count; ++step) {
        models.state.axis().setCursor(StepId(step));
        std::int64_t sum = 0;
        const int last = models.breakdown.rowCount() - 1;
        for (int row = 0; row < last; ++row) {
            EXPECT_FALSE(cell(models.breakdown, row, BreakdownModel::Name, CategoryRole).empty());
            sum += std::stoll(cell(models.breakdown, row, BreakdownModel::Size, PlainRole));
        }
        EXPECT_EQ(sum, view->levelAt(StepId(step))) << step;
        EXPECT_EQ(std::to_string(sum), cell(models.breakdown, last, BreakdownModel::Size, PlainRole));
    }
}

TEST(Meanings, AreInTheCsv)
{
    Models models(viewOf(madeUpOf({"a"})));
    models.state.setMeanings(meaningsOf({1}));
    std::ostringstream csv;
    EXPECT_TRUE(writeCsv(csv, {models.state.view(), models.state.meanings(), models.rows.rows(), {}}));
    EXPECT_NE(csv.str().find(",kv_cache,told of row 0,"), std::string::npos) << csv.str();
}

TEST(RowModel, KeepsItsRowsAfterAnException)
{
    bool isFailing = false;
    auto view = std::make_shared<View>(*viewOf(kModelsPlan));
    view->rows.describe = [describe = view->rows.describe, &isFailing](RowId row, Facts& facts) {
        if (isFailing)
            throw std::bad_alloc();
        describe(row, facts);
    };
    Models models(view);
    const Names before = models.names();
    QSignalSpy begun(&models.rows, &QAbstractItemModel::modelAboutToBeReset);
    QSignalSpy ended(&models.rows, &QAbstractItemModel::modelReset);
    isFailing = true;
    EXPECT_THROW(models.rows.sort(static_cast<int>(RowColumn::Shape), Qt::AscendingOrder), std::bad_alloc);
    isFailing = false;
    EXPECT_EQ(begun.size(), ended.size()) << "no reset that never ends";
    EXPECT_EQ(models.names(), before);
    EXPECT_EQ(models.sortedBy(RowColumn::Name, Qt::AscendingOrder).size(), before.size());
}

TEST(RowModel, IsEmptyIfTheRowsOfAnotherViewCannotBeRead)
{
    Models models;
    models.state.filter().setText(QStringLiteral("a"));
    const auto view = std::make_shared<View>(*viewOf(kModelsPlan));
    view->rows.describe = [](RowId, Facts&) { throw std::bad_alloc(); };
    models.state.setView(view);
    EXPECT_EQ(models.rows.rowCount(), 0);
    EXPECT_GT(models.breakdown.rowCount(), 0) << "other models follow";
}
