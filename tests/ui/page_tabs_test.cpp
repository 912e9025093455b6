#include "tests/ui/session_fixture.h"
#include "ui/shell/page_stack.h"

#include <QSignalSpy>
#include <QTabBar>

using namespace tidemark;
using namespace tidemark::ui;

namespace {

PageKind pageOf(const char* title, std::function<bool(const Session&)> shows)
{
    return {[title](const Session& session) {
                return session.shown() ? QStringLiteral("%1 of %2").arg(QLatin1String(title), session.shownProgram())
                                       : QLatin1String(title);
            },
            std::move(shows), [](const PageContext&, QWidget* parent) { return new Page({}, parent); }};
}

/// One page is for every program, one only for the program "large", and one for an empty window.
class PageTabs : public SessionTest
{
protected:
    PageTabs()
        : m_stack({pageOf("every", [](const Session& session) { return session.shown().has_value(); }),
                   pageOf("large", [](const Session& session) { return session.shownProgram() == u"large"; }),
                   pageOf("none", [](const Session& session) { return !session.shown(); })},
                  {&m_state, &m_session, {}}, &m_window)
    {
        m_stack.refresh();
        QObject::connect(&m_session, &Session::shownChanged, &m_stack, &PageStack::refresh);
        QObject::connect(&m_stack, &PageStack::chosen, &m_stack, &PageStack::refresh);
    }
    std::string tabs() const
    {
        std::string all;
        for (int i = 0; i < m_stack.tabs()->count(); ++i)
            all += (i == m_stack.tabs()->currentIndex() ? "[" : "") + utf8(m_stack.tabs()->tabText(i))
                + (i == m_stack.tabs()->currentIndex() ? "]" : "") + ' ';
        return all;
    }
    Page* page(std::size_t place) const { return m_stack.pages()[place]; }

    QWidget m_window;
    PageStack m_stack;
};

} // namespace

TEST_F(PageTabs, EachPageForTheShownDocumentHasATab)
{
    EXPECT_EQ(tabs(), "[none] ");
    EXPECT_EQ(m_stack.pages().size(), 1U) << "the others are made when they apply";
    ASSERT_TRUE(open({writePhases(kTwoRuns)}));
    EXPECT_EQ(m_stack.pages().size(), 3U);
    EXPECT_EQ(tabs(), "[every of large] large of large ");
    EXPECT_EQ(m_stack.page(), page(0)) << "the first, where nobody chose";
    m_session.chooseProgram(program("small"));
    ASSERT_TRUE(waitFor([&] { return shownProgram() == "small"; }));
    EXPECT_EQ(tabs(), "[every of small] ");
}

TEST_F(PageTabs, TheUsersPageIsShownForEveryDocumentItApplies)
{
    const QString file = writePhases(kTwoRuns);
    ASSERT_TRUE(open({file}));
    QSignalSpy chosen(&m_stack, &PageStack::chosen);
    m_stack.choose(7);
    EXPECT_EQ(chosen.count(), 0);
    m_stack.choose(1);
    EXPECT_EQ(chosen.count(), 1);
    EXPECT_EQ(m_stack.page(), page(1));
    m_session.chooseProgram(program("small"));
    ASSERT_TRUE(waitFor([&] { return shownProgram() == "small"; }));
    EXPECT_EQ(m_stack.page(), page(0));
    m_session.chooseProgram(program("large"));
    ASSERT_TRUE(waitFor([&] { return shownProgram() == "large"; }));
    EXPECT_EQ(m_stack.page(), page(1));
    const auto before = m_state.view();
    m_session.host().reload();
    ASSERT_TRUE(waitFor([&] { return m_state.view() != before && !m_state.isEmpty(); }));
    EXPECT_EQ(tabs(), "every of large [large of large] ");
    ASSERT_TRUE(open({file}));
    EXPECT_EQ(m_stack.page(), page(0)) << "another document starts anew";
}
