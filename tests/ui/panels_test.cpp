// Tests of the panels around a page, without a window.
#include "core/base/notes.h"
#include "tests/ui/tables_fixture.h"
#include "tests/ui/utf8.h"
#include "ui/panels/breakdown_panel.h"
#include "ui/panels/buffer_card.h"
#include "ui/panels/buffers_panel.h"
#include "ui/panels/card_parts.h"
#include "ui/panels/problems_panel.h"
#include "ui/state/row_text.h"
#include "ui/state/units.h"
#include "ui/tables/flat_table.h"
#include "ui/tables/table_roles.h"

#include <QApplication>
#include <QClipboard>
#include <QLabel>
#include <QPushButton>
#include <QScrollBar>
#include <QSignalSpy>
#include <QTest>
#include <QToolButton>

using namespace tidemark;
using namespace tidemark::ui;

namespace {

QString shownText(const QWidget& widget)
{
    QString text;
    for (const QLabel* label : widget.findChildren<QLabel*>())
        if (label->isVisibleTo(&widget))
            text += label->text().remove(QChar(0x200b)) + u'\n';
    return text;
}

class Panels : public testing::Test
{
protected:
    void SetUp() override
    {
        m_state.setView(viewOfOneOp(kPlan));
        m_state.axis().setCursor(StepId(2));
        m_panel.resize(1100, 300);
        m_card.resize(320, 160);
        m_panel.show();
        m_card.show();
        QApplication::processEvents();
    }
    RowId row(std::string_view name) const { return rowNamed(*m_state.view(), name); }
    /// Returns the label over the table; empty while it is hidden.
    QString nothing() const
    {
        for (const QLabel* label : m_panel.table()->viewport()->findChildren<QLabel*>())
            return label->isHidden() ? QString() : label->text();
        return {};
    }
    void follow(const QString& link)
    {
        for (QLabel* label : m_panel.table()->viewport()->findChildren<QLabel*>())
            emit label->linkActivated(link);
    }

    ViewState m_state;
    BuffersPanel m_panel{&m_state};
    BufferCard m_card{&m_state};
};

} // namespace

TEST_F(Panels, TheFooterSumsSelectedAndShownRows)
{
    EXPECT_TRUE(shownText(m_panel).contains(QStringLiteral("4 rows\n")));
    m_state.focus().setSelected({row("b"), row("c")});
    EXPECT_TRUE(shownText(m_panel).contains(QStringLiteral("2 selected · 2\u00a0KiB · 25.0\u00a0% of this step")))
        << shownText(m_panel).toStdString();
    m_state.filter().setText(QStringLiteral("temporary"));
    EXPECT_TRUE(shownText(m_panel).contains(QStringLiteral("shown 4\u00a0KiB · all rows 8\u00a0KiB")))
        << shownText(m_panel).toStdString();
    m_state.filter().setText(QStringLiteral("argument"));
    EXPECT_TRUE(shownText(m_panel).contains(QStringLiteral("2 selected, not shown here")))
        << shownText(m_panel).toStdString();
    m_state.focus().setSelected({row("p"), row("b"), row("c")});
    EXPECT_TRUE(shownText(m_panel).contains(QStringLiteral("1 of the 3 selected · 4\u00a0KiB · 50.0\u00a0%")))
        << shownText(m_panel).toStdString();
}

TEST_F(Panels, WithoutAMatchAllConditionsAreNamedAndCanBeCleared)
{
    EXPECT_TRUE(nothing().isEmpty());
    m_state.filter().setFacet(Facet::of(m_state.view()->rows.kinds.front())); // Argument
    m_state.filter().setText(QStringLiteral("<zzz>"));
    EXPECT_TRUE(nothing().startsWith(
        QStringLiteral("No buffer matches “&lt;zzz&gt;”, Argument, here or anywhere in this program.")))
        << nothing().toStdString();
    follow(QStringLiteral("clear"));
    EXPECT_TRUE(m_state.filter().isEmpty());
    EXPECT_TRUE(nothing().isEmpty());
}

TEST_F(Panels, WithoutAMatchHereAStepWithOneIsOffered)
{
    m_state.axis().setCursor(StepId(5));
    m_state.filter().setText(QStringLiteral("temporary"));
    EXPECT_TRUE(
        nothing().startsWith(QStringLiteral("No buffer matches “temporary” at step 5. a matches from step 0 on.")))
        << nothing().toStdString();
    follow(QStringLiteral("go"));
    EXPECT_EQ(m_state.cursor(), StepId(0));
    EXPECT_EQ(m_state.focus().pinned(), row("a"));
    EXPECT_TRUE(nothing().isEmpty());
}

TEST_F(Panels, ConditionsOnTheCursorAreNotSearchedAtOtherSteps)
{
    const View& view = *m_state.view();
    m_state.setUses(*view.uses({}));
    m_state.axis().setCursor(StepId(5));
    m_state.filter().setFacet(Facet::ofIdle(1, view.axis, 5));
    EXPECT_TRUE(nothing().startsWith(QStringLiteral("No buffer matches Idle for 1–4 steps at step 5. <a ")))
        << nothing().toStdString();
    EXPECT_FALSE(m_panel.table()->finder()->isSearching());
    EXPECT_FALSE(m_panel.table()->finder()->found());
    m_state.axis().setCursor(StepId(2));
    EXPECT_TRUE(nothing().isEmpty()) << "three do here";
    m_state.axis().setCursor(StepId(5));
    m_state.filter().setFacet(Facet::ofMarked(StepId(2), {}, view.axis));
    m_state.filter().setText(QStringLiteral("temporary"));
    EXPECT_TRUE(nothing().contains(QStringLiteral(" at step 5. "))) << nothing().toStdString();
    follow(QStringLiteral("clear"));
    EXPECT_TRUE(m_state.filter().isEmpty());
}

TEST_F(Panels, ALongSearchAtOtherStepsFinishes)
{
    const auto made = madeUpOf(std::vector<std::string>(3 * MatchFinder::kSlice, "row"));
    made->rows.back().facts.name = "last";
    made->rows.back().end = StepId(1);
    m_state.setView(viewOf(made));
    m_state.axis().setCursor(StepId(5));
    const auto isLooking = [&] { return nothing().contains(QStringLiteral("Looking elsewhere…")); };
    const auto isFound = [&] { return nothing().contains(QStringLiteral("last matches from step 0 on")); };
    m_state.filter().setText(QStringLiteral("last"));
    EXPECT_TRUE(isLooking()) << nothing().toStdString();
    EXPECT_TRUE(QTest::qWaitFor(isFound)) << nothing().toStdString();
    m_state.axis().setCursor(StepId(6));
    EXPECT_TRUE(isLooking()) << "from another step";
    m_state.axis().setCursor(StepId(7));
    EXPECT_TRUE(QTest::qWaitFor(isFound)) << nothing().toStdString();
}

TEST_F(Panels, AMatchAtAnotherStepIsOfTheCurrentText)
{
    m_state.axis().setCursor(StepId(5));
    m_state.filter().setText(QStringLiteral("zzz"));
    m_panel.table()->goToMatch(1);
    EXPECT_TRUE(nothing().contains(QStringLiteral("here or anywhere"))) << nothing().toStdString();
    m_state.filter().setText(QStringLiteral("temporary"));
    EXPECT_TRUE(nothing().contains(QStringLiteral("a matches from step 0 on"))) << nothing().toStdString();
}

TEST_F(Panels, AnEmptyViewHasNoHint)
{
    m_state.filter().setText(QStringLiteral("zzz"));
    m_state.setView(nullptr);
    EXPECT_TRUE(nothing().isEmpty());
    EXPECT_FALSE(shownText(m_panel).contains(QStringLiteral("rows")));
}

TEST_F(Panels, TheCardShowsTheHoveredRowElseThePinnedElseTheLargest)
{
    EXPECT_TRUE(shownText(m_card).contains(QStringLiteral("The largest buffer at step 2")));
    m_state.focus().setPinned(row("p"));
    EXPECT_TRUE(shownText(m_card).contains(QStringLiteral("Pinned")));
    EXPECT_TRUE(shownText(m_card).contains(QStringLiteral("f32[32,32]")));
    EXPECT_TRUE(shownText(m_card).contains(QStringLiteral("always live")));
    m_state.focus().setHovered(row("a"));
    EXPECT_FALSE(shownText(m_card).contains(QStringLiteral("f32[32,32]")));
    EXPECT_TRUE(shownText(m_card).contains(QStringLiteral("steps 0–2")));
    EXPECT_TRUE(shownText(m_card).contains(QStringLiteral("Under the pointer")));
    m_state.focus().setHovered(std::nullopt);
    m_state.setView(nullptr);
    EXPECT_FALSE(shownText(m_card).contains(QStringLiteral("f32"))) << "nothing is live";
}

TEST_F(Panels, TheCardSelectsAllRowsLikeItsOwn)
{
    m_state.focus().setPinned(row("b"));
    m_state.focus().setSelected({});
    auto* button = m_card.findChild<QPushButton*>();
    ASSERT_EQ(button->text(), QStringLiteral("Select all 2"));
    const auto titles = m_card.findChildren<QLabel*>(QStringLiteral("title"));
    const auto opName
        = std::ranges::find(titles, QStringLiteral("Op name"), [](const QLabel* title) { return title->text(); });
    EXPECT_LT(button->mapTo(&m_card, QPoint()).y(), (*opName)->mapTo(&m_card, QPoint()).y()) << "above long lines";
    button->click();
    EXPECT_EQ(m_state.focus().selected(), (std::vector{row("b"), row("c")}));
}

TEST_F(Panels, ARowHasNoShareOfAStepAtWhichItIsNotLive)
{
    m_state.axis().setCursor(StepId(4)); // c alone
    m_state.focus().setPinned(row("c"));
    EXPECT_TRUE(shownText(m_card).contains(QStringLiteral("% of step 4"))) << utf8(shownText(m_card));
    m_state.focus().setPinned(row("a"));
    EXPECT_EQ(shareText(m_state, row("a")), percent(2048, 8192) + QStringLiteral(" of the peak, not live at step 4"));
    EXPECT_FALSE(shownText(m_card).contains(QStringLiteral("of step 4"))) << utf8(shownText(m_card));
    m_state.setView(viewOfOneOp("temp 3072\n  a 0 2048\n  b 2048 1024\ntrace +a -a +b -b"));
    m_state.axis().setCursor(StepId(0));
    EXPECT_EQ(shareText(m_state, row("b")), QStringLiteral("not live at step 0"));
}

TEST_F(Panels, CardPinsAndCopies)
{
    m_state.focus().setHovered(row("a"));
    const QList<QToolButton*> buttons = m_card.findChildren<QToolButton*>();
    const auto named = [&](const QString& name) {
        for (QToolButton* button : buttons)
            if (button->accessibleName() == name)
                return button;
        ADD_FAILURE() << name.toStdString();
        return buttons.front();
    };
    named(QStringLiteral("Copy the details"))->click();
    EXPECT_TRUE(QGuiApplication::clipboard()->text().startsWith(QStringLiteral("a\nSize: 2 KiB")));
    named(QStringLiteral("Pin"))->click();
    EXPECT_EQ(m_state.focus().pinned(), row("a"));
    named(QStringLiteral("Unpin"))->click();
    EXPECT_FALSE(m_state.focus().pinned());
}

TEST_F(Panels, CardIsReadToItsEndByKeys)
{
    m_state.focus().setPinned(row("p"));
    QApplication::processEvents();
    auto* scroll = m_card.findChild<CardScroll*>();
    const QScrollBar* bar = scroll->verticalScrollBar();
    ASSERT_GT(bar->maximum(), 0);
    EXPECT_TRUE(scroll->focusPolicy() & Qt::TabFocus);
    m_card.activateWindow();
    scroll->setFocus();
    ASSERT_TRUE(QTest::qWaitFor([&] { return scroll->hasFocus(); }));
    int before = bar->value();
    for (const Qt::Key key : {Qt::Key_Down, Qt::Key_PageDown, Qt::Key_End}) {
        QTest::keyClick(scroll, key);
        EXPECT_TRUE(bar->value() > before || bar->value() == bar->maximum());
        before = bar->value();
    }
    EXPECT_EQ(bar->value(), bar->maximum());
    for (const Qt::Key key : {Qt::Key_Up, Qt::Key_PageUp, Qt::Key_Home})
        QTest::keyClick(scroll, key);
    EXPECT_EQ(bar->value(), 0);
    QTest::keyClick(scroll, Qt::Key_End);
    m_state.focus().setPinned(row("a"));
    EXPECT_EQ(bar->value(), 0); // another row is shown from its top
}

TEST_F(Panels, CardLeavesOutLifeAndCurveWithoutAnAxis)
{
    auto view = std::make_shared<View>(*m_state.view());
    view->axis.kind = AxisKind::None;
    m_state.setView(view);
    m_state.focus().setPinned(RowId(0));
    EXPECT_FALSE(shownText(m_card).contains(QStringLiteral("live for")));
    EXPECT_FALSE(shownText(m_card).contains(QStringLiteral("Lifetime")));
}

TEST_F(Panels, PathsTakeHalfOfTheBreakdownAndShowTheirEnds)
{
    const auto view = std::make_shared<View>(*m_state.view());
    view->rows.groupings
        = {{"op_path", "Op path, each layer",
            [](RowId row) { return "attention/btkgd,bskd->bkgts/dot_general_" + std::to_string(row.value); }, true},
           {"shape", "Shape", [](RowId) { return std::string("f32[8]"); }}};
    m_state.setView(view);
    BreakdownPanel panel(&m_state);
    panel.show();
    group(m_state, "op_path");
    const FlatTable& table = *panel.table();
    const auto isHidden = [&](int column) { return table.isColumnHidden(column); };
    panel.resize(900, 400);
    for (int column = 0; column < BreakdownModel::ColumnCount; ++column)
        EXPECT_FALSE(isHidden(column)) << column;
    for (int width = 900; width >= 160; width -= 10) {
        panel.resize(width, 400);
        QApplication::processEvents();
        EXPECT_GE(table.columnWidth(BreakdownModel::Name), 0.45 * table.viewport()->width() - 1) << width;
        EXPECT_FALSE(isHidden(BreakdownModel::Size)) << width;
        EXPECT_TRUE(isHidden(BreakdownModel::Bar) || !isHidden(BreakdownModel::Count)) << width;
        EXPECT_TRUE(isHidden(BreakdownModel::Count) || !isHidden(BreakdownModel::Share)) << width;
    }
    EXPECT_TRUE(isHidden(BreakdownModel::Count));
    EXPECT_TRUE(table.rowsAsText({0}).contains(QStringLiteral("\t1\t"))) << "it is copied all the same";
    EXPECT_EQ(table.model()->index(0, 0).data(ElideRole).toInt(), Qt::ElideLeft);
    EXPECT_TRUE(table.model()->index(0, 0).data(Qt::ToolTipRole).toString().contains(QStringLiteral("bkgts/dot")));
    panel.resize(312, 400);
    group(m_state, "shape");
    EXPECT_FALSE(isHidden(BreakdownModel::Count)) << "short names leave room";
}

TEST_F(Panels, TheBreakdownNamesGroupsLikeTheLegendAndTheTotalCutsNoRow)
{
    const auto view = std::make_shared<View>(*m_state.view());
    view->rows.groupings
        = {{"source", "Source line",
            [](RowId row) { return "/home/user/project/model_" + std::to_string(row.value) + ".py:7"; }, false,
            [](const std::string& group) { return group.substr(group.rfind('/') + 1); }},
           {"purpose", "Purpose", [](RowId) { return std::string("(not stated)"); }}};
    m_state.setView(view);
    BreakdownPanel panel(&m_state);
    panel.show();
    group(m_state, "source");
    const FlatTable& table = *panel.table();
    const QModelIndex first = table.model()->index(0, BreakdownModel::Name);
    EXPECT_TRUE(first.data().toString().startsWith(QStringLiteral("model_"))) << utf8(first.data().toString());
    EXPECT_TRUE(first.data(Qt::ToolTipRole).toString().contains(QStringLiteral("/home/user/project/model_")));
    const int row = table.rowHeight(0);
    ASSERT_GT(table.model()->rowCount(), 2);
    for (int height = 2 * row; height < 4 * row; ++height) {
        panel.resize(300, height + table.horizontalHeader()->height());
        QApplication::processEvents();
        const int total = table.model()->rowCount() - 1;
        for (int y = 0; y + row <= table.viewport()->height(); y += row)
            EXPECT_EQ(table.indexAt({5, y + 1}).row(), table.indexAt({5, y + row - 1}).row()) << height << ", " << y;
        EXPECT_EQ(table.indexAt({5, table.viewport()->height() / row * row - 1}).row(), total) << height;
    }
    group(m_state, "purpose");
    EXPECT_TRUE(table.model()->index(0, BreakdownModel::Name).data(ElideRole).isNull()) << "words are cut at the right";
    EXPECT_FALSE(table.model()->index(0, BreakdownModel::Name).data(MonospaceRole).toBool());
}

TEST_F(Panels, TheAbsenceOfProblemsIsReported)
{
    ProblemsPanel panel(&m_state.units());
    panel.show();
    EXPECT_EQ(shownText(panel), QStringLiteral("No problems were found.\n"));
    EXPECT_FALSE(panel.table()->isVisible());
    panel.setProblems({{"a", "One.", 1, std::nullopt}});
    EXPECT_TRUE(panel.table()->isVisible());
    EXPECT_TRUE(shownText(panel).isEmpty());
    panel.setProblems({});
    EXPECT_EQ(shownText(panel), QStringLiteral("No problems were found.\n"));
}

TEST_F(Panels, ProblemsHaveTextCountAndPlace)
{
    ProblemsPanel panel(&m_state.units());
    Warnings warnings;
    warnings.add("cut-file", "The file ends early.", 1234567);
    warnings.add("cut-file", "The file ends early.", 2);
    warnings.addNamed("damaged", "jit_a cannot be read.");
    warnings.addNamed("damaged", "jit_b cannot be read.");
    panel.setProblems(warnings.list());
    EXPECT_EQ(panel.table()->allRowsAsText(),
              QStringLiteral("Problem\tTimes\tFirst at byte\nThe file ends early.\t2\t1,234,567\n"
                             "jit_a cannot be read.\t1\t\njit_b cannot be read.\t1\t\n"));
}

TEST_F(Panels, NotesAreCalledSo)
{
    ProblemsPanel panel(&m_state.units());
    Warnings warnings;
    warnings.add("damaged", "It is cut.");
    warnings.add(note::kRoundedSizes, "Sizes are rounded.");
    panel.setProblems(warnings.list());
    EXPECT_EQ(panel.table()->allRowsAsText(),
              QStringLiteral("Problem\tTimes\tFirst at byte\tKind\nIt is cut.\t1\t\tProblem\n"
                             "Sizes are rounded.\t1\t\tNote\n"));
}

TEST_F(Panels, BreakdownHasTheNewViewBeforeWidgetsReadIt)
{
    ViewState state;
    std::unique_ptr<BreakdownModel> model;
    int lines = -1;
    // This listener is older than the model.
    state.onChange(Aspect::View, &state, [&] {
        if (model)
            lines = model->rowCount();
    });
    state.setView(viewOf(kPlan));
    model = std::make_unique<BreakdownModel>(&state);
    EXPECT_GT(model->rowCount(), 0);
    state.setView(nullptr);
    EXPECT_EQ(lines, 0);
}

TEST_F(Panels, ProblemsAreCopiedAsRows)
{
    ProblemsPanel panel(&m_state.units());
    panel.setProblems({{"a", "One.", 1, std::nullopt}, {"b", "Two.", 3, 17}});
    panel.table()->selectAll();
    panel.table()->copyRows();
    EXPECT_EQ(QGuiApplication::clipboard()->text(),
              QStringLiteral("Problem\tTimes\tFirst at byte\nOne.\t1\t\nTwo.\t3\t17\n"));
}

TEST_F(Panels, LongPathsLeaveMostOfTheWidthToTheProblems)
{
    ProblemsPanel panel(&m_state.units());
    Warning problem{"a", "Something is missing.", 1, std::nullopt};
    problem.file = "a/folder/of/a/folder/that/has/a/very/long/name/and/then/more/names/until/the/file.hlo.pb";
    panel.setProblems({problem});
    panel.resize(800, 200);
    panel.show();
    QApplication::processEvents();
    EXPECT_NEAR(panel.table()->columnWidth(ProblemsPanel::File), panel.table()->width() / 4, 1);
}

TEST_F(Panels, ProblemsAreWrappedAndTakeTheKeysToCopy)
{
    ProblemsPanel panel(&m_state.units());
    panel.resize(300, 200);
    panel.setProblems({{"a", "Short.", 1, std::nullopt},
                       {"b", "A text of so many words that it does not stand on one line of a narrow panel.", 1, 17}});
    panel.show();
    QApplication::processEvents();
    FlatTable* const table = panel.table();
    EXPECT_GT(table->rowHeight(1), table->rowHeight(0));
    const QSignalSpy copied(table, &FlatTable::copied);
    table->clearSelection();
    QKeyEvent free(QEvent::ShortcutOverride, Qt::Key_C, Qt::ControlModifier);
    free.ignore();
    QApplication::sendEvent(table, &free);
    EXPECT_FALSE(free.isAccepted()) << "without a selection the window copies";
    table->selectRow(0);
    QKeyEvent taken(QEvent::ShortcutOverride, Qt::Key_C, Qt::ControlModifier);
    taken.ignore();
    QApplication::sendEvent(table, &taken);
    EXPECT_TRUE(taken.isAccepted());
    QTest::keyClick(table, Qt::Key_C, Qt::ControlModifier);
    EXPECT_EQ(copied.count(), 1);
    EXPECT_EQ(QGuiApplication::clipboard()->text(), QStringLiteral("Problem\tTimes\tFirst at byte\nShort.\t1\t\n"));
}

TEST(Card, DescribesSimilarRowsOnceWhileThePointerMoves)
{
    constexpr std::size_t kRows = 500;
    const auto made = madeUpOf(std::vector<std::string>(kRows, "x"));
    ViewState state;
    state.setView(viewOf(made));
    BufferCard card(&state);
    card.show();
    state.focus().setHovered(RowId(0));
    EXPECT_TRUE(shownText(card).contains(QStringLiteral("500 buffers like this one")));
    made->described = 0;
    for (std::uint32_t row = 1; row < 10; ++row)
        state.focus().setHovered(RowId(row));
    EXPECT_LT(made->described, kRows);
    EXPECT_TRUE(shownText(card).contains(QStringLiteral("500 buffers like this one")));
    state.axis().setCursor(StepId(5));
    EXPECT_LT(made->described, kRows) << "they are the same at other steps";
    made->rows[0].facts.opcode = "other";
    state.setView(viewOf(made));
    state.focus().setHovered(RowId(1));
    EXPECT_TRUE(shownText(card).contains(QStringLiteral("499 buffers like this one"))) << "of another view";
}
