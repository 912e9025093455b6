// Tests of the common widgets in the program's own style: they are visible in light and dark mode.
#include "ui/charts/picture.h"
#include "ui/theme/appearance.h"
#include "ui/theme/colors.h"
#include "ui/widgets/figure_line.h"
#include "ui/widgets/fonts.h"
#include "ui/widgets/icons.h"
#include "ui/widgets/labels.h"
#include "ui/widgets/swatch.h"

#include <QApplication>
#include <QBuffer>
#include <QCheckBox>
#include <QFrame>
#include <QLabel>
#include <QLineEdit>
#include <QMainWindow>
#include <QMenuBar>
#include <QPainter>
#include <QSpinBox>
#include <QStyleOption>
#include <QTabBar>
#include <QToolButton>
#include <gtest/gtest.h>

#include <set>

using namespace tidemark::ui;

namespace {

constexpr double kMarkContrast = 3;

class Look : public testing::TestWithParam<Appearance>
{
protected:
    void SetUp() override
    {
        applyAppearance(GetParam());
        m_palette = GetParam() == Appearance::Dark ? darkPalette() : lightPalette();
    }
    static void TearDownTestSuite() { applyAppearance(Appearance::Light); }

    QImage draw(QWidget& widget) const
    {
        widget.setStyle(&m_style);
        widget.setPalette(m_palette);
        widget.ensurePolished();
        QImage image(widget.size(), QImage::Format_RGB32);
        image.fill(m_palette.color(QPalette::Window));
        widget.render(&image, {}, {}, QWidget::DrawChildren);
        return image;
    }
    /// Returns the highest contrast to `ground` on a row of pixels.
    static double strongest(const QImage& image, int y, const QColor& ground, int from, int to)
    {
        double most = 1;
        for (int x = from; x < to; ++x)
            most = std::max(most, contrast(image.pixelColor(x, y), ground));
        return most;
    }

    mutable FlatStyle m_style;
    QPalette m_palette;
};

} // namespace

TEST_P(Look, BordersOfFieldsAreVisible)
{
    QLineEdit edit;
    edit.resize(120, 28);
    EXPECT_GE(strongest(draw(edit), 14, m_palette.color(QPalette::Base), 0, 3), kMarkContrast);
    QSpinBox spin;
    spin.resize(120, 28);
    EXPECT_GE(strongest(draw(spin), 14, m_palette.color(QPalette::Base), 0, 3), kMarkContrast);
}

TEST_P(Look, TheCrossOfATabIsVisibleAndGrey)
{
    QImage image(16, 16, QImage::Format_RGB32);
    const QColor ground = m_palette.color(QPalette::Base);
    image.fill(ground);
    QPainter painter(&image);
    QStyleOption option;
    option.rect = image.rect();
    option.palette = m_palette;
    m_style.drawPrimitive(QStyle::PE_IndicatorTabClose, &option, &painter, nullptr);
    painter.end();
    EXPECT_GE(strongest(image, 6, ground, 0, 16), kMarkContrast);
    for (int y = 0; y < image.height(); ++y)
        for (int x = 0; x < image.width(); ++x)
            EXPECT_LT(image.pixelColor(x, y).hsvSaturation(), 80) << x << ' ' << y;
}

TEST_P(Look, TheBorderOfAFrameIsVisible)
{
    QFrame frame;
    frame.setFrameShape(QFrame::StyledPanel);
    frame.resize(60, 40);
    EXPECT_EQ(draw(frame).pixelColor(0, 20), colorsFor(m_palette).border);
}

TEST_P(Look, AnUncheckedBoxIsVisible)
{
    QCheckBox box;
    box.resize(40, 24);
    EXPECT_GE(strongest(draw(box), 12, m_palette.color(QPalette::Window), 0, 20), kMarkContrast);
}

TEST_P(Look, NoLineIsUnderTheTitlesOfMenus)
{
    QMenuBar bar;
    bar.setNativeMenuBar(false);
    bar.addMenu(QStringLiteral("File"));
    bar.addMenu(QStringLiteral("Edit"));
    bar.resize(200, bar.sizeHint().height());
    const QImage image = draw(bar);
    EXPECT_LT(strongest(image, image.height() - 1, m_palette.color(QPalette::Window), 0, image.width()), 1.02);
    EXPECT_GT(strongest(image, image.height() / 2, m_palette.color(QPalette::Window), 0, image.width()), 3)
        << "the titles are there";
}

TEST_P(Look, TheTextsOfTabsShareABaseline)
{
    QTabBar bar;
    bar.setDocumentMode(true);
    bar.setExpanding(false);
    for (int i = 0; i < 2; ++i)
        bar.addTab(QStringLiteral("mmmm"));
    bar.resize(bar.sizeHint());
    const QImage image = draw(bar);
    const auto lowestInk = [&](int tab) {
        const QRect r = bar.tabRect(tab).adjusted(8, 4, -8, -4);
        for (int y = r.bottom(); y > r.top(); --y)
            if (strongest(image, y, image.pixelColor(r.left(), r.top()), r.left(), r.right()) > 3)
                return y;
        return -1;
    };
    EXPECT_GT(lowestInk(0), 0);
    EXPECT_EQ(lowestInk(0), lowestInk(1));
}

INSTANTIATE_TEST_SUITE_P(Appearances, Look, testing::Values(Appearance::Light, Appearance::Dark));

TEST(ElidedLabel, ItsTextSharesTheBaselineOfOtherLabels)
{
    const auto lowestInk = [](QLabel& label, int height) {
        label.resize(200, height);
        const QImage image = label.grab().toImage();
        for (int y = image.height() - 1; y >= 0; --y)
            for (int x = 0; x < image.width(); ++x)
                if (qAbs(qGray(image.pixel(x, y)) - qGray(image.pixel(image.width() - 1, 0))) > 90)
                    return y;
        return -1;
    };
    QLabel plain(QStringLiteral("mmmm"));
    ElidedLabel elided(nullptr);
    elided.setFullText(QStringLiteral("mmmm"));
    for (const int height : {20, 21, 22, 23}) {
        EXPECT_GT(lowestInk(plain, height), 0);
        EXPECT_EQ(lowestInk(plain, height), lowestInk(elided, height)) << height;
    }
}

TEST(ElidedLabel, AShorterTextIsShownIfTheWholeDoesNotFit)
{
    const auto shown = [](QLabel& label, int width) {
        label.resize(width, 20);
        return label.grab().toImage();
    };
    ElidedLabel label;
    label.setFullText(QStringLiteral("B is lower: a (b, c, d, e, f, g, h)"));
    label.setShorterText(QStringLiteral("B is lower: a"));
    ElidedLabel full;
    full.setFullText(label.text());
    ElidedLabel shorter;
    shorter.setFullText(QStringLiteral("B is lower: a"));
    EXPECT_EQ(shown(label, full.sizeHint().width()), shown(full, full.sizeHint().width()));
    const int narrow = full.sizeHint().width() - 20;
    EXPECT_EQ(shown(label, narrow), shown(shorter, narrow));
    EXPECT_NE(shown(label, narrow), shown(full, narrow));
    EXPECT_EQ(label.accessibleName(), full.text()) << "all is told";
}

TEST(ElidedLabel, TakesMoreLinesAndElidesTheEndOfTheLast)
{
    ElidedLabel label;
    label.setMostLines(2);
    label.setFullText(QStringLiteral("B is lower: a (bbbbbb, cccccc, dddddd, eeeeee, ffffff)"));
    const int line = label.fontMetrics().height();
    const int whole = label.sizeHint().width();
    const auto linesIn = [&](int width) {
        label.resize(width, 2 * line);
        return label.sizeHint().height() / line;
    };
    EXPECT_EQ(linesIn(whole), 1);
    EXPECT_EQ(linesIn(whole * 7 / 10), 2);
    EXPECT_EQ(linesIn(whole * 3 / 10), 2);
    EXPECT_EQ(label.lines().join(u' '), label.text()) << "the same words";
    label.setMostLines(3);
    EXPECT_EQ(linesIn(whole * 3 / 10), 3);
    EXPECT_EQ(label.lines().join(u' '), label.text());
}

TEST(TitledPicture, TheTitleTakesASecondLine)
{
    PictureOptions options;
    options.title = QStringLiteral("B is 3 GiB lower: activations 4 GiB less (saved 3 GiB less, copied 622 MiB less, "
                                   "recomputed 592 MiB, others last)");
    const double whole
        = QFontMetricsF(largerFont(boldFont(QApplication::font()), 1.2)).horizontalAdvance(options.title);
    const auto drawn = [&](double share) {
        options.size = QSize(static_cast<int>(whole * share) + 28, 300);
        QBuffer file;
        file.open(QIODevice::WriteOnly);
        const auto picture = titledPicture(options, [](QPainter&, const QRectF&, const Colors&, const QFont&) {});
        EXPECT_TRUE(picture->svg(file));
        const QByteArray all = file.data();
        return all.mid(all.indexOf("</title>")); // the title contains the whole text
    };
    EXPECT_TRUE(drawn(1.1).contains("last)"));
    EXPECT_TRUE(drawn(0.7).contains("last)"));
    EXPECT_FALSE(drawn(0.7).contains("less (saved 3 GiB less, copied 622 MiB less, recomputed 592 MiB, others last)"));
    EXPECT_TRUE(drawn(0.35).contains("lower"));
}

TEST(Icons, FollowTheAppearanceWhileTheProgramRuns)
{
    const QIcon icon = themedIcon(QStringLiteral("open"));
    ASSERT_FALSE(icon.isNull());
    const auto darkest = [&] {
        const QImage image = icon.pixmap(32, 32).toImage();
        int least = 255;
        for (int y = 0; y < image.height(); ++y)
            for (int x = 0; x < image.width(); ++x)
                if (image.pixelColor(x, y).alpha() > 200)
                    least = std::min(least, image.pixelColor(x, y).lightness());
        return least;
    };
    QApplication::setPalette(lightPalette());
    EXPECT_LT(darkest(), 100);
    QApplication::setPalette(darkPalette());
    EXPECT_GT(darkest(), 150);
    QApplication::setPalette(lightPalette());
}

TEST(Swatch, IsHatchedIfTheCategoryIsUnknownOrOnlyProbable)
{
    const auto inks = [](const Fill& fill, double pixelRatio) {
        const QImage square = swatch(fill, 9, pixelRatio).toImage();
        EXPECT_EQ(square.width(), qRound(9 * pixelRatio));
        std::set<QRgb> all;
        for (int x = 0; x < square.width(); ++x)
            for (int y = 0; y < square.height(); ++y)
                all.insert(square.pixel(x, y));
        return all.size();
    };
    for (const double pixelRatio : {1.0, 2.0}) {
        for (const Colors& colors : {colorsFor(lightPalette()), colorsFor(darkPalette())}) {
            EXPECT_GT(inks(colors.categoryFill("unknown"), pixelRatio), 1u);
            EXPECT_GT(inks(colors.categoryFill("inputs", true), pixelRatio), 1u);
            EXPECT_EQ(inks(colors.categoryFill("inputs"), pixelRatio), 1u);
        }
    }
    FigureLine line;
    line.setEntries({{QStringLiteral("Unknown"), QStringLiteral("1 B"), {}, {}, 0, false, {Qt::gray, true}},
                     {QStringLiteral("Inputs"), QStringLiteral("2 B"), {}, {}, 0, false, {Qt::gray, false}}});
    line.resize(2000, 30);
    line.show();
    const auto labels = line.findChildren<QLabel*>();
    ASSERT_EQ(labels.size(), 2);
    EXPECT_TRUE(labels[0]->text().contains(u'▨'));
    EXPECT_TRUE(labels[1]->text().contains(u'■'));
}
