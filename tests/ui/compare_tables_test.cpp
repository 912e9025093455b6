// The two tables of a comparison: what they show, leave out, sort and copy.
#include "tests/ui/compare_fixture.h"
#include "ui/pages/compare/compare_categories.h"

#include <QClipboard>
#include <QLabel>
#include <QLineEdit>
#include <QToolButton>

#include <sstream>

using namespace tidemark;
using namespace tidemark::ui;

TEST_F(CompareWindow, StatesAndTextLeaveRowsAndSayWhatTheyLeaveOut)
{
    const auto window = openWindow(two());
    ComparePage* page = compareHere(*window);
    QToolButton* onlyA = page->list()->button(ChangeState::OnlyA);
    EXPECT_EQ(plain(onlyA->text()), "only A 2 · −3 KiB");
    onlyA->click();
    EXPECT_EQ(rowsOf(*page), "f32[1024] — 1 × 4 KiB +4 KiB only B; ");
    EXPECT_EQ(footer(*page),
              "1 of 5 groups · A 0 B · B 4 KiB · B − A +4 KiB · left out −3 KiB · together +1 KiB, the "
              "change of the level");
    std::ostringstream csv;
    page->table()->writeCsv(csv, {});
    EXPECT_EQ(std::ranges::count(csv.str(), '\n'), 1 + 1) << csv.str();
    EXPECT_EQ(utf8(page->table()->description), "1 of 5 groups that are compared");
    page->list()->button(ChangeState::Same)->click();
    EXPECT_EQ(page->list()->table()->model()->rowCount(), 3);
    window->actions().of(Command::Find)->trigger();
    auto* search = qobject_cast<QLineEdit*>(window->focusWidget());
    ASSERT_TRUE(search) << "the line of the window";
    QTest::keyClicks(search, QStringLiteral("F32[1024"));
    EXPECT_EQ(rowsOf(*page), "f32[1024] — 1 × 4 KiB +4 KiB only B; ");
    EXPECT_EQ(plain(onlyA->text()), "only A 0") << "of what the text leaves";
    QTest::keyClick(search, Qt::Key_Return);
    EXPECT_EQ(window->state()->cursor(), window->state()->view()->peakStep) << "there is no table to go on in";
    QTest::keyClick(search, Qt::Key_Escape);
    EXPECT_EQ(page->list()->table()->model()->rowCount(), 3);
    page->perform(Command::Escape);
    EXPECT_TRUE(page->list()->showsUsualStates());
    EXPECT_EQ(page->list()->table()->model()->rowCount(), 3) << "those that differ";
}

TEST_F(CompareWindow, AnEmptyTableSaysWhyAndShowsAllAgain)
{
    const auto window = openWindow(two());
    ComparePage* page = compareHere(*window);
    auto* words = page->list()->table()->viewport()->findChild<QLabel*>();
    window->state()->filter().setText(QStringLiteral("nowhere"));
    EXPECT_EQ(utf8(words->text()), "None of 5 groups is shown. <a href=\"all\">Show all</a>");
    emit words->linkActivated({});
    EXPECT_TRUE(words->isHidden()) << page->list()->table()->model()->rowCount();
    QComboBox* box = page->bar()->box(ComparedSide::B);
    emit box->activated(box->findText(window->session()->shownProgram(), Qt::MatchContains));
    page->list()->showUsualStates();
    ASSERT_TRUE(waitUntil([&] { return finding(*page).starts_with("B's peak is the same"); })) << finding(*page);
    EXPECT_EQ(utf8(words->text()).substr(0, 16), "Nothing differs.");
}

TEST_F(CompareWindow, RowsAreSortedAndCopied)
{
    const auto window = openWindow(two());
    ComparePage* page = compareHere(*window);
    page->list()->table()->sortByColumn(CompareRowsModel::InA, Qt::AscendingOrder);
    EXPECT_EQ(cell(*page->list()->table(), 0, CompareRowsModel::InA), "—");
    EXPECT_EQ(cell(*page->list()->table(), 2, CompareRowsModel::InA), "1 × 2 KiB");
    page->list()->table()->selectRow(2);
    page->perform(Command::CopyPlain);
    const std::string copied = utf8(QApplication::clipboard()->text());
    EXPECT_NE(copied.find("\t2048\t0\t-2048\t"), std::string::npos) << copied;
    page->perform(Command::Copy);
    EXPECT_NE(plain(QApplication::clipboard()->text()).find("\t1 × 2 KiB\t—\t−2 KiB\t"), std::string::npos);
    page->categories()->setFocus();
    page->categories()->selectRow(page->categories()->model()->rowCount() - 1);
    page->perform(Command::CopyPlain);
    EXPECT_NE(utf8(QApplication::clipboard()->text()).find("Total\t4608\t5632\t1024"), std::string::npos)
        << utf8(QApplication::clipboard()->text());
}

TEST_F(CompareWindow, RolesStandBelowTheirCategoriesWhereTheyAreAskedFor)
{
    const auto window = openWindow(two());
    const ComparePage* page = compareHere(*window);
    const int before = page->categories()->model()->rowCount();
    for (QToolButton* button : page->findChildren<QToolButton*>())
        if (button->text() == QStringLiteral("Roles"))
            button->click();
    EXPECT_GT(page->categories()->model()->rowCount(), before);
    EXPECT_EQ(cell(*page->categories(), page->categories()->model()->rowCount() - 1, 3), "+1 KiB");
}

TEST_F(CompareWindow, BothTablesHaveRoomInANarrowWindow)
{
    const auto window = openWindow(two(), QSize(820, 640) * textScale());
    const ComparePage* page = compareHere(*window);
    EXPECT_EQ(plain(page->list()->button(ChangeState::OnlyA)->text()), "only A 2") << "the tip has the bytes";
    EXPECT_GT(page->categories()->width(), window->width() / 5);
    window->resize(QSize(1500, 900) * textScale());
    EXPECT_TRUE(
        waitUntil([&] { return plain(page->list()->button(ChangeState::OnlyA)->text()) == "only A 2 · −3 KiB"; }));
}
