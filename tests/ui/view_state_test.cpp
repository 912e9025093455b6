// How a state reports its changes.
#include "tests/ui/aspect_spy.h"
#include "tests/ui/tables_fixture.h"

#include <new>

using namespace tidemark;
using namespace tidemark::ui;

namespace {

class StateChanges : public testing::Test
{
protected:
    StateChanges()
    {
        m_state.setView(viewOf(kPlan));
        QObject::connect(&m_state, &ViewState::changed, [this](Aspects changed) { m_changes.push_back(changed); });
    }

    ViewState m_state;
    std::vector<Aspects> m_changes;
};

} // namespace

TEST_F(StateChanges, EachCallIsReportedOnceWithAllThatFollowsFromIt)
{
    m_state.setView(viewOf(kPlan));
    m_state.axis().setCursor(StepId(0));
    m_state.axis().setCursor(StepId(0));
    m_state.axis().setSelected(StepRange{1, 3});
    m_state.setMarked(StepId(1));
    m_state.focus().setHovered(RowId(0));
    m_state.units().setUnit(ByteUnit::KiB);
    EXPECT_EQ(m_changes,
              (std::vector<Aspects>{Aspect::View, Aspect::Cursor, Aspect::SelectedSteps | Aspect::Filter,
                                    Aspect::Marked, Aspect::Pointed, Aspect::Units}));
}

TEST_F(StateChanges, ListsAreOfTheNewCursorAndTheNewRangeWhenTheyAreReported)
{
    std::size_t live = 0;
    std::size_t listed = 0;
    m_state.onChange(Aspect::Cursor | Aspect::SelectedSteps, &m_state, [&] {
        live = m_state.live().size();
        listed = m_state.listed().size();
    });
    m_state.axis().setCursor(StepId(0));
    EXPECT_EQ(live, m_state.view()->rows.live(StepId(0)).size());
    m_state.axis().setSelected(StepRange{0, m_state.axis().steps()});
    EXPECT_EQ(listed, m_state.view()->rows.count);
}

TEST_F(StateChanges, ABatchIsReportedAtItsEnd)
{
    {
        const ViewState::Batch batch(m_state);
        m_state.axis().setCursor(StepId(0));
        {
            const ViewState::Batch inner(m_state);
            m_state.focus().setHovered(RowId(0));
        }
        EXPECT_EQ(m_state.live(), m_state.view()->rows.live(StepId(0))) << "known before the end";
        EXPECT_TRUE(m_changes.empty());
    }
    EXPECT_EQ(m_changes, std::vector<Aspects>{Aspect::Cursor | Aspect::Pointed});
}

TEST_F(StateChanges, EscapeIsOneChange)
{
    m_state.focus().setSelected({RowId(0)});
    m_state.axis().setSelected(StepRange{0, 2});
    m_changes.clear();
    EXPECT_TRUE(m_state.escape());
    EXPECT_EQ(m_changes, std::vector<Aspects>{Aspect::SelectedRows | Aspect::SelectedSteps | Aspect::Filter});
}

TEST_F(StateChanges, AChangeByAListenerIsReportedAfterTheFirstOne)
{
    std::vector<Aspects> later;
    m_state.onChange(Aspect::Cursor, &m_state, [this] { m_state.focus().setHovered(RowId(0)); });
    QObject::connect(&m_state, &ViewState::changed, [&](Aspects changed) { later.push_back(changed); });
    m_state.axis().setCursor(StepId(0));
    EXPECT_EQ(later, (std::vector<Aspects>{Aspect::Cursor, Aspect::Pointed}));
    EXPECT_EQ(m_changes, later) << "all listeners hear of them in the same order";
}

TEST_F(StateChanges, AreReportedIfAnExceptionEndsTheBatch)
{
    const auto fail = [this] {
        const ViewState::Batch batch(m_state);
        m_state.axis().setCursor(StepId(0));
        throw std::bad_alloc();
    };
    EXPECT_THROW(fail(), std::bad_alloc);
    EXPECT_EQ(m_changes, std::vector<Aspects>{Aspect::Cursor});
}

TEST_F(StateChanges, AreReportedAfterAListenerHasFailed)
{
    bool isFailing = true;
    m_state.onChange(Aspect::Cursor, &m_state, [&] {
        if (std::exchange(isFailing, false))
            throw std::bad_alloc();
    });
    EXPECT_THROW(m_state.axis().setCursor(StepId(0)), std::bad_alloc);
    m_changes.clear();
    m_state.axis().setCursor(StepId(1));
    EXPECT_EQ(m_changes, std::vector<Aspects>{Aspect::Cursor});
}

TEST_F(StateChanges, APinnedRowIsSelectedUntilItIsUnpinnedOrAnotherIsSelected)
{
    m_state.focus().setPinned(RowId(1));
    EXPECT_EQ(m_state.focus().selected(), std::vector{RowId(1)});
    m_state.focus().setPinned(std::nullopt);
    EXPECT_TRUE(m_state.focus().selected().empty());
    EXPECT_EQ(m_changes, std::vector<Aspects>(2, Aspect::Pointed | Aspect::SelectedRows)) << "one change each";
    m_state.focus().setPinned(RowId(1));
    m_state.focus().setSelected({RowId(0)});
    m_state.focus().setPinned(std::nullopt);
    EXPECT_EQ(m_state.focus().selected(), std::vector{RowId(0)});
}
