// Tests of the history of a row: in the lane under the chart, the card, the table, tips and colors.
#include "tests/ui/charts_fixture.h"
#include "tests/ui/tables_fixture.h"
#include "tests/ui/window_fixture.h"
#include "ui/charts/buffer_strips.h"
#include "ui/charts/chart_scene.h"
#include "ui/charts/lanes.h"
#include "ui/charts/plot.h"
#include "ui/charts/tip_box.h"
#include "ui/panels/buffer_card.h"
#include "ui/panels/card_parts.h"
#include "ui/panels/group_legend.h"
#include "ui/state/row_text.h"
#include "ui/tables/row_model.h"
#include "ui/tables/table_roles.h"
#include "ui/widgets/fonts.h"

#include <QClipboard>
#include <QRegularExpression>
#include <QTextDocument>
#include <QToolButton>

#include <map>
#include <optional>
#include <set>

using namespace tidemark;
using namespace tidemark::ui;

namespace {

/// A view of ten steps: a is used at 2 and twice at 5 and is reused in place at 5; b is only defined; c is used at 8
/// for the last time.
std::shared_ptr<const View> historyView()
{
    proto::HloProto hlo = test::planFromText(R"(
        param 0 1024
          p 0 1024
        temp 16384
          a 0 4096
          b 4096 4096
          c 8192 4096
          d 0 4096
          e 12288 2048
        trace +a +b +c -b +b d=a -a -d +e -c)");
    auto& instructions = *hlo.mutable_hlo_module()->mutable_computations(0)->mutable_instructions();
    const auto read
        = [&](int reader, int operand) { instructions[reader].add_operand_ids(instructions[operand].id()); };
    read(3, 1); // c reads a
    read(4, 1); // d reads a
    read(5, 3); // e reads c
    const auto plan = Plan::parse(hlo.SerializeAsString());
    ProgramContext context;
    context.program.name = "jit_test";
    return plan ? makeView(replaySpace(*plan, 0), context) : nullptr;
}

class History : public testing::Test
{
protected:
    void SetUp() override
    {
        m_view = historyView();
        ASSERT_TRUE(m_view);
        m_state.setView(m_view);
        m_lane.resize(1000, m_lane.sizeHint().height());
        m_lane.show();
        QApplication::processEvents();
    }
    void know()
    {
        const auto uses = m_view->uses({});
        ASSERT_TRUE(uses);
        m_state.setUses(*uses);
    }
    RowId row(std::string_view name) const { return rowNamed(*m_view, name); }
    static QString plain(QString text) { return text.remove(QRegularExpression(QStringLiteral("<[^>]*>"))); }
    /// Returns the position of a step in the lane.
    QPoint at(std::uint32_t step) const
    {
        const double left = gutterFor({}, smallerFont(m_lane.font()));
        const StepScale scale{left, m_lane.width() - left - kRightMargin, m_state.axis().visible()};
        return {static_cast<int>(centreOf(scale, StepId(step))), m_lane.height() / 2};
    }

    ViewState m_state;
    HistoryLane m_lane{&m_state};
    std::shared_ptr<const View> m_view;
};

} // namespace

TEST_F(History, IsWrittenAsText)
{
    EXPECT_EQ(historyText(m_state, row("a")), QString());
    EXPECT_EQ(idleText(m_state, row("a")), QString());
    know();
    m_state.axis().setCursor(StepId(3));
    EXPECT_EQ(historyText(m_state, row("a")), QStringLiteral("a, 2 uses, 1 reuse in place"));
    EXPECT_EQ(idleText(m_state, row("a")),
              QStringLiteral("2 steps around step 3 (used by c at 2, next used by d at 5)"));
    EXPECT_EQ(idleText(m_state, row("p")), QStringLiteral("10 steps around step 3 (no use is known)"));
    m_state.axis().setCursor(StepId(2));
    EXPECT_EQ(idleText(m_state, row("a")), QString()) << "it is used here";
    EXPECT_EQ(idleText(m_state, row("e")), QString()) << "it is not live";
}

TEST_F(History, OfTheHoveredRowIsDrawnInTheLane)
{
    const QImage nothing = m_lane.grab().toImage();
    know();
    const QImage largest = m_lane.grab().toImage();
    EXPECT_NE(largest, nothing) << "of the largest row, until another is pointed at";
    m_state.focus().setHovered(row("a"));
    EXPECT_EQ(m_lane.accessibleDescription(), QStringLiteral("a, 2 uses, 1 reuse in place"));
    const RowEvent* use = m_lane.eventAt(at(2).x() + 6);
    ASSERT_TRUE(use);
    EXPECT_EQ(use->kind, RowEventKind::Used);
    EXPECT_EQ(use->step, StepId(2));
    EXPECT_EQ(m_lane.eventAt(at(3).x()), nullptr) << "too far from anything";
    m_state.focus().setHovered(std::nullopt);
    EXPECT_EQ(m_lane.grab().toImage(), largest);
}

TEST_F(History, AClickInTheLaneGoesToTheNearestEvent)
{
    know();
    m_state.focus().setPinned(row("a"));
    m_state.axis().setCursor(StepId(8));
    QTest::mouseClick(&m_lane, Qt::LeftButton, {}, at(2) + QPoint(5, 0));
    EXPECT_EQ(m_state.cursor(), StepId(2));
    QTest::mouseClick(&m_lane, Qt::LeftButton, {}, at(4));
    EXPECT_EQ(m_state.cursor(), StepId(5)) << "however far it is";
    QTest::keyClick(&m_lane, Qt::Key_Left);
    QTest::keyClick(&m_lane, Qt::Key_Right);
    EXPECT_EQ(m_state.cursor(), StepId(5));
    QTest::keyClick(&m_lane, Qt::Key_Left);
    QTest::keyClick(&m_lane, Qt::Key_Left);
    EXPECT_EQ(m_state.cursor(), StepId(0));
    QTest::keyClick(&m_lane, Qt::Key_Left);
    EXPECT_EQ(m_state.cursor(), StepId(0));
}

TEST_F(History, AnArrowScrollsItsEventIntoView)
{
    know();
    m_state.focus().setPinned(row("a"));
    m_state.axis().setCursor(StepId(2));
    m_state.axis().setVisible({0, 3});
    QTest::keyClick(&m_lane, Qt::Key_Right);
    EXPECT_EQ(m_state.cursor(), StepId(5));
    EXPECT_TRUE(m_state.axis().visible().contains(StepId(5).value));
}

TEST_F(History, TheCardListsItAndALinkGoesThere)
{
    BufferCard card(&m_state);
    m_state.focus().setPinned(row("a"));
    auto* list = card.findChild<HistoryList*>();
    ASSERT_TRUE(list);
    EXPECT_TRUE(list->isHidden());
    know();
    EXPECT_TRUE(list->isHidden()) << "folded";
    card.findChild<QToolButton*>(QStringLiteral("unfold"))->click();
    EXPECT_FALSE(list->isHidden());
    EXPECT_EQ(plain(list->text()).remove(QStringLiteral("&nbsp;")).remove(QStringLiteral("&#8203;")),
              QStringLiteral("0defineda fusion2usedc fusion5usedd fusion5reused\u00a0in\u00a0placed fusion7freed"));
    emit list->linkActivated(QStringLiteral("5"));
    EXPECT_EQ(m_state.cursor(), StepId(5));
    EXPECT_TRUE(card.findChild<QLabel*>()) << "it is still there";
    m_state.setView(m_view);
    m_state.focus().setPinned(row("a"));
    EXPECT_TRUE(list->isHidden()) << "nobody knows yet";
}

TEST_F(History, TheCardShowsSomeOfManyEventsUntilAllAreRequested)
{
    RowUses many;
    for (std::uint32_t i = 0; i < 40; ++i)
        many.events.push_back({StepId(i / 5), RowEvent::kNobody, i == 0 ? RowEventKind::Defined : RowEventKind::Used});
    many.first.assign(m_view->rows.count + 1, 40);
    many.first[0] = 0;
    many.actor = [](const RowEvent&) { return RowUses::Actor(); };
    m_state.setUses(std::make_shared<const RowUses>(many));
    HistoryList list(&m_state);
    list.setRow(RowId(0));
    EXPECT_EQ(list.text().count(QStringLiteral("<tr")), 8);
    EXPECT_TRUE(plain(list.text()).contains(QStringLiteral("33 more")));
    emit list.linkActivated(QStringLiteral("all"));
    EXPECT_EQ(list.text().count(QStringLiteral("<tr")), 40);
    list.setRow(RowId(0));
    EXPECT_EQ(list.text().count(QStringLiteral("<tr")), 40) << "it stays open";
    list.setRow(RowId(1));
    list.setRow(RowId(0));
    EXPECT_EQ(list.text().count(QStringLiteral("<tr")), 8);
}

TEST_F(History, LongNamesDoNotCutTheNarrowestCard)
{
    RowUses uses;
    for (const RowEventKind kind : {RowEventKind::Defined, RowEventKind::Shared})
        uses.events.push_back({StepId(5), RowEvent::kNobody, kind});
    uses.first.assign(m_view->rows.count + 1, 2);
    uses.first[0] = 0;
    uses.actor = [](const RowEvent&) { return RowUses::Actor{"gather_offload_async_start.done.291", "async-update"}; };
    BufferCard card(&m_state);
    card.resize(static_cast<int>(300 * textScale()), 500);
    card.show();
    m_state.setUses(std::make_shared<const RowUses>(uses));
    m_state.axis().setCursor(StepId(5));
    m_state.focus().setPinned(RowId(0));
    card.findChild<QToolButton*>(QStringLiteral("unfold"))->click();
    QApplication::processEvents();
    const auto* scroll = card.findChild<CardScroll*>();
    const QWidget* content = scroll->widget();
    EXPECT_LE(content->width(), scroll->viewport()->width());
    for (const QWidget* part : content->findChildren<QWidget*>())
        if (part->isVisible()) {
            EXPECT_LE(part->mapTo(content, part->rect().bottomRight()).x(), content->width())
                << part->metaObject()->className();
        }
    auto* list = card.findChild<HistoryList*>();
    QTextDocument shown;
    shown.setDefaultFont(list->font());
    shown.setDocumentMargin(0);
    shown.setHtml(list->text());
    shown.setTextWidth(list->width());
    EXPECT_LE(shown.size().width(), list->width()) << "names give way";
    QTest::keyClick(list, Qt::Key_C, Qt::ControlModifier);
    const QString copied = QGuiApplication::clipboard()->text();
    EXPECT_TRUE(copied.contains(QStringLiteral("gather_offload_async_start.done.291"))) << copied.toStdString();
}

TEST_F(History, TheTableSortsByIdleTime)
{
    RowModel model(&m_state);
    m_state.axis().setCursor(StepId(3));
    const int column = static_cast<int>(RowColumn::Idle);
    model.sort(column, Qt::DescendingOrder);
    EXPECT_EQ(model.index(0, column).data().toString(), QString());
    EXPECT_TRUE(model.index(0, column).data(SortRole).isNull());
    know();
    const auto shown = [&] {
        QStringList texts;
        for (int i = 0; i < model.rowCount(); ++i)
            texts << model.index(i, 0).data().toString() + u' ' + model.index(i, column).data().toString();
        return texts.join(QStringLiteral(", "));
    };
    EXPECT_EQ(shown(), QStringLiteral("p 10, c 5, a 2"));
    EXPECT_EQ(model.index(2, column).data(PlainRole).toString(), QStringLiteral("2"));
    EXPECT_TRUE(model.index(2, column).data(Qt::ToolTipRole).toString().startsWith(QStringLiteral("2 steps around")));
    m_state.axis().setCursor(StepId(2));
    EXPECT_EQ(shown(), QStringLiteral("p 10, b 1, a 0, c 0"));
    model.sort(column, Qt::AscendingOrder);
    EXPECT_EQ(shown(), QStringLiteral("a 0, c 0, b 1, p 10"));
}

TEST_F(History, TheLevelIsDividedByTheIdleTimeAtEachStep)
{
    know();
    group(m_state, Facet::kByIdle);
    const StackedLevel& level = *m_state.groups()->level;
    std::set<const GroupLook*> seen;
    for (std::uint32_t step = 0; step < m_state.view()->axis.count; ++step) {
        m_state.axis().setCursor(StepId(step));
        std::map<const GroupLook*, std::int64_t> expected;
        for (const LiveRow& live : m_state.live())
            expected[&m_state.lookOf(live.row)] += m_state.view()->rows.size[live.row] - live.overlap;
        const std::vector<std::int64_t> bytes = level.at(StepId(step));
        for (std::size_t i = 0; i < bytes.size(); ++i) {
            const GroupLook* look = &m_state.groups()->lookOf(level.layers()[i]);
            EXPECT_EQ(bytes[i], expected[look]) << "step " << step << ", idle for " << utf8(look->name);
            if (bytes[i] > 0)
                seen.insert(look);
        }
    }
    EXPECT_EQ(seen.size(), 3u);
}

TEST_F(History, ColoursShowHowLongRowsAreUnread)
{
    RowModel model(&m_state);
    const Colors colors = colorsFor(m_lane.palette());
    m_state.axis().setCursor(StepId(3));
    know();
    group(m_state, Facet::kByIdle);
    GroupLegend groups(&m_state);
    groups.resize(static_cast<int>(1600 * textScale()), 40);
    groups.show();
    const auto legend = [&] {
        QStringList texts;
        for (const QToolButton* button : groups.findChildren<QToolButton*>())
            if (button->isVisible())
                texts << button->text();
        return texts.join(u'|').replace(QChar(0xa0), u' ').toStdString();
    };
    EXPECT_EQ(legend(), "0|1–9 8 KiB|10–99 1 KiB");
    EXPECT_TRUE(allText(groups).contains(QStringLiteral("Idle for steps:")));
    for (QToolButton* button : groups.findChildren<QToolButton*>())
        if (button->text().startsWith(QStringLiteral("10–99")))
            button->click();
    EXPECT_TRUE(m_state.filter().matches(row("p")));
    EXPECT_FALSE(m_state.filter().matches(row("a"))) << "for 2 steps";
    m_state.filter().clear();
    EXPECT_EQ(m_state.fillOf(row("p"), colors), colors.idle(2));
    EXPECT_EQ(m_state.fillOf(row("a"), colors), colors.idle(1));
    for (int i = 0; i < model.rowCount(); ++i) {
        const auto lookOf = [&](RowColumn column) {
            return model.index(i, static_cast<int>(column)).data(LookRole).value<const GroupLook*>();
        };
        EXPECT_TRUE(lookOf(RowColumn::Size)->idle);
        EXPECT_FALSE(lookOf(RowColumn::Kind));
    }
    const std::vector<std::pair<std::uint32_t, int>> shades
        = {{0, 0}, {1, 1}, {9, 1}, {10, 2}, {99, 2}, {100, 3}, {999, 3}, {1000, 4}, {123456, 4}};
    for (const auto& [steps, shade] : shades)
        EXPECT_EQ(idleShade(steps), shade) << steps;
    EXPECT_EQ(idleShadeText(2), QStringLiteral("10–99"));
    EXPECT_EQ(idleShadeText(4), QStringLiteral("1,000 and more"));
    for (int shade = 1; shade < kIdleShades; ++shade)
        for (const QPalette& palette : {lightPalette(), darkPalette()}) {
            const Colors all = colorsFor(palette);
            EXPECT_GT(contrast(all.idle(shade), all.base), contrast(all.idle(shade - 1), all.base));
        }
}

TEST_F(Window, TheHistoryLaneIsShownIfUsesAreKnown)
{
    const auto window = openWindow(profile());
    window->resize(QSize(1600, 1000) * textScale());
    auto* lane = window->findChild<HistoryLane*>();
    ASSERT_TRUE(lane);
    ASSERT_TRUE(waitUntil(
        [&] { return window->state()->uses() != nullptr && !window->session()->analysis().checks().empty(); }));
    EXPECT_TRUE(lane->isVisible());
    const auto heightWhile = [&](std::optional<RowId> hovered) {
        window->state()->focus().setHovered(hovered);
        QApplication::processEvents();
        return window->findChild<MemoryChart*>()->height();
    };
    const auto isStill = [&] { return heightWhile(RowId(0)) == heightWhile(std::nullopt); };
    EXPECT_TRUE(waitUntil(isStill)) << "pointing moves nothing, once the docks stand where the size wants them";
    EXPECT_TRUE(isStill());
    const auto other = openWindow(write(QStringLiteral("w.phases"), test::phasesText()));
    EXPECT_FALSE(other->findChild<HistoryLane*>()->isVisible());
}
