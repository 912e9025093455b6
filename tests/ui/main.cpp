#include <QApplication>
#include <QFont>
#include <QtGlobal>

#include <gtest/gtest.h>

int main(int argc, char** argv)
{
    // The list of tests is read while building, where nobody sets an environment.
    if (!qEnvironmentVariableIsSet("QT_QPA_PLATFORM"))
        qputenv("QT_QPA_PLATFORM", "offscreen");
    QApplication application(argc, argv);
    // A second run of all tests is for those who read large text.
    if (const double scale = qEnvironmentVariable("TIDEMARK_TEST_FONT_SCALE").toDouble(); scale > 0) {
        QFont font = QApplication::font();
        font.setPointSizeF(font.pointSizeF() * scale);
        QApplication::setFont(font);
    }
    testing::InitGoogleTest(&argc, argv);
    return RUN_ALL_TESTS();
}
