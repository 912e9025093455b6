// Only one grouping of rows is in force at a time, so that no word and no color on a page has two meanings.
#include "tests/ui/window_fixture.h"
#include "ui/charts/chart_legend.h"
#include "ui/charts/chart_picture.h"
#include "ui/charts/row_groups.h"
#include "ui/docks/breakdown_panel.h"
#include "ui/tables/row_model.h"
#include "ui/tables/table_roles.h"

#include <QComboBox>

using namespace tidemark;
using namespace tidemark::ui;

namespace {

constexpr const char* kWithConstant = "param 0 512\n  p 0 512\nconstant 256\n  k 0 256\ntemp 4096\n  a 0 1024\n"
                                      "  b 1024 1024\ntrace +a +b -a -b\n";

class GroupsInForce : public Window
{
protected:
    std::unique_ptr<MainWindow> open()
    {
        auto window = openWindow(
            write(QStringLiteral("w.xplane.pb"), test::containerBytes({{"jit_a(1)", test::hloBytes(kWithConstant)}})));
        EXPECT_TRUE(waitUntil([&] { return window->state()->meanings() != nullptr; }));
        return window;
    }
    static std::string legend(const ViewState& state)
    {
        return utf8(legendTexts(makeScene(contentOf(state), QRectF(0, 0, 900, 300), colorsFor(lightPalette()),
                                          chartFonts(QApplication::font())))
                        .join(u'|'));
    }
    static bool hasSwatch(const RowModel& rows, RowColumn column)
    {
        return rows.index(0, static_cast<int>(column)).data(SwatchRole).toBool();
    }
};

} // namespace

TEST_F(GroupsInForce, TheLegendOfTheChartNamesNoTypesWhileCategoriesAreShown)
{
    const auto window = open();
    const std::string byCategory = legend(*window->state());
    EXPECT_EQ(byCategory.find("Constants"), std::string::npos) << byCategory;
    EXPECT_EQ(byCategory.find("Arguments"), std::string::npos) << byCategory;
    EXPECT_NE(byCategory.find("Always live 768"), std::string::npos) << byCategory;
    window->state()->colorBy().setWay(ColorBy::Way::Type);
    const std::string byType = legend(*window->state());
    EXPECT_NE(byType.find("Constants 256"), std::string::npos) << byType;
    EXPECT_EQ(byType.find("Always live"), std::string::npos) << byType;
}

TEST_F(GroupsInForce, ListsHaveTheColoursOfTheGroupsInForceAlone)
{
    const auto window = open();
    RowModel rows(window->state());
    EXPECT_TRUE(hasSwatch(rows, RowColumn::Category));
    EXPECT_FALSE(hasSwatch(rows, RowColumn::Kind));
    window->state()->colorBy().setWay(ColorBy::Way::Type);
    EXPECT_FALSE(hasSwatch(rows, RowColumn::Category));
    EXPECT_TRUE(hasSwatch(rows, RowColumn::Kind));
}

TEST_F(GroupsInForce, TheBreakdownChoosesForTheWholeWindow)
{
    const auto window = open();
    BreakdownPanel panel(window->state());
    auto* const ways = panel.findChild<QComboBox*>();
    ASSERT_EQ(utf8(ways->currentText()), "Category");
    ways->setCurrentIndex(0);
    EXPECT_EQ(window->state()->colorBy().way(), ColorBy::Way::Type);
    ways->setCurrentIndex(1);
    EXPECT_EQ(window->state()->colorBy().way(), ColorBy::Way::Category);
}

TEST_F(GroupsInForce, AreTypesUntilCategoriesAreKnown)
{
    const auto window = open();
    ViewState state;
    state.setView(window->state()->view());
    EXPECT_FALSE(state.isByCategory());
    ASSERT_FALSE(rowGroupsOf(state).looks.empty());
    EXPECT_TRUE(rowGroupsOf(state).looks.front().hue);
    state.setMeanings(window->state()->meanings());
    EXPECT_TRUE(state.isByCategory());
    EXPECT_FALSE(rowGroupsOf(state).looks.front().hue);
}
