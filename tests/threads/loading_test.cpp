#include "tests/ui/session_fixture.h"

#include <numeric>

using namespace tidemark;
using namespace tidemark::ui;

namespace {

/// Loads without a window: a request runs on another thread and its result is delivered on this one.
class Loading : public SessionTest
{
protected:
    /// Writes a file of `programs` programs, jit_0 to jit_N; the last one is the largest.
    QString writeMany(const QString& name, int programs)
    {
        std::vector<test::NamedHlo> all;
        for (int i = 0; i < programs; ++i) {
            const std::string size = std::to_string(64 * (i + 1));
            all.push_back({"jit_" + std::to_string(i) + "(" + std::to_string(i + 1) + ")",
                           test::hloBytes("temp " + size + "\n  a 0 " + size + "\ntrace +a -a\n")});
        }
        return write(name, test::containerBytes(all));
    }
};

TEST_F(Loading, ManyProgramsAreReadOnAllProcessors)
{
    ASSERT_TRUE(open({writeMany(QStringLiteral("a.xplane.pb"), 60)}));
    EXPECT_EQ(shownProgram(), "jit_59");
    EXPECT_EQ(m_session.documents().front()->catalogue().programs.size(), 60u);
    m_session.chooseProgram(program("jit_0"));
    ASSERT_TRUE(waitUntilIdle());
    EXPECT_EQ(shownProgram(), "jit_0");
}

TEST_F(Loading, TheTwoHalvesOfALargeProgramAreReadInParallel)
{
    ASSERT_TRUE(open({QStringLiteral(TIDEMARK_EXAMPLE)}));
    EXPECT_TRUE(m_session.shown());
}

TEST_F(Loading, CategoriesAreComputedWhileTheViewIsInUse)
{
    ASSERT_TRUE(open({QStringLiteral(TIDEMARK_EXAMPLE)}));
    const View& view = *m_state.view();
    for (std::uint32_t step = 0; !m_state.meanings() && step < view.axis.count; ++step) {
        m_state.axis().setCursor(StepId(step));
        for (const LiveRow& live : m_state.live())
            m_state.facts().of(live.row);
        QCoreApplication::processEvents();
    }
    ASSERT_TRUE(waitFor([&] { return m_state.meanings() != nullptr; }));
    EXPECT_EQ(m_state.meanings()->category.size(), view.rows.count);
    EXPECT_FALSE(m_state.facts().of(RowId(0)).rule.empty());
}

TEST_F(Loading, UsesAreComputedWhileTheViewIsInUse)
{
    ASSERT_TRUE(open({QStringLiteral(TIDEMARK_EXAMPLE)}));
    const View& view = *m_state.view();
    for (std::uint32_t step = 0; !m_state.uses() && step < view.axis.count; ++step) {
        m_state.axis().setCursor(StepId(step));
        for (const LiveRow& live : m_state.live())
            m_state.idle(live.row);
        QCoreApplication::processEvents();
    }
    ASSERT_TRUE(waitFor([&] { return m_state.uses() != nullptr; }));
    EXPECT_EQ(m_state.uses()->first.size(), view.rows.count + 1);
    EXPECT_EQ(m_state.uses()->of(RowId(0)).front().kind, RowEventKind::Defined);
}

TEST_F(Loading, RowsAreGroupedWhileTheViewIsInUse)
{
    ASSERT_TRUE(open({QStringLiteral(TIDEMARK_EXAMPLE)}));
    const View& view = *m_state.view();
    for (std::uint32_t step = 0; !m_state.areGroupsReady() && step < view.axis.count; ++step) {
        m_state.axis().setCursor(StepId(step));
        for (const LiveRow& live : m_state.live())
            m_state.filter().matches(live.row);
        // Requests that overtake each other.
        m_state.setGroupWay(step % 3 == 0 ? "op_path" : Facet::kByCategory);
        QCoreApplication::processEvents();
    }
    m_state.setGroupWay(Facet::kByCategory);
    ASSERT_TRUE(waitFor([&] { return m_state.areGroupsReady(); }));
    EXPECT_EQ(m_state.groups()->way, Facet::kByCategory) << "the last request";
    const std::vector<std::int64_t> layers = m_state.groups()->level->at(view.peakStep);
    EXPECT_EQ(std::accumulate(layers.begin(), layers.end(), std::int64_t{0}), view.levelAt(view.peakStep));
}

TEST_F(Loading, RequestsThatReplaceOneAnotherEndWithTheLast)
{
    const QString a = writeMany(QStringLiteral("a.xplane.pb"), 30);
    const QString b = writeMany(QStringLiteral("b.xplane.pb"), 2);
    for (int i = 0; i < 20; ++i) {
        m_session.host().open({a});
        if (i % 2 == 0)
            QCoreApplication::processEvents();
        m_session.host().open({b});
    }
    ASSERT_TRUE(waitUntilIdle());
    EXPECT_EQ(shownProgram(), "jit_1");
}

TEST_F(Loading, MayBeClosedWhileReading)
{
    const QString path = writeMany(QStringLiteral("a.xplane.pb"), 60);
    for (int i = 0; i < 20; ++i) {
        ViewState state;
        Session session(allKinds(), &state);
        session.host().open({path});
        if (i % 2 == 0)
            QCoreApplication::processEvents();
        EXPECT_TRUE(session.isBusy() || session.shown());
    }
}

} // namespace
