#pragma once

#include "core/files/inputs_kept.h"
#include "core/open/open_documents.h"
#include "tests/support/phases_document.h"
#include "tests/support/profile_builder.h"
#include "tests/ui/named_row.h"
#include "tests/ui/utf8.h"
#include "ui/shell/main_window.h"

#include <QAction>
#include <QApplication>
#include <QDir>
#include <QFile>
#include <QFileInfo>
#include <QLabel>
#include <QMenu>
#include <QSettings>
#include <QTemporaryDir>
#include <QTest>
#include <QTimer>
#include <gtest/gtest.h>

#include <functional>
#include <memory>

namespace tidemark::ui {

inline constexpr const char* kSmall
    = "param 0 512\n  p 0 512\ntemp 4096\n  a 0 1024\n  b 1024 1024\ntrace +a +b -a -b\n";
inline constexpr const char* kLarge
    = "param 0 512\n  p 0 512\ntemp 65536\n  x 0 32768\n  y 32768 1024\ntrace +x +y -y -x\n";

/// The factor by which the text of this test run is larger than usual; set by main().
inline double textScale()
{
    const double scale = qEnvironmentVariable("TIDEMARK_TEST_FONT_SCALE").toDouble();
    return scale > 0 ? scale : 1;
}

/// Provides a folder for files and settings, and windows that open the made-up kind in addition to all others.
class Window : public testing::Test
{
protected:
    void SetUp() override
    {
        ASSERT_TRUE(m_folder.isValid());
        // The folder may have the inode of one that an earlier test opened and removed; so may the files below.
        inputsKept::remove(m_folder.path().toStdString());
        QSettings::setPath(QSettings::IniFormat, QSettings::UserScope, m_folder.filePath(QStringLiteral("settings")));
    }

    QString write(const QString& name, const std::string& bytes) const
    {
        const QString path = m_folder.filePath(name);
        QDir().mkpath(QFileInfo(path).path());
        QFile file(path);
        EXPECT_TRUE(file.open(QIODevice::WriteOnly));
        file.write(bytes.data(), static_cast<qint64>(bytes.size()));
        inputsKept::remove(path.toStdString());
        return path;
    }
    QString profile(const QString& name = QStringLiteral("w.xplane.pb")) const
    {
        return write(
            name,
            test::containerBytes({{"jit_small(3)", test::hloBytes(kSmall)}, {"jit_large(4)", test::hloBytes(kLarge)}}));
    }
    static DocumentKinds kinds()
    {
        DocumentKinds kinds = allKinds();
        kinds.push_back(test::phasesKind());
        return kinds;
    }
    static bool waitFor(MainWindow& window)
    {
        return QTest::qWaitFor(
            [&] { return !window.session()->isBusy() && (window.session()->figures() || window.session()->standIn()); },
            30000);
    }
    template <class Condition>
    static bool waitUntil(Condition condition)
    {
        return QTest::qWaitFor(condition, 30000);
    }
    static std::unique_ptr<MainWindow> makeWindow(QSize size = QSize(1500, 900) * textScale())
    {
        auto window = std::make_unique<MainWindow>(kinds());
        window->setAttribute(Qt::WA_DeleteOnClose, false);
        window->resize(size);
        window->show();
        return window;
    }
    /// Opens a file in an active window, as tests of keys and focus require.
    std::unique_ptr<MainWindow> openWindow(const QString& path, QSize size = QSize(1500, 900) * textScale()) const
    {
        auto window = makeWindow(size);
        window->activateWindow();
        window->open({path});
        EXPECT_TRUE(waitFor(*window));
        QApplication::processEvents();
        return window;
    }

    QTemporaryDir m_folder;
};

inline QString allText(const QWidget& widget)
{
    QString text;
    for (const QLabel* label : widget.findChildren<QLabel*>())
        if (label->isVisibleTo(&widget))
            text += label->text() + u'\n';
    return text;
}

/// Runs `action`, which opens a modal dialog, and runs `answer` on that dialog. Returns false if no dialog was opened.
template <class Dialog>
bool withDialog(const std::function<void()>& action, const std::function<void(Dialog&)>& answer)
{
    bool hasCome = false;
    QTimer poll;
    QObject::connect(&poll, &QTimer::timeout, [&] {
        auto* dialog = qobject_cast<Dialog*>(QApplication::activeModalWidget());
        if (!dialog || !dialog->isVisible())
            return;
        poll.stop();
        hasCome = true;
        answer(*dialog);
    });
    poll.start(0);
    action();
    return hasCome;
}

/// Returns the menu entry whose text without mnemonic begins with this text; null if there is none.
inline QAction* entryOf(const QMenu& menu, const char* begin)
{
    for (QAction* action : menu.actions())
        if (action->text().remove(u'&').startsWith(QLatin1String(begin)))
            return action;
    return nullptr;
}

} // namespace tidemark::ui
