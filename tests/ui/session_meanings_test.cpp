// What the bytes of a view are, found out behind what is shown.
#include "tests/ui/session_fixture.h"

#include "core/devices/device_table.h"
#include "ui/session/program_list.h"
#include "ui/session/settings.h"

#include <QSignalSpy>

#include <algorithm>
#include <new>

using namespace tidemark;
using namespace tidemark::ui;

namespace {

constexpr const char* kTwoRuns = "phases\n"
                                 "run small\n"
                                 "phase a 10 / 5\n"
                                 "phase b 20 / 5\n"
                                 "run large\n"
                                 "phase a 100\n"
                                 "phase b 200\n"
                                 "phase c 150\n";
constexpr const char* kPlan = "param 0 512\n  p 0 512\ntemp 4096\n  a 0 1024\n  b 1024 1024\ntrace +a +b -a -b\n";

} // namespace

TEST_F(SessionTest, WhatTheBytesAreComesAfterTheView)
{
    std::binary_semaphore go(0);
    m_meaning = [&](const Progress&) { go.acquire(); };
    QSignalSpy told(&m_state, &ViewState::meaningsChanged);
    ASSERT_TRUE(open({writePhases()}));
    EXPECT_EQ(shownProgram(), "train");
    EXPECT_FALSE(m_session.isBusy()) << "nobody waits for it";
    EXPECT_FALSE(m_state.meanings());
    m_state.axis().setCursor(StepId(0));
    go.release();
    ASSERT_TRUE(waitFor([&] { return m_state.meanings() != nullptr; }));
    EXPECT_EQ(told.size(), 1);
    EXPECT_EQ(m_state.cursor(), StepId(0));
}

TEST_F(SessionTest, WhatTheBytesAreIsLeftUndoneForAnotherView)
{
    std::atomic<int> asked = 0;
    std::atomic<bool> wasCancelled = false;
    m_meaning = [&](const Progress& progress) {
        if (++asked > 1)
            return;
        untilCancelled(progress);
        wasCancelled = true;
    };
    QSignalSpy told(&m_state, &ViewState::meaningsChanged);
    ASSERT_TRUE(open({writePhases(kTwoRuns)}));
    ASSERT_TRUE(waitFor([&] { return asked == 1; }));
    m_session.chooseProgram(program("small"));
    ASSERT_TRUE(waitFor([&] { return m_state.meanings() != nullptr; }));
    EXPECT_EQ(shownProgram(), "small");
    EXPECT_TRUE(waitFor([&] { return wasCancelled.load(); }));
    EXPECT_EQ(told.size(), 1);
}

TEST_F(SessionTest, WhatTheBytesAreIsAskedForAgainWhereTheOtherViewWasCancelled)
{
    std::atomic<bool> isHeld = false;
    m_viewing = [&](const Progress& progress) {
        if (isHeld)
            untilCancelled(progress);
    };
    std::atomic<int> asked = 0;
    m_meaning = [&](const Progress& progress) {
        if (++asked == 1)
            untilCancelled(progress);
    };
    ASSERT_TRUE(open({writePhases(kTwoRuns)}));
    ASSERT_TRUE(waitFor([&] { return asked == 1; }));
    isHeld = true;
    m_session.chooseProgram(program("small"));
    m_session.host().tasks().cancel();
    EXPECT_EQ(shownProgram(), "large");
    ASSERT_TRUE(waitFor([&] { return m_state.meanings() != nullptr; }));
    EXPECT_EQ(asked, 2);
}

TEST_F(SessionTest, AFailureToFindOutWhatTheBytesAreIsTold)
{
    m_meaning = [](const Progress&) { throw std::runtime_error("out of luck"); };
    ASSERT_TRUE(open({writePhases()}));
    ASSERT_TRUE(waitForNotice("out of luck"));
    EXPECT_TRUE(m_session.shown());
    EXPECT_FALSE(m_state.meanings());
}
