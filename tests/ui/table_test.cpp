// Tests of the buffer table: selecting, pinning and searching in it.
#include "tests/ui/window_fixture.h"
#include "ui/charts/buffer_strips.h"
#include "ui/pages/timeline/timeline_page.h"
#include "ui/panels/buffers_panel.h"
#include "ui/shell/main_tool_bar.h"

#include <QHeaderView>
#include <QLineEdit>
#include <QScrollBar>
#include <QWheelEvent>

using namespace tidemark;
using namespace tidemark::ui;

namespace {

using RowIds = std::vector<RowId>;

/// Rows in file order: many arguments, then x and y.
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
        m_window = openWindow(m_path);
        m_table = m_window->findChild<RowTable*>();
        ASSERT_TRUE(m_table->verticalScrollBar()->maximum() > 10);
    }
    ViewState& state() { return *m_window->state(); }
    QString nameIn(int row) const { return m_table->model()->index(row, 0).data().toString(); }
    RowId bufferIn(int row) const { return m_table->rows()->rows()[static_cast<std::size_t>(row)].row; }
    const RowIds& selected() { return state().focus().selected(); }
    /// Returns the rows that the table itself shows as selected.
    RowIds marked() const
    {
        RowIds rows;
        for (const int row : m_table->selectedRows())
            rows.push_back(bufferIn(row));
        return rows;
    }
    void click(int row) const
    {
        const QPoint at = m_table->visualRect(m_table->model()->index(row, 0)).center();
        QTest::mouseClick(m_table->viewport(), Qt::LeftButton, {}, at);
    }

    QString m_path;
    std::unique_ptr<MainWindow> m_window;
    RowTable* m_table = nullptr;
};

} // namespace

TEST_F(Table, AnotherProgramIsShownFromItsTopWithNothingSelected)
{
    click(2);
    m_table->verticalScrollBar()->setValue(30);
    for (const std::size_t program : {1U, 0U}) {
        m_window->session()->chooseProgram(ProgramId::at(program));
        ASSERT_TRUE(waitUntil([&] { return !m_window->session()->isBusy(); }));
        EXPECT_TRUE(marked().empty());
        EXPECT_EQ(m_table->verticalScrollBar()->value(), 0);
    }
}

TEST_F(Table, TheSameProgramReadAgainKeepsSelectionAndPlace)
{
    const RowIds chosen = {bufferIn(1), bufferIn(3)};
    state().focus().setSelected(chosen);
    m_table->verticalScrollBar()->setValue(30);
    const auto before = state().view();
    m_window->session()->host().reload();
    ASSERT_TRUE(waitUntil([&] { return state().view() != before && state().view(); }));
    EXPECT_EQ(marked(), chosen);
    EXPECT_EQ(m_table->verticalScrollBar()->value(), 30);
}

TEST_F(Table, AnUnpinnedRowIsNoLongerSelected)
{
    click(2);
    ASSERT_EQ(marked(), RowIds({bufferIn(2)}));
    ASSERT_TRUE(state().focus().pinned());
    m_window->actions().of(Command::Escape)->trigger();
    EXPECT_TRUE(marked().empty());
    EXPECT_FALSE(allText(*m_window->findChild<BuffersPanel*>()).contains(QStringLiteral("selected")));
    // A selection of several rows belongs to the user.
    state().focus().setSelected({bufferIn(1), bufferIn(2)});
    state().focus().setPinned(bufferIn(2));
    state().focus().setPinned(std::nullopt);
    EXPECT_EQ(marked().size(), 2u);
}

TEST_F(Table, ARowPinnedInAnotherViewIsSelectedUnderThePointer)
{
    click(2);
    state().focus().setHovered(bufferIn(4));
    state().focus().setPinned(bufferIn(4));
    EXPECT_EQ(marked(), RowIds({bufferIn(4)}));
}

TEST_F(Table, TheSelectionReturnsAtStepsWhereItsBufferIsLive)
{
    click(0);
    ASSERT_EQ(utf8(nameIn(0)), "x");
    state().axis().setCursor(StepId(0));
    state().axis().setCursor(StepId(4));
    EXPECT_TRUE(marked().empty());
    state().axis().setCursor(StepId(1));
    EXPECT_EQ(marked(), RowIds({bufferIn(0)}));
}

TEST_F(Table, KeysPinARowButFocusAloneDoesNot)
{
    m_window->activateWindow();
    m_table->setFocus(Qt::TabFocusReason);
    ASSERT_TRUE(waitUntil([&] { return m_table->hasFocus(); }));
    EXPECT_FALSE(state().focus().pinned());
    QTest::keyClick(m_table, Qt::Key_Down);
    EXPECT_EQ(state().focus().pinned(), bufferIn(0));
    QTest::keyClick(m_table, Qt::Key_Down);
    EXPECT_EQ(state().focus().pinned(), bufferIn(1));
    EXPECT_EQ(marked(), RowIds({bufferIn(1)}));
    m_window->actions().of(Command::Escape)->trigger();
    EXPECT_FALSE(state().focus().pinned());
    QTest::keyClick(m_table, Qt::Key_Return);
    EXPECT_EQ(state().focus().pinned(), bufferIn(1));
}

TEST_F(Table, AKeyEndsTheHoverOfAPointerAtRest)
{
    m_table->setFocus();
    click(0);
    state().focus().setHovered(bufferIn(3));
    QTest::keyClick(m_table, Qt::Key_Down);
    EXPECT_FALSE(state().focus().hovered());
    EXPECT_EQ(state().focus().pointed(), bufferIn(1));
}

TEST_F(Table, TheWheelBringsAnotherRowUnderThePointer)
{
    const QPoint at = m_table->visualRect(m_table->model()->index(1, 0)).center();
    QTest::mouseMove(m_table->viewport(), at);
    state().focus().setHovered(bufferIn(1));
    QWheelEvent wheel(at, m_table->viewport()->mapToGlobal(at), {}, {0, -120}, Qt::NoButton, Qt::NoModifier,
                      Qt::NoScrollPhase, false);
    QApplication::sendEvent(m_table->viewport(), &wheel);
    ASSERT_GT(m_table->verticalScrollBar()->value(), 0);
    EXPECT_EQ(state().focus().hovered(), bufferIn(1 + m_table->verticalScrollBar()->value()));
}

TEST_F(Table, TheFirstClickOnASizeShowsTheLargest)
{
    const auto padded = std::make_shared<View>(*state().view()); // otherwise there is no column of the padding
    const std::vector<std::int64_t> unpadded(padded->rows.count);
    padded->rows.unpadded = {unpadded.data(), sizeof(std::int64_t)};
    state().setView(padded);
    m_table->sortByColumn(static_cast<int>(RowColumn::Name), Qt::AscendingOrder);
    QHeaderView* header = m_table->horizontalHeader();
    for (const auto& [column, order] :
         {std::pair(RowColumn::Padding, Qt::DescendingOrder), std::pair(RowColumn::Name, Qt::AscendingOrder),
          std::pair(RowColumn::Size, Qt::DescendingOrder)}) {
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
    EXPECT_EQ(state().focus().pinned(), bufferIn(0));
    QTest::keyClick(search, Qt::Key_Return);
    EXPECT_EQ(state().focus().pinned(), bufferIn(1));
    EXPECT_EQ(marked(), RowIds({bufferIn(1)}));
    QTest::keyClick(search, Qt::Key_Return, Qt::ShiftModifier);
    QTest::keyClick(search, Qt::Key_Return, Qt::ShiftModifier);
    EXPECT_EQ(state().focus().pinned(), bufferIn(10));
    QTest::keyClick(search, Qt::Key_Enter);
    EXPECT_EQ(state().focus().pinned(), bufferIn(0));
}

TEST_F(Table, EnterFindsARowLiveAtAnotherStep)
{
    auto* search = m_window->findChild<MainToolBar*>()->search();
    search->setText(QStringLiteral("late"));
    ASSERT_EQ(m_table->model()->rowCount(), 0);
    QTest::keyClick(search, Qt::Key_Return);
    EXPECT_EQ(state().cursor(), StepId(4));
    ASSERT_EQ(m_table->model()->rowCount(), 1);
    EXPECT_EQ(marked(), RowIds({bufferIn(0)}));
    search->setText(QStringLiteral("zzzz"));
    QTest::keyClick(search, Qt::Key_Return);
    EXPECT_EQ(state().cursor(), StepId(4));
}
