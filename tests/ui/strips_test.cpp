#include "tests/support/made_view.h"
#include "tests/ui/charts_fixture.h"
#include "tests/ui/tables_fixture.h"
#include "tests/ui/window_fixture.h"
#include "ui/charts/buffer_strips.h"
#include "ui/charts/row_surface.h"
#include "ui/charts/tip_box.h"
#include "ui/state/row_text.h"
#include "ui/state/similar_rows.h"

#include <QClipboard>
#include <QMenu>
#include <QToolButton>

namespace tidemark::ui {
namespace {

TEST_F(ChartsTest, StripsFindTheHoveredRowAndShareIt)
{
    m_state.axis().setCursor(m_view->peakStep);
    const RowId row = rowNamed(*m_view, "b");
    for (const int strip : {StripsModel::ProgramOrder, StripsModel::Size}) {
        const QRectF rect = m_strips.rectOf(strip, row);
        ASSERT_FALSE(rect.isEmpty());
        EXPECT_EQ(m_strips.rowAt(rect.center().toPoint()), row);
    }
    EXPECT_FALSE(m_strips.rowAt({2, 2}));
    const QPoint place = m_strips.rectOf(StripsModel::Size, row).center().toPoint();
    QMouseEvent event(QEvent::MouseMove, place, m_strips.mapToGlobal(place), Qt::NoButton, Qt::NoButton,
                      Qt::NoModifier);
    QApplication::sendEvent(&m_strips, &event);
    EXPECT_EQ(m_state.focus().hovered(), row);
    QTest::mouseClick(&m_strips, Qt::LeftButton, {}, place);
    EXPECT_EQ(m_state.focus().pinned(), row);
    QTest::mouseClick(&m_strips, Qt::LeftButton, {}, {2, 2});
    EXPECT_FALSE(m_state.focus().pinned());
}

TEST_F(ChartsTest, StripsRemoveAFrameAfterTheirRowsHaveMoved)
{
    class Painted : public QObject
    {
    public:
        bool eventFilter(QObject*, QEvent* event) override
        {
            if (event->type() == QEvent::Paint)
                region += static_cast<QPaintEvent*>(event)->region();
            return false;
        }
        QRegion region;
    } painted;
    m_strips.show();
    m_state.axis().setCursor(m_view->peakStep);
    const RowId row = rowNamed(*m_view, "b");
    m_state.focus().setHovered(row);
    QTest::qWait(0);
    m_strips.resize(m_strips.width() * 2, m_strips.height());
    QTest::qWait(0);
    m_strips.installEventFilter(&painted);
    m_state.focus().setHovered(std::nullopt);
    QTest::qWait(0);
    EXPECT_TRUE(painted.region.contains(m_strips.rectOf(StripsModel::Size, row).toRect()));
    m_strips.removeEventFilter(&painted);
}

TEST(StripsModels, KnowIfThePaddingOfAllRowsIsKnown)
{
    const auto isKnown = [](const std::vector<std::int64_t>& unpadded) {
        std::vector<test::MadeRow> rows(unpadded.size());
        for (test::MadeRow& row : rows)
            row.size = 8;
        const auto view = test::madeView(rows, {16});
        view->rows.unpadded = {unpadded.data(), sizeof(std::int64_t)};
        ViewState state;
        state.setView(view);
        StripsModel model;
        model.update(state, 100);
        return model.isPaddingKnown();
    };
    EXPECT_TRUE(isKnown({8, 4}));
    EXPECT_FALSE(isKnown({8, -1}));
}

TEST_F(ChartsTest, KeysWalkTheStrips)
{
    m_state.axis().setCursor(m_view->peakStep);
    QTest::keyClick(&m_strips, Qt::Key_Right);
    EXPECT_EQ(m_state.focus().hovered(), m_state.live()[0].row);
    QTest::keyClick(&m_strips, Qt::Key_Right);
    EXPECT_EQ(m_state.focus().hovered(), m_state.live()[1].row);
    QTest::keyClick(&m_strips, Qt::Key_Return);
    EXPECT_EQ(m_state.focus().pinned(), m_state.live()[1].row);
}

TEST_F(ChartsTest, StripsHaveTheColourOfTheCategoryOnceItIsKnown)
{
    m_state.axis().setCursor(m_view->peakStep);
    const RowId row = rowNamed(*m_view, "b");
    const Colors colors = colorsFor(m_strips.palette());
    const auto color = [&] {
        return pixelAt(m_strips.grab().toImage(), m_strips.rectOf(StripsModel::Size, row).center() + QPointF(2, 0));
    };
    const QColor byType = color();
    auto meanings = std::make_shared<RowMeanings>();
    meanings->categories = {{"optimizer_state", "Optimizer state"}, {"unknown", "Unknown"}};
    meanings->roles = {"held"};
    meanings->category.resize(m_view->rows.count);
    meanings->role.resize(m_view->rows.count);
    meanings->rule = [](RowId) { return "told"; };
    m_state.setMeanings(meanings);
    group(m_state, Facet::kByCategory);
    EXPECT_EQ(m_state.lookOf(row).category, "optimizer_state");
    EXPECT_EQ(color(), m_state.fillOf(row, colors).color);
    group(m_state, Facet::kByKind);
    EXPECT_EQ(color(), byType);
}

TEST_F(ChartsTest, StripsShowTheFilteredRows)
{
    m_state.axis().setCursor(m_view->peakStep);
    const RowId temporary = rowNamed(*m_view, "b");
    const RowId argument = rowNamed(*m_view, "p");
    const auto middle = [&](const QImage& image, RowId row) {
        return pixelAt(image, m_strips.rectOf(StripsModel::Size, row).center() + QPointF(2, 0));
    };
    const QImage all = m_strips.grab().toImage();
    m_state.filter().setFacet(Facet::of(m_view->rows.kindOf(argument)));
    const QImage some = m_strips.grab().toImage();
    EXPECT_NE(middle(some, temporary), middle(all, temporary));
    EXPECT_EQ(middle(some, argument), middle(all, argument));
}

TEST_F(ChartsTest, AnOpenMenuBlocksNothing)
{
    auto strips = std::make_unique<BufferStrips>(&m_state, nullptr);
    strips->resize(800, 200);
    strips->show();
    m_state.axis().setCursor(m_view->peakStep);
    const QPoint at = strips->rectOf(StripsModel::Size, rowNamed(*m_view, "b")).center().toPoint();
    QContextMenuEvent event(QContextMenuEvent::Mouse, at, strips->mapToGlobal(at));
    QApplication::sendEvent(strips.get(), &event);
    const QPointer<QMenu> menu = strips->findChild<QMenu*>();
    ASSERT_TRUE(menu && menu->isVisible());
    strips.reset(); // as when the window below is closed
    EXPECT_FALSE(menu);
}

TEST_F(ChartsTest, TheEntriesOfARowsMenuPerformTheirActions)
{
    const RowId row = rowNamed(*m_view, "b");
    m_state.axis().setCursor(m_view->rows.start[row]);
    const auto trigger = [&](const char* name) {
        QMenu menu;
        addRowActions(menu, &m_state, row);
        auto* action = menu.findChild<QAction*>(QString::fromLatin1(name));
        if (!action)
            action = m_state.findChild<QAction*>(QString::fromLatin1(name));
        ASSERT_TRUE(action) << name;
        action->trigger();
    };
    trigger("pin");
    EXPECT_EQ(m_state.focus().pinned(), row);
    trigger("pin");
    EXPECT_FALSE(m_state.focus().pinned());
    trigger("zoom");
    EXPECT_TRUE(m_state.axis().visible().contains(m_view->rows.start[row].value));
    EXPECT_FALSE(m_state.axis().isShowingAll());
    trigger("similar");
    EXPECT_EQ(m_state.focus().selected(), SimilarRows(&m_state).of(row));
    EXPECT_FALSE(m_state.focus().selected().empty());
    trigger("filterKind");
    EXPECT_TRUE(m_state.filter().has(Facet::of(m_view->rows.kindOf(row))));
    trigger("copyName");
    EXPECT_EQ(QGuiApplication::clipboard()->text(), QStringLiteral("b"));
    trigger("copyDetails");
    const QString details = QGuiApplication::clipboard()->text();
    EXPECT_TRUE(details.startsWith(QStringLiteral("b\n")));
    EXPECT_TRUE(details.contains(QStringLiteral("8 KiB (8192 B)"))) << details.toStdString();
    EXPECT_TRUE(details.contains(lifetimeText(*m_view, row)));
}

TEST_F(ChartsTest, HoveringARowDescribesItInPlainText)
{
    m_state.axis().setCursor(m_view->peakStep);
    const RowId row = rowNamed(*m_view, "b");
    const QPoint place = m_strips.rectOf(StripsModel::Size, row).center().toPoint();
    QMouseEvent event(QEvent::MouseMove, place, m_strips.mapToGlobal(place), Qt::NoButton, Qt::NoButton,
                      Qt::NoModifier);
    QApplication::sendEvent(&m_strips, &event);
    EXPECT_TRUE(m_strips.tip().isVisible());
    EXPECT_EQ(m_strips.tip().lines(), rowTip(m_state, row));
    EXPECT_EQ(m_strips.tip().lines().join(u'|').toStdString().substr(0, 8), "b|8\u00a0KiB");
    QEvent leave(QEvent::Leave);
    QApplication::sendEvent(&m_strips, &leave);
    EXPECT_FALSE(m_strips.tip().isVisible());
}

/// Rows of one size, all live at the end.
std::shared_ptr<const View> manyRows(int count)
{
    std::string hlo = "temp " + std::to_string(count * 4096) + '\n';
    std::string trace = "trace";
    for (int i = 0; i < count; ++i) {
        const std::string name = "r" + std::to_string(i);
        hlo += "  " + name + ' ' + std::to_string(i * 4096) + " 4096\n";
        trace += " +" + name;
    }
    const auto plan = Plan::parse(test::hloBytes(hlo + trace + '\n'));
    return plan ? makeView(replaySpace(*plan, 0), {}) : nullptr;
}

TEST(BufferStrips, SelectedRowsKeepTheirColours)
{
    ViewState state;
    BufferStrips strips(&state);
    strips.resize(1000, 142);
    state.setView(manyRows(400));
    ASSERT_EQ(state.live().size(), 400U);
    const QRect strip = strips.stripRect(StripsModel::Size);
    const QImage before = partOf(strips.grab().toImage(), strip);
    const QRgb ink = colorsFor(strips.palette()).text.rgb();
    const auto share = [&](const QImage& image) {
        int pixels = 0;
        for (int y = 0; y < image.height(); ++y)
            for (int x = 0; x < image.width(); ++x)
                pixels += image.pixel(x, y) == ink;
        return 1.0 * pixels / (image.width() * image.height());
    };
    const auto selected = [&](int every) {
        std::vector<RowId> rows;
        for (std::size_t i = 0; i < 400; i += static_cast<std::size_t>(every))
            rows.push_back(RowId::at(i));
        state.focus().setSelected(rows);
        return partOf(strips.grab().toImage(), strip);
    };
    const QImage all = selected(1);
    EXPECT_NE(all, before);
    EXPECT_LT(share(all), 0.25) << "one outline";
    const QImage some = selected(10);
    EXPECT_NE(some, before);
    EXPECT_NE(some, all);
    EXPECT_LT(share(some), 0.01) << "shades";
}

TEST(BufferStrips, FindARowUnderEveryPixelAmongManyThinOnes)
{
    ViewState state;
    BufferStrips strips(&state);
    strips.resize(1000, 142);
    state.setView(manyRows(20'000));
    ASSERT_EQ(state.live().size(), 20'000U);
    strips.grab();
    const QRect rect = strips.stripRect(StripsModel::Size);
    for (int x = rect.left(); x < rect.right(); ++x)
        EXPECT_TRUE(strips.rowAt(QPoint(x, rect.center().y())));
}

} // namespace
} // namespace tidemark::ui
