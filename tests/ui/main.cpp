#include "core/base/number_signs.h"
#include "tests/ui/window_fixture.h"
#include "ui/shell/guarded_application.h"

#include <QFont>
#include <QtGlobal>

#include <gtest/gtest.h>

namespace {

/// Releases the keys that a test held last. Qt keeps the modifiers of the last event, and a selection made by the next
/// test would depend on them.
class ReleasedKeys : public testing::EmptyTestEventListener
{
    void OnTestEnd(const testing::TestInfo&) override
    {
        if (QGuiApplication::keyboardModifiers() == Qt::NoModifier)
            return;
        QWidget receiver;
        QTest::keyRelease(&receiver, Qt::Key_Control);
        EXPECT_EQ(QGuiApplication::keyboardModifiers(), Qt::KeyboardModifiers());
    }
};

} // namespace

int main(int argc, char** argv)
{
    // The build lists the tests without setting the environment.
    if (!qEnvironmentVariableIsSet("QT_QPA_PLATFORM"))
        qputenv("QT_QPA_PLATFORM", "offscreen");
    tidemark::ui::GuardedApplication application(argc, argv);
    // A second run of the tests uses large text.
    QFont font = QApplication::font();
    font.setPointSizeF(font.pointSizeF() * tidemark::ui::textScale());
    QApplication::setFont(font);
    tidemark::useTypographicNumbers();
    testing::InitGoogleTest(&argc, argv);
    testing::UnitTest::GetInstance()->listeners().Append(new ReleasedKeys); // gtest owns it
    return RUN_ALL_TESTS();
}
