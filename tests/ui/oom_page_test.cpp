// Tests of an out-of-memory message in the window: its page, hovering, and its plan.
#include "tests/ui/window_fixture.h"
#include "ui/charts/chunk_lines.h"
#include "ui/charts/memory_chart.h"
#include "ui/pages/oom/message_text.h"
#include "ui/pages/oom/oom_bar.h"
#include "ui/pages/oom/oom_page.h"
#include "ui/shell/window_set.h"
#include "ui/widgets/drop_frame.h"
#include "ui/widgets/fonts.h"
#include "ui/widgets/notice_bar.h"

#include <QClipboard>
#include <QDropEvent>
#include <QFontInfo>
#include <QFontMetricsF>
#include <QLabel>
#include <QMimeData>
#include <QSignalSpy>
#include <QSplitter>
#include <QStandardPaths>
#include <QTabBar>
#include <QTextBlock>
#include <QTextBrowser>
#include <QToolButton>
#include <QUrl>

using namespace tidemark;
using namespace tidemark::ui;

namespace {

constexpr const char* kCompile
    = "RESOURCE_EXHAUSTED: E1000: CompileTimeHbmOom: Ran out of memory in memory space hbm. Used 20.00G of 15.00G hbm. "
      "Exceeded hbm capacity by 5.00G. HLO module: jit_step.\n"
      "\n"
      "  Largest program allocations in hbm:\n"
      "\n"
      "  1. Size: 8.00G\n"
      "     Operator: op_name=\"jit(step)/dot\" source_file=\"lm.py\" source_line=7\n"
      "     Shape: f32[1048576,8]{1,0:T(8,128)}\n"
      "     Unpadded size: 32.00M\n"
      "     XLA label: %fusion.7 = f32[1048576,8]{1,0:T(8,128)} fusion(%param.1)\n"
      "     Allocation type: HLO temp\n"
      "     ==========================\n"
      "\n"
      "  2. Size: 4.00G\n"
      "     XLA label: copy.3 = copy(param.2)\n"
      "     Allocation type: HLO temp\n"
      "     ==========================\n";

constexpr const char* kChunks
    = "2018-09-27 22:58:41.992038: I tensorflow/core/common_runtime/bfc_allocator.cc:645] Free  at 0x1000 of size 4096\n"
      "2018-09-27 22:58:41.992044: I tensorflow/core/common_runtime/bfc_allocator.cc:645] Chunk at 0x2000 of size 4096\n"
      "2018-09-27 22:58:41.992049: I tensorflow/core/common_runtime/bfc_allocator.cc:645] Chunk at 0x3000 of size 32768\n";

class OutOfMemory : public Window
{
protected:
    void SetUp() override
    {
        Window::SetUp();
        QStandardPaths::setTestModeEnabled(true);
    }
    void TearDown() override { QStandardPaths::setTestModeEnabled(false); }
    /// With usual spaces.
    static std::string usual(QString words) { return utf8(words.replace(QChar(0xa0), u' ')); }

    std::unique_ptr<MainWindow> openText(const char* text)
    {
        return openWindow(write(QStringLiteral("train.log"), std::string("step 1\nstep 2\n") + text));
    }
    static OomPage* page(const MainWindow& window) { return window.findChild<OomPage*>(); }
    static std::string noticeOf(const MainWindow& window) { return utf8(window.findChild<NoticeBar*>()->text()); }
    static QString factsOf(const MainWindow& window) { return page(window)->findChild<QTextBrowser*>()->toPlainText(); }
};

TEST_F(OutOfMemory, TheFindingIsTheHeadline)
{
    const auto window = openText(kCompile);
    ASSERT_TRUE(page(*window)->isVisible());
    EXPECT_FALSE(window->findChild<MemoryChart*>()) << "there is no axis to draw";
    const std::string said = utf8(allText(*window)).append(utf8(page(*window)->accessibleName()));
    EXPECT_EQ(utf8(page(*window)->accessibleName()),
              utf8(QStringLiteral("Over by 5\u00a0GiB: needs 20 of 15\u00a0GiB of HBM.")));
    EXPECT_EQ(said.find("tep 0"), std::string::npos) << said;
    EXPECT_EQ(said.find("peak"), std::string::npos) << said;
    EXPECT_NE(utf8(window->windowTitle()).find("jit_step"), std::string::npos);
    const QString facts = factsOf(*window);
    EXPECT_TRUE(facts.contains(QStringLiteral("Needed"))) << utf8(facts);
    EXPECT_FALSE(facts.contains(QStringLiteral("Free"))) << "what is not said is not shown";
}

TEST_F(OutOfMemory, AFailedCheckIsShownWithBothSides)
{
    // With tiles of 8 × 128 it has 512 MiB, not the 8 GiB stated in the message.
    const auto window = openText(kCompile);
    const QString facts = factsOf(*window);
    EXPECT_TRUE(facts.contains(QStringLiteral("512"))) << utf8(facts);
    EXPECT_TRUE(facts.contains(QStringLiteral("✕"))) << utf8(facts);
}

TEST_F(OutOfMemory, TheBarIsToScale)
{
    const auto window = openText(kCompile);
    const auto* bar = window->findChild<OomBar*>();
    ASSERT_TRUE(bar->isVisible());
    const double first = bar->segmentRect(0).width();
    EXPECT_NEAR(bar->segmentRect(1).width(), first / 2, 1);
    EXPECT_NEAR(bar->segmentRect(2).width(), first, 1) << "8 of 20 GiB are not listed";
    EXPECT_NEAR(bar->segmentRect(2).right() - bar->segmentRect(0).left(), first * 2.5, 2);
    EXPECT_TRUE(bar->accessibleDescription().contains(QStringLiteral("not listed")))
        << utf8(bar->accessibleDescription());
    EXPECT_TRUE(bar->accessibleDescription().contains(QStringLiteral("limit"))) << utf8(bar->accessibleDescription());
}

TEST_F(OutOfMemory, TheBarHasThePartsOfTheCompiler)
{
    const std::string sums
        = "\n  Total hbm usage >= 20.53G:\n    reserved        543.00M\n    program          15.00G\n"
          "    arguments        5.00G\n\n  Program hbm requirement 15.00G:\n"
          "    scoped           512.0K\n    HLO temp         15.00G\n";
    std::string message = kCompile;
    message.insert(message.find("\n\n  Largest"), sums);
    const auto window = openWindow(write(QStringLiteral("run.log"), message));
    const std::string said = usual(window->findChild<OomBar*>()->accessibleDescription());
    const std::vector<Part> parts = window->session()->figures()->parts;
    ASSERT_EQ(parts.size(), 3U) << said;
    for (const Part& part : parts)
        EXPECT_NE(said.find(part.name + " " + usual(text(bytesText(part.bytes)))), std::string::npos)
            << part.name << ": " << said;
    EXPECT_EQ(said.find("not listed"), std::string::npos) << said;
}

TEST_F(OutOfMemory, WordsOfTheBarStandAtTheirPlaces)
{
    const ChartFonts fonts = chartFonts(QFont());
    const QFontMetricsF metrics(fonts.small);
    const QRectF bar(10, 20, 900 * textScale(), 30);
    OomScale scale;
    scale.whole = 1000;
    scale.limitText = QStringLiteral("bank of 950 MiB, 100 MiB free, largest free piece 80 MiB");
    scale.wholeText = QStringLiteral("requested 150 MiB in each of 12 banks");
    for (const auto& [needed, limit] :
         {std::pair(1000, 950), {1000, 1000}, {300, 1000}, {950, 1000}, {1000, 200}, {5, 9}}) {
        scale.needed = needed;
        scale.limit = limit;
        const OomLabels labels = oomLabels(bar, scale, fonts);
        const double wholeEnd = labels.whole + metrics.horizontalAdvance(labels.wholeText);
        const double limitEnd = labels.limit + metrics.horizontalAdvance(labels.limitText);
        EXPECT_TRUE(limitEnd < labels.whole || wholeEnd < labels.limit) << needed << ", " << limit;
        EXPECT_GE(std::min(labels.whole, labels.limit), bar.left());
        EXPECT_LE(std::max(wholeEnd, limitEnd), bar.right() + 1);
        const double mark = bar.left() + bar.width() * limit / 1000;
        EXPECT_TRUE(labels.isInRow || mark < labels.whole || wholeEnd < mark) << "the mark crosses no words";
        EXPECT_TRUE(needed < 1000 || std::abs(wholeEnd - bar.right()) < 1) << "at the end of the need";
    }
}

TEST_F(OutOfMemory, WithoutAListThePageSaysHowToGetOne)
{
    std::string message = kCompile;
    message.resize(message.find("\n\n  Largest"));
    const auto window = openWindow(write(QStringLiteral("short.log"), message + "\n"));
    const auto* page = window->findChild<OomPage*>();
    const std::string said = usual(allText(*page));
    EXPECT_NE(said.find("The message lists no buffer"), std::string::npos) << said;
    EXPECT_NE(said.find("tidemark-cli record -- COMMAND"), std::string::npos) << said;
    const auto* text = page->findChild<MessageText*>();
    EXPECT_GT(QFontInfo(text->font()).pointSizeF(), QFontInfo(monospaceFont()).pointSizeF());
    const auto* frame = page->findChild<DropFrame*>();
    EXPECT_TRUE(waitUntil([&] { return frame->height() > 50 && frame->isVisible(); }));
    const auto full = openWindow(write(QStringLiteral("full.log"), kCompile));
    EXPECT_FALSE(full->findChild<OomPage*>()->findChild<DropFrame*>()->isVisible()) << "its buffers are listed";
}

TEST_F(OutOfMemory, APartWithoutContentIsHidden)
{
    const auto isSeen = [](const MainWindow& window, const char* words) {
        return std::ranges::any_of(page(window)->findChildren<QLabel*>(), [&](const QLabel* label) {
            return label->isVisible() && label->text() == QLatin1String(words);
        });
    };
    const auto full = openText(kCompile);
    EXPECT_TRUE(isSeen(*full, "Read from the message"));
    EXPECT_TRUE(isSeen(*full, "recognized figures are marked"));
    const auto window
        = openText("Resource exhausted: Ran out of memory in memory space smem. It should not be possible "
                   "to run out of smem.\n");
    ASSERT_TRUE(page(*window)->isVisible());
    EXPECT_TRUE(isSeen(*window, "Message"));
    EXPECT_FALSE(isSeen(*window, "Read from the message"));
    EXPECT_FALSE(isSeen(*window, "recognized figures are marked"));
    EXPECT_FALSE(window->findChild<OomBar*>()->isVisible());
}

TEST_F(OutOfMemory, OnlyOneOfManyBanksIsDrawn)
{
    const auto window = openWindow(QStringLiteral(TIDEMARK_TEST_DATA "/oom/own_tt_allocation.txt"));
    const auto* bar = window->findChild<OomBar*>();
    EXPECT_NEAR(bar->segmentRect(0).width() / bar->segmentRect(1).width(), 1058111680.0 / 11796480, 2);
    EXPECT_EQ(utf8(bar->accessibleDescription().replace(QChar(0xa0), u' ')),
              "requested 11.25 MiB in each of 12 banks, bank of 1021 MiB, 12.07 MiB free, largest free piece 5.98 MiB, "
              "In use 1009 MiB, requested 11.25 MiB");
}

TEST_F(OutOfMemory, ParsedFiguresAreMarkedInTheMessage)
{
    const auto window = openText(kCompile);
    const auto* message = window->findChild<MessageText*>();
    const QString text = message->toPlainText();
    EXPECT_TRUE(text.startsWith(QStringLiteral("RESOURCE_EXHAUSTED"))) << utf8(text);
    const auto isBold = [&](const char* words) {
        QTextCursor cursor(message->document());
        cursor.setPosition(static_cast<int>(text.indexOf(QLatin1String(words))) + 1);
        return cursor.charFormat().fontWeight() >= QFont::Bold;
    };
    for (const char* read : {"20.00G", "15.00G", "5.00G", "8.00G", "32.00M", "E1000", "jit_step"})
        EXPECT_TRUE(isBold(read)) << read;
    for (const char* other : {"Ran out", "source_line", "1048576", "fusion.7"})
        EXPECT_FALSE(isBold(other)) << other;
}

TEST_F(OutOfMemory, SuccessfulReadingShowsNoNotice)
{
    const auto says = [](const MainWindow& window) {
        return std::ranges::any_of(window.findChildren<QToolButton*>(), [](const QToolButton* button) {
            return button->isVisible() && button->text().contains(QStringLiteral("no problems"));
        });
    };
    EXPECT_FALSE(says(*openText(kCompile))) << "it would stand below a message that tells of one";
    EXPECT_TRUE(says(*openWindow(profile())));
}

TEST_F(OutOfMemory, TheHandleIsHiddenWhileBothSidesAreWhole)
{
    const auto isHidden
        = [](const MainWindow& window) { return !page(window)->findChild<QSplitter*>()->handle(1)->isEnabled(); };
    const auto brief = openText("RESOURCE_EXHAUSTED: Attempting to allocate 8.00M. There are 6.43M free.\n");
    EXPECT_TRUE(waitUntil([&] { return isHidden(*brief); }));
    const auto longer = openText(kCompile);
    longer->resize(QSize(900, 500) * textScale());
    EXPECT_TRUE(waitUntil([&] { return !isHidden(*longer); }));
}

TEST_F(OutOfMemory, TheCaretIsShownOnceItIsMoved)
{
    const auto window = openText(kCompile);
    auto* message = window->findChild<MessageText*>();
    const auto widthAfter = [&](Qt::FocusReason reason) {
        QFocusEvent event(QEvent::FocusIn, reason);
        QApplication::sendEvent(message, &event);
        return message->cursorWidth();
    };
    EXPECT_EQ(widthAfter(Qt::OtherFocusReason), 0) << "it would strike through the first letter";
    QTest::keyClick(message, Qt::Key_Right);
    EXPECT_GT(message->cursorWidth(), 0);
    EXPECT_EQ(widthAfter(Qt::MouseFocusReason), 0);
    EXPECT_GT(widthAfter(Qt::TabFocusReason), 0);
}

TEST_F(OutOfMemory, AnAllocationIsScrolledIntoView)
{
    const auto window = openText(kCompile);
    auto* message = window->findChild<MessageText*>();
    auto* bar = window->findChild<OomBar*>();
    Focus& focus = window->state()->focus();
    focus.setPinned(RowId(1));
    ASSERT_EQ(message->extraSelections().size(), 1);
    EXPECT_TRUE(message->extraSelections().front().cursor.selectedText().contains(QStringLiteral("copy.3")));
    focus.setPinned(std::nullopt);
    EXPECT_TRUE(message->extraSelections().isEmpty());
    QTest::mouseClick(bar, Qt::LeftButton, {}, bar->segmentRect(0).center().toPoint());
    EXPECT_EQ(focus.pinned(), RowId(0));
    QTest::keyClick(bar, Qt::Key_Right);
    EXPECT_EQ(focus.hovered(), RowId(1));
    QTest::keyClick(bar, Qt::Key_Return);
    EXPECT_EQ(focus.pinned(), RowId(1));
    // In the text.
    QTextCursor cursor(message->document());
    cursor.setPosition(message->placeOf(RowId(0)).first + 5);
    message->setTextCursor(cursor);
    message->ensureCursorVisible();
    QTest::mouseClick(message->viewport(), Qt::LeftButton, {}, message->cursorRect(cursor).center());
    EXPECT_EQ(focus.pinned(), RowId(0));
    cursor.setPosition(3);
    message->setTextCursor(cursor);
    message->ensureCursorVisible();
    QTest::mouseClick(message->viewport(), Qt::LeftButton, {}, message->cursorRect(cursor).center());
    EXPECT_FALSE(focus.pinned()) << "a click beside unpins";
}

TEST_F(OutOfMemory, ChunksAreDrawnAtTheirAddresses)
{
    const auto window = openText(kChunks);
    const auto* chunks = window->findChild<ChunkLines*>();
    ASSERT_TRUE(chunks->isVisible());
    EXPECT_EQ(chunks->rectOf(RowId(0)).right(), chunks->rectOf(RowId(1)).left()) << "one behind the other";
    EXPECT_NEAR(chunks->rectOf(RowId(0)).width(), chunks->rectOf(RowId(1)).width(), 0.01);
    EXPECT_TRUE(chunks->accessibleDescription().contains(QStringLiteral("4\u00a0KiB free")))
        << utf8(chunks->accessibleDescription());
}

TEST_F(OutOfMemory, ItsTableAndPictureAreExported)
{
    const auto window = openText(kCompile);
    const OomPage* shown = page(*window);
    ASSERT_TRUE(shown->offersTable());
    std::ostringstream out;
    EXPECT_TRUE(shown->table()->writeCsv(out, {}));
    EXPECT_NE(out.str().find("fusion.7"), std::string::npos);
    EXPECT_NE(out.str().find("8589934592"), std::string::npos);
    const auto picture = shown->picture();
    ASSERT_TRUE(picture);
    PictureOptions options = picture->options;
    options.size = {640, 360};
    const QImage image = picture->make(options, false)->image();
    EXPECT_EQ(image.size(), QSize(640, 360));
}

TEST_F(OutOfMemory, AllOfItIsCopiedAsText)
{
    const auto window = openText("RESOURCE_EXHAUSTED: Out of memory while trying to allocate 285212672 bytes.\n");
    window->actions().of(Command::Copy)->trigger();
    const QString copied = QGuiApplication::clipboard()->text();
    EXPECT_TRUE(copied.contains(QStringLiteral("285212672 bytes"))) << utf8(copied);
    EXPECT_TRUE(copied.contains(QStringLiteral("272 MiB"))) << utf8(copied);
}

constexpr const char* kNamesLarge
    = "E1000: CompileTimeHbmOom: Ran out of memory on HBM, the total memory required for HLO temporaries (300.00G) exceeds "
      "available HBM (15.75G). HLO module: jit_large.\n";

/// A log, and a profile in another folder.
class DroppedPlan : public OutOfMemory
{
protected:
    void SetUp() override
    {
        OutOfMemory::SetUp();
        ASSERT_TRUE(m_elsewhere.isValid());
        m_profile = m_elsewhere.filePath(QStringLiteral("w.xplane.pb"));
        ASSERT_TRUE(QFile::copy(QStringLiteral(TIDEMARK_EXAMPLE), m_profile));
    }
    /// A message about a program of the profile. It lists two buffers of the program and one that does not exist.
    std::string messageOf(const char* program) const
    {
        const auto documents = openDocuments({m_profile.toStdString()}, allKinds());
        EXPECT_TRUE(documents);
        const Document& document = *documents->front();
        std::string text = "Ran out of memory in memory space hbm. Used 20.00G of 15.75G hbm. HLO module: "
            + std::string(program) + ".\n\n  Largest program allocations in hbm:\n\n";
        for (const ProgramId each : allPrograms(document)) {
            if (document.catalogue().programs[each.index()].name != program)
                continue;
            const auto view = *document.view({each, 0}, {});
            int number = 0;
            for (const LiveRow& live : view->rows.live(view->peakStep)) {
                Facts facts;
                view->rows.describe(live.row, facts);
                if (number < 2 && !facts.instruction.empty())
                    text += entry(++number, facts.shape, facts.instruction);
            }
        }
        return text + entry(3, "f32[3,5,7]", "gone.3");
    }
    static std::string entry(int number, const std::string& shape, const std::string& instruction)
    {
        return "  " + std::to_string(number) + ". Size: 1.00G\n     Shape: " + shape
            + "\n     XLA label: " + instruction + " = fusion(x)\n     ==========================\n\n";
    }
    void drop(MainWindow& window) const
    {
        QMimeData data;
        data.setUrls({QUrl::fromLocalFile(m_profile)});
        QDragEnterEvent enter({5, 5}, Qt::CopyAction, &data, Qt::LeftButton, Qt::NoModifier);
        QApplication::sendEvent(&window, &enter);
        QDropEvent event(QPointF(5, 5), Qt::CopyAction, &data, Qt::LeftButton, Qt::NoModifier);
        QApplication::sendEvent(&window, &event);
    }
    MainWindow* openFirst(const std::string& text)
    {
        m_windows.open({write(QStringLiteral("train.log"), text)});
        MainWindow* window = m_windows.windows().front();
        EXPECT_TRUE(waitFor(*window));
        return window;
    }
    void TearDown() override
    {
        for (MainWindow* window : m_windows.windows())
            delete window;
        OutOfMemory::TearDown();
    }

    WindowSet m_windows{kinds()};
    QTemporaryDir m_elsewhere;
    QString m_profile;
};

TEST_F(DroppedPlan, IsMatchedAndOpensAtTheBuffersOfTheMessage)
{
    MainWindow* message = openFirst(messageOf("jit_train_step"));
    EXPECT_EQ(noticeOf(*message), "");
    drop(*message);
    ASSERT_TRUE(waitUntil([&] { return !noticeOf(*message).empty(); }));
    EXPECT_EQ(noticeOf(*message), "The plan of jit_train_step is in w.xplane.pb: 2 of 3 buffers found.");
    EXPECT_TRUE(factsOf(*message).contains(QStringLiteral("2 of 3 buffers found in it"))) << utf8(factsOf(*message));
    EXPECT_EQ(m_windows.windows().size(), 1U) << "it is offered, not opened";
    emit page(*message)->findChild<QTextBrowser*>()->anchorClicked(QUrl(QStringLiteral("plan:open")));
    ASSERT_EQ(m_windows.windows().size(), 2U);
    MainWindow* plan = m_windows.windows().back();
    ASSERT_TRUE(waitFor(*plan));
    EXPECT_EQ(plan->state()->focus().selected().size(), 2U);
    // The same again in the existing window.
    plan->state()->focus().setSelected({});
    message->findChild<OomPage*>()->takeOffer();
    ASSERT_TRUE(waitFor(*plan));
    EXPECT_EQ(m_windows.windows().size(), 2U);
    EXPECT_EQ(plan->state()->focus().selected().size(), 2U);
}

TEST_F(DroppedPlan, OpensAtTheProgramOfTheMessage)
{
    ASSERT_TRUE(QFile::remove(m_profile));
    ASSERT_TRUE(QFile::rename(profile(), m_profile));
    MainWindow* message
        = openFirst("Ran out of memory in memory space hbm. Used 20.00G of 15.75G hbm. HLO module: jit_small.\n");
    drop(*message);
    ASSERT_TRUE(waitUntil([&] { return !noticeOf(*message).empty(); }));
    message->findChild<OomPage*>()->takeOffer();
    ASSERT_EQ(m_windows.windows().size(), 2U);
    ASSERT_TRUE(waitFor(*m_windows.windows().back()));
    EXPECT_EQ(utf8(m_windows.windows().back()->session()->shownProgram()), "jit_small")
        << "jit_large is what it begins with";
}

TEST_F(DroppedPlan, OfAnotherProgramOpensLikeAnyFile)
{
    MainWindow* message
        = openFirst("Ran out of memory in memory space hbm. Used 20.00G of 15.75G hbm. HLO module: jit_other.\n");
    drop(*message);
    ASSERT_TRUE(waitUntil([&] { return m_windows.windows().size() == 2; }));
    EXPECT_EQ(m_windows.windows().back()->paths(), QStringList{m_profile});
    EXPECT_EQ(noticeOf(*message), "");
}

TEST_F(DroppedPlan, IsNotLostWhenTheMessageGoes)
{
    const auto window
        = openText("Ran out of memory in memory space hbm. Used 20.00G of 15.75G hbm. HLO module: jit_other.\n");
    QSignalSpy wanted(window.get(), &MainWindow::openRequested);
    drop(*window);
    window->open({write(QStringLiteral("b.phases"), test::phasesText())});
    EXPECT_EQ(wanted.size(), 1);
    ASSERT_TRUE(waitFor(*window));
    EXPECT_EQ(wanted.size(), 1);
}

TEST_F(DroppedPlan, OpenInAnotherWindowIsMatchedToo)
{
    MainWindow* message = openFirst(messageOf("jit_train_step"));
    m_windows.open({m_profile});
    ASSERT_TRUE(waitUntil([&] { return !noticeOf(*message).empty(); }));
    EXPECT_EQ(noticeOf(*message), "The plan of jit_train_step is in w.xplane.pb: 2 of 3 buffers found.");
    // In the reverse order.
    ASSERT_TRUE(waitFor(*m_windows.windows().back()));
    m_windows.open({write(QStringLiteral("b.log"), messageOf("jit_train_step") + "\n")});
    MainWindow* second = m_windows.windows().back();
    ASSERT_TRUE(waitUntil([&] { return !noticeOf(*second).empty(); }));
    EXPECT_EQ(noticeOf(*second), "The plan of jit_train_step is in w.xplane.pb: 2 of 3 buffers found.");
}

TEST_F(DroppedPlan, OfAClosedWindowIsNotFoundAsOpen)
{
    MainWindow* plan = openFirst(messageOf("jit_train_step"));
    plan->open({m_profile});
    ASSERT_TRUE(waitFor(*plan));
    delete plan;
    m_windows.open({write(QStringLiteral("b.log"), messageOf("jit_train_step"))});
    MainWindow* message = m_windows.windows().front();
    ASSERT_TRUE(waitFor(*message));
    EXPECT_EQ(noticeOf(*message), "");
    MainWindow* other = m_windows.openEmpty();
    other->open({m_profile}); // not through m_windows, like sessions of one run that are opened together
    ASSERT_TRUE(waitUntil([&] { return !noticeOf(*message).empty(); }));
    EXPECT_EQ(noticeOf(*message), "The plan of jit_train_step is in w.xplane.pb: 2 of 3 buffers found.");
}

} // namespace
