#include "core/base/text.h"
#include "tests/ui/window_fixture.h"
#include "ui/panels/breakdown_panel.h"
#include "ui/panels/buffer_card.h"
#include "ui/panels/buffers_panel.h"
#include "ui/panels/findings_panel.h"
#include "ui/panels/problems_panel.h"
#include "ui/panels/region_panel.h"
#include "ui/session/program_list.h"
#include "ui/shell/main_tool_bar.h"
#include "ui/shell/page_stack.h"
#include "ui/shell/program_box.h"
#include "ui/shell/window_set.h"
#include "ui/state/row_text.h"
#include "ui/tables/flat_table.h"
#include "ui/tables/row_model.h"
#include "ui/widgets/notice_bar.h"

#include <QComboBox>
#include <QDragEnterEvent>
#include <QDropEvent>
#include <QMimeData>
#include <QToolButton>

using namespace tidemark;
using namespace tidemark::ui;

namespace {

std::string wantedProgram(MainWindow& window)
{
    return window.session()->wanted()->program().fullName();
}

void drop(MainWindow& window, const QStringList& paths)
{
    QMimeData data;
    QList<QUrl> urls;
    for (const QString& path : paths)
        urls << QUrl::fromLocalFile(path);
    data.setUrls(urls);
    // Qt delivers a drop only after an accepted drag-enter event.
    QDragEnterEvent enter(QPoint(50, 50), Qt::CopyAction, &data, Qt::LeftButton, Qt::NoModifier);
    QApplication::sendEvent(&window, &enter);
    QDropEvent event(QPointF(50, 50), Qt::CopyAction, &data, Qt::LeftButton, Qt::NoModifier);
    QApplication::sendEvent(&window, &event);
}

} // namespace

TEST_F(Window, ShowsTheModuleWithTheLargestPeakFirst)
{
    const auto window = makeWindow();
    EXPECT_EQ(utf8(window->windowTitle()), "Tidemark");
    window->open({profile()});
    ASSERT_TRUE(waitFor(*window));
    EXPECT_EQ(wantedProgram(*window), "jit_large(4)");
    EXPECT_EQ(utf8(window->windowTitle()), "w.xplane.pb — jit_large — Tidemark");
    EXPECT_EQ(window->state()->cursor(), StepId(1));
    EXPECT_TRUE(window->findChild<BuffersPanel*>()->isVisible());
    EXPECT_TRUE(window->findChild<BufferCard*>()->isVisible());
    EXPECT_TRUE(window->findChild<FindingsPanel*>()->isVisible() || window->findChild<BreakdownPanel*>()->isVisible());
    EXPECT_FALSE(window->findChild<ProblemsPanel*>()->isVisible());
    EXPECT_FALSE(window->findChild<ChecksPanel*>()->isVisible());
    EXPECT_FALSE(window->findChild<RegionPanel*>()->isVisible());
}

TEST_F(Window, AFileThatCannotBeShownIsReportedOnThePage)
{
    const auto window = makeWindow();
    window->open({write(QStringLiteral("none.xplane.pb"), test::containerBytes({}))});
    ASSERT_TRUE(waitFor(*window));
    EXPECT_TRUE(window->state()->isEmpty());
    const std::string text = utf8(allText(*window));
    EXPECT_NE(text.find("none.xplane.pb cannot be shown"), std::string::npos) << text;
    EXPECT_NE(text.find("did not write the HLO of the programs"), std::string::npos) << text;
}

TEST_F(Window, AFileThatBecomesUnreadableHasANoticeUntilItIsRepaired)
{
    const std::string good = test::containerBytes({{"jit_large(4)", test::hloBytes(kLarge)}});
    const auto window = openWindow(write(QStringLiteral("w.xplane.pb"), good));
    const auto before = window->state()->view();
    write(QStringLiteral("w.xplane.pb"), std::string(300, '\xff'));
    window->session()->host().reload();
    ASSERT_TRUE(waitUntil([&] { return allText(*window).contains(QLatin1String("press F5 to try again")); }));
    EXPECT_EQ(window->state()->view(), before);
    EXPECT_EQ(utf8(window->windowTitle()), "w.xplane.pb — jit_large — Tidemark");
    write(QStringLiteral("w.xplane.pb"), good);
    window->session()->host().reload();
    ASSERT_TRUE(waitUntil([&] { return window->state()->view() != before; }));
    EXPECT_FALSE(allText(*window).contains(QLatin1String("press F5 to try again")));
}

TEST_F(Window, TheTitleNamesTheShownProgramWhileAnotherLoads)
{
    const auto window = openWindow(profile());
    const auto& programs = window->session()->wanted()->document->catalogue().programs;
    const auto small = std::ranges::find(programs, "jit_small", &ProgramEntry::name) - programs.begin();
    window->session()->chooseProgram(ProgramId::at(static_cast<std::size_t>(small)));
    // The answer arrives with events that have not been processed yet.
    ASSERT_TRUE(window->session()->isBusy());
    EXPECT_EQ(wantedProgram(*window), "jit_small(3)");
    EXPECT_EQ(utf8(window->windowTitle()), "w.xplane.pb — jit_large — Tidemark");
    ASSERT_TRUE(waitUntil([&] { return window->windowTitle().contains(QLatin1String("jit_small")); }));
}

TEST_F(Window, BackReturnsToTheProgramPageAndStepOfAJump)
{
    const auto window = openWindow(profile());
    const auto shown = [&] { return utf8(window->session()->shownProgram()); };
    const auto& programs = window->session()->wanted()->document->catalogue().programs;
    const auto small = std::ranges::find(programs, "jit_small", &ProgramEntry::name) - programs.begin();
    QAction* const back = window->actions().of(Command::Back);
    QAction* const forward = window->actions().of(Command::Forward);
    window->actions().pages->actions().at(1)->trigger();
    const QWidget* const page = window->findChild<PageStack*>()->page();
    window->state()->axis().setCursor(StepId(1));
    window->session()->chooseProgram(ProgramId::at(static_cast<std::size_t>(small)));
    ASSERT_TRUE(waitUntil([&] { return shown() == "jit_small"; }));
    window->actions().pages->actions().at(0)->trigger();
    window->state()->axis().setCursor(StepId(3));

    back->trigger();
    EXPECT_EQ(window->findChild<PageStack*>()->page(), page);
    EXPECT_EQ(shown(), "jit_small") << "only the page was changed";
    back->trigger();
    ASSERT_TRUE(waitUntil([&] { return shown() == "jit_large"; }));
    EXPECT_EQ(window->findChild<PageStack*>()->page(), page);
    EXPECT_EQ(window->state()->cursor(), StepId(1));
    forward->trigger();
    ASSERT_TRUE(waitUntil([&] { return shown() == "jit_small"; }));
    EXPECT_EQ(window->state()->cursor(), StepId(3));
    forward->trigger();
    EXPECT_NE(window->findChild<PageStack*>()->page(), page);
    EXPECT_FALSE(forward->isEnabled());

    auto* const stack = window->findChild<PageStack*>();
    back->trigger();
    Chosen large = *window->session()->shown();
    large.selection.program = ProgramId::at(static_cast<std::size_t>(1 - small));
    stack->showFirst(large);
    ASSERT_TRUE(waitUntil([&] { return shown() == "jit_large"; }));
    EXPECT_NE(stack->page(), page);
    back->trigger();
    EXPECT_EQ(stack->page(), page) << "program and page changed in one step";
    ASSERT_TRUE(waitUntil([&] { return shown() == "jit_small"; }));
}

TEST_F(Window, TheNoticeOfAProblemComesBackWithAReload)
{
    test::ContainerStyle style;
    style.deviceFirst = false;
    const std::string whole = test::containerBytes({{"jit_a(1)", test::hloBytes(kSmall)}}, style);
    const auto window = openWindow(write(QStringLiteral("cut.xplane.pb"), whole.substr(0, whole.size() - 30)));
    const char* notice = "middle of a record";
    ASSERT_NE(utf8(allText(*window)).find(notice), std::string::npos) << utf8(allText(*window));
    const auto* bar = window->findChild<NoticeBar*>();
    bar->findChildren<QToolButton*>().back()->click(); // the last button closes the notice
    EXPECT_FALSE(bar->isVisible());
    for (int i = 0; i < 2; ++i) {
        const auto before = window->state()->view();
        window->session()->host().reload();
        ASSERT_TRUE(waitUntil([&] { return window->state()->view() != before; }));
        EXPECT_TRUE(bar->isVisible());
        EXPECT_NE(utf8(allText(*bar)).find(notice), std::string::npos);
    }
    const auto* problems = window->findChild<ProblemsPanel*>()->table()->model();
    EXPECT_EQ(utf8(problems->index(0, ProblemsPanel::Offset).data().toString()),
              groupedNumber(static_cast<std::int64_t>(whole.size()) - 30));
}

TEST_F(Window, DroppedFilesOpenAndAnOpenDocumentIsNotOpenedTwice)
{
    const QString a = profile(QStringLiteral("a.xplane.pb"));
    QDir(m_folder.path()).mkdir(QStringLiteral("other"));
    const QString b = profile(QStringLiteral("other/b.xplane.pb"));
    WindowSet set(kinds());
    MainWindow* window = set.openEmpty();
    QMimeData data;
    data.setUrls({QUrl::fromLocalFile(a)});
    QDragEnterEvent enter(QPoint(50, 50), Qt::CopyAction, &data, Qt::LeftButton, Qt::NoModifier);
    QApplication::sendEvent(window, &enter);
    EXPECT_TRUE(enter.isAccepted());
    drop(*window, {a});
    ASSERT_TRUE(waitFor(*window));
    EXPECT_EQ(set.windows().size(), 1u);
    set.open({a, b}, window);
    EXPECT_EQ(set.windows().size(), 2u);
    set.open({b, a}, window);
    EXPECT_EQ(set.windows().size(), 2u);
    for (MainWindow* each : set.windows()) {
        EXPECT_TRUE(waitFor(*each));
        delete each;
    }
}

TEST_F(Window, APartOfARunOffersTheOtherWorkers)
{
    QDir(m_folder.path()).mkpath(QStringLiteral("p/2026_11_20_09_00_00"));
    QDir(m_folder.path()).mkpath(QStringLiteral("p/2026_11_20_09_00_01"));
    profile(QStringLiteral("p/2026_11_20_09_00_00/w-0.xplane.pb"));
    profile(QStringLiteral("p/2026_11_20_09_00_01/w-1.xplane.pb"));
    const QString folder = m_folder.filePath(QStringLiteral("p/2026_11_20_09_00_00"));
    const auto window = openWindow(folder);
    const auto* bar = window->findChild<NoticeBar*>();
    ASSERT_FALSE(bar->isEmpty());
    EXPECT_EQ(utf8(bar->text()),
              "The folder 2026_11_20_09_00_01, next to this one, holds one more worker of this run.");
    EXPECT_NE(utf8(allText(*bar)).find("Open all 2 workers of this run"), std::string::npos);
    const auto close = bar->findChildren<QToolButton*>().back();
    close->click();
    window->session()->host().reload();
    ASSERT_TRUE(waitFor(*window));
    EXPECT_TRUE(bar->isEmpty()) << "asked once";
    window->open({folder});
    ASSERT_TRUE(waitFor(*window));
    ASSERT_FALSE(bar->isEmpty());
    for (QLabel* label : bar->findChildren<QLabel*>())
        emit label->linkActivated({});
    ASSERT_TRUE(waitFor(*window));
    EXPECT_EQ(window->session()->sources().size(), 2U);
    EXPECT_TRUE(bar->isEmpty());
    EXPECT_EQ(window->paths().size(), 2);
}

TEST_F(Window, WindowsOfFilesWithTheSameNameHaveDifferentTitles)
{
    for (const char* run : {"run-1", "run-2"})
        QDir(m_folder.path()).mkpath(QStringLiteral("%1/host").arg(QLatin1String(run)));
    WindowSet set(kinds());
    set.open({profile(QStringLiteral("run-1/host/w.xplane.pb"))});
    MainWindow* const first = set.windows().front();
    ASSERT_TRUE(waitFor(*first));
    EXPECT_EQ(utf8(first->windowTitle()), "w.xplane.pb — jit_large — Tidemark");
    set.open({profile(QStringLiteral("run-2/host/w.xplane.pb"))});
    MainWindow* const second = set.windows().back();
    ASSERT_TRUE(waitFor(*second));
    EXPECT_EQ(utf8(first->windowTitle()), "w.xplane.pb in run-1 — jit_large — Tidemark");
    EXPECT_EQ(utf8(second->windowTitle()), "w.xplane.pb in run-2 — jit_large — Tidemark");
    delete second;
    EXPECT_EQ(utf8(first->windowTitle()), "w.xplane.pb — jit_large — Tidemark");
    delete first;
}

TEST_F(Window, NonsenseDroppedOnADocumentIsOneNoticeAndNoWindow)
{
    WindowSet set(kinds());
    MainWindow* window = set.openEmpty();
    window->open({profile()});
    ASSERT_TRUE(waitFor(*window));
    drop(*window, {write(QStringLiteral("notes.txt"), "buy milk"), write(QStringLiteral("list.txt"), "eggs")});
    EXPECT_EQ(set.windows().size(), 1u);
    EXPECT_NE(utf8(allText(*window)).find("notes.txt and 1 more cannot be opened"), std::string::npos)
        << utf8(allText(*window));
    EXPECT_TRUE(window->session()->shown());
    delete window;
}

TEST_F(Window, FilesOfOneSessionFolderAreOneDocumentWithASourceBox)
{
    const QString a = profile(QStringLiteral("host-0.xplane.pb"));
    const QString b = profile(QStringLiteral("host-1.xplane.pb"));
    WindowSet set(kinds());
    set.open({a, b});
    ASSERT_EQ(set.windows().size(), 1u);
    MainWindow* window = set.windows().front();
    ASSERT_TRUE(waitFor(*window));
    const SourceBox* box = window->findChild<MainToolBar*>()->sources();
    EXPECT_EQ(box->choices().size(), 2U);
    EXPECT_TRUE(box->isVisible());
    window->session()->chooseSource(window->session()->sources()[1]);
    ASSERT_TRUE(waitFor(*window));
    EXPECT_EQ(wantedProgram(*window), "jit_large(4)");
    EXPECT_EQ(QFileInfo(QString::fromStdString(window->state()->view()->path)).fileName(),
              QStringLiteral("host-1.xplane.pb"));
    EXPECT_EQ(box->accessibleDescription(), QStringLiteral("host-1"));
    delete window;
}

TEST_F(Window, DropsThatAreNeitherFilesNorTextAreRefused)
{
    const auto window = makeWindow();
    const auto isTaken = [&](const std::function<void(QMimeData&)>& fill) {
        QMimeData data;
        fill(data);
        QDragEnterEvent enter(QPoint(50, 50), Qt::CopyAction, &data, Qt::LeftButton, Qt::NoModifier);
        enter.ignore();
        QApplication::sendEvent(window.get(), &enter);
        return enter.isAccepted();
    };
    EXPECT_FALSE(isTaken([](QMimeData& data) { data.setColorData(QColor(Qt::red)); }));
    EXPECT_FALSE(isTaken([](QMimeData& data) { data.setUrls({QUrl(QStringLiteral("https://example.org/x.pb"))}); }));
    EXPECT_TRUE(isTaken([](QMimeData& data) { data.setText(QStringLiteral("RESOURCE_EXHAUSTED")); }));
}

TEST_F(Window, AFigureMissingFromAMessageIsShownAsNotKnown)
{
    const auto window = makeWindow();
    window->open(
        {write(QStringLiteral("cores.log"),
               "TPU TensorCore Hbm usage: 34.82G, SparseCore Hbm usage 174.10G, exceeding available bytes: 95.74G\n")});
    ASSERT_TRUE(waitFor(*window));
    const auto& shown = window->session()->shown();
    ASSERT_TRUE(shown);
    EXPECT_EQ(utf8(ProgramList::peakText(*shown)), "not known");
    for (const QComboBox* box : window->findChildren<QComboBox*>()) {
        EXPECT_FALSE(box->currentText().contains(QStringLiteral("not known"))) << "the headline has other amounts";
        EXPECT_FALSE(box->currentText().contains(QStringLiteral("0 B"))) << utf8(box->currentText());
    }
    window->open({QStringLiteral(TIDEMARK_TEST_DATA "/oom/gpu_short_messages.txt")});
    ASSERT_TRUE(waitUntil([&] { return shown && shown->document->catalogue().programs.size() == 3; }));
    ProgramList list;
    list.setContents(shown->document, {}, shown->selection.memory);
    ASSERT_EQ(list.rowCount(), 3);
    EXPECT_EQ(utf8(list.index(2).data().toString().replace(QChar(0xa0), u' ')),
              "message at line 5 — ≥ 4 MiB of shared memory")
        << "which is not the one that is shown";

    window->open({write(QStringLiteral("listed.log"),
                        "  Largest program allocations in hbm:\n\n"
                        "  1. Size: 3.00G\n     XLA label: %a = copy(%b)\n"
                        "     Allocation type: HLO temp\n     =====\n\n"
                        "  2. Size: 1.00G\n     Shape: f32[1024,1024,256]{2,1,0}\n"
                        "     Allocation type: HLO temp\n     =====\n")});
    ASSERT_TRUE(waitUntil([&] { return !window->state()->isEmpty() && window->state()->view()->rows.count == 2; }));
    for (const RowColumn column : {RowColumn::Padding, RowColumn::Unpadded}) {
        EXPECT_EQ(utf8(displayText(*window->state(), {RowId(0), 0}, column)), "");
        EXPECT_EQ(utf8(plainText(*window->state(), {RowId(0), 0}, column)), "");
    }
    EXPECT_EQ(utf8(plainText(*window->state(), {RowId(1), 0}, RowColumn::Padding)), "0");
    EXPECT_EQ(utf8(detailsText(*window->state(), RowId(0))).find("Unpadded"), std::string::npos);
}
