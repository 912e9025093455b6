// Tests of the icicle: its boxes, its zoom, clicks and keys on it, and its picture.
#include "tests/ui/tables_fixture.h"
#include "tests/ui/window_fixture.h"
#include "ui/charts/icicle.h"
#include "ui/charts/icicle_chart.h"
#include "ui/pages/composition/composition_page.h"
#include "ui/state/row_text.h"

#include <QAction>
#include <QApplication>
#include <QBuffer>
#include <QMenu>
#include <QSignalSpy>
#include <QTest>

#include <array>
#include <cstdlib>
#include <sstream>

using namespace tidemark;
using namespace tidemark::ui;

namespace {

/// Categories by path: parameters a/x of 40 KiB and a/y of 20 KiB, a cache b of 60 KiB, and twenty small parameters c/…
std::shared_ptr<const View> manyRows()
{
    std::vector<std::string> names = {"x", "y", "b"};
    for (int i = 0; i < 20; ++i)
        names.push_back("c" + std::to_string(i));
    const auto made = madeUpOf(names);
    made->rows[0].size = 40 << 10;
    made->rows[1].size = 20 << 10;
    made->rows[2].size = 60 << 10;
    for (std::size_t i = 3; i < made->rows.size(); ++i)
        made->rows[i].size = 16;
    made->rows[2].end = StepId(5);
    const auto view = std::make_shared<View>(*viewOf(made));
    view->rows.groupings = {{"op_path", "Op path",
                             [names](RowId row) {
                                 const std::string& name = names[row.index()];
                                 return row.index() < 2 ? "a/" + name : row.index() == 2 ? name : "c/" + name;
                             },
                             true}};
    view->meanings = [](const Progress&) {
        std::vector<std::uint16_t> categories(23, 0);
        categories[2] = 1;
        return meaningsOf(std::move(categories));
    };
    return view;
}

class Icicle : public testing::Test
{
protected:
    void SetUp() override
    {
        m_state.setView(m_view);
        m_state.setMeanings(*m_view->meanings({}));
        auto whole = std::make_shared<View>(*m_view);
        whole->rows.groupings.clear(); // the colours are of whole categories
        m_state.setGroups(*makeGroups(whole, m_state.meanings(), Facet::kByCategory));
        m_chart.setLevels({"category", "op_path"});
        m_chart.resize(800, 300);
        m_chart.show();
        m_chart.activateWindow();
        m_chart.setFocus();
        QApplication::processEvents();
    }
    IciclePlace place(const std::string& name) const
    {
        const auto& nodes = m_chart.content()->tree->nodes();
        for (std::size_t i = 0; i < nodes.size(); ++i)
            if (nodes[i].name == name)
                return {static_cast<std::uint32_t>(i), 0};
        ADD_FAILURE() << "no box " << name;
        return {};
    }
    std::string path() const { return m_chart.path().join(u'>').toStdString(); }
    void click(const std::string& name) { QTest::mouseClick(&m_chart, Qt::LeftButton, {}, centre(name)); }
    void doubleClick(const std::string& name) { QTest::mouseDClick(&m_chart, Qt::LeftButton, {}, centre(name)); }
    QPoint centre(const std::string& name) const { return m_chart.rectOf(place(name)).center().toPoint(); }
    std::string current() const
    {
        return m_chart.current() ? m_chart.content()->nameOf(*m_chart.current()).toStdString() : std::string();
    }

    std::shared_ptr<const View> m_view = manyRows();
    ViewState m_state;
    IcicleChart m_chart{&m_state};
};

} // namespace

TEST_F(Icicle, BoxesAreAsWideAsTheirBytesAndSmallOnesAreMerged)
{
    const QRectF all = m_chart.rectOf({});
    const QRectF parameters = m_chart.rectOf(place("Model parameters"));
    const QRectF cache = m_chart.rectOf(place("KV cache"));
    EXPECT_NEAR(parameters.width() + cache.width(), all.width(), 1);
    EXPECT_NEAR(cache.width() / all.width(), 60.0 / 120.3, 0.01);
    EXPECT_NEAR(m_chart.rectOf(place("a")).width() / all.width(), 60.0 / 120.3, 0.01);
    EXPECT_TRUE(m_chart.rectOf(place("c")).isEmpty()) << "less than a box may be";
    const IciclePlace small{place("Model parameters").node, 1};
    EXPECT_EQ(m_chart.content()->nameOf(small), QStringLiteral("Small (1)"));
    EXPECT_FALSE(m_chart.rectOf(small).isNull());
    EXPECT_EQ(m_chart.placeAt(centre("x")), place("x"));
}

TEST_F(Icicle, ZoomsInAndOut)
{
    const QSignalSpy zooms(&m_chart, &IcicleChart::zoomChanged);
    EXPECT_EQ(path(), "Step 0, the peak");
    doubleClick("Model parameters");
    EXPECT_EQ(path(), "Step 0, the peak>Model parameters");
    EXPECT_NEAR(m_chart.rectOf(place("Model parameters")).width(), m_chart.width(), 20);
    QTest::keyClick(&m_chart, Qt::Key_Down);
    EXPECT_EQ(current(), "a");
    QTest::keyClick(&m_chart, Qt::Key_Return);
    EXPECT_EQ(path(), "Step 0, the peak>Model parameters>a");
    QTest::keyClick(&m_chart, Qt::Key_Backspace);
    EXPECT_EQ(path(), "Step 0, the peak>Model parameters");
    EXPECT_EQ(current(), "a") << "where it comes from";
    m_chart.zoomTo({place("Model parameters").node, 1});
    EXPECT_EQ(path(), "Step 0, the peak>Model parameters>Small (1)");
    EXPECT_FALSE(m_chart.rectOf(place("c")).isEmpty()) << "what is small elsewhere";
    QTest::keyClick(&m_chart, Qt::Key_Home);
    EXPECT_FALSE(m_chart.isZoomed());
    QTest::keyClick(&m_chart, Qt::Key_Backspace);
    EXPECT_EQ(path(), "Step 0, the peak");
    EXPECT_EQ(zooms.count(), 5);
    doubleClick("x");
    EXPECT_FALSE(m_chart.isZoomed()) << "there is nothing in it";
}

TEST_F(Icicle, KeepsTheZoomAtOtherSteps)
{
    m_chart.zoomTo(place("Model parameters"));
    m_state.axis().setCursor(StepId(7));
    EXPECT_EQ(path(), "Step 7>Model parameters");
    m_state.axis().setCursor(StepId(0));
    m_chart.zoomOut(0);
    m_chart.zoomTo(place("a"));
    EXPECT_EQ(path(), "Step 0, the peak>Model parameters>a");
    m_chart.setLevels({"kind"});
    EXPECT_EQ(path(), "Step 0, the peak");
}

TEST_F(Icicle, AClickSelectsTheRowsOfABox)
{
    click("a");
    EXPECT_EQ(m_state.focus().selected(), (std::vector{RowId(0), RowId(1)}));
    EXPECT_FALSE(m_state.focus().pinned());
    click("b");
    EXPECT_EQ(m_state.focus().selected(), std::vector{RowId(2)});
    EXPECT_EQ(m_state.focus().pinned(), RowId(2));
    QTest::mouseClick(&m_chart, Qt::LeftButton, {}, QPoint(20, m_chart.height() - 2));
    EXPECT_TRUE(m_state.focus().selected().empty());
}

TEST_F(Icicle, AZoomCanBeUndoneAndRedone)
{
    EXPECT_FALSE(m_chart.canGoBack() || m_chart.canGoForward());
    const QStringList all = m_chart.path();
    m_chart.zoomTo(place("Model parameters"));
    const QStringList inside = m_chart.path();
    m_chart.zoomTo(m_chart.content()->place); // zooms to the current place
    EXPECT_TRUE(m_chart.canGoBack());
    m_chart.back();
    EXPECT_EQ(m_chart.path(), all);
    EXPECT_FALSE(m_chart.canGoBack());
    m_chart.forward();
    EXPECT_EQ(m_chart.path(), inside);
    EXPECT_FALSE(m_chart.canGoForward());
    m_chart.zoomOut(0);
    EXPECT_FALSE(m_chart.canGoBack()) << "zooming out to the place before is the same as going back";
    EXPECT_TRUE(m_chart.canGoForward());
    m_chart.setLevels({"op_path"});
    EXPECT_FALSE(m_chart.canGoBack()) << "other boxes";
}

TEST_F(Icicle, KeysGoFromBoxToBox)
{
    QTest::keyClick(&m_chart, Qt::Key_Down);
    EXPECT_EQ(current(), "Step 0, the peak");
    QTest::keyClick(&m_chart, Qt::Key_Down);
    EXPECT_EQ(current(), "Model parameters");
    QTest::keyClick(&m_chart, Qt::Key_Right);
    EXPECT_EQ(current(), "KV cache");
    QTest::keyClick(&m_chart, Qt::Key_Down);
    EXPECT_EQ(current(), "b");
    EXPECT_EQ(m_state.focus().hovered(), RowId(2));
    EXPECT_TRUE(m_chart.accessibleDescription().startsWith(QStringLiteral("b, 60\u00a0KiB")));
    QTest::keyClick(&m_chart, Qt::Key_Up);
    QTest::keyClick(&m_chart, Qt::Key_Left);
    EXPECT_EQ(current(), "Model parameters");
    QTest::keyClick(&m_chart, Qt::Key_Space);
    EXPECT_EQ(m_state.focus().selected().size(), 22U);
}

TEST_F(Icicle, TipsAndMenusDescribeABox)
{
    QTest::mouseMove(&m_chart, centre("a"));
    ASSERT_FALSE(m_chart.tip().lines().isEmpty());
    EXPECT_TRUE(m_chart.tip().lines().front().startsWith(QStringLiteral("a — 60\u00a0KiB")));
    EXPECT_TRUE(m_chart.tip().lines().contains(QStringLiteral("Category: Model parameters")));
    EXPECT_TRUE(m_chart.tip().lines().contains(QStringLiteral("Op path: a")));
    const std::unique_ptr<QMenu> menu(m_chart.makeMenu(place("a")));
    QList<QAction*> filters = menu->findChildren<QAction*>(QStringLiteral("filter"));
    ASSERT_EQ(filters.size(), 2);
    filters[1]->trigger();
    ASSERT_EQ(m_state.filter().facets().size(), 1U);
    EXPECT_EQ(m_state.filter().facets().front().group, "a");
    EXPECT_TRUE(m_state.filter().matches(RowId(1)));
    EXPECT_FALSE(m_state.filter().matches(RowId(2)));
}

TEST_F(Icicle, ColoursShowCategoriesAtAnyLevels)
{
    const auto colourIn = [&](const std::string& name) {
        const QRectF box = m_chart.rectOf(place(name));
        return QColor(m_chart.grab().toImage().pixel((box.bottomLeft() + QPointF(8, -8)).toPoint()
                                                     * m_chart.devicePixelRatioF()));
    };
    const Colors colors = colorsFor(m_chart.palette());
    EXPECT_EQ(colourIn("a"), colors.category("model_parameters"));
    EXPECT_EQ(colourIn("b"), colors.category("kv_cache"));
    m_state.filter().setFacet(Facet{"category", "kv_cache", {}});
    EXPECT_NE(colourIn("a"), colors.category("model_parameters")) << "pale: the filter leaves it out";
    EXPECT_EQ(colourIn("b"), colors.category("kv_cache"));
    m_state.filter().clear();
    m_chart.setLevels({"op_path"});
    EXPECT_EQ(colourIn("b"), colors.category("kv_cache"));
    group(m_state, Facet::kByKind);
    EXPECT_EQ(colourIn("b"), colors.hue(Hue::Temporary));
}

TEST_F(Icicle, ABoxThatMatchesInPartShowsHowMuch)
{
    const Colors colors = colorsFor(m_chart.palette());
    const auto colourAt = [&](const std::string& name, double part, int above) {
        const QRectF box = m_chart.rectOf(place(name));
        const QPointF at(box.left() + 3 + part * (box.width() - 8), box.bottom() - above);
        return QColor(m_chart.grab().toImage().pixel((at * m_chart.devicePixelRatioF()).toPoint()));
    };
    const QColor lit = colors.category("model_parameters");
    m_state.filter().setFacet(Facet{"op_path", "a/x", {}});
    ASSERT_TRUE(m_state.filter().matches(RowId(0)));
    ASSERT_FALSE(m_state.filter().matches(RowId(1)));
    EXPECT_EQ(colourAt("x", 0.9, 10), lit);
    EXPECT_NE(colourAt("y", 0.1, 3), lit) << "nothing of it matches";
    EXPECT_NE(colourAt("a", 0.1, 10), lit) << "a part of it does";
    EXPECT_EQ(colourAt("a", 0.1, 3), lit);
    EXPECT_EQ(colourAt("a", 0.6, 3), lit) << "40 of 60 KiB";
    EXPECT_NE(colourAt("a", 0.75, 3), lit);
    const QStringList levels = {QStringLiteral("Category"), QStringLiteral("Op path")};
    EXPECT_TRUE(icicleTip(*m_chart.content(), place("a"), levels)
                    .contains(QStringLiteral("40\u00a0KiB of it matches the filter, 66.7\u00a0%")));
    EXPECT_TRUE(icicleTip(*m_chart.content(), place("x"), levels).filter(QStringLiteral("filter")).isEmpty()) << "all";
    m_state.filter().clear();
    EXPECT_EQ(colourAt("a", 0.1, 10), lit);
}

TEST_F(Icicle, MatchingBoxesKeepTheirColourAndPlaceInTheStripe)
{
    const Colors colors = colorsFor(m_chart.palette());
    const auto stripeAt = [&](double x) {
        const QPointF at(x, m_chart.rectOf({}).bottom() - 3);
        return QColor(m_chart.grab().toImage().pixel((at * m_chart.devicePixelRatioF()).toPoint()));
    };
    const auto isPale = [&](const QColor& color, const char* category) { // mixed colors are rounded
        const QColor pale = colors.dimmed(colors.category(category));
        return std::abs(color.red() - pale.red()) <= 1 && std::abs(color.green() - pale.green()) <= 1
            && std::abs(color.blue() - pale.blue()) <= 1;
    };
    const QRectF parameters = m_chart.rectOf(place("Model parameters"));
    const QRectF cache = m_chart.rectOf(place("KV cache"));
    m_state.filter().setFacet(Facet{"category", "kv_cache", {}});
    EXPECT_TRUE(isPale(stripeAt(parameters.center().x()), "model_parameters"));
    EXPECT_EQ(stripeAt(cache.center().x()), colors.category("kv_cache"));
    m_state.filter().setFacet(Facet{"op_path", "a/x", {}});
    m_state.filter().dropFacet("category");
    EXPECT_EQ(stripeAt(parameters.left() + 3), colors.category("model_parameters"));
    EXPECT_TRUE(isPale(stripeAt(parameters.right() - 5), "model_parameters")) << "40 of 60 KiB";
    EXPECT_TRUE(isPale(stripeAt(cache.center().x()), "kv_cache"));
}

TEST_F(Icicle, ItsGroupsAreATable)
{
    const auto csv = [this] {
        std::ostringstream out;
        GroupTable{*m_chart.content()}.writeCsv(out);
        return out.str();
    };
    EXPECT_EQ(GroupTable({*m_chart.content()}).description(), QStringLiteral("27 groups"));
    const std::string all = csv();
    EXPECT_TRUE(all.starts_with("category,op_path,depth,rows,repeats,bytes,size_bytes\r\n"
                                ",,0,23,1,123200,123200\r\n"
                                "model_parameters,,1,22,1,61760,61760\r\n"
                                "model_parameters,a,2,2,1,61440,61440\r\n"
                                "model_parameters,a/x,3,1,1,40960,40960\r\n"))
        << all;
    EXPECT_NE(all.find("model_parameters,c/c19,3,1,1,16,16\r\n"), std::string::npos) << "what is too small to see, too";
    m_state.filter().setFacet(Facet{"op_path", "a/x", {}});
    doubleClick("a");
    EXPECT_EQ(csv(),
              "category,op_path,depth,rows,repeats,bytes,size_bytes,matching_bytes\r\n"
              "model_parameters,a,0,2,1,61440,61440,40960\r\n"
              "model_parameters,a/x,1,1,1,40960,40960,40960\r\n"
              "model_parameters,a/y,1,1,1,20480,20480,0\r\n")
        << "of what it is zoomed to";
}

TEST_F(Icicle, IsAPictureOfAnySize)
{
    PictureOptions options;
    options.title = QStringLiteral("made_up");
    options.subtitle = QStringLiteral("a & b");
    for (const QSize size : {QSize(200, 200), QSize(1600, 900)}) {
        options.size = size;
        const auto picture = iciclePicture(*m_chart.content(), options);
        const QImage image = picture->image();
        EXPECT_EQ(image.size(), size);
        const QRgb cache = colorsFor(lightPalette()).category("kv_cache").rgb();
        int pixels = 0;
        for (int x = 0; x < image.width(); ++x)
            for (int y = 0; y < image.height(); ++y)
                pixels += image.pixel(x, y) == cache ? 1 : 0;
        EXPECT_GT(pixels, size.width() * size.height() / 50);
        QBuffer buffer;
        buffer.open(QIODevice::WriteOnly);
        EXPECT_TRUE(picture->svg(buffer));
        EXPECT_TRUE(buffer.data().contains("KV cache") || size.width() < 400);
        EXPECT_TRUE(buffer.data().contains("a &amp; b"));
    }
    options.size = QSize();
    EXPECT_TRUE(iciclePicture(*m_chart.content(), options)->image().isNull());
}

TEST(IcicleOfPaths, AZoomedPathIsFoundAgainNextToItsGroupsOwnRows)
{
    static const std::array<std::string, 4> kPaths = {"a/b", "a/b/c/x", "a/b/c/y", "d"};
    const auto made = madeUpOf({kPaths.begin(), kPaths.end()});
    for (std::size_t i = 0; i < kPaths.size(); ++i)
        made->rows[i].size = i == 0 ? 60 << 10 : 20 << 10;
    const auto view = std::make_shared<View>(*viewOf(made));
    view->rows.groupings = {{"op_path", "Op path", [](RowId row) { return kPaths.at(row.index()); }, true}};
    ViewState state;
    state.setView(view);
    IcicleChart chart(&state);
    chart.setLevels({"op_path", "kind"});
    chart.resize(800, 300);
    chart.show();
    QApplication::processEvents();
    for (const char* const name : {"c", "(itself)"}) {
        const auto& nodes = chart.content()->tree->nodes();
        const auto node = std::ranges::find(nodes, name, &GroupNode::name);
        ASSERT_NE(node, nodes.end()) << name;
        const IciclePlace place{static_cast<std::uint32_t>(node - nodes.begin()), 0};
        const auto facets
            = facetsOf(*chart.content(), place, std::array<const Grouping*, 1>{&view->rows.groupings.front()});
        ASSERT_EQ(facets.size(), 1U);
        EXPECT_EQ(facets[0].isItself, std::string_view(name) == "(itself)") << "rows below it are of other boxes";
        chart.zoomTo(place);
        EXPECT_EQ(utf8(chart.path().last()), name);
        chart.zoomOut(0);
    }
}

TEST_F(Icicle, IsColouredLikeTheStrips)
{
    EXPECT_EQ(utf8(m_chart.content()->paints.front().name), "Model parameters");
    group(m_state, Facet::kByKind);
    EXPECT_EQ(utf8(m_chart.content()->paints.front().name), m_view->rows.kinds.front().label);
    auto uses = std::make_shared<RowUses>();
    uses->first.assign(m_view->rows.count + 1, 0);
    m_state.setUses(uses);
    group(m_state, Facet::kByIdle);
    EXPECT_EQ(m_chart.content()->paints.size(), std::size_t{kIdleShades});
}

TEST(IcicleWithoutRows, SaysThatThereAreNoRows)
{
    ViewState state;
    IcicleChart chart(&state);
    chart.setLevels({"kind"});
    chart.resize(400, 200);
    chart.show();
    QApplication::processEvents();
    EXPECT_FALSE(chart.content());
    EXPECT_EQ(chart.accessibleDescription(), QStringLiteral("empty"));
    QTest::keyClick(&chart, Qt::Key_Down);
    QTest::mouseClick(&chart, Qt::LeftButton, {}, QPoint(50, 50));
    EXPECT_TRUE(chart.path().isEmpty());
}
