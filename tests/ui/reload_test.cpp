#include "core/base/text.h"
#include "tests/ui/window_fixture.h"
#include "ui/docks/problem_model.h"
#include "ui/widgets/notice_bar.h"

#include <QSignalSpy>
#include <QTest>
#include <QToolButton>
#include <gtest/gtest.h>

using namespace tidemark;
using namespace tidemark::ui;

TEST_F(Window, AFileThatTurnsBadLeavesTheViewAndComesBackWhenItIsGood)
{
    const std::string good = test::containerBytes({{"jit_large(4)", test::hloBytes(kLarge)}});
    const struct {
        const char* what;
        std::string bytes;
    } cases[] = {{"no program", test::containerBytes({})},
                 {"noise", std::string(300, '\xff')},
                 {"a damaged program", test::containerBytes({{"jit_large(4)", std::string(64, '\xff')}})},
                 {"a program without a plan", test::containerBytes({{"jit_large(4)", "\x0a\x02\x0a\x00"}})}};
    for (const auto& [what, bytes] : cases) {
        const auto window = makeWindow();
        window->open({write(QStringLiteral("w.xplane.pb"), good)});
        ASSERT_TRUE(waitFor(*window));
        const auto before = window->state()->timeline();
        window->state()->setCursor(2);
        write(QStringLiteral("w.xplane.pb"), bytes);
        QSignalSpy notices(window->controller(), &DocumentController::noticed);
        const auto saysOldState = [&] {
            return !notices.empty() && notices.back().front().toString().contains(QLatin1String("old state"));
        };
        window->controller()->reload();
        ASSERT_TRUE(QTest::qWaitFor(saysOldState)) << what;
        EXPECT_EQ(window->state()->timeline(), before) << what;
        EXPECT_FALSE(window->controller()->message()) << what;
        EXPECT_EQ(utf8(window->controller()->moduleName()), "jit_large(4)") << what;
        EXPECT_EQ(utf8(window->windowTitle()), "w.xplane.pb — jit_large — Tidemark") << what;
        EXPECT_NE(utf8(allText(*window)).find("F5 tries again"), std::string::npos) << what;

        write(QStringLiteral("w.xplane.pb"), good);
        window->controller()->reload();
        ASSERT_TRUE(QTest::qWaitFor([&] { return window->state()->timeline() != before; })) << what;
        EXPECT_EQ(window->state()->cursor(), 2u) << what;
        EXPECT_EQ(utf8(allText(*window)).find("F5 tries again"), std::string::npos) << what;
    }
}

TEST_F(Window, WhatANewProgramDoesNotHaveIsShownFromItsPeak)
{
    const auto window = makeWindow();
    window->open({write(QStringLiteral("w.xplane.pb"), test::containerBytes({{"jit_a(1)", test::hloBytes(kLarge)}}))});
    ASSERT_TRUE(waitFor(*window));
    ViewState& state = *window->state();
    const auto before = state.timeline();
    state.setCursor(3);
    state.setVisible({2, 4});
    state.setSelectedRange(StepRange{2, 4});
    QSignalSpy notices(window->controller(), &DocumentController::noticed);
    write(QStringLiteral("w.xplane.pb"),
          test::containerBytes({{"jit_a(2)", test::hloBytes("temp 64\n  y 0 32\n  z 32 32\ntrace +y +z -z\n")}}));
    window->controller()->reload();
    ASSERT_TRUE(QTest::qWaitFor([&] { return state.timeline() != before; }));
    EXPECT_NE(state.steps(), before->steps);
    EXPECT_TRUE(state.isCursorAtPeak());
    EXPECT_TRUE(state.isShowingAll());
    EXPECT_FALSE(state.selectedRange());
    EXPECT_NE(utf8(notices.back().front().toString()).find("step 3"), std::string::npos);
}

TEST_F(Window, TheNoticeOfAProblemComesBackWithAReload)
{
    test::ContainerStyle style;
    style.deviceFirst = false;
    const std::string whole = test::containerBytes({{"jit_a(1)", test::hloBytes(kSmall)}}, style);
    const auto window = makeWindow();
    window->open({write(QStringLiteral("cut.xplane.pb"), whole.substr(0, whole.size() - 30))});
    ASSERT_TRUE(waitFor(*window));
    const char* notice = "middle of a record";
    ASSERT_NE(utf8(allText(*window)).find(notice), std::string::npos) << utf8(allText(*window));
    const auto* bar = window->findChild<NoticeBar*>();
    bar->findChild<QToolButton*>()->click();
    EXPECT_FALSE(bar->isVisible());
    for (int i = 0; i < 2; ++i) {
        const auto before = window->state()->timeline();
        window->controller()->reload();
        ASSERT_TRUE(QTest::qWaitFor([&] { return window->state()->timeline() != before; }));
        EXPECT_TRUE(bar->isVisible());
        EXPECT_NE(utf8(allText(*bar)).find(notice), std::string::npos);
    }
    const auto* problems = window->findChild<ProblemModel*>();
    EXPECT_EQ(utf8(problems->index(0, ProblemModel::Offset).data().toString()),
              groupedNumber(static_cast<std::int64_t>(whole.size()) - 30));
}
