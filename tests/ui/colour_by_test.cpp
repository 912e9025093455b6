// Tests of View ▸ Colour by.
#include "tests/ui/window_fixture.h"
#include "ui/charts/buffer_strips.h"
#include "ui/charts/color_button.h"
#include "ui/docks/breakdown_model.h"
#include "ui/pages/timeline/timeline_page.h"
#include "ui/session/settings.h"
#include "ui/widgets/capacity_bar.h"

#include <QActionGroup>
#include <QSignalSpy>
#include <QToolButton>

using namespace tidemark;
using namespace tidemark::ui;

TEST_F(Window, TheColourModeIsRememberedAndTheBarFollowsIt)
{
    const auto window = openWindow(profile());
    ASSERT_TRUE(waitUntil([&] { return window->state()->meanings() != nullptr; }));
    auto* bar = window->findChild<CapacityBar*>();
    ASSERT_TRUE(bar);
    const QImage byCategory = bar->grab().toImage();
    const QList<QAction*> ways = window->actions().colorBy->actions();
    ASSERT_EQ(ways.size(), 3);
    ways.front()->trigger();
    EXPECT_EQ(window->state()->colorBy().way(), ColorBy::Way::Type);
    EXPECT_NE(bar->grab().toImage(), byCategory);
    const auto other = makeWindow();
    EXPECT_EQ(other->state()->colorBy().way(), ColorBy::Way::Type);
    EXPECT_TRUE(other->actions().colorBy->actions().front()->isChecked());
    ways[2]->trigger();
    EXPECT_EQ(makeWindow()->state()->colorBy().way(), ColorBy::Way::Idle);
    EXPECT_EQ(bar->grab().toImage(), byCategory) << "how long rows lie idle is no division of its own";
    ways[1]->trigger();
    EXPECT_EQ(bar->grab().toImage(), byCategory);
}

TEST_F(Window, TheColourModeIsChosenNextToTheLegend)
{
    const auto window = openWindow(profile());
    const auto* strips = window->findChild<TimelinePage*>()->findChild<BufferStrips*>();
    auto* button = strips->findChild<ColorButton*>();
    ASSERT_TRUE(button);
    EXPECT_TRUE(button->isVisible());
    EXPECT_EQ(button->accessibleName(), QStringLiteral("Colour by category"));
    button->click();
    auto* const menu = button->findChild<QMenu*>();
    menu->close();
    ASSERT_EQ(menu->actions().size(), 3);
    EXPECT_TRUE(menu->actions()[1]->isChecked());
    menu->actions()[0]->trigger();
    EXPECT_EQ(window->state()->colorBy().way(), ColorBy::Way::Type);
    EXPECT_EQ(settings::colorBy(), ColorBy::Way::Type);
    EXPECT_TRUE(window->actions().colorBy->actions()[0]->isChecked());
    EXPECT_EQ(button->accessibleName(), QStringLiteral("Colour by type"));
    window->actions().colorBy->actions()[1]->trigger();
    EXPECT_TRUE(menu->actions()[1]->isChecked());
}

TEST_F(Window, ColoursShowTheTypeWithoutCategories)
{
    const auto window = openWindow(write(QStringLiteral("w.phases"), test::phasesText()));
    EXPECT_FALSE(window->actions().colorBy->isEnabled());
    EXPECT_FALSE(window->state()->meanings());
}

TEST_F(Window, ACategoryHasAnExplanation)
{
    const auto window = openWindow(profile());
    ASSERT_TRUE(waitUntil([&] { return window->state()->meanings() != nullptr; }));
    const auto& categories = window->state()->meanings()->categories;
    for (const RowCategory& category : categories)
        EXPECT_FALSE(category.help.empty()) << category.id;
    BreakdownModel model(window->state());
    model.setWay(Facet::kByCategory);
    const QString name = model.index(0, 0).data().toString();
    const QString tip = model.index(0, 0).data(Qt::ToolTipRole).toString();
    EXPECT_TRUE(tip.startsWith(name + u'\n')) << utf8(tip);
    for (const QToolButton* entry :
         window->findChild<TimelinePage*>()->findChild<BufferStrips*>()->findChildren<QToolButton*>())
        if (entry->text().startsWith(name)) {
            EXPECT_TRUE(entry->toolTip().contains(tip.section(u'\n', 1))) << utf8(entry->toolTip());
        }
}
