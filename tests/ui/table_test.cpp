// The table of buffers: what is selected in it, pinned from it, and found with it.
#include "tests/ui/window_fixture.h"
#include "ui/charts/buffer_strips.h"
#include "ui/docks/buffers_panel.h"
#include "ui/shell/main_tool_bar.h"

#include <QHeaderView>
#include <QLineEdit>
#include <QScrollBar>
#include <QWheelEvent>

using namespace tidemark;
using namespace tidemark::ui;

namespace {

using RowNumbers = std::vector<std::uint32_t>;

/// Rows of the timeline in file order: many arguments, then x and y.
std::string planOfMany(int arguments, int size)
{
    std::string plan;
    for (int i = 0; i < arguments; ++i)
        plan += "param " + std::to_string(i) + " 512\n  p" + std::to_string(i) + " 0 512\n";
    const std::string bytes = std::to_string(size);
    plan += "temp 65536\n  x 0 " + bytes + "\n  y " + bytes + " 1024\n  late 0 64\n";
    return test::hloBytes(plan + "trace +x +y -y -x +late -late\n");
}

class Table : public Window
{
protected:
    void SetUp() override
    {
        Window::SetUp();
        m_path
            = write(QStringLiteral("w.xplane.pb"),
                    test::containerBytes({{"jit_a(1)", planOfMany(60, 32768)}, {"jit_b(2)", planOfMany(60, 16384)}}));
        m_window = makeWindow();
        m_window->open({m_path});
        ASSERT_TRUE(waitFor(*m_window));
        m_table = m_window->findChild<BufferTable*>();
        ASSERT_TRUE(m_table->verticalScrollBar()->maximum() > 10);
    }
    ViewState& state() { return *m_window->state(); }
    QString nameIn(int row) const { return m_table->model()->index(row, 0).data().toString(); }
    std::uint32_t bufferIn(int row) const
    {
        return m_table->model()->index(row, 0).data(BufferModel::RowRole).toUInt();
    }
    void click(int row) const
    {
        const QPoint at = m_table->visualRect(m_table->model()->index(row, 0)).center();
        QTest::mouseClick(m_table->viewport(), Qt::LeftButton, {}, at);
    }

    QString m_path;
    std::unique_ptr<MainWindow> m_window;
    BufferTable* m_table = nullptr;
};

} // namespace

TEST_F(Table, AnotherProgramIsShownFromItsTopWithNothingSelected)
{
    click(2);
    m_table->verticalScrollBar()->setValue(30);
    for (const std::uint32_t module : {1u, 0u}) {
        m_window->controller()->chooseModule(module);
        ASSERT_TRUE(QTest::qWaitFor([&] { return !m_window->controller()->isBusy(); }));
        EXPECT_TRUE(m_table->selectedBuffers().empty());
        EXPECT_EQ(m_table->verticalScrollBar()->value(), 0);
    }
}

TEST_F(Table, TheSameProgramReadAgainKeepsSelectionAndPlace)
{
    const RowNumbers chosen = {bufferIn(1), bufferIn(3)};
    m_table->selectBuffers(chosen);
    m_table->verticalScrollBar()->setValue(30);
    const auto before = state().timeline();
    m_window->controller()->reload();
    ASSERT_TRUE(QTest::qWaitFor([&] { return state().timeline() != before && state().timeline(); }));
    EXPECT_EQ(m_table->selectedBuffers(), chosen);
    EXPECT_EQ(m_table->verticalScrollBar()->value(), 30);
}

TEST_F(Table, WhatIsUnpinnedIsNoLongerSelected)
{
    click(2);
    ASSERT_EQ(m_table->selectedBuffers(), RowNumbers({bufferIn(2)}));
    ASSERT_TRUE(state().pinned());
    m_window->actions().escape->trigger();
    EXPECT_TRUE(m_table->selectedBuffers().empty());
    EXPECT_TRUE(allText(*m_window->findChild<BuffersPanel*>()).contains(QStringLiteral("Nothing selected")));
    // A selection of several is the user's own.
    m_table->selectBuffers({bufferIn(1), bufferIn(2)});
    state().setPinned(bufferIn(2));
    state().setPinned(std::nullopt);
    EXPECT_EQ(m_table->selectedBuffers().size(), 2u);
}

TEST_F(Table, APinFromAnotherViewIsSelectedWhileThePointerIsThere)
{
    click(2);
    state().setHovered(bufferIn(4));
    state().setPinned(bufferIn(4));
    EXPECT_EQ(m_table->selectedBuffers(), RowNumbers({bufferIn(4)}));
}

TEST_F(Table, TheSelectionComesBackWhereItsBufferLives)
{
    click(0);
    ASSERT_EQ(utf8(nameIn(0)), "x");
    state().setCursor(0);
    state().setCursor(4);
    EXPECT_TRUE(m_table->selectedBuffers().empty());
    state().setCursor(1);
    EXPECT_EQ(m_table->selectedBuffers(), RowNumbers({bufferIn(0)}));
}

TEST_F(Table, TheFilterComesBeforeTheTable)
{
    const auto* panel = m_window->findChild<BuffersPanel*>();
    const QWidget* next = panel->filter();
    QStringList order;
    for (int i = 0; i < 200 && next != m_table; ++i) {
        next = next->nextInFocusChain();
        if (next == m_window->findChild<BufferStrips*>())
            order << QStringLiteral("strips");
    }
    EXPECT_EQ(next, m_table);
    EXPECT_TRUE(order.isEmpty());
    for (next = m_window->findChild<BufferStrips*>(); next != panel->filter() && next != m_table;)
        next = next->nextInFocusChain();
    EXPECT_EQ(next, panel->filter());
}

TEST_F(Table, FocusAlonePinsNothingKeysDo)
{
    m_window->activateWindow();
    m_table->setFocus(Qt::TabFocusReason);
    ASSERT_TRUE(QTest::qWaitFor([&] { return m_table->hasFocus(); }));
    EXPECT_FALSE(state().pinned());
    QTest::keyClick(m_table, Qt::Key_Down);
    EXPECT_EQ(state().pinned(), bufferIn(0));
    QTest::keyClick(m_table, Qt::Key_Down);
    EXPECT_EQ(state().pinned(), bufferIn(1));
    EXPECT_EQ(m_table->selectedBuffers(), RowNumbers({bufferIn(1)}));
    m_window->actions().escape->trigger();
    EXPECT_FALSE(state().pinned());
    QTest::keyClick(m_table, Qt::Key_Return);
    EXPECT_EQ(state().pinned(), bufferIn(1));
}

TEST_F(Table, AKeyEndsTheHoverOfAPointerAtRest)
{
    m_table->setFocus();
    click(0);
    state().setHovered(bufferIn(3));
    QTest::keyClick(m_table, Qt::Key_Down);
    EXPECT_FALSE(state().hovered());
    EXPECT_EQ(state().shown(), bufferIn(1));
}

TEST_F(Table, TheWheelBringsAnotherRowUnderThePointer)
{
    const QPoint at = m_table->visualRect(m_table->model()->index(1, 0)).center();
    QTest::mouseMove(m_table->viewport(), at);
    state().setHovered(bufferIn(1));
    QWheelEvent wheel(at, m_table->viewport()->mapToGlobal(at), {}, {0, -120}, Qt::NoButton, Qt::NoModifier,
                      Qt::NoScrollPhase, false);
    QApplication::sendEvent(m_table->viewport(), &wheel);
    ASSERT_GT(m_table->verticalScrollBar()->value(), 0);
    EXPECT_EQ(state().hovered(), bufferIn(1 + m_table->verticalScrollBar()->value()));
}

TEST_F(Table, TheFirstClickOnASizeShowsTheLargest)
{
    m_table->sortByColumn(static_cast<int>(BufferColumn::Name), Qt::AscendingOrder);
    QHeaderView* header = m_table->horizontalHeader();
    for (const auto& [column, order] :
         {std::pair(BufferColumn::Padding, Qt::DescendingOrder), std::pair(BufferColumn::Name, Qt::AscendingOrder),
          std::pair(BufferColumn::Size, Qt::DescendingOrder)}) {
        const int section = static_cast<int>(column);
        QTest::mouseClick(header->viewport(), Qt::LeftButton, {},
                          {header->sectionViewportPosition(section) + header->sectionSize(section) / 2, 8});
        EXPECT_EQ(header->sortIndicatorSection(), section);
        EXPECT_EQ(header->sortIndicatorOrder(), order) << section;
    }
}

TEST_F(Table, EnterInTheFindBoxGoesFromMatchToMatch)
{
    auto* search = m_window->findChild<MainToolBar*>()->search();
    search->setText(QStringLiteral("p1"));
    ASSERT_EQ(m_table->model()->rowCount(), 11); // p1, p10 … p19
    QTest::keyClick(search, Qt::Key_Return);
    EXPECT_EQ(state().pinned(), bufferIn(0));
    QTest::keyClick(search, Qt::Key_Return);
    EXPECT_EQ(state().pinned(), bufferIn(1));
    EXPECT_EQ(m_table->selectedBuffers(), RowNumbers({bufferIn(1)}));
    QTest::keyClick(search, Qt::Key_Return, Qt::ShiftModifier);
    QTest::keyClick(search, Qt::Key_Return, Qt::ShiftModifier);
    EXPECT_EQ(state().pinned(), bufferIn(10));
    QTest::keyClick(m_window->findChild<BuffersPanel*>()->filter(), Qt::Key_Enter);
    EXPECT_EQ(state().pinned(), bufferIn(0));
}

TEST_F(Table, EnterFindsWhatLivesAtAnotherStep)
{
    auto* search = m_window->findChild<MainToolBar*>()->search();
    search->setText(QStringLiteral("late"));
    ASSERT_EQ(m_table->model()->rowCount(), 0);
    QTest::keyClick(search, Qt::Key_Return);
    EXPECT_EQ(state().cursor(), 4u);
    ASSERT_EQ(m_table->model()->rowCount(), 1);
    EXPECT_EQ(m_table->selectedBuffers(), RowNumbers({bufferIn(0)}));
    search->setText(QStringLiteral("zzzz"));
    QTest::keyClick(search, Qt::Key_Return);
    EXPECT_EQ(state().cursor(), 4u);
}

TEST_F(Table, TheShapeGivesWayWhereItGetsNarrow)
{
    const int shape = static_cast<int>(BufferColumn::Shape);
    m_window->resize(1500, 900);
    QApplication::processEvents();
    const int wide = m_table->columnWidth(shape);
    m_window->resize(1062, 684);
    QApplication::processEvents();
    EXPECT_LT(m_table->columnWidth(shape), wide);
    EXPECT_EQ(m_table->horizontalScrollBar()->maximum(), 0);
    EXPECT_GE(m_table->columnWidth(static_cast<int>(BufferColumn::Lifetime)), 120);
    m_window->resize(1500, 900);
    QApplication::processEvents();
    EXPECT_EQ(m_table->columnWidth(shape), wide);
}
