// Tests of the layout of the comparison page: numbers that are not cut, the visible total, and switches that are on.
#include "tests/ui/compare_fixture.h"
#include "ui/pages/compare/compare_page.h"
#include "ui/pages/compare/compare_tables.h"
#include "ui/theme/appearance.h"
#include "ui/theme/colors.h"
#include "ui/widgets/labels.h"

#include <QHeaderView>
#include <QToolButton>

using namespace tidemark;
using namespace tidemark::ui;

namespace {

constexpr const char* kMuch = "param 0 512\n  p 0 512 f32[128]\ntemp 8589934592\n"
                              "  a 0 5368709120 f32[1342177280]\n  b 5368709120 1073741824 f32[268435456]\n"
                              "trace +a +b -a -b\n";
constexpr const char* kLess = "param 0 512\n  p 0 512 f32[128]\ntemp 8589934592\n"
                              "  a 0 2147483648 f32[536870912]\n  c 2147483648 1073741824 f32[1024,262144]\n"
                              "trace +a +c -a -c\n";

class CompareLook : public CompareWindow
{
protected:
    const ComparePage* compare(MainWindow& window, const char* with)
    {
        window.session()->comparison().open({one(QStringLiteral("b.xplane.pb"), with)});
        const auto* page = window.findChild<ComparePage*>();
        EXPECT_TRUE(waitUntil([&] { return page->offersPicture(); }));
        return page;
    }
    /// Expects that all columns are visible and that no text in them is cut.
    static void expectWhole(const FlatTable& table, std::initializer_list<int> columns)
    {
        EXPECT_TRUE(waitUntil([&] { return table.horizontalHeader()->length() == table.viewport()->width(); }))
            << table.horizontalHeader()->length() << " in " << table.viewport()->width();
        for (const int column : columns)
            for (int row = 0; row < table.model()->rowCount(); ++row)
                EXPECT_GE(table.columnWidth(column), table.sizeHintForIndex(table.model()->index(row, column)).width())
                    << cell(table, row, column);
    }
    static void expectWhole(const ComparePage& page)
    {
        using Categories = CompareCategories;
        using Rows = CompareGroups;
        expectWhole(*page.categories(), {Categories::InA, Categories::InB, Categories::Change});
        expectWhole(*page.list()->table(), {Rows::InA, Rows::InB, Rows::Change});
    }
};

} // namespace

TEST_F(CompareLook, NumbersAreNotCutInAnyUnit)
{
    const auto window = openWindow(one(QStringLiteral("a.xplane.pb"), kMuch), QSize(1180, 760) * textScale());
    const ComparePage* page = compare(*window, kLess);
    expectWhole(*page);
    EXPECT_FALSE(page->list()->table()->isColumnHidden(CompareGroups::Shape));
    window->state()->units().setUnit(ByteUnit::B);
    EXPECT_EQ(cell(*page->categories(), page->categories()->model()->rowCount() - 1, 1), "6,442,451,456 B");
    EXPECT_EQ(cell(*page->list()->table(), 0, CompareGroups::InA), "5,368,709,120 B");
    expectWhole(*page);
    window->state()->units().setUnit(ByteUnit::Auto);
    expectWhole(*page);
    EXPECT_FALSE(page->list()->table()->isColumnHidden(CompareGroups::Shape));
}

TEST_F(CompareLook, ATotalInBoldIsNotCut)
{
    constexpr const char* kBold = "param 0 512\n  p 0 512 f32[128]\ntemp 931974144\n  a 0 931974144 f32[232993536]\n"
                                  "trace +a -a\n";
    constexpr const char* kOther = "param 0 512\n  p 0 512 f32[128]\ntemp 931974144\n  a 0 519766016 f32[129941504]\n"
                                   "trace +a -a\n";
    const auto window = openWindow(one(QStringLiteral("a.xplane.pb"), kBold), QSize(1180, 760) * textScale());
    const ComparePage* page = compare(*window, kOther);
    EXPECT_EQ(cell(*page->categories(), page->categories()->model()->rowCount() - 1, 1), "888.8 MiB");
    expectWhole(*page);
}

TEST_F(CompareLook, TheUsersColumnWidthsHoldInAllUnits)
{
    const auto window = openWindow(one(QStringLiteral("a.xplane.pb"), kMuch));
    const ComparePage* page = compare(*window, kLess);
    FlatTable* table = page->list()->table();
    table->sortByColumn(CompareGroups::Path, Qt::AscendingOrder);
    QMenu menu;
    static_cast<ColumnHeader*>(table->horizontalHeader())->addColumnActions(&menu);
    entryOf(menu, "State")->trigger();
    const std::string rows = rowsOf(*page);
    for (const ByteUnit unit : {ByteUnit::B, ByteUnit::Auto}) {
        window->state()->units().setUnit(unit);
        EXPECT_TRUE(table->isColumnHidden(CompareGroups::State));
        EXPECT_EQ(table->horizontalHeader()->sortIndicatorSection(), int{CompareGroups::Path});
        EXPECT_TRUE(table->horizontalHeader()->isVisible());
    }
    EXPECT_EQ(rowsOf(*page), rows);
}

TEST_F(CompareLook, ShapesTakeTheWidthThatStatesDoNotNeed)
{
    const auto window = openWindow(two(), QSize(1600, 1000) * textScale());
    const FlatTable* table = compareHere(*window)->list()->table();
    EXPECT_TRUE(waitUntil([&] {
        return table->columnWidth(CompareGroups::Shape) > 2 * table->columnWidth(CompareGroups::State);
    })) << table->columnWidth(CompareGroups::Shape);
}

TEST_F(CompareLook, NamesHaveRoomInASmallWindow)
{
    const auto window = openWindow(two(), QSize(900, 600) * textScale());
    const GridTable* table = compareHere(*window)->list()->table();
    const auto roomFor = [&](const char* name) {
        return table->fontMetrics().horizontalAdvance(QString::fromUtf8(name))
            < table->columnWidth(CompareGroups::Path);
    };
    EXPECT_TRUE(waitUntil([&] { return roomFor("init_carry[2] · bf16[16,"); }))
        << table->columnWidth(CompareGroups::Path);
    EXPECT_FALSE(table->isColumnHidden(CompareGroups::InA));
    EXPECT_GE(table->columnWidth(CompareGroups::Path), table->columns()->sectionSizeHint(CompareGroups::Path))
        << "the title is whole";
    EXPECT_GE(table->viewport()->height(), 6 * table->rowHeight(0)) << "at least six rows";
    if (textScale() > 1)
        return; // with large text the sums still lie on the last row of the smallest window
    window->resize(window->minimumSizeHint());
    QApplication::processEvents();
    const auto* footer = window->findChild<ElidedLabel*>(QStringLiteral("compareFooter"));
    EXPECT_GE(footer->geometry().top(), table->geometry().bottom()) << "the sums are below the rows";
}

TEST_F(CompareLook, TheTotalStaysVisibleInALowTable)
{
    const auto window = openWindow(two());
    const ComparePage* page = compareHere(*window);
    for (QToolButton* button : page->findChildren<QToolButton*>())
        if (button->text() == QStringLiteral("Roles"))
            button->click();
    CompareCategories* table = page->categories();
    const int last = table->model()->rowCount() - 1;
    ASSERT_GT(last, 2);
    const int row = table->rowHeight(0);
    table->setFixedHeight(table->horizontalHeader()->height() + 2 * row);
    QApplication::processEvents();
    ASSERT_EQ(table->viewport()->height(), 2 * row);
    const QRect bottom(0, row, table->viewport()->width(), row);
    const auto shown = [&] { return table->viewport()->grab(bottom).toImage(); };
    table->scrollToTop();
    EXPECT_EQ(table->indexAt(bottom.center()).row(), last);
    const QImage total = shown();
    table->scrollTo(table->model()->index(1, 0));
    EXPECT_FALSE(table->visualRect(table->model()->index(1, 0)).intersects(bottom)) << "not below the total";
    EXPECT_EQ(shown(), total);
    table->scrollToBottom();
    EXPECT_EQ(table->visualRect(table->model()->index(last, 0)).top(), row);
    EXPECT_EQ(shown(), total);
}

TEST_F(CompareLook, SwitchesThatAreOnAreFramedInLightAndDark)
{
    const auto window = openWindow(two());
    const ComparePage* page = compareHere(*window);
    const auto toAccent = [&](ChangeState state) {
        QToolButton* button = page->list()->button(state);
        const QImage image = button->grab().toImage();
        return contrast(image.pixelColor(image.width() / 2, 0), colorsFor(button->palette()).highlight);
    };
    for (const Appearance appearance : {Appearance::Dark, Appearance::Light}) {
        applyAppearance(appearance);
        QApplication::processEvents();
        EXPECT_LT(toAccent(ChangeState::OnlyA), 1.1);
        EXPECT_GT(toAccent(ChangeState::Same), 1.5);
    }
}

TEST_F(CompareLook, AShareNearlyAllIsFormattedLikeOthers)
{
    constexpr const char* kAll
        = "param 0 512\n  p 0 512 f32[128]\ntemp 8388608\n  a 0 8388608 f32[2097152]\ntrace +a -a\n";
    constexpr const char* kNothing = "param 0 512\n  p 0 512 f32[128]\ntemp 512\n  a 0 512 f32[128]\ntrace +a -a\n";
    const auto window = openWindow(one(QStringLiteral("a.xplane.pb"), kAll));
    const std::string all = plain(allText(*compare(*window, kNothing)->findChild<CompareFigures*>()));
    EXPECT_NE(all.find(">&gt; 99.9 % less<"), std::string::npos) << all;
    constexpr const char* kNearlyTwice
        = "param 0 512\n  p 0 512 f32[128]\ntemp 16776704\n  a 0 16776704 f32[4194176]\ntrace +a -a\n";
    const auto second = openWindow(one(QStringLiteral("b.xplane.pb"), kAll));
    const std::string twice = plain(allText(*compare(*second, kNearlyTwice)->findChild<CompareFigures*>()));
    EXPECT_NE(twice.find(">+100 %<"), std::string::npos) << twice;
}

TEST_F(CompareLook, AllocatorListsAreComparedByBytesInUse)
{
    const auto dumpOf = [](const char* last) {
        return "I tensorflow/core/common_runtime/bfc_allocator.cc:1071] Next region of size 4194304\n"
               "I tensorflow/core/common_runtime/bfc_allocator.cc:1090] InUse at 7f0000000000 of size 1048576 next 1\n"
               "I tensorflow/core/common_runtime/bfc_allocator.cc:1090] Free  at 7f0000100000 of size 1048576 next 1\n"
               "I tensorflow/core/common_runtime/bfc_allocator.cc:1090] "
            + std::string(last) + " at 7f0000200000 of size 2097152 next 1\n";
    };
    const auto window = openWindow(write(QStringLiteral("a.log"), dumpOf("InUse")));
    window->session()->comparison().open({write(QStringLiteral("b.log"), dumpOf("Free "))});
    auto* page = window->findChild<ComparePage*>();
    ASSERT_TRUE(waitUntil([&] { return page->offersPicture(); }));
    const std::string said = plain(allText(*page));
    for (const char* words : {"In use", "3 MiB", "of the listed memory"})
        EXPECT_NE(said.find(words), std::string::npos) << words << "\n" << said;
    EXPECT_EQ(said.find(">Peak<"), std::string::npos) << said;
    EXPECT_TRUE(page->list()->table()->isColumnHidden(CompareGroups::Shape)) << "no row has a shape";
    const QModelIndex category = page->categories()->model()->index(0, CompareCategories::Name);
    EXPECT_TRUE(category.data(SwatchRole).toBool());
    EXPECT_TRUE(category.data(CategoryRole).isNull()) << "kinds have hues";
    const auto& kinds = window->state()->view()->rows.kinds;
    const auto kind = std::ranges::find(kinds, category.data().toString().toStdString(), &RowKind::label);
    ASSERT_NE(kind, kinds.end()) << utf8(category.data().toString());
    EXPECT_EQ(category.data(HueRole), QVariant(static_cast<int>(kind->hue)));
}
