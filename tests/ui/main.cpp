#include "core/base/number_signs.h"
#include "tests/ui/window_fixture.h"
#include "ui/shell/guarded_application.h"

#include <QFont>
#include <QtGlobal>

#include <gtest/gtest.h>

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
    return RUN_ALL_TESTS();
}
