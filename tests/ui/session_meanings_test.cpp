// Tests of categories and uses, which are computed in the background after the view is shown.
#include "tests/ui/aspect_spy.h"
#include "tests/ui/session_fixture.h"
#include "tests/ui/tables_fixture.h"

#include <atomic>
#include <new>
#include <stdexcept>
#include <thread>

using namespace tidemark;
using namespace tidemark::ui;

TEST_F(SessionTest, CategoriesAreComputedAfterTheView)
{
    m_meaning = [this](const Progress&) { m_go.acquire(); };
    const AspectSpy reported(&m_state, Aspect::Meanings);
    ASSERT_TRUE(open({writePhases()}));
    EXPECT_EQ(shownProgram(), "train");
    EXPECT_FALSE(m_session.isBusy()) << "nobody waits for it";
    EXPECT_FALSE(m_state.meanings());
    m_state.axis().setCursor(StepId(0));
    m_go.release();
    ASSERT_TRUE(waitFor([&] { return m_state.meanings() != nullptr; }));
    EXPECT_EQ(reported.size(), 1);
    EXPECT_EQ(m_state.cursor(), StepId(0));
}

TEST_F(SessionTest, CategoriesAreCancelledForAnotherView)
{
    m_meaning = [this](const Progress& progress) {
        if (++m_asked > 1)
            return;
        untilCancelled(progress);
        m_wasCancelled = true;
    };
    const AspectSpy reported(&m_state, Aspect::Meanings);
    ASSERT_TRUE(open({writePhases(kTwoRuns)}));
    ASSERT_TRUE(waitFor([&] { return m_asked == 1; }));
    m_session.chooseProgram(program("small"));
    ASSERT_TRUE(waitFor([&] { return m_state.meanings() != nullptr; }));
    EXPECT_EQ(shownProgram(), "small");
    EXPECT_TRUE(waitFor([&] { return m_wasCancelled.load(); }));
    EXPECT_EQ(reported.size(), 1);
}

TEST_F(SessionTest, CategoriesAreRequestedAgainIfTheOtherViewIsCancelled)
{
    m_viewing = [this](const Progress& progress) {
        if (m_isHeld)
            untilCancelled(progress);
    };
    m_meaning = [this](const Progress& progress) {
        if (++m_asked == 1)
            untilCancelled(progress);
    };
    ASSERT_TRUE(open({writePhases(kTwoRuns)}));
    ASSERT_TRUE(waitFor([&] { return m_asked == 1; }));
    m_isHeld = true;
    m_session.chooseProgram(program("small"));
    m_session.host().tasks().cancel();
    EXPECT_EQ(shownProgram(), "large");
    ASSERT_TRUE(waitFor([&] { return m_state.meanings() != nullptr; }));
    EXPECT_EQ(m_asked, 2);
}

TEST_F(SessionTest, NewRulesAreAppliedEvenIfTheOtherViewIsCancelled)
{
    m_viewing = [this](const Progress& progress) {
        if (m_isHeld)
            untilCancelled(progress);
    };
    m_meaning = [this](const Progress& progress) {
        if (++m_asked == 2)
            untilCancelled(progress);
    };
    ASSERT_TRUE(open({writePhases(kTwoRuns)}));
    ASSERT_TRUE(waitFor([&] { return m_state.meanings() != nullptr; }));
    const AspectSpy reported(&m_state, Aspect::Meanings);
    m_session.analysis().setRules({});
    ASSERT_TRUE(waitFor([&] { return m_asked == 2; }));
    m_isHeld = true;
    m_session.chooseProgram(program("small"));
    m_session.host().tasks().cancel();
    EXPECT_EQ(shownProgram(), "large");
    ASSERT_TRUE(waitFor([&] { return !reported.isEmpty(); })) << "those known are of the rules before";
    EXPECT_EQ(m_asked, 3);
}

TEST_F(SessionTest, AFailureToComputeCategoriesIsReported)
{
    m_meaning = [](const Progress&) { throw std::runtime_error("out of luck"); };
    ASSERT_TRUE(open({writePhases()}));
    ASSERT_TRUE(waitForNotice("meanings", "out of luck"));
    EXPECT_TRUE(m_session.shown());
    EXPECT_FALSE(m_state.meanings());
}

namespace {

std::string planFile()
{
    return test::containerBytes(
        {{"jit_f(3)", test::hloBytes("param 0 512\n  p 0 512\ntemp 4096\n  a 0 1024\ntrace +a -a\n")}});
}

} // namespace

TEST_F(SessionTest, NewRulesRecomputeCategories)
{
    ASSERT_TRUE(open({write(QStringLiteral("w.xplane.pb"), planFile())}));
    ASSERT_TRUE(waitFor([&] { return m_state.meanings() != nullptr; }));
    const auto builtIn = m_state.meanings();
    const auto own = parseRules(R"({"rules": [{"category": "mine", "field": "kind", "pattern": "."}]})", "rules.json");
    ASSERT_TRUE(own);
    m_session.analysis().setRules({AttributionRules::Kind::Own, *own});
    ASSERT_TRUE(waitFor([&] { return m_state.meanings() != builtIn; }));
    EXPECT_EQ(m_state.meanings()->categoryOf(RowId(0)).id, "mine");
    m_session.analysis().setRules({});
    EXPECT_TRUE(waitFor([&] { return m_state.meanings() == builtIn; })) << "the view keeps those it found";
}

TEST_F(SessionTest, RulesThatDoNotFitTheViewAreReportedAndLeftOut)
{
    ASSERT_TRUE(open({write(QStringLiteral("w.xplane.pb"), planFile())}));
    ASSERT_TRUE(waitFor([&] { return m_state.meanings() != nullptr; }));
    const auto own = parseRules(
        R"({"rules": [{"category": "mine", "field": "name", "pattern": ".", "kinds": ["no_such"]}]})", "rules.json");
    ASSERT_TRUE(own);
    const AspectSpy reported(&m_state, Aspect::Meanings);
    m_session.analysis().setRules({AttributionRules::Kind::Own, *own});
    ASSERT_TRUE(waitForNotice("meanings", "Your custom rules are not applied."));
    EXPECT_TRUE(m_noticed["meanings"].contains(QLatin1String("no_such")));
    EXPECT_EQ(reported.size(), 1);
    EXPECT_TRUE(m_state.meanings());
    m_session.analysis().setRules({});
    EXPECT_TRUE(waitFor([&] { return m_noticed["meanings"].isEmpty(); })) << "these fit";
}

TEST_F(SessionTest, UsesAreComputedAfterCategories)
{
    std::atomic<bool> wereMeaningsKnown = false;
    m_using = [this](const Progress&) { m_go.acquire(); };
    const AspectSpy reported(&m_state, Aspect::Uses);
    m_state.onChange(Aspect::Uses, &m_state, [&] { wereMeaningsKnown = m_state.meanings() != nullptr; });
    ASSERT_TRUE(open({writePhases()}));
    ASSERT_TRUE(waitFor([&] { return m_state.meanings() != nullptr; }));
    EXPECT_FALSE(m_session.isBusy()) << "nobody waits for it";
    EXPECT_FALSE(m_state.uses());
    m_go.release();
    ASSERT_TRUE(waitFor([&] { return m_state.uses() != nullptr; }));
    EXPECT_TRUE(wereMeaningsKnown);
    EXPECT_EQ(reported.size(), 1);
    m_go.release();
    m_session.host().open({writePhases(kTwoRuns)});
    EXPECT_FALSE(m_state.uses()) << "they are of another view";
    ASSERT_TRUE(waitFor([&] { return m_state.uses() != nullptr; }));
}

TEST_F(SessionTest, UsesAreComputedWithoutCategories)
{
    m_meaning = [](const Progress&) { throw std::runtime_error("out of luck"); };
    ASSERT_TRUE(open({writePhases()}));
    ASSERT_TRUE(waitFor([&] { return m_state.uses() != nullptr; }));
    EXPECT_FALSE(m_state.meanings());
}

TEST_F(SessionTest, UsesAreCancelledForAnotherView)
{
    m_using = [this](const Progress& progress) {
        if (++m_asked > 1)
            return;
        untilCancelled(progress);
        m_wasCancelled = true;
    };
    const AspectSpy reported(&m_state, Aspect::Uses);
    ASSERT_TRUE(open({writePhases(kTwoRuns)}));
    ASSERT_TRUE(waitFor([&] { return m_asked == 1; }));
    m_session.chooseProgram(program("small"));
    ASSERT_TRUE(waitFor([&] { return m_state.uses() != nullptr; }));
    EXPECT_TRUE(waitFor([&] { return m_wasCancelled.load(); }));
    EXPECT_EQ(reported.size(), 1);
}

TEST_F(SessionTest, AFailureToComputeUsesIsReported)
{
    m_using = [this](const Progress&) {
        if (++m_asked == 1)
            throw std::runtime_error("no luck either");
    };
    ASSERT_TRUE(open({writePhases()}));
    ASSERT_TRUE(waitForNotice("uses", "no luck either"));
    EXPECT_FALSE(m_state.uses());
    ASSERT_TRUE(open({writePhases(kTwoRuns)}));
    ASSERT_TRUE(waitFor([&] { return m_state.uses() != nullptr; }));
    EXPECT_EQ(utf8(m_noticed["uses"]), "") << "of another view they are known";
}

TEST(ViewAnalysis, ReadsTheGroupsOfRowsInTheBackground)
{
    std::atomic<bool> wasElsewhere = false;
    const auto view = std::make_shared<View>(*viewOf(madeUpOf({"a"})));
    view->checks = [] { return std::vector<Check>(); };
    view->rows.groupings = {{"by", "By", [&wasElsewhere, here = std::this_thread::get_id()](RowId) {
                                 wasElsewhere = std::this_thread::get_id() != here;
                                 return std::string("a");
                             }}};
    ViewState state;
    state.setView(view);
    ViewAnalysis findings(&state);
    findings.find();
    EXPECT_TRUE(QTest::qWaitFor([&] { return wasElsewhere.load(); }, 30000));
}
