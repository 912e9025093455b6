// Tests of the chart stacked by groups of rows, its legend, and the other widgets that use the same groups.
#include "tests/ui/charts_fixture.h"
#include "tests/ui/tables_fixture.h"
#include "tests/ui/window_fixture.h"
#include "ui/charts/chart_canvas.h"
#include "ui/charts/chart_legend.h"
#include "ui/charts/chart_lifetime.h"
#include "ui/charts/chart_picture.h"
#include "ui/charts/group_legend.h"
#include "ui/charts/hover_tip.h"
#include "ui/docks/breakdown_panel.h"
#include "ui/pages/timeline/summary_strip.h"
#include "ui/pages/timeline/timeline_page.h"
#include "ui/session/settings.h"

#include <QActionGroup>
#include <QBuffer>
#include <QComboBox>
#include <QMenu>
#include <QPainter>
#include <QToolButton>

#include <numeric>

namespace tidemark::ui {
namespace {

/// p and a have the first category, b and c the second, d the third.
std::shared_ptr<const RowMeanings> meaningsOfSmall(const View& view)
{
    std::vector<std::uint16_t> categories;
    for (std::size_t i = 0; i < view.rows.count; ++i)
        categories.push_back(static_cast<std::uint16_t>(std::string("pabcd").find(view.rows.name(RowId::at(i))) / 2));
    return meaningsOf(std::move(categories));
}

class StackTest : public ChartsTest
{
protected:
    void SetUp() override
    {
        ChartsTest::SetUp();
        m_chart.resize(static_cast<int>(1600 * textScale()), 320);
        QApplication::processEvents();
        auto view = std::make_shared<View>(*m_view);
        m_meanings = meaningsOfSmall(*view);
        view->meanings = [meanings = m_meanings](const Progress&) { return meanings; };
        m_view = view;
        m_state.setView(m_view);
        m_state.setMeanings(m_meanings);
    }

    void stack(ColorBy::Way way)
    {
        m_state.colorBy().setWay(way);
        m_state.colorBy().setStacked(true);
        m_state.setStack(*makeStack(m_view, way == ColorBy::Way::Category ? m_meanings : nullptr));
    }

    ChartScene scene(double width = 1000) const
    {
        return makeScene(contentOf(m_state), QRectF(0, 0, width, 300), colorsFor(lightPalette()),
                         chartFonts(QApplication::font()));
    }

    /// Returns the visible legend entries of the chart or of the strips.
    static std::vector<QToolButton*> entriesOf(const QWidget& widget)
    {
        std::vector<QToolButton*> shown;
        for (QToolButton* button : widget.findChild<GroupLegend*>()->findChildren<QToolButton*>())
            if (button->isVisible() && button->objectName() != QStringLiteral("more"))
                shown.push_back(button);
        return shown;
    }
    std::vector<QToolButton*> entries() const { return entriesOf(m_chart); }
    QToolButton* more() const { return m_chart.findChild<QToolButton*>(QStringLiteral("more")); }

    std::shared_ptr<const RowMeanings> m_meanings;
};

std::int64_t sum(const std::vector<std::int64_t>& values)
{
    return std::accumulate(values.begin(), values.end(), std::int64_t{0});
}

} // namespace

TEST_F(StackTest, EveryColumnShowsThePartsOfItsHighestStep)
{
    for (const auto way : {ColorBy::Way::Type, ColorBy::Way::Category}) {
        stack(way);
        const StackedLevel& level = *m_state.stack()->level;
        for (const int columns : {1, 2, 3, 4, 7, 10, 500}) {
            const CurveDrawing curve = curveOf(scene(), columns, 1);
            ASSERT_EQ(curve.layers.size(), 2 * level.layers().size());
            for (std::size_t x = 0; x < curve.level.size(); ++x) {
                const Column& column = curve.level[x];
                const StepId highest(peakIn(m_view->level(), column.steps));
                EXPECT_EQ(curve.layers.back().tops[x], column.max) << columns << " columns";
                const auto of = [&](std::size_t layer) {
                    return curve.layers[layer].tops[x] - (layer == 0 ? 0 : curve.layers[layer - 1].tops[x]);
                };
                const std::vector<std::int64_t> bytes = level.at(highest);
                for (std::size_t i = 0; i < bytes.size(); ++i) {
                    EXPECT_EQ(of(i), level.layers()[i].floor) << "below what comes and goes";
                    EXPECT_EQ(of(i) + of(i + bytes.size()), bytes[i]) << columns << " columns, layer " << i;
                }
            }
        }
    }
}

TEST_F(StackTest, TemporariesOnlyLeavesOutTheFloor)
{
    stack(ColorBy::Way::Category);
    ChartScene shown = scene();
    shown.content.temporariesOnly = true;
    const CurveDrawing curve = curveOf(shown, 10, 1);
    const std::size_t layers = m_state.stack()->looks.size();
    for (std::size_t x = 0; x < 10; ++x) {
        EXPECT_EQ(curve.layers[layers - 1].tops[x], 0);
        EXPECT_EQ(curve.layers.back().tops[x], m_view->level()[x] - m_view->floorBytes());
    }
}

TEST_F(StackTest, TheChartIsDrawnInTheColoursOfTheGroups)
{
    m_state.axis().setCursor(StepId(9));
    const QImage plain = m_chart.grab().toImage();
    stack(ColorBy::Way::Category);
    const QImage stacked = m_chart.grab().toImage();
    EXPECT_NE(stacked, plain);
    const Colors colors = colorsFor(m_chart.palette());
    const PlotGeometry g = m_chart.plotGeometry();
    // At the step where a and b are live: p and a have one category, b is on top. The position is next to the peak
    // line.
    const auto colorAt = [&](const QImage& image, std::int64_t bytes) {
        return pixelAt(image, {xOf(g.steps, 3) + g.steps.perStep() / 4, yOf(g.bytes, static_cast<double>(bytes))});
    };
    EXPECT_EQ(colorAt(stacked, 512), colors.category("model_parameters").rgb());
    EXPECT_EQ(colorAt(stacked, 1024 + 2048), colors.category("model_parameters").rgb()) << "a, of the same category";
    EXPECT_EQ(colorAt(stacked, 1024 + 4096 + 4096), colors.category("kv_cache").rgb()) << "b";

    m_state.filter().setFacet(Facet::of(m_meanings->categories[1]));
    const QImage some = m_chart.grab().toImage();
    EXPECT_EQ(colorAt(some, 512), colors.dimmed(colors.category("model_parameters")).rgb());
    EXPECT_EQ(colorAt(some, 1024 + 4096 + 4096), colors.category("kv_cache").rgb());
    m_state.filter().clear();
    m_state.filter().setFacet(Facet::of(m_view->rows.kinds[0]));
    EXPECT_EQ(m_chart.grab().toImage(), stacked) << "no layer tells what is left";
    m_state.filter().clear();

    // The same at the cursor in a wide step.
    m_state.axis().setVisible({2, 5});
    m_state.axis().setCursor(StepId(4));
    EXPECT_EQ(colorAt(m_chart.grab().toImage(), 512), colors.category("model_parameters").rgb());
    m_state.axis().setCursor(StepId(9));
    m_state.axis().showAll();
    m_state.setStack(nullptr);
    m_state.colorBy().setStacked(false);
    EXPECT_EQ(m_chart.grab().toImage(), plain);
}

TEST_F(StackTest, TheTipNamesThePartsOfAStep)
{
    stack(ColorBy::Way::Type);
    const Colors colors = colorsFor(lightPalette());
    const TipText tip = stepTip(contentOf(m_state), StepId(3), colors);
    const QString text = tip.lines.join(u'|');
    EXPECT_TRUE(text.contains(QStringLiteral("Temporary 12\u00a0KiB, 92.3\u00a0%|Argument 1\u00a0KiB, 7.7\u00a0%")))
        << text.toStdString();
    for (qsizetype i = 0; i < tip.lines.size(); ++i)
        EXPECT_EQ(tip.swatchOf(i).color,
                  tip.lines[i].startsWith(QStringLiteral("Temporary"))      ? colors.hue(Hue::Temporary)
                      : tip.lines[i].startsWith(QStringLiteral("Argument")) ? colors.hue(Hue::Argument)
                                                                            : QColor())
            << tip.lines[i].toStdString();
}

TEST_F(StackTest, TheTipHasTheLargestFirstAndCountsTheRest)
{
    const auto plan = Plan::parse(test::hloBytes("temp 262144\n  a 0 1024\n  b 4096 2048\n  c 8192 65536\n"
                                                 "  d 81920 4096\n  e 90112 8192\n  f 98304 16384\n"
                                                 "  g 131072 32768\ntrace +a +b +c +d +e +f +g\n"));
    ASSERT_TRUE(plan);
    m_view = makeView(replaySpace(*plan, 0), {});
    auto meanings = std::make_shared<RowMeanings>();
    for (std::size_t i = 0; i < m_view->rows.count; ++i) {
        const std::string name = m_view->rows.name(RowId::at(i));
        meanings->categories.push_back({"of_" + name, "Of " + name});
        meanings->category.push_back(static_cast<std::uint16_t>(i));
    }
    m_meanings = meanings;
    m_state.setView(m_view);
    stack(ColorBy::Way::Category);
    const TipText tip = stepTip(contentOf(m_state), StepId(6), colorsFor(lightPalette()));
    EXPECT_EQ(tip.lines.mid(tip.lines.size() - 5).join(u'|').replace(QChar(0xa0), u' ').toStdString(),
              "Of c 64 KiB, 50.4 %|Of g 32 KiB, 25.2 %|Of f 16 KiB, 12.6 %|4 more 15 KiB, 11.8 %|padding 0 B");
    const TipText fewer = stepTip(contentOf(m_state), StepId(3), colorsFor(lightPalette()));
    EXPECT_TRUE(fewer.lines.join(u'|').contains(QStringLiteral("Of a 1\u00a0KiB"))) << "one is named as well";
}

TEST_F(StackTest, TheLegendOfAPictureHasTheLayersAtThePeak)
{
    stack(ColorBy::Way::Category);
    ChartScene shown = scene();
    EXPECT_FALSE(legendTexts(shown).join(u'|').contains(QStringLiteral("KV cache"))) << "a legend of its own has them";
    shown.isPicture = true;
    const auto bytes = m_state.stack()->level->at(m_view->peakStep);
    ASSERT_EQ(m_state.stack()->looks[1].name, QStringLiteral("KV cache"));
    EXPECT_TRUE(legendTexts(shown).contains(QStringLiteral("KV cache ") + m_state.bytes(bytes[1])));
    EXPECT_EQ(sum(bytes), m_view->levelAt(m_view->peakStep));

    QImage legend(1000, 30, QImage::Format_RGB32);
    legend.fill(Qt::white);
    QPainter painter(&legend);
    paintLegend(painter, {0, 5, 1000, 20}, shown);
    const auto pixelsOf = [&](const char* category) {
        int count = 0;
        for (int x = 0; x < legend.width(); ++x)
            for (int y = 0; y < legend.height(); ++y)
                count += legend.pixelColor(x, y) == shown.colors.category(category) ? 1 : 0;
        return count;
    };
    EXPECT_GT(pixelsOf("kv_cache"), 100);
    EXPECT_GT(pixelsOf("unknown"), 0);
    EXPECT_LT(pixelsOf("unknown"), 90) << "hatched";

    const ChartPicture picture(contentOf(m_state), {});
    const QImage image = picture.image();
    const QRgb cache = colorsFor(lightPalette()).category("kv_cache").rgb();
    int pixels = 0;
    for (int x = 0; x < image.width(); ++x)
        pixels += image.pixel(x, image.height() / 2) == cache;
    EXPECT_GT(pixels, 50);
    QBuffer svg;
    ASSERT_TRUE(svg.open(QIODevice::WriteOnly) && picture.svg(svg));
    EXPECT_TRUE(svg.data().contains("KV cache"));
    EXPECT_TRUE(svg.data().contains(QColor(cache).name().toLatin1()));
}

TEST_F(StackTest, ALegendEntryFiltersItsRowsAndRestoresAll)
{
    stack(ColorBy::Way::Category);
    const auto all = entries();
    ASSERT_EQ(all.size(), 3u);
    m_state.axis().setCursor(StepId(3));
    EXPECT_EQ(all[1]->text(), QStringLiteral("KV cache 8\u00a0KiB"));
    EXPECT_TRUE(all[1]->accessibleName().startsWith(QStringLiteral("KV cache, 8\u00a0KiB at step 3")));
    all[1]->click();
    ASSERT_EQ(m_state.filter().facets().size(), 1U);
    EXPECT_EQ(m_state.filter().description(), QStringLiteral("KV cache"));
    EXPECT_TRUE(all[1]->isChecked());
    all[2]->setFocus();
    QTest::keyClick(all[2], Qt::Key_Space);
    EXPECT_EQ(m_state.filter().description(), QStringLiteral("Unknown"));
    EXPECT_FALSE(all[1]->isChecked());
    m_state.filter().clear();
    EXPECT_FALSE(all[2]->isChecked());
    all[2]->click();
    all[2]->click();
    EXPECT_TRUE(m_state.filter().isEmpty());
    for (const QToolButton* entry : all)
        EXPECT_EQ(entry->focusPolicy(), Qt::TabFocus);
}

TEST_F(StackTest, ASmallCategoryOfTheUserStaysNamed)
{
    auto meanings = std::make_shared<RowMeanings>(*m_meanings);
    meanings->categories[2] = {"mine", "Mine", {}, true};
    m_meanings = meanings;
    m_state.setMeanings(meanings);
    stack(ColorBy::Way::Category);
    const auto shown = [&] {
        QStringList names;
        for (const QToolButton* entry : entries())
            names << entry->text().section(u' ', 0, 0);
        return names;
    };
    bool wasFew = false;
    for (int width = 1300; width >= 320; width -= 20) {
        m_chart.resize(static_cast<int>(width * textScale()), 320);
        QApplication::processEvents();
        if (!shown().isEmpty()) {
            EXPECT_TRUE(shown().contains(QStringLiteral("Mine"))) << width;
        }
        wasFew |= shown().size() == 1;
    }
    EXPECT_TRUE(wasFew);
    ChartScene picture = scene(60);
    picture.isPicture = true;
    EXPECT_TRUE(legendTexts(picture).join(u'|').contains(QStringLiteral("Mine")));
}

TEST_F(StackTest, EntriesThatDoNotFitTheLegendAreInItsMenu)
{
    stack(ColorBy::Way::Category);
    EXPECT_FALSE(more()->isVisible());
    int visible = 3;
    for (int width = 1300; width >= 320; width -= 20) {
        m_chart.resize(static_cast<int>(width * textScale()), 320);
        QApplication::processEvents();
        int right = 0;
        for (const QToolButton* entry : entries()) {
            EXPECT_GE(entry->x(), right);
            EXPECT_GE(entry->width(), entry->sizeHint().width() - 12) << width << ": nothing is cut";
            right = entry->geometry().right() + 1;
        }
        EXPECT_LE(right, m_chart.findChild<GroupLegend*>()->width());
        const int now = static_cast<int>(entries().size());
        visible = now;
        if (now == 3)
            continue;
        ASSERT_TRUE(more()->isVisible()) << width;
        EXPECT_EQ(more()->text(), QStringLiteral("+%1").arg(3 - now));
        auto* const menu = more()->findChild<QMenu*>();
        more()->click();
        menu->close();
        ASSERT_EQ(menu->actions().size(), 3 - now);
        QAction* const first = menu->actions().front();
        first->trigger();
        EXPECT_EQ(m_state.filter().description(), first->text().section(u'\t', 0, 0));
        EXPECT_TRUE(more()->isChecked());
        m_state.filter().clear();
        EXPECT_FALSE(more()->isChecked());
    }
    EXPECT_LT(visible, 3);
}

TEST_F(StackTest, TheLegendOfTheStripsFollowsTheColourMode)
{
    m_strips.resize(static_cast<int>(1600 * textScale()), m_strips.height());
    QApplication::processEvents();
    EXPECT_TRUE(entries().empty()) << "the chart tells types, in a legend of its own";
    ASSERT_EQ(entriesOf(m_strips).size(), 3u);
    m_state.axis().setCursor(StepId(3));
    EXPECT_EQ(entriesOf(m_strips)[1]->text(), QStringLiteral("KV cache 8\u00a0KiB"));
    m_state.colorBy().setWay(ColorBy::Way::Type);
    ASSERT_EQ(entriesOf(m_strips).size(), 2u);
    EXPECT_TRUE(entriesOf(m_strips)[0]->text().startsWith(QStringLiteral("Argument")));
    entriesOf(m_strips)[0]->click();
    EXPECT_TRUE(m_state.filter().has(Facet::of(m_view->rows.kinds[0])));
    stack(ColorBy::Way::Category);
    EXPECT_EQ(entries().size(), 3u);
    EXPECT_TRUE(entriesOf(m_strips).empty()) << "the stack has the same groups";
    stack(ColorBy::Way::Type);
    EXPECT_EQ(entries().size(), 2u);
    EXPECT_TRUE(entriesOf(m_strips).empty()) << "the stack tells the same";
}

TEST_F(StackTest, ALifetimeHasTheColourOfItsRow)
{
    const RowId b = rowNamed(*m_view, "b");
    m_state.focus().setPinned(b);
    const Colors colors = colorsFor(lightPalette());
    EXPECT_EQ(makeLifetime(scene(), b, false).color, colors.category("kv_cache"));
    m_state.colorBy().setWay(ColorBy::Way::Type);
    EXPECT_EQ(makeLifetime(scene(), b, false).color, colors.lifetimeHue(Hue::Temporary));
    for (const QPalette& palette : {lightPalette(), darkPalette()}) {
        const Colors own = colorsFor(palette);
        EXPECT_NE(own.lifetimeHue(Hue::Temporary), own.category("activations"));
        EXPECT_GE(contrast(own.lifetimeHue(Hue::Temporary), own.area), 2) << own.isDark;
    }
}

TEST_F(StackTest, TheBreakdownOpensWithTheColourMode)
{
    BreakdownPanel panel(&m_state);
    auto* ways = panel.findChild<QComboBox*>();
    EXPECT_EQ(ways->currentText(), QStringLiteral("Category"));
    m_state.colorBy().setWay(ColorBy::Way::Type);
    EXPECT_EQ(ways->currentText(), QStringLiteral("Allocation type"));
    ways->setCurrentIndex(2);
    m_state.setView(m_view);
    EXPECT_EQ(ways->currentIndex(), 2) << "what the user chose stays";
    m_state.setView(phasesView());
    EXPECT_EQ(ways->currentIndex(), 0);
}

TEST_F(Window, TheStackIsMadeOnRequestForTheShownView)
{
    const auto window = openWindow(profile());
    ViewState& state = *window->state();
    EXPECT_FALSE(state.stack());
    QAction* const stack = window->actions().stack;
    EXPECT_FALSE(stack->isChecked());
    stack->trigger();
    ASSERT_TRUE(waitUntil([&] { return state.stack() != nullptr; }));
    EXPECT_EQ(state.stack()->view, state.view());
    EXPECT_TRUE(settings::isStacked());
    const auto programs = state.view();
    window->session()->chooseProgram(window->session()->shown()->selection.program == ProgramId(0) ? ProgramId(1)
                                                                                                   : ProgramId(0));
    ASSERT_TRUE(waitUntil([&] { return state.view() != programs && state.stack(); }));
    EXPECT_EQ(state.stack()->view, state.view());
    window->actions().colorBy->actions()[0]->trigger();
    ASSERT_TRUE(waitUntil([&] { return state.stack() && state.stack()->looks.front().hue; }))
        << "the stack follows the one choice of groups";
    EXPECT_TRUE(makeWindow()->state()->colorBy().isStacked());
    stack->trigger();
    EXPECT_FALSE(state.stack());
    EXPECT_FALSE(settings::isStacked());
}

TEST_F(Window, APictureWaitsForTheRequestedStack)
{
    const auto window = openWindow(profile());
    ViewState& state = *window->state();
    const auto* page = window->findChild<TimelinePage*>();
    const Progress endless{[] { return false; }, {}};
    ASSERT_TRUE(waitUntil([&] { return !window->session()->explanation().text().isEmpty(); })) << "pictures show it";
    for (const auto way : {ColorBy::Way::Type, ColorBy::Way::Category}) {
        state.colorBy().setStacked(false);
        state.colorBy().setWay(way);
        state.colorBy().setStacked(true);
        ASSERT_FALSE(state.stack());
        const auto drawn = [&](const Progress& progress) {
            const auto offered = page->picture();
            return offered->make(offered->options, false)->image(progress);
        };
        const QImage early = drawn(endless);
        const QImage preview = drawn({});
        ASSERT_TRUE(waitUntil([&] { return state.stack() != nullptr; }));
        EXPECT_EQ(early, drawn({}));
        EXPECT_NE(preview, early) << "nobody waits for a preview";
    }
}

TEST_F(Window, TheFiguresAreThoseOfTheGroupsInTheBar)
{
    const auto window = openWindow(profile());
    ASSERT_TRUE(waitUntil([&] { return window->state()->meanings() != nullptr; }));
    const auto* summary = window->findChild<SummaryStrip*>();
    const View& view = *window->state()->view();
    for (const Group& group : breakDown(view, view.rows.live(view.peakStep), *window->state()->meanings()))
        EXPECT_TRUE(allText(*summary).contains(QString::fromStdString(group.name))) << group.name;
    EXPECT_FALSE(allText(*summary).contains(QStringLiteral("Temporaries"))) << utf8(allText(*summary));
    EXPECT_TRUE(allText(*summary).contains(QStringLiteral("Allocated")));
    EXPECT_EQ(allText(*summary).contains(QStringLiteral("▨")), allText(*summary).contains(QStringLiteral("Unknown")));
    window->state()->colorBy().setWay(ColorBy::Way::Type);
    EXPECT_TRUE(allText(*summary).contains(QStringLiteral("Temporaries")));
    EXPECT_FALSE(allText(*summary).contains(QStringLiteral("■")));
}

} // namespace tidemark::ui
