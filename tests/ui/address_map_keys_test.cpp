// Tests of the address map: its keys, Esc, the selection, the marked step, and the dock that describes its region.
#include "tests/ui/address_map_fixture.h"
#include "tests/ui/region_fixture.h"
#include "ui/charts/region_scene.h"
#include "ui/panels/buffer_card.h"
#include "ui/panels/buffers_panel.h"
#include "ui/panels/marked_bar.h"
#include "ui/panels/region_panel.h"
#include "ui/shell/main_tool_bar.h"
#include "ui/shell/page_stack.h"

#include <QActionGroup>
#include <QLineEdit>
#include <QScrollBar>
#include <QTextCursor>
#include <QToolButton>

#include <array>

using namespace tidemark;
using namespace tidemark::ui;

namespace {

/// A panel that is low enough to be scrolled.
class LowRegionPanel
{
public:
    explicit LowRegionPanel(ViewState& state)
        : m_panel(&state, nullptr)
    {
        m_panel.resize(260, 120);
        m_panel.show();
        QApplication::processEvents();
    }
    RegionPanel* operator->() { return &m_panel; }
    std::string words() const { return plainWords(m_panel.toPlainText()); }

private:
    RegionPanel m_panel;
};

bool tells(const QStringList& lines, const char* words)
{
    return plainWords(lines.join(u'\n')).find(words) != std::string::npos;
}

} // namespace

TEST_F(AddressMaps, KeysGoFromBoxToBoxAndReportTheFreeSpaceAboveThem)
{
    const auto window = openWindow(profile());
    ASSERT_TRUE(showMap(*window));
    RegionChart* map = mapOf(*window);
    const Focus& focus = window->state()->focus();
    map->setFocus();
    QTest::keyClick(map, Qt::Key_Up);
    EXPECT_EQ(focus.hovered(), rowOf(*window, "x"));
    EXPECT_TRUE(tells({map->accessibleDescription()}, "x, 32 KiB")) << utf8(map->accessibleDescription());
    QTest::keyClick(map, Qt::Key_Up);
    EXPECT_EQ(focus.hovered(), rowOf(*window, "y"));
    const QString said = map->accessibleDescription();
    EXPECT_TRUE(tells({said}, "above it 31 KiB free, step 1")) << plainWords(said);
    EXPECT_TRUE(tells({said}, "next: nothing")) << plainWords(said);
    EXPECT_TRUE(tells(map->tip().lines(), "above it 31 KiB free")) << plainWords(map->tip().lines().join(u'\n'));
    QTest::keyClick(map, Qt::Key_Up);
    EXPECT_EQ(focus.hovered(), rowOf(*window, "y")) << "the last";
    QTest::keyClick(map, Qt::Key_Return);
    EXPECT_EQ(focus.pinned(), rowOf(*window, "y"));
    EXPECT_FALSE(tells(map->tip().lines(), "click to pin")) << plainWords(map->tip().lines().join(u'\n'));
    QTest::keyClick(map, Qt::Key_Return);
    EXPECT_EQ(window->state()->axis().visible(), (StepRange{0, 3})) << "its life, with room at either side";
    QTest::keyClick(map, Qt::Key_Down);
    EXPECT_EQ(focus.hovered(), rowOf(*window, "x"));
}

TEST_F(AddressMaps, KeysScrollTheBoxIntoView)
{
    const auto window = openWindow(profile());
    ASSERT_TRUE(showMap(*window));
    RegionChart* map = mapOf(*window);
    map->setFocus();
    map->setWindow({map->window().steps, 0, 4000});
    QTest::keyClick(map, Qt::Key_Up);
    EXPECT_EQ(map->window().begin, 0) << "part of x is seen";
    QTest::keyClick(map, Qt::Key_Up);
    EXPECT_FALSE(map->scene()->rectOf(rowOf(*window, "y")).isEmpty());
    EXPECT_EQ(map->window().size(), 4000);
    const std::int64_t before = map->window().begin;
    QTest::keyClick(map, Qt::Key_PageUp);
    EXPECT_EQ(map->window().begin, before + 2000);
    QTest::keyClick(map, Qt::Key_PageDown);
    EXPECT_EQ(map->window().begin, before);
}

TEST_F(AddressMaps, EnterInTheSearchGoesFromMatchToMatch)
{
    const auto window = openWindow(profile());
    ASSERT_TRUE(showMap(*window));
    RegionChart* map = mapOf(*window);
    const ViewState& state = *window->state();
    QLineEdit* search = window->findChild<MainToolBar*>()->search();
    search->setFocus();
    QTest::keyClick(search, Qt::Key_Return);
    EXPECT_FALSE(state.focus().pinned()) << "nothing is asked for";
    QTest::keyClicks(search, QStringLiteral("temporary"));
    map->setWindow({map->window().steps, 0, 4000});
    std::vector<RowId> met;
    for (int i = 0; i < 3; ++i) {
        QTest::keyClick(search, Qt::Key_Return);
        met.push_back(state.focus().pinned().value_or(RowId()));
        EXPECT_FALSE(map->scene()->rectOf(met.back()).isEmpty()) << "it is brought to where it is seen";
    }
    EXPECT_EQ(met, (std::vector<RowId>{rowOf(*window, "x"), rowOf(*window, "y"), rowOf(*window, "x")}));
    QTest::keyClick(search, Qt::Key_Return, Qt::ShiftModifier);
    EXPECT_EQ(state.focus().pinned(), rowOf(*window, "y"));
    EXPECT_TRUE(search->hasFocus());
}

TEST_F(AddressMaps, ADrawingInterruptedByLeavingThePageIsFinishedOnReturn)
{
    const auto window = openWindow(profile());
    ASSERT_TRUE(showMap(*window));
    mapOf(*window)->setWindow({{1, 2}, 0, 40000});
    mapOf(*window)->grab(); // starts drawing
    ASSERT_FALSE(mapOf(*window)->isDrawn());
    window->findChild<PageStack*>()->choose(0);
    ASSERT_FALSE(mapOf(*window)->isVisible());
    EXPECT_TRUE(showMap(*window));
}

TEST_F(AddressMaps, AZoomIsUndoneOnceOnBothPages)
{
    const auto window = openWindow(profile());
    ASSERT_TRUE(showMap(*window));
    RegionChart* map = mapOf(*window);
    AxisView& axis = window->state()->axis();
    const MapWindow whole = map->window();
    for (const bool onMap : {true, false}) {
        map->setWindow({{0, 2}, whole.begin, whole.end});
        ASSERT_TRUE(map->canGoBack() && axis.canGoBack());
        if (onMap)
            map->back();
        else
            axis.back();
        EXPECT_EQ(map->window(), whole);
        EXPECT_EQ(axis.visible(), whole.steps);
        EXPECT_FALSE(map->canGoBack() || axis.canGoBack()) << "on the map: " << onMap;
        EXPECT_TRUE(map->canGoForward() && axis.canGoForward());
    }
}

TEST_F(AddressMaps, TheTipStaysWithinTheMap)
{
    const auto window = openWindow(profile());
    ASSERT_TRUE(showMap(*window));
    RegionChart* map = mapOf(*window);
    const QRectF x = map->scene()->rectOf(rowOf(*window, "x"));
    for (const QPointF& at : {x.bottomLeft() + QPointF(2, -2), x.bottomRight() - QPointF(2, 2), x.center()}) {
        pointAt(*window, at);
        ASSERT_TRUE(map->tip().isVisible());
        EXPECT_TRUE(map->rect().contains(map->tip().geometry()));
        EXPECT_FALSE(map->tip().geometry().contains(at.toPoint())) << "it hides nothing that is pointed at";
    }
    map->tip().parentWidget()->resize(90, map->height());
    pointAt(*window, map->scene()->rectOf(rowOf(*window, "x")).center());
    EXPECT_LE(map->tip().width(), 90);
    EXPECT_TRUE(map->tip().lines().value(0).startsWith(QStringLiteral("x"))) << "whole, though elided";
}

TEST_F(AddressMaps, TheRegionDockFitsItsText)
{
    const auto window = openWindow(profile(), QSize(1180, 760) * textScale());
    ASSERT_TRUE(showMap(*window));
    const auto* region = window->findChild<RegionPanel*>();
    EXPECT_TRUE(waitUntil([&] { return region->height() >= region->sizeHint().height(); })) << region->height();
    EXPECT_GT(window->findChild<BufferCard*>()->height(), 100);
}

TEST_F(AddressMaps, EscapeEndsAtTheWholeMapWithAnySelection)
{
    const auto window = openWindow(profile());
    ASSERT_TRUE(showMap(*window));
    RegionChart* map = mapOf(*window);
    Focus& focus = window->state()->focus();
    turn(*window, middleOf(*window, "x"), Qt::ControlModifier);
    focus.setSelected({rowOf(*window, "x"), rowOf(*window, "y")});
    focus.setPinned(rowOf(*window, "x"));
    window->actions().of(Command::Escape)->trigger();
    EXPECT_FALSE(focus.pinned());
    EXPECT_EQ(focus.selected().size(), 2U);
    window->actions().of(Command::Escape)->trigger();
    EXPECT_TRUE(focus.selected().empty());
    EXPECT_FALSE(map->isWhole());
    window->actions().of(Command::Escape)->trigger();
    EXPECT_TRUE(map->isWhole());
}

TEST_F(AddressMaps, EscapeClearsTheBoxReachedByKeys)
{
    const auto window = openWindow(profile());
    ASSERT_TRUE(showMap(*window));
    RegionChart* map = mapOf(*window);
    const Focus& focus = window->state()->focus();
    map->setFocus();
    QTest::keyClick(map, Qt::Key_Up);
    QTest::keyClick(map, Qt::Key_Return);
    ASSERT_TRUE(focus.hovered() && focus.pinned());
    window->actions().of(Command::Escape)->trigger();
    EXPECT_FALSE(focus.pointed());
    pointAt(*window, middleOf(*window, "x"));
    window->actions().of(Command::Escape)->trigger();
    EXPECT_EQ(focus.hovered(), rowOf(*window, "x")) << "the pointer is still there";
}

TEST_F(AddressMaps, SelectedRowsAreShownInTheMap)
{
    const auto window = openWindow(profile());
    ASSERT_TRUE(showMap(*window));
    RegionChart* map = mapOf(*window);
    ASSERT_TRUE(waitUntil([&] { return window->state()->meanings() && window->state()->uses(); }));
    ASSERT_TRUE(waitUntil([&] { return map->grab(), map->isDrawn(); }));
    const QImage before = map->grab().toImage();
    window->state()->focus().setSelected({rowOf(*window, "x"), rowOf(*window, "y")});
    EXPECT_NE(map->grab().toImage(), before);
    window->state()->focus().setSelected({});
    EXPECT_EQ(map->grab().toImage(), before);
}

TEST_F(AddressMaps, AMarkedStepHasItsSwitchesAboveTheMapAsAboveTheTable)
{
    const auto window = openWindow(profile());
    ASSERT_TRUE(showMap(*window));
    ViewState& state = *window->state();
    const auto* above = pageOf(*window)->findChild<MarkedBar*>();
    const auto* ofTable = window->findChild<BuffersPanel*>()->findChild<MarkedBar*>();
    ASSERT_TRUE(above && ofTable && above != ofTable);
    EXPECT_FALSE(above->isVisible());
    QTest::keyClick(window.get(), Qt::Key_M);
    window->actions().of(Command::NextCell)->trigger();
    ASSERT_TRUE(above->isVisible());
    EXPECT_EQ(plainWords(above->button(MarkedBar::OnlyMarked)->text()), "only step 1: 1 · 1 KiB");
    above->button(MarkedBar::OnlyMarked)->click();
    above->button(MarkedBar::Both)->click();
    EXPECT_TRUE(state.filter().matches(rowOf(*window, "y")));
    EXPECT_FALSE(state.filter().matches(rowOf(*window, "x")));
    const auto matches = mapOf(*window)->content().matches;
    ASSERT_TRUE(matches);
    EXPECT_FALSE((*matches)[rowOf(*window, "x").index()]);
    window->actions().pages->actions().at(0)->trigger();
    ASSERT_TRUE(waitUntil([&] { return ofTable->isVisible(); }));
    EXPECT_TRUE(ofTable->button(MarkedBar::OnlyMarked)->isChecked());
    EXPECT_FALSE(ofTable->button(MarkedBar::Both)->isChecked());
    ofTable->button(MarkedBar::Both)->click();
    ASSERT_TRUE(showMap(*window));
    EXPECT_TRUE(above->button(MarkedBar::Both)->isChecked());
    state.setMarked(std::nullopt);
    EXPECT_FALSE(above->isVisible());
}

TEST(RegionPanelPlace, StaysWhileTheCursorMoves)
{
    ViewState state;
    showRegion(state, twoPlaced());
    LowRegionPanel panel(state);
    ASSERT_GT(panel->verticalScrollBar()->maximum(), 40);
    QTest::keyClick(panel.operator->(), Qt::Key_Tab);
    QTest::keyClick(panel.operator->(), Qt::Key_Tab);
    const auto link = [&] { return plainWords(panel->textCursor().charFormat().anchorHref()); };
    const std::string before = link();
    EXPECT_FALSE(before.empty());
    panel->verticalScrollBar()->setValue(30);
    const std::string words = panel.words();
    state.axis().setCursor(StepId(3));
    EXPECT_NE(panel.words(), words);
    EXPECT_EQ(panel->verticalScrollBar()->value(), 30);
    EXPECT_EQ(link(), before);
}

TEST(RegionPanelPlace, ALinkToAStepScrollsTheCursorIntoView)
{
    ViewState state;
    showRegion(state, twoPlaced());
    LowRegionPanel panel(state);
    state.axis().setCursor(StepId(3));
    state.axis().setVisible({3, 4});
    emit panel->anchorClicked(QUrl(QStringLiteral("s1")));
    EXPECT_EQ(state.cursor(), StepId(1));
    EXPECT_LE(state.axis().visible().begin, 1U);
    EXPECT_GT(state.axis().visible().end, 1U);
}

TEST(RegionWords, AmountsInBanksArePerBank)
{
    ViewState state;
    showRegion(state, twoPlaced(12));
    LowRegionPanel panel(state);
    EXPECT_NE(panel.words().find("amounts are per bank"), std::string::npos) << panel.words();
    EXPECT_NE(panel.words().find("33 KiB"), std::string::npos) << panel.words();
    const RegionContent content = wholeRegion(state);
    const RegionScene scene
        = makeRegionScene(content, QRectF(0, 0, 900, 500), colorsFor(lightPalette()), chartFonts(QApplication::font()));
    const QPointF free(centreOf(scene.chart.geometry.steps, StepId(0)), scene.y(33000));
    const QStringList gap = regionTip(state, scene, free);
    EXPECT_TRUE(tells(gap, "32 KiB free in each of 12 banks, step 0")) << plainWords(gap.join(u'\n'));
    EXPECT_TRUE(tells(gap, "next: y, 1 KiB in each bank, from step 1")) << plainWords(gap.join(u'\n'));
    state.focus().setHovered(RowId(1));
    EXPECT_TRUE(tells(regionTip(state, scene, free), "12 KiB"));
    EXPECT_TRUE(tells(regionTip(state, scene, free), "1 KiB in each of 12 banks"));
    state.focus().setHovered(std::nullopt);
    EXPECT_TRUE(tells({regionDescription(state, content.map->levelAt(StepId(1)), false)}, "33 KiB in each bank live"));
}

TEST(RegionWords, FragmentationIsExplainedForReservedMemory)
{
    ViewState state;
    showRegion(state, twoPlaced());
    LowRegionPanel panel(state);
    EXPECT_NE(panel.words().find("(64 KiB region − 33 KiB most live) ÷ 64 KiB"), std::string::npos) << panel.words();
    EXPECT_NE(panel.words().find("Why is it not smaller?"), std::string::npos) << panel.words();
    showRegion(state, placedView({{"a", 0, 4, 16384, 16384 * 12}}, {0, std::nullopt, 0, 65536, 12}, 4));
    EXPECT_NE(panel.words().find("(48 KiB free − 32 KiB largest gap) ÷ 48 KiB"), std::string::npos) << panel.words();
    EXPECT_NE(panel.words().find("33.3 %"), std::string::npos) << panel.words();
    EXPECT_EQ(panel.words().find("Why is it not smaller?"), std::string::npos) << panel.words();
}

TEST(RegionWords, SingularAndPluralAreUsedByCount)
{
    ViewState state;
    showRegion(state, placedView({{"a", 0, 4, 0, 1024}}, {0, 7, 0, 65536, 1}, 4));
    LowRegionPanel one(state);
    EXPECT_TRUE(holds(one.words(), "Its highest address is in use at step 0: 1 buffer of 1 KiB lies below 1 KiB."))
        << one.words();
    showRegion(state, twoPlaced());
    EXPECT_TRUE(holds(one.words(), "2 buffers of 33 KiB in total lie below 33 KiB.")) << one.words();
    EXPECT_EQ(plainWords(regionName({0, std::nullopt, 0, 8 << 20, 1}, 1, 3, ByteUnit::Auto)), "region 2 of 3, 8 MiB");
    EXPECT_EQ(plainWords(regionName({0, std::nullopt, 0, 8 << 20, 1}, 0, 1, ByteUnit::Auto)), "region 8 MiB");
}

TEST(RegionWords, TheUnusedPartOfAPlannedRegionIsShown)
{
    ViewState state;
    std::vector<PlacedRow> rows = {{"x", 0, 3, 0, 32768}, {"y", 1, 2, 32768, 1024}, {"never", 2, 2, 40960, 512}};
    showRegion(state, placedView(rows, {0, 7, 0, 65536, 1}, 4));
    LowRegionPanel panel(state);
    EXPECT_TRUE(holds(panel.words(), "lie below 33 KiB. That is 31 KiB less than the region's size.")) << panel.words();
    EXPECT_TRUE(holds(panel.words(), "31 KiB of the region is never used.")) << panel.words();
    EXPECT_TRUE(holds(panel.words(), "Highest address first:")) << panel.words();
    EXPECT_TRUE(holds(panel.words(), "1 buffer that is never live is not drawn.")) << panel.words();
    rows.pop_back();
    showRegion(state, placedView(rows, {0, 7, 0, 33792, 1}, 4));
    EXPECT_TRUE(holds(panel.words(), "The region cannot be smaller than what is live at that step.")) << panel.words();
    EXPECT_FALSE(holds(panel.words(), "never")) << panel.words();
    rows.clear();
    for (int i = 0; i < 10; ++i)
        rows.push_back({"a", 0, 4, i * 1024, 1024});
    showRegion(state, placedView(rows, {0, 7, 0, 1 << 20, 1}, 4));
    EXPECT_TRUE(holds(panel.words(), "The 8 largest, highest address first:")) << panel.words();
    EXPECT_TRUE(holds(panel.words(), "all of it in 1 gap of 64 KiB or more")) << panel.words();
    showRegion(state, placedView({{"a", 0, 4, 0, 1024}, {"b", 0, 4, 1536, 512}}, {0, 7, 0, 1 << 30, 1}, 4));
    EXPECT_TRUE(holds(panel.words(), "nearly all of it in 1 gap of 64 KiB or more")) << panel.words();
    showRegion(state, placedView({{"never", 2, 2, 0, 512}, {"too", 2, 2, 0, 512}}, {0, 7, 0, 65536, 1}, 4));
    EXPECT_TRUE(holds(panel.words(), "The region is empty at every step.")) << panel.words();
    EXPECT_TRUE(holds(panel.words(), "2 buffers that are never live are not drawn.")) << panel.words();
}

TEST(RegionWords, ExactBytesAreShownOnce)
{
    ViewState state;
    showRegion(state, twoPlaced());
    LowRegionPanel panel(state);
    EXPECT_TRUE(holds(panel.words(), "64 KiB 65,536 B")) << panel.words();
    state.units().setUnit(ByteUnit::B);
    EXPECT_TRUE(holds(panel.words(), "65,536 B")) << panel.words();
    EXPECT_FALSE(holds(panel.words(), "65,536 B 65,536 B")) << panel.words();
}

TEST(RegionWords, BuffersDrawnBelowTheRegionAreCounted)
{
    // One row more than an address has lanes, and one row in an allocation of its own.
    std::vector<PlacedRow> placed(RegionMap::kMostLanes + 2, {"a", 0, 4, 0, 1024});
    static constexpr std::array<std::uint32_t, RegionMap::kMostLanes + 2> kHolders = {0, 0, 0, 0, 0, 0, 0, 0, 0, 5};
    const auto view = placedView(placed, {0, std::nullopt, 0, 65536, 1}, 4);
    view->rows.holder = {kHolders.data(), sizeof(std::uint32_t)};
    ViewState state;
    showRegion(state, view);
    RegionContent content = wholeRegion(state);
    const QString title = regionTitle(QStringLiteral("region"), content);
    EXPECT_NE(plainWords(title).find("below: 2 KiB in 1 separate allocation and 1 conflicting buffer"),
              std::string::npos)
        << plainWords(title);
    std::vector<bool> matches(placed.size());
    matches.front() = matches.back() = true;
    content.matches = std::make_shared<const std::vector<bool>>(matches);
    const std::string filtered = plainWords(regionTitle(QStringLiteral("region"), content));
    EXPECT_TRUE(filtered.starts_with("2 of 10 buffers match · region")) << filtered;
}
