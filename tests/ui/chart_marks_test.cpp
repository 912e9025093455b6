#include "tests/ui/charts_fixture.h"
#include "tests/ui/utf8.h"
#include "ui/charts/chart_layers.h"
#include "ui/charts/chart_legend.h"
#include "ui/charts/chart_overlay.h"
#include "ui/theme/text.h"

#include <QPainter>
#include <QTextDocument>

#include <array>
#include <cmath>

namespace tidemark::ui {
namespace {

/// Counts the differing pixels that are further than `margin` from x, both in pixels of the widget.
int differencesBeside(const QImage& a, const QImage& b, double x, double margin)
{
    x *= a.devicePixelRatio();
    margin *= a.devicePixelRatio();
    int count = 0;
    for (int py = 0; py < a.height(); ++py)
        for (int px = 0; px < a.width(); ++px)
            if (std::abs(px - x) > margin && a.pixel(px, py) != b.pixel(px, py))
                ++count;
    return count;
}

ChartScene sceneOf(const ViewState& state, double width, double height)
{
    return makeScene(contentOf(state), QRectF(0, 0, width, height), colorsFor(lightPalette()),
                     chartFonts(QApplication::font()));
}

/// Expects that the labels at the top of the chart look the same, except next to the line at `x`.
void expectSameLabels(const MemoryChart& chart, const ViewState& state, const QImage& a, const QImage& b, double x)
{
    const PlotGeometry g = chart.plotGeometry();
    const ChartScene scene = makeScene(contentOf(state), QRectF(g.left, g.top, g.width, g.height),
                                       colorsFor(lightPalette()), chartFonts(chart.font()));
    for (const ChartTag& tag : makeTags(scene)) {
        const QRect label = tag.rect.toAlignedRect();
        EXPECT_EQ(differencesBeside(partOf(a, label), partOf(b, label), x - label.x(), 2), 0) << utf8(tag.text);
    }
}

} // namespace

TEST_F(ChartsTest, NoTipHidesTheLabelOfARangeWhileItIsDrawn)
{
    drag(2, 6);
    const QImage drawn = m_chart.grab().toImage();
    const double line = at(6).x();
    QEvent leave(QEvent::Leave);
    QApplication::sendEvent(&m_chart, &leave);
    const QImage alone = m_chart.grab().toImage();
    EXPECT_EQ(differencesBeside(alone, drawn, line, 2), 0);

    // Afterwards the tip covers no label, even at the top of the plot.
    const PlotGeometry g = m_chart.plotGeometry();
    const QPoint top(at(6).x() - 3, static_cast<int>(g.top) + 2);
    move(top, Qt::NoButton);
    const QImage after = m_chart.grab().toImage();
    EXPECT_GT(differencesBeside(alone, after, line, 2), 0);
    expectSameLabels(m_chart, m_state, alone, after, line);
}

TEST_F(ChartsTest, TheTipCoversNoLabelAfterAClick)
{
    const PlotGeometry g = m_chart.plotGeometry();
    for (std::uint32_t step = 0; step < m_view->axis.count; ++step)
        for (const double height : {0.05, 0.15, 0.3, 0.5}) {
            const QPoint place(at(step).x(), static_cast<int>(g.top + height * g.height));
            move(place, Qt::NoButton);
            QTest::mouseClick(&m_chart, Qt::LeftButton, {}, place);
            ASSERT_EQ(m_state.cursor(), StepId(step));
            const QImage clicked = m_chart.grab().toImage();
            QEvent leave(QEvent::Leave);
            QApplication::sendEvent(&m_chart, &leave);
            expectSameLabels(m_chart, m_state, m_chart.grab().toImage(), clicked, place.x());
        }
}

TEST_F(ChartsTest, AZoomChangesTheStepUnderARestingPointer)
{
    std::optional<StepId> reported;
    QObject::connect(&m_chart, &MemoryChart::hoveredStep, &m_chart,
                     [&](std::optional<StepId> step) { reported = step; });
    const QPoint pointer = at(2);
    move(pointer, Qt::NoButton);
    EXPECT_EQ(reported, StepId(2));
    m_state.axis().setVisible({6, 9});
    EXPECT_EQ(reported, stepAt(m_chart.plotGeometry().steps, pointer.x()));
    EXPECT_GE(*reported, StepId(6));
    m_chart.navigation().fit();
    EXPECT_EQ(reported, StepId(2));
}

TEST_F(ChartsTest, ACursorOutsideTheZoomIsMarkedAtTheEdge)
{
    m_state.axis().setCursor(StepId(0));
    m_state.axis().setVisible({5, 9});
    const QImage before = m_chart.grab().toImage();
    m_state.axis().setCursor(StepId(1));
    EXPECT_NE(m_chart.grab().toImage(), before);
    m_state.axis().setCursor(StepId(9));
    const QImage behind = m_chart.grab().toImage();
    const QRectF left(0, 0, m_chart.width() / 2.0, m_chart.height());
    EXPECT_NE(partOf(behind, left), partOf(before, left));
    const QRectF right = left.translated(left.width(), 0);
    EXPECT_NE(partOf(behind, right), partOf(before, right));
}

TEST_F(ChartsTest, AShortLifetimeIsVisibleNextToThePeakLine)
{
    const RowId row = rowNamed(*m_view, "b");
    ASSERT_EQ(m_view->rows.start[row], m_view->peakStep);
    const ChartScene scene = sceneOf(m_state, 20, 300);
    const ChartLifetime lifetime = makeLifetime(scene, row, false);
    EXPECT_GE(lifetime.box.width(), 7);
    EXPECT_TRUE(scene.plot().contains(lifetime.box));
    QImage image(20, 300, QImage::Format_RGB32);
    image.fill(scene.colors.plot);
    QPainter painter(&image);
    paintOverlay(painter, scene, {lifetime}, image.rect());
    const int y = static_cast<int>(lifetime.box.center().y());
    const QRgb mark = scene.colors.peakMark.rgb();
    const int line = static_cast<int>(centreOf(scene.geometry.steps, m_view->peakStep));
    EXPECT_EQ(image.pixel(line, 2), mark);
    EXPECT_NE(image.pixel(line, y), mark);
    EXPECT_NE(image.pixel(line, y), scene.colors.plot.rgb());
}

TEST_F(ChartsTest, TheNameOfATallShortLifetimeIsNextToItNotOnTheArguments)
{
    const RowId row = rowNamed(*m_view, "b");
    for (const double width : {900.0, 420.0}) {
        const ChartScene scene = sceneOf(m_state, width, 200);
        const ChartLifetime lifetime = makeLifetime(scene, row, false);
        ASSERT_FALSE(lifetime.isNameInside);
        EXPECT_FALSE(lifetime.nameBox.intersects(lifetime.box)) << width;
        EXPECT_LE(lifetime.nameBox.bottom(), scene.y(m_view->floorBytes())) << width;
        EXPECT_TRUE(scene.plot().contains(lifetime.nameBox)) << width;
    }
}

TEST_F(ChartsTest, PaddingTooSmallToSeeHasNoCurve)
{
    const ChartScene scene = sceneOf(m_state, 900, 200);
    EXPECT_FALSE(isSeen(scene, 0));
    EXPECT_FALSE(isSeen(scene, 1));
    EXPECT_TRUE(isSeen(scene, contentOf(m_state).paddingBytes));
    EXPECT_EQ(contentOf(m_state).paddingBytes, 3072);
}

TEST_F(ChartsTest, StripsGoWithoutPadding)
{
    const int all = m_strips.sizeHint().height();
    const RowId padded = rowNamed(*m_view, "c");
    m_state.axis().setCursor(m_view->rows.start[padded]);
    const QPoint third = m_strips.stripRect(StripsModel::Padding).center();
    ASSERT_EQ(m_strips.rowAt(third), padded);
    m_strips.setShowsPadding(false);
    EXPECT_LT(m_strips.sizeHint().height(), all);
    EXPECT_FALSE(m_strips.rowAt(third));
    for (int i = 0; i < 3; ++i)
        QTest::keyClick(&m_strips, Qt::Key_Down);
    EXPECT_TRUE(m_state.focus().hovered());
    m_strips.setShowsPadding(true);
    EXPECT_EQ(m_strips.rowAt(third), padded);
}

TEST_F(ChartsTest, NoLabelOfTheAxisIsUnderTheHandleOfTheCursor)
{
    // The plot is narrow enough for a label at every step, so that the neighbouring labels would touch the handle of
    // the cursor.
    m_chart.resize(330, 320);
    m_chart.setFont(QApplication::font());
    const PlotGeometry g = m_chart.plotGeometry();
    const QFontMetricsF metrics(chartFonts(m_chart.font()).small);
    const QRect axis(0, static_cast<int>(g.bottom()) + 6, m_chart.width(), static_cast<int>(metrics.height()) - 2);
    const Colors colors = colorsFor(m_chart.palette());
    for (std::uint32_t step = 0; step < 10; ++step) {
        m_state.axis().setCursor(StepId(step));
        const QImage image = m_chart.grab(axis).toImage();
        // There is space between the handle and the next label.
        const auto isHandle = [&](int x) { return image.pixelColor(x, image.height() / 2) == colors.highlight; };
        int left = 0;
        while (left < image.width() && !isHandle(left))
            ++left;
        int right = image.width() - 1;
        while (right > left && !isHandle(right))
            --right;
        ASSERT_LT(left, right) << step;
        for (const int x : {left - 2, right + 2})
            for (int y = 0; y < image.height() && x >= 0 && x < image.width(); ++y)
                EXPECT_EQ(image.pixelColor(x, y), colors.base) << step << ' ' << x;
    }
}

TEST_F(ChartsTest, SelectedRowsAreVisibleInTheChartAndTheStrips)
{
    const std::vector<RowId> rows = {rowNamed(*m_view, "a"), rowNamed(*m_view, "b")};
    const auto life = togetherOf(*m_view, rows, false);
    ASSERT_TRUE(life);
    for (std::uint32_t step = 0; step < m_view->axis.count; ++step) {
        std::int64_t expected = 0;
        for (const RowId row : rows)
            expected += m_view->rows.isLive(row, StepId(step)) ? m_view->rows.size[row] : 0;
        EXPECT_EQ(life->bytes[step], expected) << step;
    }
    EXPECT_EQ(life->bytes[life->peak.index()], 12288);
    EXPECT_FALSE(togetherOf(*m_view, {}, false));
    EXPECT_EQ(life->stand, m_view->floorBytes());
    std::vector<RowId> withFloor = rows;
    for (std::size_t i = 0; i < m_view->rows.count; ++i)
        if (m_view->rows.kindOf(RowId::at(i)).hue == Hue::Argument)
            withFloor.push_back(RowId::at(i));
    ASSERT_GT(withFloor.size(), rows.size());
    const auto whole = togetherOf(*m_view, withFloor, false);
    for (std::uint32_t step = 0; step < m_view->axis.count; ++step)
        EXPECT_LE(whole->stand + whole->bytes[step], m_view->level()[step]) << "selected arguments are in the floor";

    const QImage chart = m_chart.grab().toImage();
    const QImage strips = m_strips.grab().toImage();
    m_state.focus().setSelected(rows);
    EXPECT_NE(m_chart.grab().toImage(), chart);
    const QImage marked = m_strips.grab().toImage();
    for (const RowId row : rows) {
        const QRectF rect = m_strips.rectOf(StripsModel::Size, row);
        const QRectF inner = rect.adjusted(4, 4, -4, -4);
        ASSERT_FALSE(inner.isEmpty());
        EXPECT_NE(partOf(marked, rect), partOf(strips, rect));
        EXPECT_EQ(partOf(marked, inner), partOf(strips, inner));
    }
    m_state.focus().setSelected({});
    EXPECT_EQ(m_chart.grab().toImage(), chart);
}

TEST_F(ChartsTest, FoundRowsAreTogetherInTheChartAndTheRestIsPale)
{
    const QImage before = m_chart.grab().toImage();
    const RowId row = rowNamed(*m_view, "a");
    m_state.filter().setText(QStringLiteral("a"));
    const ChartContent content = m_chart.content();
    ASSERT_TRUE(content.together);
    EXPECT_TRUE(content.isSearched);
    EXPECT_TRUE(content.together->isFound);
    std::size_t found = 0;
    for (std::size_t i = 0; i < m_view->rows.count; ++i)
        found += m_state.filter().matches(RowId::at(i)) ? 1U : 0U;
    EXPECT_EQ(content.together->rows, found);
    const auto live = std::ranges::count_if(m_state.live(),
                                            [&](const LiveRow& each) { return m_state.filter().matches(each.row); });
    QStringList tags;
    for (const ChartTag& tag : makeTags(makeScene(content, {80, 0, 900, 300}, colorsFor(lightPalette()), {})))
        tags << tag.text;
    const QString words = QStringLiteral("%1 found, %2 of them live at step ").arg(found).arg(live);
    EXPECT_TRUE(tags.join(u'|').contains(words)) << utf8(tags.join(u'|')) << "; " << utf8(words);
    EXPECT_GE(content.together->bytes[m_view->rows.start[row].index()], m_view->rows.size[row]);
    EXPECT_NE(m_chart.grab().toImage(), before);

    const std::vector<RowId> selected = {row, rowNamed(*m_view, "b")};
    m_state.focus().setSelected(selected);
    EXPECT_FALSE(m_chart.content().together->isFound) << "what the user selected comes first";
    m_state.focus().setSelected({});
    EXPECT_TRUE(m_chart.content().together->isFound);

    m_state.filter().setText(QStringLiteral("no row has this"));
    EXPECT_FALSE(m_chart.content().together);
    EXPECT_TRUE(m_chart.content().isSearched);
    m_state.filter().clear();
    EXPECT_FALSE(m_chart.content().together);
    EXPECT_EQ(m_chart.grab().toImage(), before);
}

TEST_F(ChartsTest, APictureNamesTheSelectedRowsAndTheMarkedStep)
{
    m_state.focus().setSelected({rowNamed(*m_view, "a"), rowNamed(*m_view, "b")});
    const auto painted = [&] {
        ChartScene scene = sceneOf(m_state, 1000, 300);
        scene.isPicture = true;
        EXPECT_TRUE(std::ranges::any_of(
            makeTags(scene), [](const ChartTag& tag) { return tag.text.startsWith(QStringLiteral("2 selected")); }));
        QImage image(1000, 400, QImage::Format_RGB32);
        image.fill(scene.colors.base);
        QPainter painter(&image);
        paintPictureMarks(painter, scene);
        return partOf(image, {0, 304, 1000, 96}); // below the plot
    };
    const QImage before = painted();
    m_state.axis().setCursor(StepId(8));
    EXPECT_EQ(painted(), before) << "it has no cursor";
    m_state.setMarked(StepId(6));
    EXPECT_NE(painted(), before);
}

TEST_F(ChartsTest, TheLegendListsEachPartOfTheFloor)
{
    auto view = std::make_shared<View>(*m_view);
    view->floor = {{"Arguments", Hue::Argument, 700}, {"Outputs", Hue::Output, 324}};
    m_state.setView(view);
    ChartScene scene = sceneOf(m_state, 1000, 300);
    scene.isPicture = true; // a window has a legend of its groups, here the kinds
    const QString legend = legendTexts(scene).join(u'|');
    EXPECT_TRUE(legend.contains(QStringLiteral("Arguments 700\u00a0B"))) << legend.toStdString();
    EXPECT_TRUE(legend.contains(QStringLiteral("Outputs 324\u00a0B"))) << legend.toStdString();
    const CurveDrawing curve = curveOf(scene, 1000, 1);
    ASSERT_EQ(curve.bands.size(), 2U);
    EXPECT_EQ(curve.bands[0].top, 700);
    EXPECT_EQ(curve.bands[1].top, 1024);
    EXPECT_NE(curve.bands[0].color, curve.bands[1].color);
}

TEST_F(ChartsTest, TheLegendOmitsKindsAndPaddingMissingFromTheFile)
{
    m_strips.setShowsPadding(true);
    m_strips.resize(m_strips.width(), m_strips.heightWith(true)); // also for large text
    const auto show = [this](bool isReported) {
        auto view = std::make_shared<View>(*m_view);
        view->floor.clear();
        view->rows.unpadded = view->rows.size;
        if (!isReported)
            std::erase_if(view->rows.columns,
                          [](RowColumn column) { return column == RowColumn::Kind || column == RowColumn::Unpadded; });
        m_state.setView(view);
        m_state.axis().setCursor(view->peakStep);
        ChartScene picture = sceneOf(m_state, 1000, 300);
        picture.isPicture = true;
        return std::pair(legendTexts(picture), m_strips.grab().toImage());
    };
    const auto [reported, strips] = show(true);
    const auto [untold, otherStrips] = show(false);
    EXPECT_TRUE(reported.contains(QStringLiteral("Temporaries"))) << reported.join(u'|').toStdString();
    EXPECT_FALSE(untold.contains(QStringLiteral("Temporaries")));
    EXPECT_TRUE(untold.contains(QString::fromStdString(m_view->curves.front().name)))
        << untold.join(u'|').toStdString();
    EXPECT_NE(otherStrips, strips) << "no padding is not the same as padding that is not known";
}

TEST_F(ChartsTest, TheAxisMayStartAboveMemoryThatIsAlwaysLive)
{
    const double before = m_chart.plotGeometry().bytes.top;
    m_chart.setHidesAlwaysLive(true);
    const auto peak = static_cast<double>(m_view->levelAt(m_view->peakStep) - m_view->floorBytes());
    EXPECT_LT(m_chart.plotGeometry().bytes.top, before);
    EXPECT_GE(m_chart.plotGeometry().bytes.top, peak);
    ChartScene scene = sceneOf(m_state, 1000, 300);
    scene.content.hidesAlwaysLive = true;
    EXPECT_DOUBLE_EQ(scene.y(m_view->floorBytes()), scene.geometry.bottom());
    EXPECT_TRUE(curveOf(scene, 1000, 1).bands.empty());
    EXPECT_TRUE(legendTexts(scene).join(u'|').contains(QStringLiteral("always live, below the axis")));
    const ByteAxis axis = byteAxisOf(scene.content);
    ASSERT_GE(axis.ticks.size(), 2u);
    for (const ByteTick& tick : axis.ticks) {
        EXPECT_GE(tick.bytes, 0);
        EXPECT_LE(static_cast<double>(tick.bytes), axis.top);
        const QStringList words = tick.text.split(QChar(0xa0));
        const double unit = words.back() == QStringLiteral("KiB") ? 1024 : 1;
        EXPECT_NEAR(words.front().toDouble() * unit, static_cast<double>(tick.bytes + m_view->floorBytes()), 1)
            << tick.text.toStdString();
    }
    EXPECT_TRUE(m_chart.content().hidesAlwaysLive);
    m_chart.setHidesAlwaysLive(false);
    EXPECT_DOUBLE_EQ(m_chart.plotGeometry().bytes.top, before);
}

TEST(ChartTags, ThePeakTagIsPlacedToHideLessOfTheCurve)
{
    const auto isBefore = [](const std::string& trace) {
        const auto plan = Plan::parse(test::hloBytes("temp 65536\n  b 0 16384\n  c 16384 1024\n  s 20480 512\n"
                                                     "  t 20480 512\n  u 20480 512\n  v 20480 512\ntrace "
                                                     + trace + '\n'));
        ViewState state;
        state.setView(makeView(replaySpace(*plan, 0), {}));
        const ChartScene scene = sceneOf(state, 1000, 100);
        const ChartTag tag = makeTags(scene).front();
        EXPECT_TRUE(tag.text.startsWith(QStringLiteral("Peak")));
        return tag.rect.right() < centreOf(scene.geometry.steps, state.view()->peakStep);
    };
    EXPECT_TRUE(isBefore("+s -s +t -t +b +c -c +u -u +v -v"));
    EXPECT_FALSE(isBefore("+b +s -s +t -t +c -b -c +u -u +v -v"));
}

TEST(ChartTags, ThePeakOfASingleLevelNamesNoStep)
{
    const auto plan = Plan::parse(test::hloBytes("temp 65536\n  b 0 16384\n trace +b -b\n"));
    auto view = std::make_shared<View>(*makeView(replaySpace(*plan, 0), {}));
    const auto tag = [&] {
        ViewState state;
        state.setView(view);
        return utf8(makeTags(sceneOf(state, 1000, 100)).front().text);
    };
    EXPECT_NE(tag().find("step "), std::string::npos) << tag();
    view->axis.count = 1;
    EXPECT_EQ(tag().find("Peak"), 0U);
    EXPECT_EQ(tag().find("step"), std::string::npos) << tag();
    view->axis.remark = "The file has no events.";
    ViewState state;
    state.setView(view);
    EXPECT_TRUE(makeTags(sceneOf(state, 1000, 100)).empty()) << "one level for the whole program has no peak";
    const ChartScene scene = sceneOf(state, 1000, 200);
    const QRectF remark = remarkBox(scene);
    const double level = scene.y(view->level().front());
    EXPECT_FALSE(remark.isEmpty());
    EXPECT_TRUE(level < remark.top() || remark.bottom() < level) << "the line of the level does not cross the remark";
}

TEST(ChartTags, TheLineOfTheCursorDoesNotCrossThePeaksTag)
{
    const auto plan = Plan::parse(test::hloBytes(
        "temp 65536\n  b 0 16384\n  c 0 8192\n  d 0 4096\n  e 0 2048\n trace +e -e +d -d +b -b +c -c +e -e\n"));
    ViewState state;
    state.setView(makeView(replaySpace(*plan, 0), {}));
    for (std::uint32_t cursor = 0; cursor < state.view()->axis.count; ++cursor) {
        state.axis().setCursor(StepId(cursor));
        const ChartScene scene = sceneOf(state, 1000, 200);
        const ChartTag peak = makeTags(scene).front();
        const double x = centreOf(scene.geometry.steps, StepId(cursor));
        EXPECT_FALSE(peak.rect.left() < x && x < peak.rect.right()) << utf8(peak.text) << " at " << cursor;
    }
}

TEST(Strips, ALongNameKeepsAwayFromTheEdge)
{
    // 31.75 MiB of padding has the longest possible name.
    const auto plan = Plan::parse(test::hloBytes("temp 33554432\n  c 0 33554432 f32[65536,1]\ntrace +c -c\n"));
    ASSERT_TRUE(plan);
    ViewState state;
    state.setView(makeView(replaySpace(*plan, 0), {}));
    BufferStrips strips(&state);
    strips.resize(850, strips.heightWith(true));
    const QImage shown = strips.grab().toImage();
    const QRect third = strips.stripRect(StripsModel::Padding);
    const QRgb ground = pixelAt(shown, {2, third.top() - 2.0});
    for (int y = third.top(); y < third.bottom(); ++y)
        for (int x = 0; x < 5; ++x)
            ASSERT_EQ(pixelAt(shown, {x + 0.0, y + 0.0}), ground) << x << ' ' << y;
}

TEST(Marks, TheRemarkOnTheAxisHidesNoTag)
{
    const auto plan = Plan::parse(test::hloBytes("param 0 4096\n  p 0 4096\nparam 1 4096\n  q 0 4096\n"));
    ASSERT_TRUE(plan);
    ViewState state;
    state.setView(makeView(replaySpace(*plan, 0), {}));
    ASSERT_FALSE(state.view()->axis.remark.empty());
    const auto meet = [&](double height) {
        const ChartScene scene = sceneOf(state, 800, height);
        EXPECT_TRUE(scene.plot().contains(remarkBox(scene)));
        const std::vector<ChartTag> tags = makeTags(scene);
        return std::ranges::any_of(tags, [&](const ChartTag& tag) { return tag.rect.intersects(remarkBox(scene)); });
    };
    const double line = tagHeight(sceneOf(state, 800, 100));
    EXPECT_FALSE(meet(7 * line));
    state.focus().setSelected({RowId(0), RowId(1)});
    EXPECT_FALSE(meet(7 * line)) << "it stands below the tag of what is selected";
    EXPECT_FALSE(meet(12 * line));
    // A capacity label takes the lower rows. The others stay in the plot.
    ChartContent content = contentOf(state);
    content.capacity = CapacityLine{3000, QStringLiteral("a device")};
    const ChartScene low
        = makeScene(content, QRectF(0, 0, 800, 7 * line), colorsFor(lightPalette()), chartFonts(QApplication::font()));
    for (const ChartTag& tag : makeTags(low))
        EXPECT_TRUE(low.plot().contains(tag.rect) && !tag.rect.intersects(remarkBox(low))) << tag.text.toStdString();
}

TEST(Colors, CategoryColoursAreDistinctAndTextOnThemIsReadable)
{
    constexpr std::array kIds
        = {"model_parameters", "optimizer_state", "gradients", "kv_cache", "inputs",      "other_state",
           "activations",      "outputs",         "constants", "unknown",  "a user's own"};
    const auto apart = [](const QColor& a, const QColor& b) {
        return std::hypot(a.redF() - b.redF(), a.greenF() - b.greenF(), a.blueF() - b.blueF());
    };
    for (const QPalette& palette : {lightPalette(), darkPalette()}) {
        const Colors colors = colorsFor(palette);
        for (const char* id : kIds) {
            const QColor fill = colors.category(id);
            EXPECT_GE(contrast(colors.textOn(fill), fill), 4.5) << id << (colors.isDark ? " dark" : " light");
            for (const char* other : kIds)
                EXPECT_TRUE(id == other || apart(fill, colors.category(other)) > 0.18) << id << ' ' << other;
        }
        for (int part = 0; part < 3; ++part)
            EXPECT_GE(colors.part(colors.category("model_parameters"), part, 3).hslHue()
                          - colors.part(colors.category("optimizer_state"), part, 3).hslHue(),
                      18);
        EXPECT_EQ(colors.category("another of a user's"), colors.category("a user's own"));
        EXPECT_EQ(colors.category("constants"), colors.hue(Hue::Constant)) << "one name, one colour";
    }
}

TEST(Colors, TheUnpaddedLineStandsOutOnEveryFillThatItCrosses)
{
    for (const QPalette& palette : {lightPalette(), darkPalette()}) {
        const Colors colors = colorsFor(palette);
        for (const QColor& fill : {colors.area, colors.base, colors.hue(Hue::Argument), colors.hue(Hue::Output),
                                   colors.hue(Hue::Constant), colors.hue(Hue::ThreadLocal), colors.hue(Hue::Temporary)})
            EXPECT_GE(contrast(colors.lineOn(fill), fill), 3)
                << fill.name().toStdString() << (colors.isDark ? " dark" : " light");
    }
}

TEST(ToolTip, ShowsPlainTextUnchanged)
{
    for (const char* plain : {"a -> b", "fusion.1 & more", "2 < 3", "x\ny"})
        EXPECT_EQ(plainToolTip(QString::fromLatin1(plain)), QString::fromLatin1(plain));
    for (const char* marked : {"<b>bold</b>", "&lt;b", "<unknown>"}) {
        const QString shown = plainToolTip(QString::fromLatin1(marked));
        QTextDocument document;
        Qt::mightBeRichText(shown) ? document.setHtml(shown) : document.setPlainText(shown);
        EXPECT_EQ(document.toPlainText(), QString::fromLatin1(marked));
    }
}

} // namespace tidemark::ui
