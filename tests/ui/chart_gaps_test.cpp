// Tests of views whose level is unknown at some steps and whose peak is inside a cell.
#include "tests/ui/charts_fixture.h"
#include "tests/ui/tables_fixture.h"
#include "tests/ui/window_fixture.h"
#include "ui/charts/chart_layers.h"
#include "ui/charts/chart_picture.h"
#include "ui/charts/go_to_dialog.h"
#include "ui/charts/row_surface.h"
#include "ui/charts/tip_box.h"
#include "ui/panels/buffer_card.h"
#include "ui/panels/card_parts.h"
#include "ui/state/units.h"

#include <QMenu>

#include <algorithm>

using namespace tidemark;
using namespace tidemark::ui;

namespace {

constexpr StepId kPeak(4);
constexpr std::int64_t kPeakBytes = 10240;

/// 8 KiB after the first step, 6 KiB after the others, and 10 KiB inside the fifth step. The levels after the first and
/// after the last step are unknown.
class ChartGaps : public testing::Test
{
protected:
    void SetUp() override
    {
        m_made->rows.resize(3);
        m_made->rows[0].size = m_made->rows[1].size = 3072;
        m_made->rows[2].size = 2048;
        m_made->rows[2].end = StepId(1);
        auto view = std::make_shared<View>(*viewOf(m_made));
        m_inside = m_made->levels;
        m_inside[kPeak.index()] = kPeakBytes;
        m_known.front() = m_known.back() = 0;
        view->curves.front().known = m_known;
        view->curves.push_back({CurveRole::Inside, "Inside", m_inside, Hue::Temporary});
        view->peakStep = kPeak;
        m_view = view;
        m_state.setView(m_view);
        ASSERT_TRUE(m_state.isCursorAtPeak());
    }

    std::shared_ptr<MadeUp> m_made = std::make_shared<MadeUp>();
    std::vector<std::int64_t> m_inside;
    std::vector<std::uint8_t> m_known = std::vector<std::uint8_t>(10, 1);
    std::shared_ptr<const View> m_view;
    ViewState m_state;
};

} // namespace

TEST_F(ChartGaps, AreDrawnAnywhereInAStack)
{
    m_state.setGroups(*makeGroups(m_view, nullptr, Facet::kByKind));
    for (const StepRange range : {StepRange{0, 10}, StepRange{0, 1}, StepRange{9, 10}}) {
        m_state.axis().setVisible(range);
        const ChartContent content = contentOf(m_state);
        const ChartScene scene
            = makeScene(content, QRectF(0, 0, 1000, 300), colorsFor(lightPalette()), chartFonts(QApplication::font()));
        const CurveDrawing curve = curveOf(scene, static_cast<int>(range.size()), 1);
        ASSERT_FALSE(curve.layers.empty());
        for (std::size_t x = 0; x < curve.level.size(); ++x) {
            const std::size_t step = range.begin + x;
            EXPECT_EQ(curve.level[x].steps.size(), m_known[step]);
            if (m_known[step] != 0) {
                EXPECT_EQ(curve.layers.back().tops[x], m_view->level()[step]);
            }
        }
        EXPECT_FALSE(ChartPicture(content, {}).image().isNull());
    }
}

TEST_F(ChartGaps, AnUnknownStepHasNoValueToCopyOrToGoTo)
{
    ChartNavigation navigation(&m_state);
    const Units units;
    for (const std::uint32_t step : {0U, 1U}) {
        const bool isKnown = m_known[step] != 0;
        QMenu menu;
        addStepActions(menu, &m_state, &navigation, StepId(step), [] {});
        const QAction* copy = entryOf(menu, "Copy Value");
        ASSERT_TRUE(copy);
        EXPECT_EQ(copy->isEnabled(), isKnown);
        EXPECT_EQ(copy->text().contains(QStringLiteral("not known")), !isKnown) << utf8(copy->text());
        const GoToDialog dialog(m_view, StepId(step), units, nullptr);
        EXPECT_EQ(allText(dialog).contains(QStringLiteral("not known")), !isKnown) << utf8(allText(dialog));
    }
}

TEST_F(ChartGaps, SharesOfThePeakUseTheLevelInsideItsStep)
{
    const auto share = [](std::int64_t bytes) { return percent(bytes, kPeakBytes) + QStringLiteral(" of the peak"); };
    EXPECT_TRUE(rowTip(m_state, RowId(0)).back().endsWith(share(3072))) << utf8(rowTip(m_state, RowId(0)).back());
    BufferCard card(&m_state);
    card.show();
    m_state.focus().setHovered(RowId(0));
    EXPECT_TRUE(allText(card).contains(share(2 * 3072))) << utf8(allText(card));
    m_state.axis().setCursor(StepId(5));
    EXPECT_TRUE(rowTip(m_state, RowId(0)).back().contains(percent(3072, 6144) + QStringLiteral(" of step 5")))
        << utf8(rowTip(m_state, RowId(0)).back());
}

TEST_F(ChartGaps, TheSmallCurveOfTheCardHasTheHeightOfItsHighestLevel)
{
    auto view = std::make_shared<View>(*m_view);
    view->curves.front().known = {};
    m_state.setView(view);
    LifetimeCurve curve(&m_state);
    curve.resize(160, curve.height());
    curve.setRow(RowId(0));
    const QImage shown = curve.grab().toImage();
    const QRgb area = colorsFor(curve.palette()).grid.rgb();
    EXPECT_EQ(pixelAt(shown, {8, 3}), area) << "the first step, the highest";
    EXPECT_NE(pixelAt(shown, {120, 3}), area) << "a step with three quarters of it";
    EXPECT_EQ(pixelAt(shown, {120, 20}), area);
}
