// Tests of the page that adds up programs, and of allocation histories in the window.
#include "ui/pages/together/together_page.h"

#include "tests/support/samples.h"
#include "tests/ui/window_fixture.h"
#include "ui/session/session.h"
#include "ui/state/view_state.h"
#include "ui/tables/grid_table.h"

#include <QActionGroup>
#include <gtest/gtest.h>

namespace tidemark::ui {
namespace {

/// The text without the spaces and marks that keep words together.
std::string plain(QString text)
{
    return utf8(text.replace(QChar(0xa0), u' ').remove(QChar(0x200b)));
}

/// A file of tests/data.
QString data(const char* path)
{
    return QString::fromStdString(test::dataFolder()) + QLatin1Char('/') + QLatin1String(path);
}

class TogetherWindow : public Window
{
protected:
    /// Chooses the page and waits until the programs are added up. Null: there is no such page.
    static TogetherPage* choose(MainWindow& window)
    {
        for (QAction* const action : window.actions().pages->actions()) {
            if (!action->isVisible() || utf8(action->text()) != "Together")
                continue;
            action->trigger();
            auto* const page = window.findChild<TogetherPage*>();
            EXPECT_TRUE(waitUntil([&] { return page->offersTable(); }));
            return page;
        }
        return nullptr;
    }
};

TEST_F(TogetherWindow, AddsUpAllProgramsOrTheSelectedOnes)
{
    const auto window = openWindow(profile());
    TogetherPage* const page = choose(*window);
    ASSERT_TRUE(page);
    const int programs = page->programs()->model()->rowCount();
    ASSERT_GT(programs, 1);
    const std::string all = plain(page->sentence());
    EXPECT_TRUE(all.starts_with("The " + std::to_string(programs) + " programs")) << all;
    page->programs()->selectRow(0);
    EXPECT_TRUE(plain(page->sentence()).starts_with("The program")) << plain(page->sentence());
    window->actions().of(Command::Escape)->trigger();
    EXPECT_EQ(plain(page->sentence()), all);
}

TEST_F(TogetherWindow, IsNotThereForOneProgram)
{
    const auto window = openWindow(data("tpu_hlo/padded.hlo.pb"));
    EXPECT_FALSE(choose(*window));
}

TEST_F(TogetherWindow, AHeapProfileShowsItsSentenceAndItsSourceLines)
{
    const auto window = openWindow(data("history/jax_end.pprof.gz"));
    const std::string text = plain(allText(*window));
    EXPECT_NE(text.find("19.29 MiB is in use: 62 % (12.02 MiB) is"), std::string::npos) << text;
    EXPECT_FALSE(choose(*window));
}

} // namespace
} // namespace tidemark::ui
