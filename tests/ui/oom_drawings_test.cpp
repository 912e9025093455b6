// Tests of the drawings of a message: the bar to the scale of the limit, and chunks at their addresses.
#include "tests/ui/window_fixture.h"
#include "ui/charts/chunk_lines.h"
#include "ui/pages/oom/oom_bar.h"
#include "ui/theme/colors.h"
#include "ui/widgets/fonts.h"

#include <QFontMetrics>

using namespace tidemark;
using namespace tidemark::ui;

namespace {

/// The first of five lines has two chunks; the third chunk fills the other lines.
constexpr const char* kThreeChunks = "I bfc_allocator.cc:645] Free  at 0x1000 of size 4096\n"
                                     "I bfc_allocator.cc:645] Chunk at 0x2000 of size 4096\n"
                                     "I bfc_allocator.cc:645] Chunk at 0x3000 of size 32768\n";

class OomDrawings : public Window
{
protected:
    std::unique_ptr<MainWindow> openText(const std::string& text)
    {
        return openWindow(write(QStringLiteral("train.log"), text));
    }
    static QColor at(QWidget& widget, const QPointF& place)
    {
        return widget.grab().toImage().pixelColor((place * widget.devicePixelRatioF()).toPoint());
    }
    /// Returns true if a whole column of pixels inside the frame of the bar has this color.
    static bool isAll(OomBar& bar, double x, const QColor& color)
    {
        const QImage image = bar.grab().toImage();
        const double ratio = bar.devicePixelRatioF();
        const QRectF inside = bar.segmentRect(0).adjusted(0, 2, 0, -2);
        for (int y = qCeil(inside.top() * ratio); y < qFloor(inside.bottom() * ratio); ++y)
            if (image.pixelColor(qFloor(x * ratio), y) != color)
                return false;
        return true;
    }
};

} // namespace

TEST_F(OomDrawings, TheLimitLineCrossesNoText)
{
    const auto window = openText("XlaRuntimeError: RESOURCE_EXHAUSTED: Allocation (size=134217728) would exceed "
                                 "memory (size=67108864) :: #allocation25 [shape = 'u8[134217728]{0}', space=vmem, "
                                 "size = 0x8000000, tag = 'scoped memory for "
                                 + std::string(300, 'x') + "'] :: kernel.2\n");
    auto* bar = window->findChild<OomBar*>();
    ASSERT_TRUE(bar->isVisible());
    const QRectF segment = bar->segmentRect(0);
    const QColor fill = at(*bar, segment.topLeft() + QPointF(4, 4));
    for (const double beside : {-3.5, 3.5})
        EXPECT_TRUE(isAll(*bar, segment.center().x() + beside, fill)) << beside;
    EXPECT_FALSE(isAll(*bar, segment.center().x(), fill)) << "the limit";
}

TEST_F(OomDrawings, TextOnAHatchHasABackgroundFromFrameToFrame)
{
    const auto window = openText("XlaRuntimeError: RESOURCE_EXHAUSTED: Error loading program 'jit_step': Attempting to "
                                 "reserve 29.49G at the bottom of memory. That was not possible. There are 147.64M "
                                 "free, 0B reserved, and 147.64M reservable.\n");
    auto* bar = window->findChild<OomBar*>();
    ASSERT_TRUE(bar->isVisible());
    const Colors colors = colorsFor(bar->palette());
    const QRectF segment = bar->segmentRect(0);
    const double limit = segment.left() + segment.width() * 147.64 / (29.49 * 1024);
    EXPECT_TRUE(isAll(*bar, limit + 8, colors.plot)) << "before the words";
    EXPECT_FALSE(isAll(*bar, segment.right() - 6, colors.plot)) << "it is a hatch still";
    const QImage image = bar->grab().toImage();
    const int below = qRound(segment.bottom() * bar->devicePixelRatioF());
    for (int x = 0; x < image.width(); ++x)
        EXPECT_NE(image.pixelColor(x, below), colors.secondaryText) << "under the frame, at " << x;
}

TEST_F(OomDrawings, AChunkThatGoesOnInTheNextLineHasOpenEnds)
{
    const auto window = openText(kThreeChunks);
    auto* chunks = window->findChild<ChunkLines*>();
    ASSERT_TRUE(chunks->isVisible());
    const QRectF first = chunks->rectOf(RowId(2)); // the box fills the second line and the following ones
    const double line = first.top() - chunks->rectOf(RowId(0)).top();
    ASSERT_GT(line, 0);
    const QColor base = colorsFor(chunks->palette()).base;
    const QColor fill = at(*chunks, first.center());
    const auto behind
        = [&](int lines) { return at(*chunks, QPointF(first.right() + 2, first.center().y() + lines * line)); };
    EXPECT_EQ(behind(-1), base) << "another begins in the next line";
    EXPECT_EQ(behind(0), fill);
    EXPECT_EQ(behind(3), base) << "it ends there";
    EXPECT_EQ(at(*chunks, {first.left() + 1, first.center().y()}), fill) << "it begins there";
    EXPECT_EQ(at(*chunks, {first.left() + 1, first.center().y() + line}), base);
}

TEST_F(OomDrawings, LinesBeginWithTheirAddressesIfTheyFit)
{
    const auto window = openText(kThreeChunks);
    ChunkLines chunks(window->state());
    chunks.refresh();
    chunks.resize(120, chunks.sizeHint().height());
    const double margin = chunks.rectOf(RowId(0)).left();
    EXPECT_LT(margin, 12);
    chunks.resize(static_cast<int>(1000 * textScale()), chunks.height());
    const double places = chunks.rectOf(RowId(0)).left() - 2;
    EXPECT_GT(places, margin + QFontMetrics(smallerFont(monospaceFont())).horizontalAdvance(QStringLiteral("8 KiB")));
    const QColor base = colorsFor(chunks.palette()).base;
    const QImage image = chunks.grab().toImage();
    const double ratio = chunks.devicePixelRatioF();
    for (int line = 0; line < 5; ++line) {
        const double height = chunks.rectOf(RowId(2)).top() - chunks.rectOf(RowId(0)).top();
        const double top = chunks.rectOf(RowId(0)).top() + line * height;
        int inks = 0;
        for (int x = qCeil(margin * ratio); x < qFloor(places * ratio); ++x)
            for (int y = qCeil(top * ratio); y < qFloor((top + height) * ratio); ++y)
                inks += image.pixelColor(x, y) != base ? 1 : 0;
        EXPECT_GT(inks, 20) << line;
    }
}

TEST_F(OomDrawings, APictureCutsNoLineOfTheMessageInHalf)
{
    if (textScale() > 1)
        GTEST_SKIP() << "not yet true for large text";
    const OomContent content{{}, {}, {}, QStringLiteral("M\n").repeated(200), {}};
    for (int height = 300; height < 310; ++height) {
        const QImage image = oomPicture(content, {.size = {300, height}, .title = {}, .subtitle = {}})->image();
        std::vector<int> heights; // of the lines
        bool wasInk = false;
        for (int y = 0; y < image.height(); ++y) {
            bool isInk = false;
            for (int x = 0; x < image.width(); ++x)
                isInk |= qGray(image.pixel(x, y)) < 128;
            if (isInk && !wasInk)
                heights.push_back(0);
            if (isInk)
                ++heights.back();
            wasInk = isInk;
        }
        ASSERT_GT(heights.size(), 5U);
        EXPECT_EQ(heights.back(), heights.front()) << height;
    }
}
