// An exception in an event handler shows a message, and the program continues.
#include "tests/ui/window_fixture.h"
#include "ui/charts/memory_chart.h"

#include <QAbstractButton>
#include <QMessageBox>
#include <QPointer>

#include <new>
#include <stdexcept>

#ifdef __has_feature
#if __has_feature(address_sanitizer)
#include <sanitizer/lsan_interface.h>
#define TIDEMARK_HAS_LSAN
#endif
#endif

using namespace tidemark;
using namespace tidemark::ui;

namespace {

/// Qt does not free its own allocations when an exception passes through it. These are not leaks of this program.
class LeaksOfQt
{
public:
#ifdef TIDEMARK_HAS_LSAN
    LeaksOfQt()
    {
        __lsan_disable();
    }
    ~LeaksOfQt()
    {
        __lsan_enable();
    }
#else
    LeaksOfQt() { }
#endif
    LeaksOfQt(const LeaksOfQt&) = delete;
    LeaksOfQt& operator=(const LeaksOfQt&) = delete;
};

std::vector<QMessageBox*> messages()
{
    std::vector<QMessageBox*> shown;
    for (QWidget* widget : QApplication::topLevelWidgets())
        if (auto* box = qobject_cast<QMessageBox*>(widget); box && box->isVisible())
            shown.push_back(box);
    return shown;
}

/// Returns the text of the message and closes it.
std::string answer()
{
    EXPECT_TRUE(QTest::qWaitFor([] { return !messages().empty(); }, 30000)) << "no message";
    if (messages().size() != 1)
        return std::to_string(messages().size()) + " messages";
    const QPointer<QMessageBox> box = messages().front();
    const std::string said = utf8(box->text());
    EXPECT_FALSE(box->isModal());
    box->button(QMessageBox::Ok)->click();
    EXPECT_TRUE(QTest::qWaitFor([&] { return box.isNull(); }, 30000));
    return said;
}

/// A widget that runs `todo` on every press or when it is painted.
class Handler : public QWidget
{
public:
    std::function<void()> pressed = [] {};
    std::function<void()> painted = [] {};

protected:
    void mousePressEvent(QMouseEvent*) override { pressed(); }
    void paintEvent(QPaintEvent*) override { painted(); }
};

/// An event filter that throws on a key event.
class FailingKeys : public QObject
{
protected:
    bool eventFilter(QObject* watched, QEvent* event) override
    {
        if (event->type() == QEvent::KeyPress)
            throw std::bad_alloc();
        return QObject::eventFilter(watched, event);
    }
};

} // namespace

TEST(GuardedApplication, ReportsAMemoryShortageAndContinues)
{
    const LeaksOfQt ignored;
    Handler handler;
    handler.show();
    handler.pressed = [] { throw std::bad_alloc(); };
    for (int i = 0; i < 3; ++i)
        QTest::mouseClick(&handler, Qt::LeftButton);
    EXPECT_NE(answer().find("not enough memory"), std::string::npos) << "one message for all three";
    QTest::mouseClick(&handler, Qt::LeftButton);
    EXPECT_NE(answer().find("not enough memory"), std::string::npos) << "and again";
    int presses = 0;
    handler.pressed = [&] { ++presses; };
    QTest::mouseClick(&handler, Qt::LeftButton);
    EXPECT_EQ(presses, 1);
    EXPECT_TRUE(handler.isVisible());
}

TEST(GuardedApplication, ReportsOtherExceptionsInTheirOwnWords)
{
    const LeaksOfQt ignored;
    Handler handler;
    handler.show();
    handler.pressed = [] { throw std::runtime_error("no <b>such</b> thing"); };
    QTest::mouseClick(&handler, Qt::LeftButton);
    EXPECT_NE(answer().find("no <b>such</b> thing"), std::string::npos);
    EXPECT_TRUE(messages().empty());
}

TEST(GuardedApplication, APaintingFailureIsReportedOneAtATime)
{
    const LeaksOfQt ignored;
    Handler handler;
    int paints = 0;
    handler.painted = [&] {
        ++paints;
        throw std::bad_alloc();
    };
    handler.show();
    ASSERT_TRUE(QTest::qWaitFor([] { return !messages().empty(); }, 30000));
    const int before = paints;
    handler.repaint();
    EXPECT_GT(paints, before);
    QApplication::processEvents();
    EXPECT_EQ(messages().size(), 1U);
    handler.close();
    answer();
    QApplication::processEvents();
    EXPECT_TRUE(messages().empty());
}

TEST_F(Window, SurvivesAHandlerThatRunsOutOfMemory)
{
    const LeaksOfQt ignored;
    const auto window = openWindow(profile());
    auto* chart = window->findChild<MemoryChart*>();
    {
        FailingKeys failing;
        chart->installEventFilter(&failing);
        QTest::keyClick(chart, Qt::Key_End);
        answer();
    }
    QTest::keyClick(chart, Qt::Key_End);
    EXPECT_EQ(window->state()->cursor().value + 1, window->state()->axis().steps());
    window->open({write(QStringLiteral("run.phases"), test::phasesText())});
    EXPECT_TRUE(waitFor(*window));
}
