// Esc does the same on every page, one step at a time.
#include "tests/ui/window_fixture.h"
#include "ui/shell/page_stack.h"

#include <QActionGroup>

using namespace tidemark;
using namespace tidemark::ui;

TEST_F(Window, EscapeUnpinsThenClearsTheSelectionThenTheFilterOnEveryPage)
{
    const auto window = openWindow(profile());
    ViewState& state = *window->state();
    const QList<QAction*> pages = window->actions().pages->actions();
    for (int page = 0; page < 3; ++page) { // Timeline, Address Map, Composition
        ASSERT_TRUE(pages[page]->isVisible());
        pages[page]->trigger();
        QApplication::processEvents();
        const std::string name = utf8(pages[page]->text());
        state.filter().setText(QStringLiteral("x"));
        state.focus().setSelected({RowId(0), RowId(1)});
        state.focus().setPinned(RowId(1));
        const auto escape = [&] { window->actions().of(Command::Escape)->trigger(); };
        escape();
        EXPECT_FALSE(state.focus().pinned()) << name;
        EXPECT_EQ(state.focus().selected().size(), 2U) << name;
        escape();
        EXPECT_TRUE(state.focus().selected().empty()) << name;
        EXPECT_FALSE(state.filter().isEmpty()) << name;
        escape();
        EXPECT_TRUE(state.filter().isEmpty()) << name;
    }
}
