#include "ui/session/task_runner.h"

#include <QElapsedTimer>
#include <QSignalSpy>
#include <QTest>
#include <gtest/gtest.h>

#include <atomic>
#include <new>
#include <stdexcept>
#include <thread>

using namespace tidemark;
using namespace tidemark::ui;

namespace {

using Answers = std::vector<Result<int>>;

std::function<void(Result<int>)> into(Answers& answers)
{
    return [&answers](const Result<int>& answer) { answers.push_back(answer); };
}

void untilCancelled(const Progress& progress)
{
    while (!progress.cancelled())
        std::this_thread::yield();
}

} // namespace

TEST(TaskRunner, AnswersOnTheUiThreadAndNeverImmediately)
{
    TaskRunner tasks;
    std::thread::id worker;
    std::thread::id answered;
    tasks.run<int>(
        {},
        [&](const Progress&) {
            worker = std::this_thread::get_id();
            return Result<int>(7);
        },
        [&](const Result<int>& answer) {
            answered = std::this_thread::get_id();
            EXPECT_EQ(*answer, 7);
        });
    EXPECT_EQ(answered, std::thread::id());
    EXPECT_TRUE(tasks.isBusy());
    ASSERT_TRUE(QTest::qWaitFor([&] { return !tasks.isBusy(); }, 30000));
    EXPECT_EQ(answered, std::this_thread::get_id());
    EXPECT_NE(worker, answered);
}

TEST(TaskRunner, OnlyTheLastTaskAnswers)
{
    TaskRunner tasks;
    Answers answers;
    for (int i = 0; i < 20; ++i)
        tasks.run<int>(
            {},
            [i](const Progress& progress) {
                if (i % 2 == 0)
                    untilCancelled(progress);
                return Result<int>(i);
            },
            into(answers));
    ASSERT_TRUE(QTest::qWaitFor([&] { return !tasks.isBusy(); }, 30000));
    ASSERT_EQ(answers.size(), 1u);
    EXPECT_EQ(*answers.front(), 19);
}

TEST(TaskRunner, ACancelledTaskDoesNotAnswer)
{
    TaskRunner tasks;
    QSignalSpy cancelled(&tasks, &TaskRunner::cancelled);
    Answers answers;
    tasks.run<int>(
        {},
        [](const Progress& progress) {
            untilCancelled(progress);
            return Result<int>(1);
        },
        into(answers));
    tasks.cancel();
    EXPECT_FALSE(tasks.isBusy());
    EXPECT_EQ(cancelled.size(), 1);
    tasks.cancel();
    EXPECT_EQ(cancelled.size(), 1);
    // The answer of the next task arrives after anything that the first one could still report.
    tasks.run<int>(
        {}, [](const Progress&) { return Result<int>(2); }, into(answers));
    ASSERT_TRUE(QTest::qWaitFor([&] { return !answers.empty(); }, 30000));
    ASSERT_EQ(answers.size(), 1u);
    EXPECT_EQ(*answers.front(), 2);
}

TEST(TaskRunner, AnExceptionOfATaskIsItsError)
{
    const std::function<void()> throws[]
        = {[] { throw std::bad_alloc(); }, [] { throw std::runtime_error("a leak"); }, [] { throw 7; }};
    const char* words[] = {"not enough memory", "a leak", "unknown"};
    for (int i = 0; i < 3; ++i) {
        TaskRunner tasks;
        Answers answers;
        tasks.run<int>(
            {},
            [&, i](const Progress&) {
                throws[i]();
                return Result<int>(1);
            },
            into(answers));
        ASSERT_TRUE(QTest::qWaitFor([&] { return !tasks.isBusy(); }, 30000)) << words[i];
        ASSERT_EQ(answers.size(), 1u);
        ASSERT_FALSE(answers.front());
        EXPECT_NE(answers.front().error().message.find(words[i]), std::string::npos) << answers.front().error().message;
    }
}

TEST(TaskRunner, ProgressIsReportedAtMostTwentyTimesASecond)
{
    TaskRunner tasks;
    QSignalSpy reported(&tasks, &TaskRunner::progressed);
    QElapsedTimer timer;
    timer.start();
    Answers answers;
    tasks.run<int>(
        QStringLiteral("Reading…"),
        [](const Progress& progress) {
            QElapsedTimer clock;
            clock.start();
            while (clock.elapsed() < 300)
                progress.at(250, 1000, Progress::Unit::Items, "Applying rules");
            return Result<int>(1);
        },
        into(answers));
    ASSERT_TRUE(QTest::qWaitFor([&] { return !tasks.isBusy(); }, 30000));
    ASSERT_GE(reported.size(), 2);
    EXPECT_LE(reported.size(), timer.elapsed() / 50 + 1);
    EXPECT_EQ(reported.front().front().toInt(), -1);
    EXPECT_EQ(reported.back().front().toInt(), 250);
    EXPECT_EQ(reported.back().back().toString().toStdString(), "Applying rules… 250 of 1,000");
}

TEST(TaskRunner, ProgressInBytesIsReportedWithUnits)
{
    TaskRunner tasks;
    QSignalSpy reported(&tasks, &TaskRunner::progressed);
    Answers answers;
    tasks.run<int>(
        {},
        [](const Progress& progress) {
            const std::string what = Progress::reading("logs/v1.2/%1\n.log");
            while (!progress.cancelled())
                progress.at(512, 2048, Progress::Unit::Bytes, what);
            return Result<int>(1);
        },
        into(answers));
    ASSERT_TRUE(QTest::qWaitFor([&] { return reported.size() >= 2; }, 30000));
    EXPECT_EQ(reported.back().back().toString().toStdString(), "Reading %1 .log… 512\u00a0B of 2\u00a0KiB");
}

TEST(TaskRunner, DestructionWaitsForTheWork)
{
    std::atomic<bool> isOver = false;
    {
        TaskRunner tasks;
        tasks.run<int>(
            {},
            [&](const Progress& progress) {
                untilCancelled(progress);
                isOver = true;
                return Result<int>(1);
            },
            [](const Result<int>&) { ADD_FAILURE(); });
    }
    EXPECT_TRUE(isOver);
}
