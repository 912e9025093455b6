// Tests of Group by: the layers of the chart, the legend, and the other widgets that use the same groups.
#include "tests/ui/charts_fixture.h"
#include "tests/ui/tables_fixture.h"
#include "tests/ui/window_fixture.h"
#include "ui/charts/chart_layers.h"
#include "ui/charts/chart_legend.h"
#include "ui/charts/chart_overlay.h"
#include "ui/charts/chart_picture.h"
#include "ui/charts/tip_box.h"
#include "ui/pages/timeline/timeline_page.h"
#include "ui/panels/breakdown_panel.h"
#include "ui/panels/group_legend.h"
#include "ui/tables/table_roles.h"

#include <QBuffer>
#include <QComboBox>
#include <QLabel>
#include <QMenu>
#include <QPainter>
#include <QToolButton>

#include <algorithm>
#include <functional>
#include <map>
#include <numeric>
#include <set>

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

class GroupByTest : public ChartsTest
{
protected:
    void SetUp() override
    {
        ChartsTest::SetUp();
        m_chart.resize(static_cast<int>(1600 * textScale()), 320);
        QApplication::processEvents();
        auto view = std::make_shared<View>(*m_view);
        m_meanings = meaningsOfSmall(*view);
        std::erase_if(view->rows.groupings,
                      [](const Grouping& each) { return each.id == "op_path"; }); // whole categories
        view->meanings = [meanings = m_meanings](const Progress&) { return meanings; };
        m_view = view;
        m_state.setView(m_view);
        m_state.setMeanings(m_meanings);
        m_legend.resize(static_cast<int>(1600 * textScale()), 60);
        m_legend.show();
    }

    /// Groups by category, with meanings in which only the named rows are uncertain.
    void makeUncertain(const std::set<std::string>& names)
    {
        auto meanings = std::make_shared<RowMeanings>(*m_meanings);
        for (std::size_t i = 0; i < m_view->rows.count; ++i)
            meanings->isUncertain.push_back(names.contains(m_view->rows.name(RowId::at(i))));
        m_state.setMeanings(meanings);
        group(m_state, Facet::kByCategory);
    }

    ChartScene scene(double width = 1000) const
    {
        return makeScene(contentOf(m_state), QRectF(0, 0, width, 300), colorsFor(lightPalette()),
                         chartFonts(QApplication::font()));
    }

    std::vector<QToolButton*> entries() const
    {
        std::vector<QToolButton*> shown;
        for (QToolButton* button : m_legend.findChildren<QToolButton*>())
            if (button->isVisible() && button->objectName() != QStringLiteral("more"))
                shown.push_back(button);
        std::ranges::sort(shown, {}, [](const QToolButton* button) { return std::pair(button->y(), button->x()); });
        return shown;
    }
    QToolButton* more() const { return m_legend.findChild<QToolButton*>(QStringLiteral("more")); }

    GroupLegend m_legend{&m_state};
    std::shared_ptr<const RowMeanings> m_meanings;
};

std::int64_t sum(const std::vector<std::int64_t>& values)
{
    return std::accumulate(values.begin(), values.end(), std::int64_t{0});
}

} // namespace

TEST_F(GroupByTest, EveryColumnShowsThePartsOfItsHighestStep)
{
    for (const char* way : {Facet::kByKind, Facet::kByCategory, "shape"}) {
        group(m_state, way);
        const StackedLevel& level = *m_state.groups()->level;
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

TEST_F(GroupByTest, TheGroupUnderThePointerIsNamedWithItsBytes)
{
    group(m_state, Facet::kByCategory);
    const ChartScene shown = scene();
    const StackedLevel& stack = *m_state.groups()->level;
    for (std::uint32_t step = 0; step < m_view->axis.count; ++step) {
        const CurveDrawing curve = curveOf(shown, static_cast<int>(m_view->axis.count), 1);
        const std::vector<std::int64_t> bytes = stack.at(StepId(step));
        std::int64_t below = 0;
        for (std::size_t i = 0; i < curve.layers.size(); ++i) {
            const std::int64_t top = curve.layers[i].tops[step];
            const std::size_t place = i % bytes.size(); // the floors are below the others
            const QString name = m_state.groups()->lookOf(stack.layers()[place]).name;
            if (top > below) {
                EXPECT_EQ(layerText(shown, StepId(step), (shown.y(top) + shown.y(below)) / 2),
                          name + u' ' + m_state.bytes(bytes[place]));
            }
            below = top;
        }
        EXPECT_EQ(layerText(shown, StepId(step), shown.y(below) - 2), QString()) << "above the curve";
    }
}

TEST_F(GroupByTest, HidingMemoryThatIsAlwaysLiveLeavesOutTheFloor)
{
    group(m_state, Facet::kByCategory);
    ChartScene shown = scene();
    shown.content.hidesAlwaysLive = true;
    const CurveDrawing curve = curveOf(shown, 10, 1);
    const std::size_t layers = m_state.groups()->level->layers().size();
    for (std::size_t x = 0; x < 10; ++x) {
        EXPECT_EQ(curve.layers[layers - 1].tops[x], 0);
        EXPECT_EQ(curve.layers.back().tops[x], m_view->level()[x] - m_view->floorBytes());
    }
}

TEST_F(GroupByTest, TheChartIsDrawnInTheColoursOfTheGroups)
{
    m_state.axis().setCursor(StepId(9));
    const QImage plain = m_chart.grab().toImage();
    group(m_state, Facet::kByCategory);
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
}

TEST_F(GroupByTest, TheLegendOfAPictureHasTheLayersAtThePeak)
{
    group(m_state, Facet::kByCategory);
    ChartScene shown = scene();
    EXPECT_FALSE(legendTexts(shown).join(u'|').contains(QStringLiteral("KV cache"))) << "a legend of its own has them";
    ChartScene early = shown;
    early.content.groups = groupsByKind(m_view);
    EXPECT_EQ(legendTexts(early), legendTexts(shown)) << "kinds are in that legend before their stack is there";
    shown.isPicture = true;
    const auto bytes = m_state.groups()->level->at(m_view->peakStep);
    ASSERT_EQ(m_state.groups()->looks[1].name, QStringLiteral("KV cache"));
    EXPECT_TRUE(legendTexts(shown).contains(QStringLiteral("KV cache ") + m_state.bytes(bytes[1])));
    EXPECT_EQ(sum(bytes), m_view->levelAt(m_view->peakStep));

    QImage legend(1000, 30, QImage::Format_RGB32);
    legend.fill(Qt::white);
    QPainter painter(&legend);
    paintLegend(painter, {0, 5, 1000, 20}, legendOf(shown), shown.colors, shown.fonts);
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

    QImage narrow(120, 100, QImage::Format_RGB32);
    narrow.fill(Qt::white);
    QPainter lines(&narrow);
    paintLegend(lines, {0, 0, 120, 100}, legendOf(shown), shown.colors, shown.fonts, 5, Qt::AlignLeft);
    lines.end();
    std::vector<int> ends; // of swatches and of the room between them
    for (int y = 1; y < narrow.height(); ++y)
        if ((narrow.pixel(5, y) == narrow.pixel(5, 0)) != (narrow.pixel(5, y - 1) == narrow.pixel(5, 0)))
            ends.push_back(y);
    ASSERT_GE(ends.size(), 3U) << "several lines";
    EXPECT_GE(ends[2] - ends[1], 4) << "between two swatches";

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

TEST_F(GroupByTest, ASecondLineOfALegendTakesWhatTheFirstLeavesOut)
{
    const ChartScene shown = scene();
    std::vector<LegendEntry> entries;
    for (int i = 1; i <= 12; ++i) {
        const QString name = QStringLiteral("group %1").arg(i);
        entries.push_back({name, name, QColor(Qt::red), LegendEntry::Look::Area, i});
    }
    const auto squares = [&](std::size_t lines) {
        QImage legend(600, 60, QImage::Format_RGB32);
        legend.fill(Qt::white);
        QPainter painter(&legend);
        paintLegend(painter, {0, 0, 600, 60}, entries, shown.colors, shown.fonts, lines);
        int red = 0;
        for (int x = 0; x < legend.width(); ++x)
            for (int y = 0; y < legend.height(); ++y)
                red += legend.pixelColor(x, y) == Qt::red ? 1 : 0;
        return red / 100;
    };
    EXPECT_GT(squares(2), squares(1) + 2);
}

TEST_F(GroupByTest, ALegendEntryFiltersItsRowsAndRestoresAll)
{
    group(m_state, Facet::kByCategory);
    const auto all = entries();
    ASSERT_EQ(all.size(), 3u);
    m_state.axis().setCursor(StepId(3));
    EXPECT_EQ(all[0]->text(), QStringLiteral("KV cache 8\u00a0KiB"));
    EXPECT_TRUE(all[0]->accessibleName().startsWith(QStringLiteral("KV cache, 8\u00a0KiB at step 3")));
    all[0]->click();
    ASSERT_EQ(m_state.filter().facets().size(), 1U);
    EXPECT_EQ(m_state.filter().description(), QStringLiteral("KV cache"));
    EXPECT_TRUE(all[0]->isChecked());
    all[2]->setFocus();
    QTest::keyClick(all[2], Qt::Key_Space);
    EXPECT_EQ(m_state.filter().description(), QStringLiteral("Unknown"));
    EXPECT_FALSE(all[0]->isChecked());
    m_state.filter().clear();
    EXPECT_FALSE(all[2]->isChecked());
    all[2]->click();
    all[2]->click();
    EXPECT_TRUE(m_state.filter().isEmpty());
    for (const QToolButton* entry : all)
        EXPECT_EQ(entry->focusPolicy(), Qt::TabFocus);
}

TEST_F(GroupByTest, ASmallCategoryOfTheUserStaysNamed)
{
    auto meanings = std::make_shared<RowMeanings>(*m_meanings);
    meanings->categories[2] = {"mine", "Mine", {}, true};
    m_meanings = meanings;
    m_state.setMeanings(meanings);
    group(m_state, Facet::kByCategory);
    const auto shown = [&] {
        QStringList names;
        for (const QToolButton* entry : entries())
            names << entry->text().section(u' ', 0, 0);
        return names;
    };
    bool wasFew = false;
    for (int width = 700; width >= 80; width -= 20) {
        m_legend.resize(static_cast<int>(width * textScale()), m_legend.height());
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

TEST_F(GroupByTest, TheLegendShowsTheLargestGroupsFirst)
{
    group(m_state, Facet::kByCategory);
    const std::vector<std::int64_t> amounts = m_state.groups()->bytesAtPeak();
    std::vector<std::pair<std::int64_t, QString>> expected;
    for (std::size_t i = 0; i < amounts.size(); ++i)
        expected.emplace_back(amounts[i], m_state.groups()->looks[i].name);
    std::ranges::stable_sort(expected, std::ranges::greater(), [](const auto& group) { return group.first; });
    for (int width = 700; width >= 160; width -= 20) {
        m_legend.resize(static_cast<int>(width * textScale()), m_legend.height());
        QApplication::processEvents();
        std::map<std::pair<int, int>, QString> shown; // in reading order
        for (const QToolButton* entry : entries())
            shown[{entry->y(), entry->x()}] = entry->text();
        std::size_t rank = 0;
        for (const auto& [place, words] : shown)
            EXPECT_TRUE(words.startsWith(expected[rank++].second)) << width << ' ' << utf8(words);
    }
}

TEST_F(GroupByTest, TheLargestGroupAtTheCursorIsTheFirstOfTheLegend)
{
    group(m_state, Facet::kByCategory);
    m_legend.resize(static_cast<int>(700 * textScale()), 60);
    const auto first = [&] {
        const std::vector<QToolButton*> all = entries();
        const auto place = [](const QToolButton* entry) { return std::pair(entry->y(), entry->x()); };
        return (*std::ranges::min_element(all, {}, place))->text();
    };
    m_state.axis().setCursor(StepId(3));
    EXPECT_EQ(utf8(first().section(u' ', 0, 0)), "KV");
    m_state.axis().setCursor(StepId(0));
    EXPECT_EQ(utf8(first().section(u' ', 0, 1)), "Model parameters") << "p and a";
    m_legend.resize(static_cast<int>(150 * textScale()), 60);
    QApplication::processEvents();
    ASSERT_TRUE(more()->isVisible());
    EXPECT_EQ(utf8(first().section(u' ', 0, 1)), "Model parameters") << "groups without bytes are left out first";
}

TEST_F(GroupByTest, TheLegendShortensOnlyNamesThatHaveNoRoom)
{
    auto meanings = std::make_shared<RowMeanings>(*m_meanings);
    const std::string longName = "A category whose name of more than sixty characters is easy to read";
    meanings->categories[1].label = longName;
    m_state.setMeanings(meanings);
    group(m_state, Facet::kByCategory);
    const auto text = [&](int width) {
        m_legend.resize(static_cast<int>(width * textScale()), 60);
        QApplication::processEvents();
        for (const QToolButton* entry : entries())
            if (entry->text().startsWith(QStringLiteral("A category")))
                return utf8(entry->text());
        return std::string();
    };
    EXPECT_TRUE(text(1000).starts_with(longName)) << text(1000);
    const std::string shortened = text(400);
    EXPECT_NE(shortened.find("…"), std::string::npos) << shortened;
    EXPECT_NE(shortened.find("read "), std::string::npos) << "the middle is left out: " << shortened;
}

TEST_F(GroupByTest, EntriesThatDoNotFitTheLegendAreInItsMenu)
{
    group(m_state, Facet::kByCategory);
    EXPECT_FALSE(more()->isVisible());
    int visible = 3;
    for (int width = 700; width >= 160; width -= 20) {
        m_legend.resize(static_cast<int>(width * textScale()), m_legend.height());
        QApplication::processEvents();
        int right = 0;
        int line = 0;
        for (const QToolButton* entry : entries()) {
            if (entry->y() > line)
                right = 0;
            line = entry->y();
            EXPECT_GE(entry->x(), right);
            EXPECT_GE(entry->width(), entry->sizeHint().width() - 12) << width << ": nothing is cut";
            right = entry->geometry().right() + 1;
        }
        EXPECT_LE(right, m_legend.width());
        const int now = static_cast<int>(entries().size());
        visible = now;
        if (now == 3)
            continue;
        ASSERT_TRUE(more()->isVisible()) << width;
        EXPECT_EQ(more()->text(), countText(3 - now, QStringLiteral("more group"), QStringLiteral("more groups")));
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

TEST_F(GroupByTest, ALifetimeHasTheColourOfItsRow)
{
    const RowId b = rowNamed(*m_view, "b");
    m_state.focus().setPinned(b);
    group(m_state, Facet::kByCategory);
    const Colors colors = colorsFor(lightPalette());
    EXPECT_EQ(makeLifetime(scene(), b, false).color, colors.category("kv_cache"));
    group(m_state, Facet::kByKind);
    EXPECT_EQ(makeLifetime(scene(), b, false).color, colors.lifetimeHue(Hue::Temporary));
    for (const QPalette& palette : {lightPalette(), darkPalette()}) {
        const Colors own = colorsFor(palette);
        EXPECT_NE(own.lifetimeHue(Hue::Temporary), own.category("activations"));
        EXPECT_GE(contrast(own.lifetimeHue(Hue::Temporary), own.area), 2) << own.isDark;
    }
}

TEST_F(GroupByTest, TheBreakdownHasTheGroupsOfTheWindow)
{
    BreakdownModel model(&m_state);
    const auto title = [&] { return utf8(model.headerData(0, Qt::Horizontal).toString()); };
    EXPECT_EQ(title(), "Category");
    group(m_state, Facet::kByKind);
    EXPECT_EQ(title(), "Type");
    group(m_state, "shape");
    EXPECT_EQ(title(), "Shape");
    m_state.setView(phasesView());
    EXPECT_EQ(title(), "Type") << "this kind of document has no shapes and no categories";
}

TEST_F(GroupByTest, OtherWaysNameTheLargestGroupsAndCountTheRest)
{
    std::string plan = "temp 262144\n";
    std::string trace = "trace";
    for (int i = 0; i < 12; ++i) {
        plan += "  b" + std::to_string(i) + " " + std::to_string(i * 16384) + " " + std::to_string(1024 * (i + 1))
            + " f32[" + std::to_string(256 * (i + 1)) + "]\n";
        trace += " +b" + std::to_string(i);
    }
    const auto parsed = Plan::parse(test::hloBytes(plan + trace + "\n"));
    ASSERT_TRUE(parsed);
    m_state.setView(makeView(replaySpace(*parsed, 0), {}));
    group(m_state, "shape");
    const RowGroups& groups = *m_state.groups();
    ASSERT_EQ(groups.looks.size(), 9U) << "eight, and one for the others";
    EXPECT_EQ(utf8(groups.looks[0].name), "f32[3072]");
    EXPECT_EQ(utf8(groups.looks[7].name), "f32[1280]");
    EXPECT_FALSE(groups.looks[8].facet);
    const std::vector<std::int64_t> bytes = groups.level->at(m_state.view()->peakStep);
    EXPECT_EQ(bytes.back(), 1024 * (1 + 2 + 3 + 4)) << "the four smallest";
    EXPECT_EQ(utf8(groups.looks[8].help), "4 groups: f32[1024], f32[768], f32[512] …");
    std::set<QRgb> colors;
    for (const GroupLook& look : groups.looks)
        colors.insert(look.fill(colorsFor(lightPalette())).color.rgb());
    EXPECT_EQ(colors.size(), groups.looks.size());
}

TEST_F(GroupByTest, AGroupThatIsLargeOnlyAwayFromThePeakIsNamed)
{
    std::string plan = "temp 65536\n late 0 8192 f32[2048]\n";
    std::string births;
    std::string deaths;
    for (int i = 0; i < 9; ++i) {
        const std::string name = "b" + std::to_string(i);
        plan += " " + name + " " + std::to_string(i * 4096) + " " + std::to_string(1024 + 4 * i) + " f32["
            + std::to_string(256 + i) + "]\n";
        births += " +" + name;
        deaths += " -" + name;
    }
    const auto parsed = Plan::parse(test::hloBytes(plan + "trace" + births + deaths + " +late -late\n"));
    ASSERT_TRUE(parsed);
    m_state.setView(makeView(replaySpace(*parsed, 0), {}));
    group(m_state, "shape");
    const RowGroups& groups = *m_state.groups();
    ASSERT_EQ(groups.looks.size(), 9U);
    EXPECT_EQ(utf8(groups.looks[0].name), "f32[2048]") << "the largest, though not live at the peak";
    EXPECT_EQ(utf8(groups.looks[1].name), "f32[264]");
}

TEST_F(GroupByTest, ADominatingCategoryIsDividedByItsLargestPaths)
{
    auto view = std::make_shared<View>(*m_view);
    view->rows.groupings
        = {{"op_path", "Op path", [view = m_view.get()](RowId row) { return view->rows.name(row); }, true}};
    m_state.setView(view);
    m_state.setMeanings(m_meanings);
    group(m_state, Facet::kByCategory);
    const RowGroups& groups = *m_state.groups();
    const auto part = std::ranges::find_if(groups.looks, [](const GroupLook& look) { return look.outer.has_value(); });
    ASSERT_NE(part, groups.looks.end());
    const Colors colors = colorsFor(lightPalette());
    EXPECT_NE(part->fill(colors).color, colors.category(part->category)) << "a shade";
    EXPECT_EQ(part->facet->grouping, "op_path");
    EXPECT_EQ(utf8(part->name), utf8(part->outer->text) + ": " + part->facet->group);
    EXPECT_TRUE(std::ranges::count(groups.looks, part->outer->text + QStringLiteral(": other"), &GroupLook::name) == 1);
    std::int64_t all = 0;
    for (const std::int64_t bytes : groups.level->at(view->peakStep))
        all += bytes;
    EXPECT_EQ(all, view->levelAt(view->peakStep));
    m_state.filter().setFacet(*part->outer);
    const ChartContent content = contentOf(m_state);
    for (std::size_t i = 0; i < groups.level->layers().size(); ++i) {
        const GroupLook& look = groups.lookOf(groups.level->layers()[i]);
        EXPECT_EQ(content.layerFill(colors, i) == look.fill(colors), look.category == part->category)
            << utf8(look.name);
    }
}

TEST_F(GroupByTest, ProbableRowsAreAHatchedGroupOfTheirOwn)
{
    group(m_state, Facet::kByCategory);
    const auto isOfProbable = [](const GroupLook& look) { return look.isUncertain; };
    EXPECT_TRUE(std::ranges::none_of(m_state.groups()->looks, isOfProbable)) << "all rows are certain";
    makeUncertain({"b"});
    const std::vector<GroupLook>& looks = m_state.groups()->looks;
    EXPECT_EQ(std::ranges::count_if(looks, isOfProbable), 1);
    const GroupLook& look = m_state.lookOf(rowNamed(*m_view, "b"));
    EXPECT_EQ(utf8(look.name), "KV cache (probably)");
    EXPECT_EQ(utf8(look.help), "only probable: weak evidence decided");
    const Colors colors = colorsFor(lightPalette());
    EXPECT_EQ(look.fill(colors), Fill(colors.category("kv_cache"), true));
    EXPECT_EQ(m_state.lookOf(rowNamed(*m_view, "c")).fill(colors), Fill(colors.category("kv_cache")));
    EXPECT_EQ(m_state.lookOf(rowNamed(*m_view, "d")).fill(colors), Fill(colors.category("unknown"), true));
}

TEST_F(GroupByTest, TheLegendExplainsTheHatchIfSomethingIsHatched)
{
    const auto explains = [&] {
        bool isShown = false;
        for (const QLabel* label : m_legend.findChildren<QLabel*>())
            isShown |= label->isVisible() && label->text().contains(QStringLiteral("hatched: not certain"));
        ChartScene picture = scene();
        picture.isPicture = true;
        EXPECT_EQ(legendTexts(picture).contains(QStringLiteral("hatched: not certain")), isShown);
        return isShown;
    };
    makeUncertain({"b"});
    EXPECT_TRUE(explains());
    group(m_state, Facet::kByKind);
    EXPECT_FALSE(explains());
}

TEST_F(GroupByTest, TheLegendFiltersToProbableRowsAndToTheWholeCategory)
{
    makeUncertain({"b"});
    const auto matching = [&] {
        std::string names;
        for (std::size_t i = 0; i < m_view->rows.count; ++i)
            if (m_state.filter().matches(RowId::at(i)))
                names += m_view->rows.name(RowId::at(i));
        return names;
    };
    const auto entry = [&](const QString& name) {
        const auto all = entries();
        return *std::ranges::find_if(all, [&](const QToolButton* each) {
            return each->accessibleName().startsWith(name + QStringLiteral(", "));
        });
    };
    entry(QStringLiteral("KV cache (probably)"))->click();
    EXPECT_EQ(matching(), "b");
    const Colors colors = colorsFor(lightPalette());
    const auto shown = [&] {
        const ChartContent content = contentOf(m_state);
        std::string names;
        for (std::size_t i = 0; i < content.groups->level->layers().size(); ++i)
            if (const GroupLook& look = content.groups->lookOf(content.groups->level->layers()[i]);
                content.layerFill(colors, i) == look.fill(colors))
                names += utf8(look.name) + "|";
        return names;
    };
    EXPECT_EQ(shown(), "KV cache (probably)|");
    m_state.filter().setFacet(Facet::of(m_meanings->categories[1]));
    EXPECT_EQ(matching(), "bc");
    EXPECT_EQ(shown(), "KV cache|KV cache (probably)|");
}

TEST_F(GroupByTest, ChartAndStripsHatchProbableAndUnknownRows)
{
    makeUncertain({"b"});
    const Colors colors = colorsFor(m_chart.palette());
    // The colours in a small square next to a place, without those that blend into each other.
    const auto isHatched = [](const QImage& image, const QPointF& at, const QColor& color) {
        const double ratio = image.devicePixelRatio();
        bool hasColor = false;
        bool hasInk = false;
        for (int x = 0; x < 8; ++x)
            for (int y = 0; y < 8; ++y) {
                const QRgb pixel = image.pixel(((at + QPointF(x, y)) * ratio).toPoint());
                hasColor |= pixel == color.rgb();
                hasInk |= pixel == Colors::hatchOn(color).rgb();
            }
        return hasColor && hasInk;
    };
    const PlotGeometry g = m_chart.plotGeometry();
    m_state.axis().setCursor(StepId(9));
    const QImage chart = m_chart.grab().toImage();
    const auto place = [&](std::int64_t bytes) {
        return QPointF(xOf(g.steps, 3) + g.steps.perStep() / 4, yOf(g.bytes, static_cast<double>(bytes)));
    };
    EXPECT_TRUE(isHatched(chart, place(1024 + 4096 + 4096), colors.category("kv_cache"))) << "b";
    EXPECT_FALSE(isHatched(chart, place(1024 + 2048), colors.category("model_parameters"))) << "a";
    m_state.axis().setCursor(m_view->peakStep);
    const QImage strips = m_strips.grab().toImage();
    const QRectF b = m_strips.rectOf(StripsModel::Size, rowNamed(*m_view, "b"));
    EXPECT_TRUE(isHatched(strips, {b.center().x(), b.bottom() - 10}, colors.category("kv_cache")));
}

TEST_F(GroupByTest, TheBreakdownNamesACategoryThatIsOnlyProbable)
{
    BreakdownModel model(&m_state);
    const auto line = [&](const QString& name) {
        for (int i = 0; i < model.rowCount(); ++i)
            if (model.index(i, BreakdownModel::Name).data().toString() == name)
                return i;
        return -1;
    };
    m_state.axis().setCursor(m_view->peakStep);
    makeUncertain({"b", "c"});
    const int cache = line(QStringLiteral("KV cache (probably)"));
    ASSERT_NE(cache, -1);
    EXPECT_TRUE(model.index(cache, BreakdownModel::Name).data(UncertainRole).toBool());
    EXPECT_EQ(*model.facetOf(cache), Facet::of(m_meanings->categories[1])) << "the line is the whole category";
    makeUncertain({"a"});
    const int weights = line(QStringLiteral("Model parameters"));
    ASSERT_NE(weights, -1) << "p is certain";
    EXPECT_FALSE(model.index(weights, BreakdownModel::Name).data(UncertainRole).toBool());
    EXPECT_NE(utf8(model.index(weights, BreakdownModel::Size).data(Qt::ToolTipRole).toString()).find("only probable"),
              std::string::npos);
}

TEST_F(GroupByTest, APartHasTheSameShadeWhereItHasAnotherRank)
{
    const auto colorOfA = [&](std::string_view plan) {
        const auto view = std::make_shared<View>(*viewOf(plan));
        view->rows.groupings
            = {{"op_path", "Op path", [view = view.get()](RowId row) { return view->rows.name(row); }, true}};
        const auto groups
            = makeGroups(view, meaningsOf(std::vector<std::uint16_t>(view->rows.count, 0)), Facet::kByCategory);
        const auto found = std::ranges::find_if(
            (*groups)->looks, [](const GroupLook& look) { return look.facet && look.facet->group == "a"; });
        return found->fill(colorsFor(lightPalette())).color.name().toStdString();
    };
    EXPECT_EQ(colorOfA("temp 8192\n a 0 4096\n b 4096 2048\n c 6144 1024\n trace +a +b +c -a -b -c"),
              colorOfA("temp 8192\n a 0 1024\n b 1024 2048\n c 3072 4096\n trace +a +b +c -a -b -c"));
}

TEST_F(GroupByTest, AGroupKeepsItsColourInAnotherProgram)
{
    const auto viewOfShapes = [](const std::string& plan) { return viewOf(plan); };
    const auto first = makeGroups(
        viewOfShapes("temp 8192\n a 0 4096 f32[1024]\n b 4096 2048 f32[512]\n trace +a +b -a -b"), nullptr, "shape");
    GroupRanks known;
    for (const GroupLook& look : (*first)->looks)
        if (look.rank)
            known[look.facet->group] = *look.rank;
    const auto second
        = makeGroups(viewOfShapes("temp 8192\n c 0 4096 f32[16,64]\n b 4096 2048 f32[512]\n a 6144 1024 f32[256]\n"
                                  " trace +c +b +a -c -b -a"),
                     nullptr, "shape", {}, known);
    const auto colorOf = [](const RowGroups& groups, const char* name) {
        const auto found = std::ranges::find(groups.looks, QString::fromLatin1(name), &GroupLook::name);
        return found->fill(colorsFor(lightPalette())).color.name().toStdString();
    };
    EXPECT_EQ(colorOf(**first, "f32[512]"), colorOf(**second, "f32[512]")) << "it is the second largest of both";
    EXPECT_EQ(known.at("f32[512]"), 1);
    EXPECT_NE(colorOf(**second, "f32[16,64]"), colorOf(**second, "f32[512]"));
    EXPECT_NE(colorOf(**second, "f32[16,64]"), colorOf(**second, "f32[256]"));
}

TEST_F(GroupByTest, AGroupWithoutBytesHereHasNoAmount)
{
    group(m_state, Facet::kByCategory);
    m_state.axis().setCursor(StepId(0));
    for (const QToolButton* entry : entries())
        EXPECT_FALSE(entry->text().contains(QStringLiteral("0\u00a0B"))) << utf8(entry->text());
}

TEST_F(Window, TheWayIsChosenInTheToolBarForTheWholeWindowAndRemembered)
{
    const auto window = openWindow(profile());
    ViewState& state = *window->state();
    ASSERT_TRUE(waitUntil([&] { return state.areGroupsReady(); }));
    EXPECT_EQ(state.groups()->way, Facet::kByCategory);
    QComboBox* ways = nullptr;
    for (QComboBox* box : window->findChildren<QComboBox*>())
        if (box->accessibleName() == QStringLiteral("Group by"))
            ways = box;
    ASSERT_TRUE(ways);
    EXPECT_EQ(utf8(ways->currentText()), "Category");
    const auto choose = [&](const char* way) {
        ways->setCurrentIndex(ways->findData(QLatin1String(way)));
        emit ways->activated(ways->currentIndex());
    };
    for (const char* way : {"kind", "role", "op_path", "source", "shape", "opcode", "category"}) {
        choose(way);
        ASSERT_TRUE(waitUntil([&] { return state.areGroupsReady(); })) << way;
        EXPECT_EQ(state.groups()->way, way);
        EXPECT_EQ(state.groups()->view, state.view());
    }
    choose("idle");
    ASSERT_TRUE(waitUntil([&] { return state.groups()->isByIdle(); }));
    choose("shape");
    ASSERT_TRUE(waitUntil([&] { return state.areGroupsReady(); }));
    const auto view = state.view();
    window->session()->chooseProgram(window->session()->shown()->selection.program == ProgramId(0) ? ProgramId(1)
                                                                                                   : ProgramId(0));
    ASSERT_TRUE(waitUntil([&] { return state.view() != view && state.areGroupsReady(); }));
    EXPECT_EQ(state.groups()->way, "shape");
    EXPECT_EQ(makeWindow()->state()->wantedGroupWay(), "shape");
}

TEST_F(Window, RowsHaveTypesUntilCategoriesAreKnown)
{
    const auto window = openWindow(profile());
    ASSERT_TRUE(waitUntil([&] { return window->state()->meanings() != nullptr; }));
    ViewState state;
    state.setView(window->state()->view());
    EXPECT_FALSE(state.areGroupsReady());
    EXPECT_TRUE(state.groups()->looks.front().hue);
    state.setMeanings(window->state()->meanings());
    group(state, Facet::kByCategory);
    EXPECT_TRUE(state.areGroupsReady());
    EXPECT_FALSE(state.groups()->looks.front().hue);
    state.setMeanings(std::make_shared<RowMeanings>(*window->state()->meanings()));
    EXPECT_FALSE(state.areGroupsReady()) << "other rules";
}

TEST_F(Window, AKindOfDocumentWithoutCategoriesIsGroupedByType)
{
    const auto window = openWindow(write(QStringLiteral("w.phases"), test::phasesText()));
    EXPECT_FALSE(window->state()->meanings());
    EXPECT_EQ(window->state()->groupWay(), Facet::kByKind);
}

TEST_F(Window, APictureWaitsForTheGroups)
{
    const auto window = openWindow(profile());
    ViewState& state = *window->state();
    const auto* page = window->findChild<TimelinePage*>();
    const Progress endless{[] { return false; }, {}};
    ASSERT_TRUE(waitUntil([&] { return !window->session()->explanation().text().isEmpty(); })) << "pictures show it";
    for (const char* way : {"shape", Facet::kByKind, Facet::kByCategory}) {
        ASSERT_TRUE(waitUntil([&] { return state.areGroupsReady(); }));
        state.setGroupWay(way);
        ASSERT_FALSE(state.areGroupsReady());
        const auto drawn = [&](const Progress& progress) {
            const auto offered = page->picture();
            return offered->make(offered->options, false)->image(progress);
        };
        const QImage early = drawn(endless);
        const QImage preview = drawn({});
        ASSERT_TRUE(waitUntil([&] { return state.areGroupsReady(); }));
        EXPECT_EQ(early, drawn({})) << way;
        EXPECT_NE(preview, early) << "nobody waits for a preview";
    }
}

TEST_F(Window, ACategoryHasAnExplanation)
{
    const auto window = openWindow(profile());
    ASSERT_TRUE(waitUntil([&] { return window->state()->meanings() != nullptr; }));
    for (const RowCategory& category : window->state()->meanings()->categories)
        EXPECT_FALSE(category.help.empty()) << category.id;
    BreakdownModel model(window->state());
    const QString name = model.index(0, 0).data().toString();
    const QString tip = model.index(0, 0).data(Qt::ToolTipRole).toString();
    EXPECT_TRUE(tip.startsWith(name + u'\n')) << utf8(tip);
}

TEST_F(GroupByTest, AnEntryGetsTheRoomForItsTextAtTheCursor)
{
    group(m_state, Facet::kByKind);
    m_legend.resize(1000, m_legend.height());
    m_legend.show();
    for (std::uint32_t step = 0; step < m_view->axis.count; ++step) {
        m_state.axis().setCursor(StepId(step));
        QApplication::processEvents();
        for (const QToolButton* entry : entries())
            EXPECT_GE(entry->width(), entry->sizeHint().width()) << utf8(entry->text());
    }
}

} // namespace tidemark::ui
