// Tests of the two tables of a comparison: their rows, filters, order and copies.
#include "tests/support/tt_xla_logs.h"
#include "tests/ui/compare_fixture.h"
#include "ui/pages/compare/compare_tables.h"
#include "ui/tables/table_roles.h"
#include "ui/widgets/fonts.h"
#include "ui/widgets/labels.h"

#include <QClipboard>
#include <QHeaderView>
#include <QLabel>
#include <QLineEdit>
#include <QMouseEvent>
#include <QToolButton>

#include <set>
#include <sstream>

using namespace tidemark;
using namespace tidemark::ui;

TEST_F(CompareWindow, FilteringByStateAndTextShowsTheBytesLeftOut)
{
    const auto window = openWindow(two());
    ComparePage* page = compareHere(*window);
    QToolButton* onlyA = page->list()->button(ChangeState::OnlyA);
    EXPECT_EQ(plain(onlyA->text()), "only A 2 · −3 KiB");
    onlyA->click();
    EXPECT_EQ(rowsOf(*page), "f32[1024] — 4 KiB +4 KiB only B; ");
    EXPECT_EQ(footer(*page),
              "1 of 5 groups · A 0 B · B 4 KiB · B − A +4 KiB · not shown −3 KiB · total +1 KiB, the "
              "change of the level");
    std::ostringstream csv;
    EXPECT_TRUE(page->table()->writeCsv(csv, {}));
    EXPECT_EQ(std::ranges::count(csv.str(), '\n'), 1 + 1) << csv.str();
    EXPECT_EQ(utf8(page->table()->description), "1 of 5 groups compared");
    page->list()->button(ChangeState::Same)->click();
    EXPECT_EQ(page->list()->table()->model()->rowCount(), 3);
    window->actions().of(Command::Find)->trigger();
    auto* search = qobject_cast<QLineEdit*>(window->focusWidget());
    ASSERT_TRUE(search) << "the line of the window";
    QTest::keyClicks(search, QStringLiteral("F32[1024"));
    EXPECT_EQ(rowsOf(*page), "f32[1024] — 4 KiB +4 KiB only B; ");
    EXPECT_EQ(plain(onlyA->text()), "only A 0") << "of what the text leaves";
    QTest::keyClick(search, Qt::Key_Return);
    EXPECT_EQ(window->state()->cursor(), window->state()->view()->peakStep);
    ASSERT_EQ(page->list()->selected().size(), 1U) << "Enter goes to the first that is left";
    EXPECT_EQ(page->list()->selected().front()->shape, "f32[1024]");
    QTest::keyClick(search, Qt::Key_Escape);
    EXPECT_EQ(page->list()->table()->model()->rowCount(), 3);
    page->perform(Command::Escape);
    EXPECT_TRUE(page->list()->showsUsualStates());
    EXPECT_EQ(page->list()->table()->model()->rowCount(), 3) << "those that differ";
}

TEST_F(CompareWindow, TheTextFilterAppliesToTheRowsAtTheCursors)
{
    const auto window = openWindow(two());
    ComparePage* page = compareHere(*window);
    window->state()->filter().setText(QStringLiteral("F32[512"));
    const std::string found = "f32[512] 2 KiB — −2 KiB only A; ";
    EXPECT_EQ(rowsOf(*page), found);
    click(*page->chart(), 0.8);
    ASSERT_TRUE(waitUntil([&] { return stepsOf(*page) == "4, 3"; })) << stepsOf(*page);
    EXPECT_EQ(rowsOf(*page), found) << "the first group now";
}

TEST_F(CompareWindow, TheSelectionOutlastsCursorMoves)
{
    const auto window = openWindow(two());
    ComparePage* page = compareHere(*window);
    const FlatTable* table = page->list()->table();
    const auto lives = [&] { return page->chart()->curves().lives; };
    page->categories()->selectRow(0);
    const std::string category = cell(*page->categories(), 0, CompareCategories::Name);
    page->list()->table()->selectRow(1);
    ASSERT_EQ(page->list()->selected().front()->shape, "f32[512]");
    page->perform(Command::NextCell);
    ASSERT_TRUE(waitUntil([&] { return stepsOf(*page) == "3, 2"; })) << stepsOf(*page);
    ASSERT_TRUE(page->categories()->chosen());
    EXPECT_EQ(plain(page->categories()->chosen()->name), category);
    click(*page->chart(), 0.8);
    ASSERT_TRUE(waitUntil([&] { return stepsOf(*page) == "4, 3"; })) << stepsOf(*page);
    EXPECT_EQ(table->selectedRows(), std::vector{0}) << "the only one that differs";
    EXPECT_EQ(page->list()->selected().front()->shape, "f32[512]");
    EXPECT_EQ(table->currentIndex().row(), 0);
    page->categories()->clearSelection();
    ASSERT_TRUE(lives());
    EXPECT_EQ(lives()->bytes[0], (std::vector<std::int64_t>{0, 0, 2048, 2048, 2048, 0}));
    click(*page->chart(), 0.01);
    ASSERT_TRUE(waitUntil([&] { return stepsOf(*page) == "0, 0"; })) << stepsOf(*page);
    EXPECT_TRUE(page->list()->selected().empty()) << "it is not there";
    EXPECT_FALSE(lives());
}

TEST_F(CompareWindow, AnEmptyTableGivesTheReasonAndCanShowAllAgain)
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
    page->list()->table()->sortByColumn(CompareGroups::InA, Qt::AscendingOrder);
    EXPECT_EQ(cell(*page->list()->table(), 0, CompareGroups::InA), "—");
    EXPECT_EQ(cell(*page->list()->table(), 2, CompareGroups::InA), "2 KiB");
    page->list()->table()->selectRow(2);
    page->perform(Command::CopyPlain);
    const std::string copied = utf8(QApplication::clipboard()->text());
    EXPECT_NE(copied.find("\t2048\t0\t-2048\t"), std::string::npos) << copied;
    page->perform(Command::Copy);
    EXPECT_NE(plain(QApplication::clipboard()->text()).find("\t2 KiB\t—\t−2 KiB\t"), std::string::npos);
    EXPECT_FALSE(QApplication::clipboard()->text().contains(QChar(0xa0))) << "other programs read it";
    page->categories()->setFocus();
    page->categories()->selectRow(page->categories()->model()->rowCount() - 1);
    page->perform(Command::CopyPlain);
    EXPECT_NE(utf8(QApplication::clipboard()->text()).find("Total\t4608\t5632\t1024"), std::string::npos)
        << utf8(QApplication::clipboard()->text());
}

TEST_F(CompareWindow, RolesAreListedBelowTheirCategoriesOnRequest)
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

TEST_F(CompareWindow, TheRowsDifferFromTheLevelChangeIfOneSideListsNothing)
{
    const auto window = openWindow(one(QStringLiteral("a.xplane.pb"), kCompareA));
    window->session()->comparison().open(
        {write(QStringLiteral("b.log"),
               "XLA:TPU compile permanent error. Ran out of memory in memory space hbm. Used 17.00G of 15.48G hbm. "
               "Exceeded hbm capacity by 1.52G.\n")});
    const auto* page = window->findChild<ComparePage*>();
    ASSERT_TRUE(waitUntil([&] { return page->offersPicture(); }));
    EXPECT_EQ(finding(*page).find("B's peak is"), 0U) << finding(*page);
    EXPECT_NE(finding(*page).find(" higher: not listed 17"), std::string::npos) << finding(*page);
    EXPECT_NE(footer(*page).find(" · B − A −4.50 KiB; the rest of the level's change, +17"), std::string::npos)
        << footer(*page);
    EXPECT_TRUE(footer(*page).ends_with(", is not listed")) << footer(*page);
    const auto tip = [](const ComparePage& of) {
        const QAbstractItemModel& model = *of.list()->table()->gridModel();
        return utf8(model.headerData(CompareGroups::Change, Qt::Horizontal, Qt::ToolTipRole).toString());
    };
    EXPECT_EQ(tip(*page), "The rest of the level's change is not listed");
    const auto other = openWindow(two());
    EXPECT_EQ(tip(*compareHere(*other)), "The changes of all rows add up to that of the level");
}

TEST_F(CompareWindow, OneGroupIsWrittenInTheSingular)
{
    const auto plan = [](int size) {
        const std::string bytes = std::to_string(size);
        return "param 0 512\n  p 0 512 f32[128]\ntemp 4096\n  a 0 " + bytes + " f32[256]\ntrace +a -a\n";
    };
    const auto window = openWindow(one(QStringLiteral("a.xplane.pb"), plan(1024).c_str()));
    window->session()->comparison().open({one(QStringLiteral("b.xplane.pb"), plan(2048).c_str())});
    const auto* page = window->findChild<ComparePage*>();
    ASSERT_TRUE(waitUntil([&] { return page->offersPicture(); }));
    std::string all;
    for (const QLabel* label : page->list()->findChildren<QLabel*>())
        all += plain(label->text()) + '\n';
    EXPECT_NE(all.find("1 group of buffers differs\n"), std::string::npos) << all;
    EXPECT_TRUE(footer(*page).starts_with("1 of 2 groups · ")) << footer(*page);
    const QString tip = page->list()->button(ChangeState::More)->toolTip();
    EXPECT_TRUE(tip.contains(QStringLiteral("More: 1 group of buffers, "))) << utf8(tip);
}

TEST_F(CompareWindow, TheMatchingKeyIsChosenByTheUser)
{
    constexpr const char* kRenamed = "param 0 512\n  p 0 512 f32[128]\ntemp 8192\n  z 0 1024 f32[256]\n"
                                     "  a 1024 2048 f32[512]\ntrace +z +a -z -a\n";
    const auto window = openWindow(one(QStringLiteral("a.xplane.pb"), kCompareA));
    window->session()->comparison().open({one(QStringLiteral("b.xplane.pb"), kRenamed)});
    const auto* page = window->findChild<ComparePage*>();
    ASSERT_TRUE(waitUntil([&] { return page->offersPicture(); }));
    const std::string byName = "f32[512] 2 KiB — −2 KiB only A; f32[256] → f32[512] 1 KiB 2 KiB +1 KiB "
                               "more; f32[16,16] 1 KiB — −1 KiB only A; f32[256] — 1 KiB +1 KiB only B; ";
    EXPECT_EQ(rowsOf(*page), byName);
    const QString tip = page->list()->table()->gridModel()->index(1, 0).data(Qt::ToolTipRole).toString();
    EXPECT_TRUE(tip.contains(QStringLiteral("f32[256] → f32[512]"))) << utf8(tip);
    page->bar()->matchBy()->setCurrentIndex(static_cast<int>(MatchBy::ShapeKind));
    const std::string byShape = "f32[16,16] 1 KiB — −1 KiB only A; ";
    ASSERT_TRUE(waitUntil([&] { return rowsOf(*page) == byShape; })) << rowsOf(*page);
    EXPECT_TRUE(footer(*page).ends_with(" · B − A −1 KiB, the change of the level")) << footer(*page);
    page->list()->button(ChangeState::Same)->click();
    std::multiset<std::string> names;
    for (int row = 0; row < page->list()->table()->gridModel()->rowCount(); ++row)
        names.insert(cell(*page->list()->table(), row, CompareGroups::Path));
    EXPECT_EQ(names.size(), 4U);
    EXPECT_EQ(names.count("(several op names)"), 2U) << "a and z, c and a";
    page->list()->button(ChangeState::Same)->click();
    page->bar()->matchBy()->setCurrentIndex(static_cast<int>(MatchBy::PathShapeKind));
    EXPECT_TRUE(waitUntil([&] { return rowsOf(*page) == byName; })) << rowsOf(*page);
}

TEST_F(CompareWindow, ShapesThatDifferOnlyInTypeShowBothTypes)
{
    const auto window = openWindow(one(QStringLiteral("a.xplane.pb"), kCompareA));
    window->session()->comparison().open(
        {one(QStringLiteral("b.xplane.pb"),
             "param 0 512\n  p 0 512 f32[128]\ntemp 8192\n  b 0 512 bf16[16,16]\ntrace +b -b\n")});
    const auto* page = window->findChild<ComparePage*>();
    ASSERT_TRUE(waitUntil([&] { return page->offersPicture(); }));
    EXPECT_NE(rowsOf(*page).find("f32 → bf16[16,16] 1 KiB 512 B −512 B less; "), std::string::npos) << rowsOf(*page);
    const QModelIndex shape = page->list()->table()->model()->index(0, CompareGroups::Shape);
    EXPECT_EQ(shape.data(ElideRole).toInt(), Qt::ElideRight) << "the types stay visible";
}

TEST_F(CompareWindow, WithoutAShapeColumnShapesFollowTheNames)
{
    const auto window = openWindow(two());
    ComparePage* page = compareHere(*window);
    const FlatTable* table = page->list()->table();
    const auto setWidth
        = [&](int width) { page->list()->resize(grown(width, window->font()), page->list()->height()); };
    setWidth(700);
    EXPECT_FALSE(table->isColumnHidden(CompareGroups::Shape));
    const std::string name = cell(*table, 0, CompareGroups::Path);
    EXPECT_EQ(name.find("f32"), std::string::npos) << name;
    setWidth(500);
    EXPECT_TRUE(table->isColumnHidden(CompareGroups::Shape));
    EXPECT_EQ(cell(*table, 0, CompareGroups::Path), name + " · f32[1024]");
    setWidth(700);
    EXPECT_EQ(cell(*table, 0, CompareGroups::Path), name);
    const auto isShapeFirst = [&] { return table->horizontalHeader()->visualIndex(CompareGroups::Shape) == 0; };
    EXPECT_FALSE(isShapeFirst());
    page->bar()->matchBy()->setCurrentIndex(static_cast<int>(MatchBy::ShapeKind));
    ASSERT_TRUE(waitUntil(isShapeFirst));
    setWidth(500);
    EXPECT_EQ(cell(*table, 0, CompareGroups::Path).find("f32["), 0U);
    page->bar()->matchBy()->setCurrentIndex(static_cast<int>(MatchBy::Path));
    EXPECT_TRUE(waitUntil([&] { return !isShapeFirst(); }));
}

TEST_F(CompareWindow, SwitchesDoNotChangeTheWidthOfTables)
{
    const auto window = openWindow(two(), QSize(1180, 760) * textScale());
    const ComparePage* page = compareHere(*window);
    QApplication::processEvents();
    const int width = page->categories()->width();
    for (const ChangeState state : {ChangeState::OnlyA, ChangeState::OnlyB, ChangeState::Same})
        page->list()->button(state)->setText(QString(60, u'm'));
    QApplication::processEvents();
    EXPECT_EQ(page->categories()->width(), width);
}

TEST_F(CompareWindow, TheFooterIsShortenedInANarrowWindow)
{
    const auto window = openWindow(two());
    const ComparePage* page = compareHere(*window);
    auto* footer = page->findChild<QLabel*>(QStringLiteral("compareFooter"));
    auto* fewer = new ElidedLabel(footer->parentWidget());
    fewer->setFullText(QString(footer->text()).remove(QStringLiteral(" · A 3\u00a0KiB · B 4\u00a0KiB")));
    ASSERT_NE(fewer->text(), footer->text());
    const int width = footer->sizeHint().width() - 10;
    for (QLabel* label : {footer, static_cast<QLabel*>(fewer)}) {
        label->setFixedSize(width, footer->height());
        label->show();
    }
    QApplication::processEvents();
    EXPECT_EQ(footer->grab().toImage(), fewer->grab().toImage());
}

TEST_F(CompareWindow, NoRowIsHoveredOutsideTheRows)
{
    const auto window = openWindow(two());
    ComparePage* page = compareHere(*window);
    FlatTable* table = page->list()->table();
    const auto isPointedAt = [&] { return page->chart()->curves().lives != nullptr; };
    const auto moveTo = [&](const QPoint& at) {
        QMouseEvent move(QEvent::MouseMove, at, table->viewport()->mapToGlobal(at), Qt::NoButton, Qt::NoButton,
                         Qt::NoModifier);
        QApplication::sendEvent(table->viewport(), &move);
    };
    const QPoint row = table->visualRect(table->model()->index(0, CompareGroups::Path)).center();
    const QPoint below(row.x(), table->viewport()->height() - 2);
    ASSERT_FALSE(table->indexAt(below).isValid());
    moveTo(row);
    EXPECT_TRUE(isPointedAt());
    moveTo(below);
    EXPECT_FALSE(isPointedAt());
    moveTo(row);
    EXPECT_TRUE(isPointedAt());
    page->list()->button(ChangeState::OnlyB)->click();
    EXPECT_FALSE(isPointedAt()) << "another row came under the pointer";
}

TEST_F(CompareWindow, CategoriesOfAPeakInsideAnOperationAreThoseAfterIt)
{
    const auto program = [](const char* words) {
        return test::runtimeLine("RuntimeTTNN", "DEBUG", std::string(words) + " execution of program: main");
    };
    const std::string log = program("Starting") + test::stepText("", "ttnn.deallocate", "%0", "DeallocateOp", {9000})
        + test::stepText("%1", "ttnn.exp", "%arg0", "ExpOp", {1000})
        + test::stepText("%2", "ttnn.exp", "%1", "ExpOp", {2000}) + program("Finished");
    const auto window = openWindow(write(QStringLiteral("a.log"), log));
    window->session()->comparison().open({write(QStringLiteral("b.log"), log)});
    const auto* page = window->findChild<ComparePage*>();
    ASSERT_TRUE(waitUntil([&] { return page->offersPicture(); }));
    EXPECT_EQ(finding(*page), "B's peak is the same, 108 MiB");
    const std::string all = plain(allText(*page));
    EXPECT_NE(all.find("each after the operation of its peak"), std::string::npos) << all;
    const auto* categories = page->categories();
    EXPECT_EQ(cell(*categories, categories->model()->rowCount() - 1, 1), "12 MiB");
}

TEST_F(CompareWindow, BothTablesFitANarrowWindow)
{
    const auto window = openWindow(two(), QSize(820, 640) * textScale());
    const ComparePage* page = compareHere(*window);
    EXPECT_EQ(plain(page->list()->button(ChangeState::OnlyA)->text()), "only A 2") << "the tip has the bytes";
    EXPECT_GT(page->categories()->width(), window->width() / 5);
    window->resize(QSize(1500, 900) * textScale());
    EXPECT_TRUE(
        waitUntil([&] { return plain(page->list()->button(ChangeState::OnlyA)->text()) == "only A 2 · −3 KiB"; }));
}

TEST_F(CompareWindow, CategoryBarsAreShownIfTheyFitNextToWholeNames)
{
    const auto window = openWindow(two());
    ComparePage* page = compareHere(*window);
    auto* table = page->findChild<CompareCategories*>();
    const auto setWidth = [&](int width) {
        table->resize(width, table->height());
        EXPECT_EQ(table->horizontalHeader()->length(), table->viewport()->width()) << width;
    };
    const int wide = grown(700, window->font());
    setWidth(wide);
    const int name = table->columnWidth(CompareCategories::Name);
    EXPECT_GE(name, static_cast<const QAbstractItemView*>(table)->sizeHintForColumn(CompareCategories::Name));
    EXPECT_FALSE(table->isColumnHidden(CompareCategories::Bar));
    int texts = table->width() - table->viewport()->width();
    for (const auto column :
         {CompareCategories::Name, CompareCategories::InA, CompareCategories::InB, CompareCategories::Change})
        texts += table->columns()->widthAtFirst(column);
    setWidth(texts);
    EXPECT_TRUE(table->isColumnHidden(CompareCategories::Bar));
    EXPECT_EQ(table->columnWidth(CompareCategories::Name), name);
    setWidth(wide);
    EXPECT_EQ(table->columnWidth(CompareCategories::Name), name);
    EXPECT_FALSE(table->isColumnHidden(CompareCategories::Bar));
}
