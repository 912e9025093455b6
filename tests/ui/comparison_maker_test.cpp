// Two programs side by side, in the background: what is compared with what, when, and what is said where that fails.
#include "tests/ui/session_fixture.h"

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
    QString other(const std::string& text = kOther) const { return write(QStringLiteral("o.phases"), text); }
    /// "large 200, small 20 at 1"
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

TEST_F(Comparing, AProgramOfTheSameFileWaitsUntilSomebodyLooks)
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

TEST_F(Comparing, OfAnotherFileTheProgramCalledAsOurs)
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

TEST_F(Comparing, WhatIsReadAgainIsComparedAgain)
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
    EXPECT_EQ(told(maker().failure()), "small is not in the files any more.");
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

TEST_F(Comparing, ErrorsAreToldAndMended)
{
    ASSERT_TRUE(open({writePhases(kTwoRuns)}));
    maker().setWanted(true);
    maker().open({m_folder.filePath(QStringLiteral("none.phases"))});
    ASSERT_TRUE(waitForFailure());
    EXPECT_TRUE(maker().failure().startsWith(QStringLiteral("none.phases cannot be compared with. ")))
        << told(maker().failure());
    write(QStringLiteral("none.phases"), "phases\nrun large\nbroken\nrun fine\nphase a 7\n");
    maker().again();
    ASSERT_TRUE(waitForComparison());
    EXPECT_EQ(compared(), "large 200 at 1, fine 7 at 0") << "one that can be read";
    maker().choose(maker().theirs()->document, ProgramId::at(0));
    ASSERT_TRUE(waitForFailure());
    EXPECT_TRUE(maker().failure().startsWith(QStringLiteral("large cannot be compared with. ")))
        << told(maker().failure());
    maker().choose(maker().theirs()->document, ProgramId::at(1));
    ASSERT_TRUE(waitForComparison());
    EXPECT_EQ(told(maker().failure()), "");
}

TEST_F(Comparing, TheMemoryCalledAsOursElseTheBestWithAWord)
{
    ASSERT_TRUE(open({writePhases(kTwoRuns)}));
    m_session.choose({m_session.shown()->document, {program("small"), 1}});
    ASSERT_TRUE(waitFor([&] { return shownProgram() == "small" && m_state.view()->memory == 1; }));
    maker().setWanted(true);
    maker().open({other()});
    ASSERT_TRUE(waitForComparison());
    EXPECT_EQ(maker().comparison()->b.view->memoryName, "DRAM");
    EXPECT_EQ(told(maker().remark()), "small uses no L1: its DRAM is compared.");
    maker().choose(maker().theirs()->document, ProgramId::at(1));
    ASSERT_TRUE(waitForComparison());
    EXPECT_EQ(maker().comparison()->b.view->memoryName, "L1");
    EXPECT_EQ(told(maker().remark()), "");
}

TEST_F(Comparing, WhatIsReadAgainIsInTheMemoryThatIsShownThen)
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
    ASSERT_TRUE(waitFor([&] { return maker().comparison() && compared() == "large 6 at 0, small 2 at 0"; })) << compared();
}

TEST_F(Comparing, TheSameTwoOnceMoreAreInTheOrderInWhichTheyAreAskedFor)
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

TEST_F(Comparing, ReadingIsCancelledAndTakenUpAgain)
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
