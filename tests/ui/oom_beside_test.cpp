// Tests of messages and programs that are opened together, and of peaks that are lower bounds or above the limit.
#include "core/base/notes.h"
#include "tests/support/samples.h"
#include "tests/ui/window_fixture.h"
#include "ui/charts/chart_overlay.h"
#include "ui/charts/chunk_lines.h"
#include "ui/charts/memory_chart.h"
#include "ui/pages/empty/empty_page.h"
#include "ui/pages/oom/oom_bar.h"
#include "ui/pages/oom/oom_page.h"
#include "ui/pages/oom/plan_search.h"
#include "ui/panels/findings_panel.h"
#include "ui/session/paths.h"
#include "ui/shell/main_tool_bar.h"
#include "ui/shell/program_box.h"
#include "ui/shell/status_line.h"
#include "ui/tables/row_table.h"
#include "ui/widgets/combo_boxes.h"
#include "ui/widgets/drop_frame.h"
#include "ui/widgets/labels.h"
#include "ui/widgets/notice_bar.h"

#include <QClipboard>
#include <QDir>
#include <QGuiApplication>
#include <QLabel>
#include <QSignalSpy>
#include <QTextBrowser>
#include <QToolButton>

using namespace tidemark;
using namespace tidemark::ui;

namespace {

constexpr const char* kLargeRanOut
    = "step 1\nRan out of memory in memory space hbm. Used 64.00K of 32.00K hbm. HLO module: jit_large.\n";

constexpr const char* kTorchRanOut
    = "torch.OutOfMemoryError: CUDA out of memory. Tried to allocate 2.00 GiB. GPU 0 has a total capacity of "
      "79.10 GiB of which 1.25 GiB is free. Process 12345 has 77.84 GiB memory in use. Of the allocated "
      "memory 74.12 GiB is allocated by PyTorch, and 2.31 GiB is reserved by PyTorch but unallocated.\n";

class MessageWithProgram : public Window
{
protected:
    QString folder() const { return m_folder.filePath(QStringLiteral("dump")); }
    void writeInFolder(const QString& name, const std::string& bytes) const
    {
        QDir().mkpath(QFileInfo(folder() + u'/' + name).path());
        write(QStringLiteral("dump/") + name, bytes);
    }
    void writeProfile() const
    {
        QDir().mkpath(folder());
        profile(QStringLiteral("dump/w.xplane.pb"));
    }
    static OomPage* page(const MainWindow& window) { return window.findChild<OomPage*>(); }
    static std::string noticeOf(const MainWindow& window) { return utf8(window.findChild<NoticeBar*>()->text()); }
    static QStringList itemsOf(const MainWindow& window, const char* accessibleName)
    {
        QStringList items;
        for (const QComboBox* box : window.findChildren<QComboBox*>())
            if (box->accessibleName() == QLatin1String(accessibleName))
                for (int i = 0; i < box->count(); ++i)
                    items << box->itemText(i);
        return items;
    }
};

TEST_F(MessageWithProgram, AFolderWithBothReportsAtOnceThatMemoryRanOut)
{
    writeProfile();
    writeInFolder(QStringLiteral("run.log"), kLargeRanOut);
    const auto window = openWindow(folder());
    QSignalSpy elsewhere(window.get(), &MainWindow::placeRequested);
    ASSERT_EQ(utf8(window->session()->shownProgram()), "jit_large");
    EXPECT_EQ(noticeOf(*window),
              utf8(QStringLiteral(
                  "Memory ran out in jit_large (run.log:2): over by 32\u00a0KiB: needs 64 of 32\u00a0KiB of HBM.")));
    page(*window)->takeOffer();
    ASSERT_TRUE(waitFor(*window));
    ASSERT_TRUE(page(*window)->isVisible());
    // The way back: the message opened with it is offered first, then its plan.
    ASSERT_TRUE(waitUntil([&] { return noticeOf(*window).rfind("The plan of jit_large", 0) == 0; }))
        << noticeOf(*window);
    page(*window)->takeOffer();
    ASSERT_TRUE(waitFor(*window));
    EXPECT_FALSE(page(*window)->isVisible());
    EXPECT_EQ(utf8(window->session()->shownProgram()), "jit_large");
    EXPECT_EQ(elsewhere.size(), 0) << "it is in this window";
}

TEST_F(MessageWithProgram, TheAdviceIsThereWhenTheMessageIsReachedFromAProgram)
{
    writeProfile();
    writeInFolder(QStringLiteral("run.log"), kTorchRanOut);
    const auto window = openWindow(folder());
    ASSERT_TRUE(page(*window)) << noticeOf(*window);
    page(*window)->takeOffer();
    ASSERT_TRUE(waitFor(*window));
    ASSERT_TRUE(page(*window)->isVisible());
    EXPECT_TRUE(waitUntil([&] { return window->findChild<FindingsPanel*>()->isVisible(); }));
    EXPECT_EQ(utf8(itemsOf(*window, "Memory").join(u' ')), "device memory") << "the amount of the request is no size";
}

TEST_F(MessageWithProgram, ARecordingThatIsOpenIsNotAskedForAndHasOneName)
{
    QDir().mkpath(folder());
    QFile::copy(QString::fromStdString(test::dataFolder() + "/history/jax_end.pprof.gz"),
                folder() + QStringLiteral("/end.pprof.gz"));
    writeInFolder(QStringLiteral("run.log"), kTorchRanOut);
    const auto window = openWindow(folder());
    page(*window)->takeOffer();
    ASSERT_TRUE(waitUntil([&] { return page(*window)->isVisible(); }));
    EXPECT_EQ(noticeOf(*window), utf8(QStringLiteral("“end.pprof.gz” was opened with this message.")));
    EXPECT_FALSE(page(*window)->findChild<DropFrame*>()->isVisible());
}

TEST_F(MessageWithProgram, TheMessageHasTheRoomBesideTheNextStep)
{
    const auto window = openWindow(write(QStringLiteral("run.log"), kLargeRanOut));
    const auto* const step = page(*window)->findChild<DropFrame*>();
    ASSERT_TRUE(step && step->isVisible());
    EXPECT_LT(step->height(), page(*window)->height() / 2);
}

TEST_F(MessageWithProgram, AMessageAboutAProgramThatIsNotOpenIsReported)
{
    writeProfile();
    writeInFolder(QStringLiteral("run.log"),
                  "Ran out of memory in memory space hbm. Used 64.00K of 32.00K hbm. HLO module: jit_other.\n");
    const auto window = openWindow(folder());
    EXPECT_EQ(noticeOf(*window).rfind("Memory ran out in jit_other (run.log:1)", 0), 0U) << noticeOf(*window);
    writeInFolder(QStringLiteral("run.log"),
                  "Ran out of memory in memory space hbm. Used 64.00K of 32.00K hbm. HLO module: jit_small.\n");
    window->session()->host().reload();
    ASSERT_TRUE(waitFor(*window));
    EXPECT_EQ(noticeOf(*window).find("ran out"), std::string::npos) << "another program of the folder";
}

TEST_F(MessageWithProgram, ALineThatStatesMemoryIsNoFailure)
{
    writeProfile();
    writeInFolder(QStringLiteral("run.log"), "Using (GB) 3.05 / 31.25 (9.76%) on TPU_0(process=0)\n");
    EXPECT_EQ(noticeOf(*openWindow(folder())).find("ran out"), std::string::npos);
}

TEST_F(MessageWithProgram, WithoutAMatchingPlanTheProgramsAreOffered)
{
    writeProfile();
    writeInFolder(QStringLiteral("run.log"), "RESOURCE_EXHAUSTED: Out of memory while trying to allocate 300 bytes.\n");
    const auto window = openWindow(folder());
    EXPECT_EQ(noticeOf(*window), utf8(QStringLiteral("Memory ran out (run.log:1): allocation of 300\u00a0B failed.")));
    window->session()->chooseProgram(ProgramId(1));
    ASSERT_TRUE(waitFor(*window));
    const std::string before = utf8(window->session()->shownProgram());
    page(*window)->takeOffer();
    ASSERT_TRUE(waitFor(*window));
    ASSERT_TRUE(page(*window)->isVisible());
    EXPECT_EQ(noticeOf(*window), "2 modules were opened with this message.");
    window->session()->host().reload();
    ASSERT_TRUE(waitFor(*window));
    page(*window)->takeOffer();
    ASSERT_TRUE(waitFor(*window));
    EXPECT_FALSE(page(*window)->isVisible());
    EXPECT_EQ(window->session()->shown()->document, window->session()->documents().front()) << "as it was read last";
    EXPECT_FALSE(before.empty());
}

TEST_F(MessageWithProgram, TheWayBackLeadsToTheProgramThatWasShown)
{
    writeProfile();
    writeInFolder(QStringLiteral("run.log"), "RESOURCE_EXHAUSTED: Out of memory while trying to allocate 300 bytes.\n");
    const auto window = openWindow(folder());
    const ProgramId other(window->session()->shown()->selection.program.value == 0 ? 1 : 0);
    window->session()->chooseProgram(other);
    ASSERT_TRUE(waitFor(*window));
    const std::string before = utf8(window->session()->shownProgram());
    page(*window)->takeOffer();
    ASSERT_TRUE(waitFor(*window));
    page(*window)->takeOffer();
    ASSERT_TRUE(waitFor(*window));
    EXPECT_EQ(utf8(window->session()->shownProgram()), before);
}

TEST_F(MessageWithProgram, IsNoWorkerOfTheRun)
{
    writeProfile();
    writeInFolder(QStringLiteral("run.log"), kLargeRanOut);
    const auto window = openWindow(folder());
    const std::string said = utf8(allText(*window));
    EXPECT_EQ(said.find("the same on all"), std::string::npos) << said;
    EXPECT_EQ(said.find("largest of"), std::string::npos) << said;
    const SourceBox* const box = window->findChild<MainToolBar*>()->sources();
    EXPECT_EQ(utf8(box->accessibleName()), "What is shown");
    ASSERT_EQ(box->choices().size(), 2U);
    EXPECT_EQ(box->choices().front().groups.front(), QStringLiteral("Modules"));
    EXPECT_EQ(utf8(box->choices().back().fullName()), "Messages / run.log");
}

TEST_F(MessageWithProgram, ALimitBelowThePeakIsDrawnUnlessTheUserTakesItAway)
{
    writeProfile();
    writeInFolder(QStringLiteral("run.log"), kLargeRanOut);
    const auto window = openWindow(folder());
    ASSERT_TRUE(waitUntil([&] { return window->session()->figures()->capacity.bytes.has_value(); }));
    EXPECT_TRUE(window->session()->showsCapacity());
    QAction* shows = window->actions().of(Command::ShowCapacity);
    EXPECT_TRUE(shows->isChecked());
    shows->trigger();
    EXPECT_FALSE(window->session()->showsCapacity());
    EXPECT_FALSE(shows->isChecked());
    shows->trigger();
    EXPECT_TRUE(window->session()->showsCapacity());
    // If the limit is far above the peak, its line would flatten the curve.
    const auto other = openWindow(profile());
    other->session()->chooseDevice(findDevice("v5e"));
    EXPECT_FALSE(other->session()->showsCapacity());
}

TEST_F(MessageWithProgram, ALimitWithinTheAxisIsDrawn)
{
    // The peak is 33.5 KiB.
    for (const auto& [limit, shows] : {std::pair("36.00K", true), std::pair("40.00K", false)}) {
        writeProfile();
        writeInFolder(QStringLiteral("run.log"),
                      std::string("Ran out of memory in memory space hbm. Used 64.00K of ") + limit
                          + " hbm. HLO module: jit_large.\n");
        const auto window = openWindow(folder());
        ASSERT_TRUE(waitUntil([&] { return window->session()->figures()->capacity.bytes.has_value(); }));
        EXPECT_EQ(window->session()->showsCapacity(), shows) << limit;
    }
}

TEST_F(MessageWithProgram, UrgentNoticesAreShownBeforeLaterOnes)
{
    NoticeBar bar;
    bar.showNotice(QStringLiteral("a"), QStringLiteral("Memory ran out"), {}, NoticeBar::Tone::Urgent);
    bar.showNotice(QStringLiteral("b"), QStringLiteral("A problem"));
    bar.showNotice(QStringLiteral("c"), QStringLiteral("An offer"), {}, NoticeBar::Tone::Offer);
    EXPECT_EQ(utf8(bar.text()), "Memory ran out");
    bar.withdraw(QStringLiteral("a"));
    EXPECT_EQ(utf8(bar.text()), "An offer") << "the newest of the others";
}

TEST_F(MessageWithProgram, RegionsOfChunksAreDrawnSideBySide)
{
    const auto window = openWindow(write(QStringLiteral("bfc.log"),
                                         "I bfc_allocator.cc:645] Free  at 7f0000000000 of size 4194304\n"
                                         "I bfc_allocator.cc:645] InUse at 7f0000400000 of size 4194304\n"
                                         "I bfc_allocator.cc:645] InUse at 7e0000000000 of size 8388608\n"));
    const auto* chunks = window->findChild<ChunkLines*>();
    ASSERT_TRUE(chunks->isVisible());
    const auto rect = [&](std::uint32_t row) { return chunks->rectOf(RowId(row)); };
    const double all = 5 * rect(2).width(); // more than one line
    ASSERT_GT(rect(0).width(), all / 20);
    EXPECT_EQ(rect(2).left(), rect(0).left() < rect(2).left() ? rect(0).left() : rect(2).left())
        << "the lower addresses come first";
    EXPECT_TRUE(chunks->accessibleDescription().startsWith(QStringLiteral("3 chunks in 2 regions by address")))
        << utf8(chunks->accessibleDescription());
    EXPECT_TRUE(rect(1).top() > rect(0).top() || rect(1).left() >= rect(0).right() - 0.01);
}

TEST_F(MessageWithProgram, TheBarOfARefusedLoadShowsAllocatedAndReservedMemory)
{
    const auto window
        = openWindow(QStringLiteral(TIDEMARK_TEST_DATA "/oom/tpu_runtime_reserve_bottom_of_memory_2020.txt"));
    const auto* bar = window->findChild<OomBar*>();
    ASSERT_TRUE(bar->isVisible());
    const double allocated = bar->segmentRect(0).width();
    EXPECT_NEAR(bar->segmentRect(1).width() / allocated, 0.529 / 6.08, 0.01) << "reserved";
    EXPECT_NEAR(bar->segmentRect(2).width() / allocated, 3.95 / 6.08, 0.01) << "requested";
    for (const char* said : {"Allocated", "Reserved", "requested", "limit 8", "free"})
        EXPECT_TRUE(bar->accessibleDescription().contains(QLatin1String(said)))
            << said << ": " << utf8(bar->accessibleDescription());
}

TEST_F(MessageWithProgram, TheBarOfARequestToCudaMallocAsyncShowsTheMemoryInUse)
{
    const auto window = openWindow(QStringLiteral(TIDEMARK_TEST_DATA "/messages/03_skyrl624_cudamallocasync.txt"));
    const auto* bar = window->findChild<OomBar*>();
    ASSERT_TRUE(bar->isVisible());
    EXPECT_NEAR(bar->segmentRect(1).width() / bar->segmentRect(0).width(), 1225195446464. / 61982909300., 0.5);
    for (const char* said : {"In use 57.73", "requested 1.11", "limit 79.25", "21.08"})
        EXPECT_TRUE(bar->accessibleDescription().contains(QLatin1String(said)))
            << said << ": " << utf8(bar->accessibleDescription());
}

TEST_F(MessageWithProgram, TheKindOfChunksIsShownInANarrowWindow)
{
    const auto window = openWindow(write(QStringLiteral("bfc.log"),
                                         "I bfc_allocator.cc:645] Free  at 0x1000 of size 4096\n"
                                         "I bfc_allocator.cc:645] Chunk at 0x2000 of size 4096\n"),
                                   QSize(1180, 760) * textScale());
    const auto* table = window->findChild<RowTable*>();
    EXPECT_FALSE(table->isColumnHidden(static_cast<int>(RowColumn::Kind)));
}

TEST_F(MessageWithProgram, NotesAreNoProblems)
{
    const QString report = QStringLiteral(
        TIDEMARK_TEST_DATA "/reports/module_0000.jit_padded.cl_1003875606.after_optimizations-memory-usage-report.txt");
    ASSERT_TRUE(QFile::copy(report, m_folder.filePath(QStringLiteral("x-memory-usage-report.txt"))));
    const auto window = openWindow(m_folder.filePath(QStringLiteral("x-memory-usage-report.txt")));
    EXPECT_EQ(noticeOf(*window), "") << "nothing is wrong with the file";
    const std::vector<Warning> all = window->session()->problems();
    ASSERT_FALSE(all.empty());
    EXPECT_TRUE(std::ranges::none_of(all, isProblem));
    const QString said = QStringLiteral("no problems, %1 notes").arg(all.size());
    const auto buttons = window->findChild<StatusLine*>()->findChildren<QToolButton*>();
    EXPECT_TRUE(std::ranges::any_of(buttons, [&](const QToolButton* button) { return button->text() == said; }));
}

TEST_F(MessageWithProgram, ALowerBoundPeakIsCalledSoEverywhere)
{
    QFile report(
        QStringLiteral(TIDEMARK_TEST_DATA
                       "/reports/module_0000.jit_padded.cl_1003875606.after_optimizations-memory-usage-report.txt"));
    ASSERT_TRUE(report.open(QIODevice::ReadOnly));
    std::string content = report.readAll().toStdString();
    content.replace(content.find("45693440"), 8, "95693440"); // more than the listed bytes
    const auto window = openWindow(write(QStringLiteral("x-memory-usage-report.txt"), content));
    const View& view = *window->state()->view();
    ASSERT_FALSE(view.figures(nullptr).peakDoubt.empty());
    EXPECT_TRUE(view.isPeakLeast);
    EXPECT_TRUE(allText(*window).contains(QStringLiteral("At least "))) << utf8(allText(*window));
    EXPECT_TRUE(window->findChild<ProgramBox*>()->accessibleDescription().contains(QStringLiteral("≥\u00a0")))
        << utf8(window->findChild<ProgramBox*>()->accessibleDescription());
    const QStringList memories = itemsOf(*window, "Memory space");
    ASSERT_FALSE(memories.isEmpty());
    EXPECT_TRUE(memories.front().contains(QStringLiteral("≥\u00a0"))) << utf8(memories.front());
    EXPECT_FALSE(window->session()->figures()->isTotalLeast) << "the report says how much is allocated";
}

TEST_F(MessageWithProgram, TheEmptyPageSaysThatAMessageCanBePasted)
{
    const auto window = makeWindow();
    const auto labels = window->findChild<EmptyPage*>()->findChildren<QLabel*>();
    const auto links = std::ranges::find_if(
        labels, [](const QLabel* label) { return label->text().contains(QStringLiteral("Paste an error message")); });
    ASSERT_NE(links, labels.end());
    QSignalSpy wanted(window.get(), &MainWindow::openRequested);
    QGuiApplication::clipboard()->setText(QString::fromUtf8(kLargeRanOut));
    emit(*links)->linkActivated(QStringLiteral("paste"));
    EXPECT_EQ(wanted.size(), 1);
}

TEST_F(MessageWithProgram, AnEmptyPathIsNoPartOfAMessage)
{
    EXPECT_EQ(utf8(inShort("Cannot open: no such file", {QString()}, {}, {})), "Cannot open: no such file");
}

TEST_F(MessageWithProgram, AMessageThatListsNothingShowsTheBuffersOfItsPlan)
{
    writeProfile();
    writeInFolder(QStringLiteral("run.log"), kLargeRanOut);
    const auto window = openWindow(folder());
    page(*window)->takeOffer();
    ASSERT_TRUE(waitFor(*window));
    PlanBuffers* buffers = nullptr;
    ASSERT_TRUE(waitUntil([&] { return (buffers = page(*window)->findChild<PlanBuffers*>()) != nullptr; }));
    EXPECT_TRUE(buffers->isVisible());
    auto* table = buffers->findChild<RowTable*>();
    ASSERT_GT(table->model()->rowCount(), 0);
    EXPECT_TRUE(table->isColumnHidden(static_cast<int>(RowColumn::Category))) << "nobody finds these out here";
    const auto note = [&] { return buffers->findChild<ElidedLabel*>(QStringLiteral("planSum"))->text(); };
    EXPECT_TRUE(note().contains(QStringLiteral("plan of jit_large"))) << utf8(note());
    const QString before = note();
    window->state()->units().setUnit(ByteUnit::B);
    EXPECT_NE(note(), before);

    const QModelIndex second = table->model()->index(table->model()->rowCount() - 1, 0);
    const QString name = second.data().toString();
    emit table->doubleClicked(second);
    ASSERT_TRUE(waitFor(*window));
    ASSERT_EQ(window->state()->focus().selected().size(), 1U) << "in this window";
    const RowId selected = window->state()->focus().selected().front();
    EXPECT_EQ(QString::fromStdString(window->state()->view()->rows.name(selected)), name);
    EXPECT_EQ(utf8(window->session()->shownProgram()), "jit_large");
}

TEST_F(MessageWithProgram, AMessageWithItsOwnBuffersOrWithoutAPlanShowsNoPlanBuffers)
{
    writeInFolder(QStringLiteral("run.log"), kLargeRanOut);
    const auto window = openWindow(folder() + QStringLiteral("/run.log"));
    EXPECT_FALSE(page(*window)->findChild<PlanBuffers*>());
}

} // namespace
