#pragma once

#include "tests/support/profile_builder.h"
#include "ui/shell/main_window.h"

#include <QLabel>
#include <QSettings>
#include <QTemporaryDir>
#include <QTest>
#include <gtest/gtest.h>

#include <memory>

namespace tidemark::ui {

inline constexpr const char* kSmall
    = "param 0 512\n  p 0 512\ntemp 4096\n  a 0 1024\n  b 1024 1024\ntrace +a +b -a -b\n";
inline constexpr const char* kLarge
    = "param 0 512\n  p 0 512\ntemp 65536\n  x 0 32768\n  y 32768 1024\ntrace +x +y -y -x\n";

/// A folder for files and settings of its own.
class Window : public testing::Test
{
protected:
    void SetUp() override
    {
        ASSERT_TRUE(m_folder.isValid());
        QSettings::setPath(QSettings::IniFormat, QSettings::UserScope, m_folder.filePath(QStringLiteral("settings")));
    }

    QString write(const QString& name, const std::string& bytes) const
    {
        const QString path = m_folder.filePath(name);
        QFile file(path);
        EXPECT_TRUE(file.open(QIODevice::WriteOnly));
        file.write(bytes.data(), static_cast<qint64>(bytes.size()));
        return path;
    }
    QString profile(const QString& name = QStringLiteral("w.xplane.pb")) const
    {
        return write(
            name,
            test::containerBytes({{"jit_small(3)", test::hloBytes(kSmall)}, {"jit_large(4)", test::hloBytes(kLarge)}}));
    }
    static bool waitFor(MainWindow& window)
    {
        return QTest::qWaitFor([&] {
            return !window.controller()->isBusy() && (window.controller()->summary() || window.controller()->message());
        });
    }
    static std::unique_ptr<MainWindow> makeWindow()
    {
        auto window = std::make_unique<MainWindow>();
        window->setAttribute(Qt::WA_DeleteOnClose, false);
        window->resize(1500, 900);
        window->show();
        return window;
    }

    QTemporaryDir m_folder;
};

inline std::string utf8(const QString& text)
{
    return text.toStdString();
}

inline QString allText(const QWidget& widget)
{
    QString text;
    for (const QLabel* label : widget.findChildren<QLabel*>())
        if (label->isVisibleTo(&widget))
            text += label->text() + u'\n';
    return text;
}

} // namespace tidemark::ui
