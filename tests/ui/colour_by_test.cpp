// View ▸ Colour by.
#include "tests/ui/window_fixture.h"
#include "ui/session/settings.h"
#include "ui/widgets/capacity_bar.h"

#include <QActionGroup>
#include <QSignalSpy>

using namespace tidemark;
using namespace tidemark::ui;

TEST_F(Window, WhatColoursTellIsRememberedAndTheBarObeys)
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
    ways[1]->trigger();
    EXPECT_EQ(bar->grab().toImage(), byCategory);
}

TEST_F(Window, ColoursTellTheTypeWhereNothingElseIsKnown)
{
    const auto window = openWindow(write(QStringLiteral("w.phases"), test::phasesText()));
    EXPECT_FALSE(window->actions().colorBy->isEnabled());
    EXPECT_FALSE(window->state()->meanings());
}
