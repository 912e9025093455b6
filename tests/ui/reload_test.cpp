#include "tests/ui/session_fixture.h"

#include <QSignalSpy>

using namespace tidemark;
using namespace tidemark::ui;

namespace {

constexpr const char* kLargeFile
    = "param 0 512\n  p 0 512\ntemp 65536\n  x 0 32768\n  y 32768 1024\ntrace +x +y -y -x\n";
constexpr const char* kSmallFile = "param 0 512\n  p 0 512\ntemp 4096\n  a 0 1024\n  b 1024 1024\ntrace +a +b -a -b\n";
constexpr const char* kBig = "run big\nphase a 100\nphase b 200\nphase c 150\n";
constexpr const char* kOtherRun = "run other\nphase a 10\nphase b 20\n";

class ReloadTest : public SessionTest
{
protected:
    QString profile(const std::vector<test::NamedHlo>& programs)
    {
        return write(QStringLiteral("w.xplane.pb"), test::containerBytes(programs));
    }
    /// Waits until another view than the current one is on screen.
    template <class Action>
    bool waitForAnotherView(Action action)
    {
        const auto before = m_state.view();
        action();
        return waitFor([&] { return m_state.view() && m_state.view() != before; });
    }
    bool reload()
    {
        return waitForAnotherView([&] { m_session.host().reload(); });
    }
};

} // namespace

TEST_F(ReloadTest, KeepsCursorZoomRangePinSelectionAndFilter)
{
    ASSERT_TRUE(
        open({profile({{"jit_small(3)", test::hloBytes(kSmallFile)}, {"jit_large(4)", test::hloBytes(kLargeFile)}})}));
    const RowId pinned = m_state.live().back().row;
    const std::string name = m_state.view()->rows.name(pinned);
    m_state.axis().setCursor(StepId(2));
    m_state.axis().setVisible({1, 3});
    m_state.axis().setSelected(StepRange{1, 2});
    m_state.focus().setPinned(pinned);
    m_state.focus().setSelected({RowId(0), pinned});
    m_state.filter().setText(QStringLiteral("x"));
    m_state.setMarked(StepId(1));
    m_state.setMarkedParts({true, false, true});
    ASSERT_TRUE(reload());
    EXPECT_EQ(m_state.marked(), StepId(1));
    EXPECT_EQ(m_state.markedParts(), (MarkedParts{true, false, true}));
    EXPECT_EQ(m_state.cursor(), StepId(2));
    EXPECT_EQ(m_state.axis().visible(), (StepRange{1, 3}));
    EXPECT_EQ(m_state.axis().selected(), (StepRange{1, 2}));
    ASSERT_TRUE(m_state.focus().pinned());
    EXPECT_EQ(m_state.view()->rows.name(*m_state.focus().pinned()), name);
    EXPECT_EQ(m_state.focus().selected().size(), 2u);
    EXPECT_EQ(utf8(m_state.filter().text()), "x");
}

TEST_F(ReloadTest, CursorMovesDuringAReloadAreKept)
{
    m_viewing = [this](const Progress&) {
        if (m_isHeld)
            m_go.acquire();
    };
    ASSERT_TRUE(open({writePhases()}));
    m_isHeld = true;
    QSignalSpy documents(&m_session, &Session::documentsChanged);
    m_session.host().reload();
    ASSERT_TRUE(waitFor([&] { return documents.size() > 0; }));
    m_state.axis().setCursor(StepId(3));
    ASSERT_TRUE(waitForAnotherView([&] { m_go.release(); }));
    EXPECT_EQ(m_state.cursor(), StepId(3));
}

TEST_F(ReloadTest, AChoiceMadeDuringAReloadIsShownAfterIt)
{
    m_opening = [this](const Progress&) {
        if (m_isHeld.exchange(false))
            m_go.acquire();
    };
    ASSERT_TRUE(open({writePhases(std::string("phases\n") + kBig + kOtherRun)}));
    m_isHeld = true;
    m_session.host().reload();
    m_session.chooseProgram(program("other"));
    EXPECT_EQ(shownProgram(), "big");
    m_go.release();
    ASSERT_TRUE(waitUntilIdle());
    EXPECT_EQ(shownProgram(), "other");
    EXPECT_EQ(m_session.wanted()->document, m_session.host().documents().front());
}

TEST_F(ReloadTest, ReportsRemovedPrograms)
{
    ASSERT_TRUE(open({profile({{"jit_large(4)", test::hloBytes(kLargeFile)}})}));
    m_state.axis().setCursor(StepId(3));
    m_state.axis().setVisible({2, 4});
    m_state.axis().setSelected(StepRange{2, 4});
    m_state.focus().setPinned(m_state.live().front().row);
    profile({{"jit_large(5)", test::hloBytes("temp 64\n  y 0 32\n  z 32 32\ntrace +y +z -z\n")}});
    ASSERT_TRUE(reload());
    EXPECT_TRUE(m_state.isCursorAtPeak());
    EXPECT_TRUE(m_state.axis().isShowingAll());
    EXPECT_FALSE(m_state.axis().selected());
    EXPECT_FALSE(m_state.focus().pinned());
    for (const char* words : {"Reloaded. Gone: ", "step 3", "the zoom to step 2–3", "the pinned "})
        EXPECT_NE(utf8(m_notices.back()).find(words), std::string::npos) << utf8(m_notices.back());
}

TEST_F(ReloadTest, ABadFileKeepsTheViewAndAGoodOneRefreshesIt)
{
    const std::string good = test::containerBytes({{"jit_large(4)", test::hloBytes(kLargeFile)}});
    const struct {
        const char* what;
        std::string bytes;
    } cases[] = {{"nothing", ""},
                 {"no program", test::containerBytes({})},
                 {"noise", std::string(300, '\xff')},
                 {"a damaged program", test::containerBytes({{"jit_large(4)", std::string(64, '\xff')}})},
                 {"a program without a plan", test::containerBytes({{"jit_large(4)", "\x0a\x02\x0a\x00"}})}};
    for (const auto& [what, bytes] : cases) {
        ASSERT_TRUE(open({write(QStringLiteral("w.xplane.pb"), good)})) << what;
        const auto before = m_state.view();
        m_state.axis().setCursor(StepId(2));
        write(QStringLiteral("w.xplane.pb"), bytes);
        m_session.host().reload();
        ASSERT_TRUE(waitForNotice("old state")) << what;
        EXPECT_EQ(m_state.view(), before) << what;
        EXPECT_FALSE(m_session.standIn()) << what;
        EXPECT_EQ(shownProgram(), "jit_large") << what;
        EXPECT_EQ(m_session.wanted()->document, m_session.shown()->document) << what;
        EXPECT_TRUE(m_notices.back().contains(QLatin1String("press F5 to try again"))) << what;
        EXPECT_TRUE(m_notices.back().contains(QLatin1String("w.xplane.pb"))) << what;
        EXPECT_FALSE(m_notices.back().contains(m_folder.path())) << what;
        write(QStringLiteral("w.xplane.pb"), good);
        ASSERT_TRUE(reload()) << what;
        EXPECT_EQ(m_state.cursor(), StepId(2)) << what;
        EXPECT_EQ(utf8(m_notices.back()), "") << what;
    }
}

TEST_F(ReloadTest, AnInterruptedRewriteRestoresTheProgramShownBefore)
{
    const std::string whole = std::string("phases\n") + kOtherRun + kBig;
    ASSERT_TRUE(open({writePhases(whole)}));
    ASSERT_EQ(shownProgram(), "big");
    m_state.axis().setCursor(StepId(2));
    writePhases(std::string("phases\n") + kOtherRun);
    ASSERT_TRUE(reload());
    EXPECT_EQ(shownProgram(), "other");
    EXPECT_EQ(utf8(m_notices.back()), "Reloaded. Gone: the run big.");
    ASSERT_TRUE(reload());
    EXPECT_EQ(shownProgram(), "other");
    writePhases(whole);
    ASSERT_TRUE(reload());
    EXPECT_EQ(shownProgram(), "big");
    EXPECT_EQ(m_state.cursor(), StepId(2));
}

TEST_F(ReloadTest, AfterAChoiceOfTheUserTheLostProgramIsNotRestored)
{
    const std::string whole = std::string("phases\nrun third\nphase a 5\n") + kOtherRun + kBig;
    ASSERT_TRUE(open({writePhases(whole)}));
    writePhases(std::string("phases\nrun third\nphase a 5\n") + kOtherRun);
    ASSERT_TRUE(reload());
    ASSERT_TRUE(waitForAnotherView([&] { m_session.chooseProgram(program("third")); }));
    writePhases(whole);
    ASSERT_TRUE(reload());
    EXPECT_EQ(shownProgram(), "third");
}

TEST_F(ReloadTest, AChangedFileIsReadOnceItHasSettled)
{
    ASSERT_TRUE(open({writePhases()}));
    ASSERT_TRUE(waitForAnotherView([&] { writePhases(std::string("phases\n") + kBig); }));
    EXPECT_EQ(shownProgram(), "big");
}

TEST_F(ReloadTest, AFileThatWasReplacedIsRead)
{
    const QString path = writePhases();
    ASSERT_TRUE(open({path}));
    ASSERT_TRUE(waitForAnotherView([&] {
        const QString next = write(QStringLiteral("next"), std::string("phases\n") + kBig);
        QFile::remove(path);
        ASSERT_TRUE(QFile::rename(next, path));
    }));
    EXPECT_EQ(shownProgram(), "big");
}

TEST_F(ReloadTest, AFileOpenedWhileStillEmptyIsShownWhenItIsWritten)
{
    ASSERT_TRUE(open({writePhases("")}));
    ASSERT_TRUE(m_session.standIn());
    // Reading the file while it is still empty changes nothing, and the file is still watched.
    m_session.host().reload();
    ASSERT_TRUE(waitFor([&] { return !m_session.isBusy(); }));
    writePhases();
    ASSERT_TRUE(waitFor([&] { return m_session.shown().has_value(); }));
    EXPECT_EQ(shownProgram(), "train");
}

TEST_F(ReloadTest, AMissingFileIsShownWhenItAppears)
{
    ASSERT_TRUE(open({m_folder.filePath(QStringLiteral("w.phases"))}));
    ASSERT_TRUE(m_session.standIn());
    writePhases();
    ASSERT_TRUE(waitFor([&] { return m_session.shown().has_value(); }));
}

TEST_F(ReloadTest, AFileThatChangedWhileItWasReadIsReadAgain)
{
    m_opening = [this](const Progress&) {
        if (++m_asked == 1)
            writePhases(std::string("phases\n") + kBig); // while the file is being read
    };
    ASSERT_TRUE(open({writePhases()}));
    ASSERT_TRUE(waitFor([&] { return shownProgram() == "big"; }));
}

TEST_F(ReloadTest, ADeletedFileIsAnnouncedAndSoIsItsReturn)
{
    const QString path = writePhases();
    ASSERT_TRUE(open({path}));
    const auto before = m_state.view();
    const QString aside = m_folder.filePath(QStringLiteral("aside"));
    ASSERT_TRUE(QFile::rename(path, aside));
    ASSERT_TRUE(waitForNotice("was deleted"));
    EXPECT_EQ(utf8(m_notices.back()), "w.phases was deleted; the window shows its last state.");
    EXPECT_EQ(m_state.view(), before);
    ASSERT_TRUE(QFile::rename(aside, path));
    ASSERT_TRUE(waitFor([&] { return m_notices.back().isEmpty(); }));
    EXPECT_EQ(m_state.view(), before);
}

TEST_F(ReloadTest, ATruncatedFileIsAnnounced)
{
    ASSERT_TRUE(open({writePhases()}));
    const auto before = m_state.view();
    writePhases("");
    ASSERT_TRUE(waitForNotice("is empty now"));
    EXPECT_EQ(utf8(m_notices.back()), "w.phases is empty now; the window shows its last state.");
    EXPECT_EQ(m_state.view(), before);
    ASSERT_TRUE(waitForAnotherView([&] { writePhases(std::string("phases\n") + kBig); }));
    EXPECT_EQ(utf8(m_notices.back()), "Reloaded. Gone: the run train.");
}

TEST_F(ReloadTest, AFolderFollowsWorkersThatComeAndGo)
{
    write(QStringLiteral("log/a.phases"), std::string("phases\n") + kBig);
    ASSERT_TRUE(open({m_folder.filePath(QStringLiteral("log"))}));
    EXPECT_EQ(m_session.sources().size(), 1u);
    const QString b = write(QStringLiteral("log/later/b.phases"), std::string("phases\n") + kOtherRun);
    ASSERT_TRUE(waitFor([&] { return m_session.sources().size() == 2 && !m_session.isBusy(); }));
    EXPECT_EQ(shownProgram(), "big");
    ASSERT_TRUE(QFile::remove(b));
    ASSERT_TRUE(waitFor([&] { return m_session.sources().size() == 1 && !m_session.isBusy(); }));
    EXPECT_EQ(shownProgram(), "big");
}
