#include "tests/ui/window_fixture.h"
#include "ui/charts/lanes.h"
#include "ui/charts/memory_chart.h"
#include "ui/pages/composition/composition_page.h"
#include "ui/pages/empty/empty_page.h"
#include "ui/pages/timeline/timeline_page.h"
#include "ui/panels/buffer_card.h"
#include "ui/panels/buffers_panel.h"
#include "ui/panels/problems_panel.h"
#include "ui/session/settings.h"
#include "ui/shell/help_dialogs.h"
#include "ui/shell/status_line.h"
#include "ui/shell/window_set.h"
#include "ui/tables/row_table.h"
#include "ui/widgets/figure_line.h"
#include "ui/widgets/labels.h"
#include "ui/widgets/notice_bar.h"

#include <QActionGroup>
#include <QFileInfo>
#include <QHeaderView>
#include <QPlainTextEdit>
#include <QPushButton>
#include <QScreen>
#include <QScrollBar>
#include <QSplitter>
#include <QSplitterHandle>
#include <QTabWidget>
#include <QToolButton>

#include <algorithm>
#include <cstdlib>

using namespace tidemark;
using namespace tidemark::ui;

namespace {

/// Expects that no label cuts its text without an ellipsis.
void expectNothingClipped(const QWidget& window)
{
    for (const QLabel* label : window.findChildren<QLabel*>()) {
        if (!label->isVisible() || label->wordWrap() || label->text().isEmpty())
            continue;
        EXPECT_GE(label->height(), QFontMetrics(label->font()).height() - 1) << utf8(label->text());
        if (!qobject_cast<const ElidedLabel*>(label)) {
            EXPECT_GE(label->width(), label->sizeHint().width()) << utf8(label->text());
            EXPECT_GE(label->parentWidget()->width(), label->geometry().right()) << utf8(label->text());
        }
    }
}

} // namespace

TEST_F(Window, ASmallWindowLeavesOutWhatDoesNotFit)
{
    const auto window = openWindow(profile(), QSize(1300, 760) * textScale());
    const auto* line = window->findChild<StatusLine*>();
    const auto* table = window->findChild<BuffersPanel*>()->table();
    const int lifetime = static_cast<int>(RowColumn::Lifetime);
    const QString file = QFileInfo(profile()).fileName();
    const auto saysFile = [&] { return allText(*line).contains(file); };
    EXPECT_TRUE(waitUntil([&] { return saysFile() && !table->isColumnHidden(lifetime); }));
    window->resize(QSize(900, 600) * textScale());
    EXPECT_TRUE(waitUntil([&] { return !saysFile(); })) << "the title of the window has it";
    EXPECT_TRUE(window->windowTitle().contains(file));
    EXPECT_TRUE(waitUntil([&] { return table->horizontalScrollBar()->maximum() == 0; }));
}

TEST_F(Window, ALowWindowStillShowsRowsOfTheTable)
{
    const auto scaled = [](int pixels) { return static_cast<int>(pixels * textScale()); };
    const auto window = openWindow(profile(), {scaled(1180), scaled(760)});
    const auto* chart = window->findChild<MemoryChart*>();
    const auto* panel = window->findChild<BuffersPanel*>();
    for (const int usual : {660, 600, 560, 520}) {
        const int height = scaled(usual);
        window->resize(scaled(900), height);
        EXPECT_TRUE(waitUntil([&] {
            return window->height() == height && panel->height() >= 100 && chart->height() >= scaled(100);
        })) << height
            << ": " << window->height() << ", " << panel->height() << ", " << chart->height();
    }
}

TEST_F(Window, TheTableHasSixRowsInACommonWindow)
{
    const auto scaled = [](int pixels) { return static_cast<int>(pixels * textScale()); };
    const auto window = openWindow(profile(), {scaled(1062), scaled(684)}); // the size on a small screen
    const auto* table = window->findChild<RowTable*>();
    const auto* chart = window->findChild<MemoryChart*>();
    const auto rows = [&] {
        return table->viewport()->height() / static_cast<double>(table->verticalHeader()->defaultSectionSize());
    };
    for (const QSize size : {QSize(1180, 760), QSize(900, 600)}) {
        window->resize(size * textScale());
        EXPECT_TRUE(waitUntil([&] { return rows() >= 6; })) << size.width() << ": " << rows();
        // The padding of this profile takes a line for its legend.
        EXPECT_GE(chart->plotGeometry().height, scaled(125)) << "and the chart is read";
    }
}

TEST_F(Window, PinningARowDoesNotMoveThePlot)
{
    const auto window = openWindow(profile());
    const auto* chart = window->findChild<MemoryChart*>();
    ASSERT_TRUE(waitUntil([&] { return window->state()->uses() && window->state()->areGroupsReady(); }));
    const auto place = [&] {
        QApplication::processEvents();
        return QRect(chart->mapTo(window.get(), QPoint(0, 0)), chart->size());
    };
    for (const QSize size : {QSize(1500, 900), QSize(1180, 760), QSize(900, 600)}) {
        window->resize(size * textScale());
        QRect before;
        ASSERT_TRUE(waitUntil([&] { return std::exchange(before, place()) == before; }));
        window->state()->focus().setPinned(RowId(0));
        EXPECT_EQ(place(), before) << size.width();
        window->state()->focus().setPinned(std::nullopt);
        EXPECT_EQ(place(), before) << size.width();
    }
}

TEST_F(Window, AZoomedTimelineHasItsOverviewInACommonWindow)
{
    const auto scaled = [](int pixels) { return static_cast<int>(pixels * textScale()); };
    const auto window = openWindow(profile(), {scaled(1180), scaled(760)});
    const auto* overview = window->findChild<TimelinePage*>()->findChild<OverviewStrip*>();
    window->state()->axis().setVisible({0, 2});
    EXPECT_TRUE(waitUntil([&] { return overview->isVisible(); }));
    EXPECT_GE(window->findChild<MemoryChart*>()->plotGeometry().height, scaled(130));
}

TEST_F(Window, SizesOfTheUserAreKeptForEachPageUntilReset)
{
    if (textScale() > 1)
        GTEST_SKIP() << "the scale changes no share, and the window may not fit the screen";
    const QSize size = QSize(1180, 760) * textScale();
    const auto heightOfTable = [](const MainWindow& window) { return window.findChild<BuffersPanel*>()->height(); };
    const auto dragDown = [](const MainWindow& window, int way) {
        QSplitterHandle* handle = nullptr;
        for (const QSplitter* splitter : window.findChildren<QSplitter*>())
            if (splitter->orientation() == Qt::Vertical && splitter->isAncestorOf(window.findChild<BuffersPanel*>()))
                handle = splitter->handle(1);
        const QPoint middle = handle->rect().center();
        QTest::mousePress(handle, Qt::LeftButton, {}, middle);
        QTest::mouseMove(handle, middle + QPoint(0, way));
        QTest::mouseRelease(handle, Qt::LeftButton, {}, middle + QPoint(0, way));
    };
    int dragged = 0;
    {
        const auto window = openWindow(profile(), size);
        ASSERT_TRUE(waitUntil([&] { return !window->session()->explanation().text().isEmpty(); }));
        QApplication::processEvents();
        const int before = heightOfTable(*window);
        dragDown(*window, 40);
        dragged = heightOfTable(*window);
        EXPECT_NEAR(dragged, before - 40, 4);
        window->actions().pages->actions().at(2)->trigger(); // the composition
        ASSERT_TRUE(window->findChild<CompositionPage*>()->isVisible());
        QApplication::processEvents();
        EXPECT_GT(std::abs(heightOfTable(*window) - dragged), 4) << "another page has sizes of its own";
        window->actions().pages->actions().at(0)->trigger();
        QApplication::processEvents();
        EXPECT_NEAR(heightOfTable(*window), dragged, 2);
        window->close();
    }
    const auto window = openWindow(profile(), size);
    window->resize(size);
    EXPECT_TRUE(waitUntil([&] { return std::abs(heightOfTable(*window) - dragged) <= 3; })) << heightOfTable(*window);
    window->actions().resetLayout->trigger();
    EXPECT_TRUE(waitUntil([&] { return heightOfTable(*window) > dragged + 20; })) << heightOfTable(*window);
}

TEST_F(Window, ProblemsAndChecksAreTabsThatAnotherDocumentCloses)
{
    const auto window = openWindow(profile(), QSize(1180, 760) * textScale());
    ASSERT_TRUE(waitUntil([&] { return !window->session()->analysis().checks().empty(); }));
    const auto* checks = window->findChild<ChecksPanel*>();
    const auto* rows = window->findChild<BuffersPanel*>();
    EXPECT_TRUE(rows->isVisible());
    window->state()->axis().setCursor(window->state()->view()->peakStep.value == 0 ? StepId(1) : StepId(0));
    const auto offersPeak = [&] {
        return std::ranges::any_of(window->findChildren<QToolButton*>(), [](const QToolButton* button) {
            return button->isVisible() && button->text() == QStringLiteral("Go to the peak");
        });
    };
    EXPECT_TRUE(offersPeak());
    QApplication::processEvents();
    auto* lists = checks->parentWidget()->parentWidget();
    const QWidget* corner = static_cast<QTabWidget*>(lists)->cornerWidget();
    const QImage line = lists->grab(QRect(corner->x(), corner->geometry().bottom(), corner->width(), 1)).toImage();
    EXPECT_EQ(line.pixelColor(1, 0), window->palette().color(QPalette::Window)) << "no line below the button";
    entryOf(*window->actions().panels, "Checks")->trigger();
    EXPECT_TRUE(checks->isVisible());
    EXPECT_FALSE(rows->isVisible());
    EXPECT_FALSE(offersPeak()) << "checks are not about a step";
    window->open(
        {write(QStringLiteral("other.xplane.pb"), test::containerBytes({{"jit_a(1)", test::hloBytes(kSmall)}}))});
    ASSERT_TRUE(waitFor(*window));
    EXPECT_FALSE(checks->isVisible()) << "they are about another file";
    EXPECT_TRUE(rows->isVisible());
}

TEST_F(Window, TheCardIsVisibleAtEverySizeAndNamesItsRow)
{
    for (const QSize usual : {QSize(900, 600), QSize(1180, 760), QSize(1600, 1000)}) {
        const auto window = openWindow(profile(), usual * textScale());
        const auto* card = window->findChild<BufferCard*>();
        const auto* note = window->findChild<QLabel*>(QStringLiteral("note"));
        ASSERT_TRUE(note);
        EXPECT_TRUE(card->isVisible() && note->isVisible()) << usual.width();
        EXPECT_TRUE(note->text().startsWith(QStringLiteral("The largest buffer at step "))) << utf8(note->text());
        window->state()->focus().setPinned(RowId(0));
        EXPECT_EQ(note->text(), QStringLiteral("Pinned"));
        window->state()->focus().setHovered(RowId(1));
        EXPECT_EQ(note->text(), QStringLiteral("Under the pointer"));
        EXPECT_TRUE(card->isVisible()) << usual.width();
    }
}

TEST_F(Window, TheCardFitsItsTextAfterAnyOtherRow)
{
    const auto window = openWindow(QStringLiteral(TIDEMARK_EXAMPLE), QSize(1180, 760) * textScale());
    ASSERT_TRUE(waitUntil([&] { return window->state()->uses() && window->state()->meanings(); }));
    const auto* card = window->findChild<BufferCard*>();
    for (const int height : {760, 700, 740}) {
        window->resize(window->width(), static_cast<int>(height * textScale()));
        for (std::size_t i = 0; i < std::min<std::size_t>(window->state()->live().size(), 60); ++i) {
            window->state()->focus().setPinned(window->state()->live()[i].row);
            QApplication::processEvents();
            QApplication::processEvents();
            for (const QLabel* label : card->findChildren<QLabel*>()) {
                if (!label->isVisible() || label->text().isEmpty())
                    continue;
                const int needed
                    = label->hasHeightForWidth() ? label->heightForWidth(label->width()) : label->sizeHint().height();
                EXPECT_GE(label->height(), needed) << height << ' ' << i << ' ' << utf8(label->text());
            }
        }
    }
}

TEST_F(Window, TheStepOfThePeakIsNamedIfItFits)
{
    const std::string plan = "temp 4096\n  a_rather_long_name.123 0 1024\ntrace +a_rather_long_name.123\n";
    const auto window
        = openWindow(write(QStringLiteral("w.xplane.pb"), test::containerBytes({{"jit_a(1)", test::hloBytes(plan)}})),
                     QSize(1600, 900) * textScale());
    const ElidedLabel* step = nullptr;
    for (const ElidedLabel* label : window->findChild<SummaryStrip*>()->findChildren<ElidedLabel*>())
        if (label->text().startsWith(QStringLiteral("at step 0")))
            step = label;
    ASSERT_TRUE(step);
    EXPECT_TRUE(waitUntil([&] { return step->width() >= step->sizeHint().width(); })) << step->width();
}

TEST_F(Window, FitsASmallScreenAndLargeText)
{
    const QFont ofThisRun = QApplication::font();
    const std::pair<double, QSize> kSmallest[] = {{1, {960, 540}}, {1.5, {1366, 720}}}; // without the frame
    for (const auto& [scale, size] : kSmallest) {
        QFont font = ofThisRun;
        font.setPointSizeF(ofThisRun.pointSizeF() / textScale() * scale);
        QApplication::setFont(font);
        const auto window = openWindow(profile(), size);
        const QSize least = window->minimumSizeHint();
        EXPECT_LE(least.width(), size.width());
        EXPECT_LE(least.height(), size.height());
        EXPECT_EQ(window->size(), size);
        expectNothingClipped(*window);
        window->resize(least);
        const auto* table = window->findChild<RowTable*>();
        EXPECT_TRUE(waitUntil([&] { return window->size() == window->minimumSizeHint(); }))
            << "the legend may need two lines";
        EXPECT_GE(table->viewport()->height(), table->verticalHeader()->defaultSectionSize()) << "a row is seen";
        EXPECT_GE(table->horizontalHeader()->height(), QFontMetrics(font).height());
        expectNothingClipped(*window);
    }
    QApplication::setFont(ofThisRun);
}

TEST_F(Window, DialogsFitASmallScreen)
{
    const auto window = openWindow(profile());
    const QSize screen = window->screen()->availableSize();
    EXPECT_TRUE(withDialog<InformationDialog>([&] { window->actions().information->trigger(); },
                                              [&](InformationDialog& dialog) {
                                                  EXPECT_LE(dialog.width(), screen.width());
                                                  EXPECT_LE(dialog.height(), screen.height());
                                                  dialog.reject();
                                              }));
}

TEST_F(Window, AWindowThatRefusesToCloseEndsQuitting)
{
    class Refusal : public QObject
    {
    public:
        bool eventFilter(QObject*, QEvent* event) override
        {
            if (event->type() == QEvent::Close)
                event->ignore();
            return event->type() == QEvent::Close;
        }
    };
    WindowSet set(kinds());
    MainWindow* first = set.openEmpty();
    MainWindow* second = set.openEmpty();
    Refusal refusal;
    first->installEventFilter(&refusal);
    second->actions().quit->trigger();
    EXPECT_TRUE(first->isVisible());
    EXPECT_TRUE(second->isVisible());
    for (MainWindow* window : set.windows())
        delete window;
}

TEST_F(Window, AnEmptyNoticeNeverComesBack)
{
    {
        const auto window
            = openWindow(write(QStringLiteral("cut.xplane.pb"),
                               test::containerBytes({{"jit_a(1)", test::hloBytes(kSmall)}}) + "\x0a\xff"));
        ASSERT_FALSE(window->findChild<NoticeBar*>()->isEmpty()) << "a problem is told";
        window->close();
    }
    const auto window = openWindow(profile());
    const auto* notices = window->findChild<NoticeBar*>();
    EXPECT_TRUE(notices->isEmpty());
    EXPECT_FALSE(notices->isVisible());
}

TEST_F(Window, InANarrowWindowOtherFiguresAreDroppedBeforePercentages)
{
    FigureLine line;
    line.setEntries({{QStringLiteral("Arguments"), QStringLiteral("183 MiB"), QStringLiteral("3.5 %"), {}, 0, false},
                     {QStringLiteral("Allocated"), QStringLiteral("5 GiB"), QStringLiteral("all of it"), {}, 4},
                     {QStringLiteral("Scoped VMEM"), QStringLiteral("12 MiB"), {}, {}, 6},
                     {QStringLiteral("Steps"), QStringLiteral("478"), {}, {}, 7}});
    line.resize(3000, 20);
    line.show();
    const QString whole = allText(line);
    EXPECT_TRUE(whole.contains(QLatin1String("Steps")));
    int last = 0;
    for (const QLabel* label : line.findChildren<QLabel*>())
        last = std::max(last, label->geometry().right());
    line.resize(last - 10, 20);
    const QString shorter = allText(line);
    EXPECT_FALSE(shorter.contains(QLatin1String("Steps")));
    EXPECT_TRUE(shorter.contains(QLatin1String("3.5 %")));
    EXPECT_TRUE(shorter.contains(QLatin1String("all of it")));
    for (int width = last; width > 0; width -= 10) {
        line.resize(width, 20);
        const QString left = allText(line);
        if (left.contains(QLatin1String("Arguments")) && left.contains(QLatin1String("Allocated"))) {
            EXPECT_EQ(left.contains(QLatin1String("3.5 %")), left.contains(QLatin1String("all of it")))
                << "all remarks or none: " << utf8(left);
        }
        for (const QLabel* label : line.findChildren<QLabel*>()) {
            EXPECT_TRUE(!label->isVisible() || label->geometry().right() < width) << width << ' ' << utf8(left);
        }
    }
}

TEST_F(Window, ATextWithoutAMessageIsShown)
{
    const auto window = makeWindow();
    window->open({write(QStringLiteral("train.log"), "step 1\nstep 2\n")});
    ASSERT_TRUE(waitFor(*window));
    const auto* page = window->findChild<StandInPage*>();
    const auto* shown = page->findChild<QPlainTextEdit*>();
    EXPECT_TRUE(shown->isVisible());
    EXPECT_EQ(utf8(shown->toPlainText()), "step 1\nstep 2");
    const std::string said = utf8(allText(*page));
    EXPECT_NE(said.find("a text without a message"), std::string::npos) << said;
    EXPECT_NE(said.find("*.phases"), std::string::npos) << "all endings are listed: " << said;
    EXPECT_EQ(said.find("others"), std::string::npos) << said;
    window->open({write(QStringLiteral("w.xplane.pb"), "")});
    ASSERT_TRUE(waitUntil([&] { return utf8(allText(*page)).find("empty") != std::string::npos; }));
    EXPECT_FALSE(shown->isVisible()) << "there is no text";
}

TEST_F(Window, AFailurePageOffersActions)
{
    const QString path = write(QStringLiteral("w.xplane.pb"), "");
    const auto window = makeWindow();
    window->open({path});
    ASSERT_TRUE(waitFor(*window));
    const auto* page = window->findChild<StandInPage*>();
    const std::string said = utf8(allText(*page));
    EXPECT_NE(said.find("w.xplane.pb cannot be shown"), std::string::npos) << said;
    EXPECT_NE(said.find("\nThe file is empty (0 B)."), std::string::npos) << said << "without its path again";
    const auto* place = page->findChild<QLabel*>(QStringLiteral("path"));
    EXPECT_TRUE(place->isVisible());
    EXPECT_EQ(utf8(QString(place->text()).remove(QChar(0x200b))), utf8(path));
    QPushButton* again = nullptr;
    QStringList texts;
    for (QPushButton* button : page->findChildren<QPushButton*>())
        if (button->isVisible()) {
            texts << button->text();
            if (button->text() == QLatin1String("Try Again"))
                again = button;
        }
    EXPECT_EQ(utf8(texts.join(u'|')), "Try Again|Open File…|Open Log Directory…");
    ASSERT_TRUE(again);
    profile();
    again->click();
    EXPECT_TRUE(QTest::qWaitFor([&] { return !window->state()->isEmpty(); }));
}
