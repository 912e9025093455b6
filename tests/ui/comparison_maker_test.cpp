// Tests of comparing two programs in the background: which programs and memories are compared, when, and which errors
// are reported.
#include "core/devices/device_table.h"
#include "tests/support/samples.h"
#include "tests/ui/session_fixture.h"
#include <QFileInfo>

using namespace tidemark;
using namespace tidemark::ui;

namespace {

constexpr const char* kOther = "phases\n"
                               "run small\n"
                               "phase a 30\n"
                               "phase b 70\n"
                               "phase c 40\n"
                               "run huge\n"
                               "phase a 1000 / 5\n";

class Comparing : public SessionTest
{
protected:
    ComparisonMaker& maker() { return m_session.comparison(); }
    bool waitForComparison()
    {
        return waitFor([&] { return !maker().isBusy() && maker().comparison(); });
    }
    bool waitForFailure()
    {
        return waitFor([&] { return !maker().isBusy() && !maker().failure().isEmpty(); });
    }
    /// A hook that blocks in the middle of the work while m_isHeld is true.
    std::function<void(const Progress&)> holding()
    {
        return [this](const Progress& progress) {
            while (m_isHeld && !progress.cancelled())
                std::this_thread::yield();
        };
    }
    QString other(const std::string& text = kOther) const { return write(QStringLiteral("o.phases"), text); }
    /// Returns the two programs, their levels and their steps.
    std::string compared()
    {
        const auto of = [](const ComparedStep& step) {
            return step.view->program + " " + std::to_string(step.level()) + " at " + std::to_string(step.step.value);
        };
        const Comparison& comparison = *maker().comparison();
        return of(comparison.a) + ", " + of(comparison.b);
    }
};

} // namespace

TEST_F(Comparing, AProgramOfTheSameFileIsComparedOnceThePageIsShown)
{
    ASSERT_TRUE(open({writePhases(kTwoRuns)}));
    EXPECT_FALSE(maker().isBegun());
    maker().choose(m_session.shown()->document, program("small"));
    QCoreApplication::processEvents();
    EXPECT_FALSE(maker().isBusy());
    EXPECT_FALSE(maker().comparison());
    maker().setWanted(true);
    ASSERT_TRUE(waitForComparison());
    EXPECT_EQ(compared(), "large 200 at 1, small 20 at 1");
    maker().swap();
    ASSERT_TRUE(waitFor([&] { return compared() == "small 20 at 1, large 200 at 1"; }));
    EXPECT_EQ(maker().ourSide(), ComparedSide::B);
}

TEST_F(Comparing, OfTwoRecordingsTheOlderOneIsA)
{
    const auto recording = [&](const char* name, int day) {
        const QString path = m_folder.filePath(QLatin1String(name));
        QFile::copy(QString::fromStdString(test::dataFolder() + "/history/") + QLatin1String(name), path);
        QFile file(path);
        EXPECT_TRUE(file.open(QIODevice::ReadWrite));
        EXPECT_TRUE(file.setFileTime(QDateTime(QDate(2026, 11, day), QTime()), QFileDevice::FileModificationTime));
        return path;
    };
    const QString older = recording("jax_step4.pprof.gz", 2);
    const QString newer = recording("jax_step0.pprof.gz", 3);
    maker().setWanted(true);
    for (const auto& [shown, opened] : {std::pair(newer, older), std::pair(older, newer)}) {
        ASSERT_TRUE(open({shown}));
        maker().open({opened});
        ASSERT_TRUE(waitForComparison());
        EXPECT_EQ(maker().comparison()->a.view->path, older.toStdString());
        EXPECT_EQ(maker().comparison()->b.view->path, newer.toStdString());
    }
}

TEST_F(Comparing, TheNamesakeIsChosenInAnotherFile)
{
    ASSERT_TRUE(open({writePhases(kTwoRuns)}));
    m_session.chooseProgram(program("small"));
    ASSERT_TRUE(waitFor([&] { return shownProgram() == "small"; }));
    maker().setWanted(true);
    maker().open({other()});
    EXPECT_TRUE(maker().isBegun());
    ASSERT_TRUE(waitForComparison());
    EXPECT_EQ(compared(), "small 20 at 1, small 70 at 1");
    m_session.chooseProgram(program("large"));
    ASSERT_TRUE(waitFor([&] { return maker().comparison() && compared().starts_with("large 200"); }))
        << "what the window shows next is compared with the same";
    EXPECT_EQ(compared(), "large 200 at 1, small 70 at 1");
    maker().open({other()});
    ASSERT_TRUE(waitForComparison());
    EXPECT_EQ(compared(), "large 200 at 1, huge 1000 at 0") << "the largest where none is called so";
}

TEST_F(Comparing, TheMostSimilarProgramIsChosenAndTheReasonIsGiven)
{
    const auto choose = [&](const char* name) {
        maker().end();
        m_session.chooseProgram(program(name));
        ASSERT_TRUE(waitFor([&] { return shownProgram() == name; }));
        maker().begin();
        ASSERT_TRUE(waitForComparison());
    };
    ASSERT_TRUE(
        open({writePhases("phases\nrun step\nphase a 10\nrun step_remat\nphase a 5\nrun other\nphase a 90\n")}));
    maker().setWanted(true);
    choose("step_remat");
    EXPECT_EQ(compared(), "step_remat 5 at 0, step 10 at 0");
    EXPECT_EQ(
        utf8(maker().choiceText()),
        "Compared with step of w.phases, because its name is the most similar. You can choose another run above.");
    choose("other");
    EXPECT_EQ(compared(), "other 90 at 0, step 10 at 0") << "no name is similar";
    EXPECT_NE(utf8(maker().choiceText()).find(", because it has the largest peak."), std::string::npos)
        << utf8(maker().choiceText());
    maker().choose(maker().theirs()->document, maker().theirs()->selection.program);
    EXPECT_EQ(utf8(maker().choiceText()), "") << "the user chose it";
    ASSERT_TRUE(open({writePhases(kTwoRuns), other()}));
    choose("small");
    EXPECT_EQ(compared(), "small 70 at 1, small 20 at 1") << "the file with the largest peak is shown first";
    EXPECT_NE(utf8(maker().choiceText()).find("small of w.phases, because it has the same name."), std::string::npos)
        << utf8(maker().choiceText());
    maker().end();
    EXPECT_EQ(utf8(maker().choiceText()), "");
}

TEST_F(Comparing, AProgramWithoutAnAlternativeIsChosenWithoutAWord)
{
    ASSERT_TRUE(open({writePhases(kTwoRuns)}));
    maker().setWanted(true);
    maker().begin();
    ASSERT_TRUE(waitForComparison());
    EXPECT_EQ(compared(), "large 200 at 1, small 20 at 1");
    EXPECT_EQ(utf8(maker().choiceText()), "");
    ASSERT_TRUE(open({other("phases\nrun one\nphase a 1\n")}));
    maker().begin();
    EXPECT_TRUE(maker().isBegun());
    EXPECT_FALSE(maker().theirs()) << "nothing is there to compare with";
}

TEST_F(Comparing, AProgramIsNotComparedWithItself)
{
    ASSERT_TRUE(open({writePhases(kTwoRuns)}));
    maker().setWanted(true);
    maker().choose(m_session.shown()->document, program("small"));
    ASSERT_TRUE(waitForComparison());
    m_session.chooseProgram(program("small"));
    ASSERT_TRUE(waitFor([&] { return maker().comparison() && compared() == "small 20 at 1, large 200 at 1"; }));
}

TEST_F(Comparing, NamesAreComparedWithoutThePrefixOfTheTransformation)
{
    ASSERT_TRUE(open({writePhases("phases\nrun jit_add\nphase a 5\nrun jit_mul\nphase a 3\nrun add\nphase a 1\n")}));
    ASSERT_EQ(shownProgram(), "jit_add");
    maker().setWanted(true);
    maker().begin();
    ASSERT_TRUE(waitForComparison());
    EXPECT_EQ(compared(), "jit_add 5 at 0, add 1 at 0");
    EXPECT_NE(utf8(maker().choiceText()).find(", because it has the same name."), std::string::npos);
}

TEST_F(Comparing, EachSideHasAStepOfItsOwn)
{
    ASSERT_TRUE(open({writePhases(kTwoRuns)}));
    maker().setWanted(true);
    maker().choose(m_session.shown()->document, program("small"));
    ASSERT_TRUE(waitForComparison());
    maker().setSteps(StepId(2), StepId(0));
    ASSERT_TRUE(waitFor([&] { return compared() == "large 150 at 2, small 10 at 0"; }));
    maker().swap();
    ASSERT_TRUE(waitFor([&] { return compared() == "small 10 at 0, large 150 at 2"; }));
    maker().setSteps(StepId(7), std::nullopt);
    ASSERT_TRUE(waitFor([&] { return compared() == "small 20 at 1, large 200 at 1"; })) << "no such step: the peak";
}

TEST_F(Comparing, AReloadRepeatsTheComparison)
{
    const QString file = writePhases(kTwoRuns);
    ASSERT_TRUE(open({file}));
    maker().setWanted(true);
    maker().choose(m_session.shown()->document, program("small"));
    ASSERT_TRUE(waitForComparison());
    maker().setSteps(StepId(0), StepId(0));
    ASSERT_TRUE(waitFor([&] { return compared() == "large 100 at 0, small 10 at 0"; }));
    writePhases("phases\nrun small\nphase a 11\nphase b 20\nrun large\nphase a 300\nphase b 400\nphase c 1\n");
    m_session.host().reload();
    ASSERT_TRUE(waitFor([&] { return maker().comparison() && compared() == "large 300 at 0, small 11 at 0"; }))
        << "at the same steps";
    writePhases("phases\nrun large\nphase a 300\nphase b 400\n");
    m_session.host().reload();
    ASSERT_TRUE(waitForFailure());
    EXPECT_EQ(utf8(maker().failure()), "small is no longer in the files.");
    EXPECT_FALSE(maker().comparison());
}

TEST_F(Comparing, TheOtherFileIsFollowedOnDisk)
{
    ASSERT_TRUE(open({writePhases(kTwoRuns)}));
    maker().setWanted(true);
    maker().open({other()});
    ASSERT_TRUE(waitForComparison());
    EXPECT_EQ(compared(), "large 200 at 1, huge 1000 at 0");
    other("phases\nrun huge\nphase a 5\nphase b 2000 / 5\n");
    ASSERT_TRUE(waitFor([&] { return maker().comparison() && compared() == "large 200 at 1, huge 2000 at 1"; }));
}

TEST_F(Comparing, ErrorsAreReportedAndClearedAfterARepair)
{
    ASSERT_TRUE(open({writePhases(kTwoRuns)}));
    maker().setWanted(true);
    maker().open({m_folder.filePath(QStringLiteral("none.phases"))});
    ASSERT_TRUE(waitForFailure());
    EXPECT_TRUE(maker().failure().startsWith(QStringLiteral("Cannot compare with none.phases. ")))
        << utf8(maker().failure());
    write(QStringLiteral("none.phases"), "phases\nrun large\nbroken\nrun fine\nphase a 7\n");
    maker().again();
    ASSERT_TRUE(waitForComparison());
    EXPECT_EQ(compared(), "large 200 at 1, fine 7 at 0") << "one that can be read";
    maker().choose(maker().theirs()->document, ProgramId::at(0));
    ASSERT_TRUE(waitForFailure());
    EXPECT_TRUE(maker().failure().startsWith(QStringLiteral("Cannot compare with large. "))) << utf8(maker().failure());
    maker().choose(maker().theirs()->document, ProgramId::at(1));
    ASSERT_TRUE(waitForComparison());
    EXPECT_EQ(utf8(maker().failure()), "");
}

TEST_F(Comparing, TheSameMemoryIsChosenElseAnotherWithARemark)
{
    ASSERT_TRUE(open({writePhases(kTwoRuns)}));
    m_session.choose({m_session.shown()->document, {program("small"), 1}});
    ASSERT_TRUE(waitFor([&] { return shownProgram() == "small" && m_state.view()->memory == 1; }));
    maker().setWanted(true);
    maker().open({other()});
    ASSERT_TRUE(waitForComparison());
    EXPECT_EQ(maker().comparison()->b.view->memoryName, "DRAM");
    EXPECT_EQ(utf8(maker().remark()), "small uses no L1: its DRAM is compared.");
    maker().choose(maker().theirs()->document, ProgramId::at(1));
    ASSERT_TRUE(waitForComparison());
    EXPECT_EQ(maker().comparison()->b.view->memoryName, "L1");
    EXPECT_EQ(utf8(maker().remark()), "");
}

TEST_F(Comparing, AReloadComparesTheMemoryShownThen)
{
    const std::string two = "phases\nrun small\nphase a 10 / 1\nrun large\nphase a 100 / 5\n";
    ASSERT_TRUE(open({writePhases(two)}));
    maker().setWanted(true);
    maker().choose(m_session.shown()->document, program("small"));
    ASSERT_TRUE(waitForComparison());
    m_session.choose({m_session.shown()->document, {program("large"), 1}});
    ASSERT_TRUE(waitFor([&] { return maker().comparison() && compared() == "large 5 at 0, small 1 at 0"; }));
    writePhases("phases\nrun small\nphase a 11 / 2\nrun large\nphase a 100 / 6\n");
    m_session.host().reload();
    ASSERT_TRUE(waitFor([&] { return maker().comparison() && compared() == "large 6 at 0, small 2 at 0"; }));
}

TEST_F(Comparing, StartingTheSameComparisonAgainRestoresItsOrder)
{
    ASSERT_TRUE(open({writePhases(kTwoRuns)}));
    maker().setWanted(true);
    maker().start(m_session.shown()->document, program("small"));
    ASSERT_TRUE(waitForComparison());
    maker().swap();
    ASSERT_TRUE(waitFor([&] { return compared() == "small 20 at 1, large 200 at 1"; }));
    maker().start(m_session.shown()->document, program("small"));
    ASSERT_TRUE(waitForComparison());
    EXPECT_EQ(compared(), "large 200 at 1, small 20 at 1");
}

TEST_F(Comparing, ReadingIsCancelledAndResumed)
{
    ASSERT_TRUE(open({writePhases(kTwoRuns)}));
    maker().setWanted(true);
    m_isHeld = true;
    m_viewing = [this](const Progress& progress) {
        if (m_isHeld)
            untilCancelled(progress);
    };
    maker().choose(m_session.shown()->document, program("small"));
    EXPECT_TRUE(maker().isBusy());
    maker().cancel();
    ASSERT_TRUE(waitFor([&] { return !maker().isBusy(); }));
    EXPECT_TRUE(maker().isCancelled());
    EXPECT_FALSE(maker().comparison());
    m_isHeld = false;
    maker().again();
    ASSERT_TRUE(waitForComparison());
    EXPECT_FALSE(maker().isCancelled());
}

TEST_F(Comparing, OtherDocumentsEndIt)
{
    ASSERT_TRUE(open({writePhases(kTwoRuns)}));
    maker().setWanted(true);
    maker().open({other()});
    ASSERT_TRUE(waitForComparison());
    ASSERT_TRUE(open({other()}));
    EXPECT_FALSE(maker().isBegun());
    EXPECT_FALSE(maker().comparison());
    EXPECT_FALSE(maker().theirs());
}

TEST_F(Comparing, FilesThatAreStillReadWhenItEndsAreForgotten)
{
    m_opening = holding();
    ASSERT_TRUE(open({writePhases(kTwoRuns)}));
    maker().setWanted(true);
    m_isHeld = true;
    maker().open({other()});
    ASSERT_TRUE(maker().isBusy());
    maker().end();
    EXPECT_FALSE(maker().isBusy());
    maker().begin();
    maker().choose(m_session.shown()->document, program("small"));
    ASSERT_TRUE(waitForComparison());
    EXPECT_EQ(compared(), "large 200 at 1, small 20 at 1");
}

TEST_F(Comparing, TheLastRequestCounts)
{
    m_opening = holding();
    ASSERT_TRUE(open({writePhases(kTwoRuns)}));
    maker().setWanted(true);
    const QString file = other();
    for (const bool isStarted : {false, true}) {
        m_isHeld = true;
        maker().open({file});
        if (isStarted)
            maker().start(m_session.shown()->document, program("small"));
        else
            maker().choose(m_session.shown()->document, program("small"));
        m_isHeld = false;
        ASSERT_TRUE(waitForComparison());
        EXPECT_EQ(compared(), "large 200 at 1, small 20 at 1") << "not with the file that was being read";
    }
}

TEST_F(Comparing, AStepIsForgottenInAnotherMemory)
{
    ASSERT_TRUE(open({writePhases("phases\nrun small\nphase a 10 / 5\nphase b 20 / 4\n"
                                  "run large\nphase a 100 / 7\nphase b 200 / 6\nphase c 150 / 1\n")}));
    maker().setWanted(true);
    maker().choose(m_session.shown()->document, program("small"));
    ASSERT_TRUE(waitForComparison());
    maker().setSteps(StepId(2), StepId(1));
    ASSERT_TRUE(waitFor([&] { return compared() == "large 150 at 2, small 20 at 1"; }));
    m_session.chooseMemory(1);
    ASSERT_TRUE(waitFor([&] { return maker().comparison() && compared().starts_with("large 7 at 0"); }));
    EXPECT_EQ(compared(), "large 7 at 0, small 5 at 0") << "each at its peak";
}

TEST_F(Comparing, AStepIsForgottenWithARemovedMemory)
{
    ASSERT_TRUE(open({writePhases(kTwoRuns)}));
    m_session.choose({m_session.shown()->document, {program("small"), 1}});
    ASSERT_TRUE(waitFor([&] { return shownProgram() == "small" && m_state.view()->memory == 1; }));
    maker().setWanted(true);
    maker().open({other("phases\nrun small\nphase a 30 / 3\nphase b 70 / 4\n")});
    ASSERT_TRUE(waitForComparison());
    const std::string before = "small 5 at 0, small 3 at 0";
    maker().setSteps(std::nullopt, StepId(0));
    ASSERT_TRUE(waitFor([&] { return compared() == before; }));
    other("phases\nrun small\nphase a 30\nphase b 70\n");
    ASSERT_TRUE(waitFor([&] { return maker().comparison() && compared() != before; }));
    EXPECT_EQ(compared(), "small 5 at 0, small 70 at 1");
}

TEST_F(Comparing, OtherRulesAndAnotherDeviceReadNoProgramAgain)
{
    m_viewing = [this](const Progress&) { ++m_asked; };
    ASSERT_TRUE(open({writePhases(kTwoRuns)}));
    maker().setWanted(true);
    maker().choose(m_session.shown()->document, program("small"));
    ASSERT_TRUE(waitForComparison());
    EXPECT_EQ(m_asked.load(), 2) << "each once";
    const auto isComparedAnewBy = [&](const auto& change) {
        const auto before = maker().comparison();
        change();
        return waitFor([&] { return !maker().isBusy() && maker().comparison() != before; });
    };
    ASSERT_TRUE(isComparedAnewBy([&] { maker().setRules({}); }));
    ASSERT_TRUE(isComparedAnewBy([&] { m_session.chooseDevice(findDevice("v5e")); }));
    EXPECT_EQ(m_asked.load(), 2);
}

TEST_F(Comparing, MessagesOpenedWithEachSideGiveItsLimit)
{
    const auto plan = [&](const QString& folder) {
        return write(folder + QStringLiteral("/w.hlo.pb"), test::hloBytes(kTwoBuffers));
    };
    const QString a = plan(QStringLiteral("a"));
    const QString b = plan(QStringLiteral("b"));
    ASSERT_TRUE(open({a}));
    const std::string module = m_session.wanted()->program().name;
    const auto log = [&](const QString& folder, const std::string& limit) {
        write(folder + QStringLiteral("/run.log"),
              "\nRan out of memory in memory space hbm. Used 64.00M of " + limit + " hbm. HLO module: " + module
                  + ".\n");
    };
    log(QStringLiteral("a"), "32.00M");
    log(QStringLiteral("b"), "48.00M");
    ASSERT_TRUE(open({QFileInfo(a).path()}));
    maker().setWanted(true);
    maker().open({QFileInfo(b).path()});
    const auto waitForCapacities = [&](std::int64_t ofA, std::int64_t ofB) {
        return waitFor([&] {
            const auto& found = maker().comparison();
            return found && found->a.figures.capacity.bytes == ofA && found->b.figures.capacity.bytes == ofB;
        });
    };
    EXPECT_TRUE(waitForCapacities(32 << 20, 48 << 20));
    m_session.chooseDevice(findDevice("v5e"));
    const auto chosen = m_session.figures()->capacity.bytes;
    ASSERT_TRUE(chosen);
    EXPECT_TRUE(waitForCapacities(*chosen, *chosen)) << "for both";
}

TEST_F(Comparing, ADeletedFileIsReportedWhileItIsCompared)
{
    ASSERT_TRUE(open({writePhases(kTwoRuns)}));
    maker().setWanted(true);
    const QString file = other();
    maker().open({file});
    ASSERT_TRUE(waitForComparison());
    const Chosen theirs = *maker().theirs();
    const auto isReported = [&] { return maker().remark().contains(QStringLiteral("was deleted")); };
    ASSERT_TRUE(QFile::remove(file));
    ASSERT_TRUE(waitFor(isReported));
    maker().choose(m_session.shown()->document, program("small"));
    EXPECT_EQ(utf8(maker().remark()), "");
    maker().choose(theirs.document, theirs.selection.program);
    EXPECT_TRUE(isReported());
    maker().end();
    EXPECT_EQ(utf8(maker().remark()), "");
    EXPECT_EQ(maker().documentsOf(ComparedSide::B).size(), 1U) << "the window's own";
}

TEST_F(Comparing, SidesStayAsShownUntilTheSwapIsDone)
{
    ASSERT_TRUE(open({writePhases(kTwoRuns)}));
    maker().setWanted(true);
    maker().choose(m_session.shown()->document, program("small"));
    ASSERT_TRUE(waitForComparison());
    maker().swap();
    ASSERT_EQ(compared(), "large 200 at 1, small 20 at 1");
    maker().setSteps(StepId(2), StepId(0));
    EXPECT_TRUE(maker().step(ComparedSide::A) == StepId(2));
    ASSERT_TRUE(waitFor([&] { return compared() != "large 200 at 1, small 20 at 1"; }));
    EXPECT_EQ(compared(), "small 10 at 0, large 150 at 2");
    EXPECT_TRUE(maker().step(ComparedSide::A) == StepId(0));
    m_session.choose({m_session.shown()->document, {program("small"), 1}});
    ASSERT_TRUE(waitFor([&] { return shownProgram() == "small" && m_state.view()->memory == 1; }));
    maker().open({other()});
    ASSERT_TRUE(waitForComparison());
    const std::string remark = "small uses no L1: its DRAM is compared.";
    EXPECT_EQ(utf8(maker().remark()), remark);
    maker().swap();
    EXPECT_EQ(utf8(maker().remark()), remark);
    ASSERT_TRUE(waitFor([&] { return maker().comparison()->a.view->memoryName == "DRAM"; }));
    EXPECT_EQ(utf8(maker().remark()), remark);
}

TEST_F(Comparing, AResultOfTheOldDocumentIsNotUsedForTheReloadedOne)
{
    m_viewing = holding();
    const QString file = writePhases(kTwoRuns);
    ASSERT_TRUE(open({file}));
    maker().setWanted(true);
    m_isHeld = true;
    maker().choose(m_session.shown()->document, program("small"));
    writePhases("phases\nrun small\nphase a 11\nphase b 21\nrun large\nphase a 100\nphase b 200\n");
    const auto again = openDocuments({utf8(file)}, kinds());
    ASSERT_TRUE(again);
    maker().setDocuments(*again);
    m_isHeld = false;
    ASSERT_TRUE(waitForComparison());
    maker().setSteps(std::nullopt, StepId(0));
    ASSERT_TRUE(waitFor([&] { return maker().comparison() && maker().comparison()->b.step == StepId(0); }));
    EXPECT_EQ(compared(), "large 200 at 1, small 11 at 0");
}
