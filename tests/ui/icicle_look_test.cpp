// Tests of the look of an icicle: the order of its stripes, the hatch of small parts, and its legend.
#include "tests/ui/tables_fixture.h"
#include "ui/charts/icicle.h"
#include "ui/charts/icicle_chart.h"

#include <QApplication>
#include <QPainter>
#include <QTest>

using namespace tidemark;
using namespace tidemark::ui;

TEST(IcicleStripe, HasTheOrderOfTheBoxesBelow)
{
    const auto made = madeUpOf({"x", "b", "u"});
    made->rows[0].size = 20 << 10;
    made->rows[1].size = 60 << 10;
    made->rows[2].size = 20 << 10;
    const auto view = std::make_shared<View>(*viewOf(made));
    view->meanings = [](const Progress&) { return meaningsOf({0, 1, 2}); };
    ViewState state;
    state.setView(view);
    state.setMeanings(*view->meanings({}));
    group(state, Facet::kByCategory);
    IcicleChart chart(&state);
    chart.setLevels({"category"});
    chart.resize(800, 300);
    chart.show();
    QApplication::processEvents();
    const Colors colors = colorsFor(chart.palette());
    const QImage image = chart.grab().toImage();
    const auto& tree = *chart.content()->tree;
    ASSERT_EQ(tree.root().children, 3U);
    for (std::uint32_t i = 0; i < 3; ++i) {
        const IciclePlace place{tree.root().firstChild + i, 0};
        const QPointF at(chart.rectOf(place).center().x(), chart.rectOf({}).bottom() - 3);
        EXPECT_EQ(QColor(image.pixel((at * chart.devicePixelRatioF()).toPoint())),
                  colors.category(tree[place.node].group))
            << tree[place.node].name;
    }
}

TEST(IcicleOfSmallParts, TheirHatchIsVisibleInLightAndDarkAndSparesTheText)
{
    std::vector<std::string> names = {"x"};
    for (int i = 0; i < 100; ++i)
        names.push_back("c" + std::to_string(i));
    const auto made = madeUpOf(names);
    made->rows[0].size = 40 << 10;
    for (std::size_t i = 1; i < names.size(); ++i)
        made->rows[i].size = 200;
    const auto view = std::make_shared<View>(*viewOf(made));
    view->rows.groupings = {{"name", "Name", [names](RowId row) { return names[row.index()]; }}};
    ViewState state;
    state.setView(view);
    IcicleChart chart(&state);
    chart.setLevels({"name"});
    chart.resize(800, 300);
    for (const QPalette& palette : {lightPalette(), darkPalette()}) {
        chart.setPalette(palette);
        chart.show();
        QApplication::processEvents();
        const Colors colors = colorsFor(palette);
        const QImage image = chart.grab().toImage();
        const double ratio = chart.devicePixelRatioF();
        const QRectF box = chart.rectOf({0, 1});
        ASSERT_GT(box.width(), 200);
        const int middle = qRound(box.center().y() * ratio);
        double strongest = 1; // where there is no text
        for (int x = qRound((box.right() - 20) * ratio); x < qRound((box.right() - 2) * ratio); ++x)
            strongest = std::max(strongest, contrast(image.pixelColor(x, middle), colors.area));
        EXPECT_GE(strongest, 3) << colors.isDark;
        for (int x = qCeil((box.left() + 3) * ratio); x < qFloor((box.left() + 6) * ratio); ++x)
            EXPECT_EQ(image.pixelColor(x, qRound((box.center().y() - 4) * ratio)), colors.area) << "before the words";
    }
}

TEST(IcicleLegend, HatchesUnknownRows)
{
    const auto view = std::make_shared<View>(*viewOf(madeUpOf({"b", "u"})));
    view->meanings = [](const Progress&) { return meaningsOf({1, 2}); };
    ViewState state;
    state.setView(view);
    state.setMeanings(meaningsOf({1, 2}));
    group(state, Facet::kByCategory);
    const Colors colors = colorsFor(lightPalette());
    QImage image(800, 30, QImage::Format_RGB32);
    image.fill(colors.base);
    QPainter painter(&image);
    paintIcicleLegend(painter, {0, 5, 800, 20}, icicleOf(state, {}), colors, chartFonts(QApplication::font()));
    painter.end();
    const auto pixels = [&](const char* category) {
        int count = 0;
        for (int x = 0; x < image.width(); ++x)
            for (int y = 0; y < image.height(); ++y)
                count += image.pixelColor(x, y) == colors.category(category) ? 1 : 0;
        return count;
    };
    EXPECT_GT(pixels("kv_cache"), 70);
    EXPECT_GT(pixels("unknown"), 0);
    EXPECT_LT(pixels("unknown"), pixels("kv_cache"));
}

TEST(IcicleOfSmallParts, ANameOfWhichTwoLettersFitIsLeftOut)
{
    const std::vector<std::string> names = {"x", "broadcast_in_dim"};
    const auto made = madeUpOf(names);
    made->rows[0].size = 950 << 10;
    made->rows[1].size = 50 << 10;
    const auto view = std::make_shared<View>(*viewOf(made));
    view->rows.groupings = {{"name", "Name", [names](RowId row) { return names[row.index()]; }}};
    ViewState state;
    state.setView(view);
    IcicleChart chart(&state);
    chart.setLevels({"name"});
    chart.resize(800, 300);
    chart.show();
    QApplication::processEvents();
    const QImage image = chart.grab().toImage();
    const QRectF box = chart.rectOf({chart.content()->tree->root().firstChild + 1, 0}).adjusted(6, 3, -6, -9);
    ASSERT_GT(box.width(), 24);
    ASSERT_LT(box.width(), 40);
    const QColor fill = image.pixelColor((box.topLeft() * chart.devicePixelRatioF()).toPoint());
    for (double x = box.left(); x < box.right(); ++x)
        EXPECT_EQ(image.pixelColor((QPointF(x, box.center().y()) * chart.devicePixelRatioF()).toPoint()), fill) << x;
}
