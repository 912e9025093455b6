// random_window [--seed N] [--seconds S | --events N]: opens windows like the program does, offscreen, with random
// documents, some of them damaged, and sends random events: keys, clicks, drags, wheels, drops, menus, dialogs and
// changes of files on disk. Ends with status 1 if the toolkit complains or an event takes too long. A sanitizer ends it
// by itself.
#include "core/open/open_documents.h"
#include "tests/random/complaints.h"
#include "tests/random/random_documents.h"
#include "tests/random/random_hand.h"
#include "tests/support/temp_folder.h"
#include "ui/session/paths.h"
#include "ui/shell/main_window.h"
#include "ui/shell/window_set.h"

#include <CLI/CLI.hpp>
#include <QAbstractButton>
#include <QAction>
#include <QActionGroup>
#include <QApplication>
#include <QClipboard>
#include <QDesktopServices>
#include <QDialog>
#include <QDropEvent>
#include <QElapsedTimer>
#include <QFileDialog>
#include <QLineEdit>
#include <QMenu>
#include <QMessageBox>
#include <QMimeData>
#include <QSettings>
#include <QTest>
#include <QTimer>
#include <QUrl>
#include <QWheelEvent>

#include <array>
#include <iostream>

using namespace tidemark;
using namespace tidemark::ui;
using namespace tidemark::test;

namespace {

/// Receives opened links so that no other program is started.
class Links : public QObject
{
    Q_OBJECT

public slots:
    void take(const QUrl&) { }
};

class Player : public RandomHand
{
    Q_OBJECT

public:
    Player(std::uint32_t seed, const QString& folder)
        : RandomHand(seed)
        , m_documents(folder, m_random)
        , m_folder(folder)
        , m_windows(allKinds())
    {
        onModal();
    }
    ~Player() override
    {
        for (MainWindow* each : m_windows.windows())
            each->close();
        QCoreApplication::sendPostedEvents(nullptr, QEvent::DeferredDelete);
    }
    Player(const Player&) = delete;
    Player& operator=(const Player&) = delete;

    void open()
    {
        const std::size_t way = below(10);
        QStringList paths{way < 5 ? m_documents.copy() : way < 8 ? m_documents.whole() : m_documents.folder()};
        say(QStringLiteral("open ") + paths.front());
        m_windows.open(paths);
    }

    /// Performs one random action of a user or of the system.
    void play()
    {
        tidy();
        window().activateWindow();
        switch (below(20)) {
        case 0:
            below(3) == 0 ? open() : resize();
            break;
        case 1:
        case 2:
            trigger(window().findChildren<QAction*>());
            break;
        case 3: {
            QList<QAction*> pages = window().actions().pages->actions();
            pages.removeIf([](QAction* page) { return !page->isVisible(); });
            trigger(pages);
            break;
        }
        case 4:
            below(4) == 0 ? drop() : wheel();
            break;
        case 5:
            below(4) == 0 ? changeOnDisk() : wheel();
            break;
        case 6:
            below(4) == 0 ? paste() : type();
            break;
        case 7:
        case 8:
        case 9:
        case 10:
            key();
            break;
        case 11:
        case 12:
        case 13:
            drag();
            break;
        case 14:
            context();
            break;
        case 15:
            hover();
            break;
        case 16:
            settle();
            break;
        default:
            click();
            break;
        }
        QApplication::processEvents();
    }

    /// Waits until started work ends.
    void settle()
    {
        say(QStringLiteral("settle"));
        constexpr int kMost = 20000; // ms
        for (MainWindow* each : m_windows.windows())
            if (!QTest::qWaitFor([guard = QPointer<MainWindow>(each)] { return !guard || !guard->session()->isBusy(); },
                                 kMost))
                complaints().push_back("a window does not get ready");
    }

    const std::string& last() const { return m_last; }

private:
    void say(const QString& what)
    {
        m_last = what.toStdString();
        if (qEnvironmentVariableIsSet("TIDEMARK_VERBOSE"))
            std::cerr << m_last << std::endl;
    }

    MainWindow& window()
    {
        std::vector<MainWindow*> all = m_windows.windows();
        std::erase_if(all, [](MainWindow* each) { return !each->isVisible(); });
        return all.empty() ? *m_windows.openEmpty() : *all[below(all.size())];
    }

    /// Keeps few windows open. Those that are closed may be busy.
    void tidy()
    {
        constexpr std::size_t kMost = 3;
        const std::vector<MainWindow*> all = m_windows.windows();
        if (all.size() > kMost || (!all.empty() && below(400) == 0)) {
            say(QStringLiteral("close a window"));
            all[below(all.size())]->close();
            QCoreApplication::sendPostedEvents(nullptr, QEvent::DeferredDelete);
        }
    }

    void click()
    {
        const auto [widget, at] = target(window());
        const QPointer<QWidget> to = widget;
        say(QStringLiteral("click %1 %2,%3").arg(QLatin1String(to->metaObject()->className())).arg(at.x()).arg(at.y()));
        const Qt::KeyboardModifiers with = modifiers();
        mouse(to, QEvent::MouseMove, at, Qt::NoButton, Qt::NoButton, with);
        if (to)
            mouse(to, QEvent::MouseButtonPress, at, Qt::LeftButton, Qt::LeftButton, with);
        if (to)
            mouse(to, QEvent::MouseButtonRelease, at, Qt::LeftButton, Qt::NoButton, with);
        if (to && below(6) == 0)
            mouse(to, QEvent::MouseButtonDblClick, at, Qt::LeftButton, Qt::LeftButton, with);
        if (to)
            mouse(to, QEvent::MouseButtonRelease, at, Qt::LeftButton, Qt::NoButton, with);
    }

    void drag()
    {
        MainWindow& in = window();
        const auto [widget, at] = target(in);
        const QPointer<QWidget> to = widget;
        const Qt::MouseButton button = below(5) == 0 ? Qt::MiddleButton : Qt::LeftButton;
        const Qt::KeyboardModifiers with = modifiers();
        say(QStringLiteral("drag %1 from %2,%3")
                .arg(QLatin1String(to->metaObject()->className()))
                .arg(at.x())
                .arg(at.y()));
        mouse(to, QEvent::MouseButtonPress, at, button, button, with);
        QPoint last = at;
        for (std::size_t i = 0, count = 1 + below(5); i < count && to; ++i) {
            last = to->mapFrom(&in, pointIn(in));
            mouse(to, QEvent::MouseMove, last, Qt::NoButton, button, with);
            if (below(3) == 0)
                QApplication::processEvents();
        }
        if (to && below(10) == 0)
            QTest::keyClick(to, Qt::Key_Escape);
        if (to)
            mouse(to, QEvent::MouseButtonRelease, last, button, Qt::NoButton, with);
    }

    void hover()
    {
        say(QStringLiteral("hover"));
        for (int i = 0; i < 10; ++i) {
            const auto [widget, at] = target(window());
            mouse(widget, QEvent::MouseMove, at, Qt::NoButton, Qt::NoButton, {});
        }
        if (below(2) == 0) {
            const auto [widget, at] = target(window());
            QHelpEvent tip(QEvent::ToolTip, at, widget->mapToGlobal(at));
            QApplication::sendEvent(widget, &tip);
        }
    }

    void wheel()
    {
        const auto [widget, at] = target(window());
        say(QStringLiteral("wheel %1").arg(QLatin1String(widget->metaObject()->className())));
        const int turn = (below(2) == 0 ? 120 : -120) * static_cast<int>(1 + below(10));
        QWheelEvent event(at, widget->mapToGlobal(at), {}, below(5) == 0 ? QPoint(turn, 0) : QPoint(0, turn), {},
                          modifiers(), Qt::NoScrollPhase, false);
        QApplication::sendEvent(widget, &event);
    }

    void key()
    {
        constexpr std::array kKeys
            = {Qt::Key_Left, Qt::Key_Right, Qt::Key_Up,     Qt::Key_Down,     Qt::Key_Home,   Qt::Key_End,
               Qt::Key_Tab,  Qt::Key_Space, Qt::Key_Return, Qt::Key_Escape,   Qt::Key_Plus,   Qt::Key_Minus,
               Qt::Key_0,    Qt::Key_P,     Qt::Key_M,      Qt::Key_PageDown, Qt::Key_PageUp, Qt::Key_Backspace,
               Qt::Key_F5,   Qt::Key_F3,    Qt::Key_Delete, Qt::Key_F,        Qt::Key_K,      Qt::Key_Backtab,
               Qt::Key_F6,   Qt::Key_G,     Qt::Key_N,      Qt::Key_1,        Qt::Key_2,      Qt::Key_3,
               Qt::Key_4,    Qt::Key_5,     Qt::Key_D,      Qt::Key_A,        Qt::Key_C,      Qt::Key_V};
        MainWindow& in = window();
        QWidget* to = in.focusWidget() ? in.focusWidget() : &in;
        const Qt::Key pressed = kKeys[below(kKeys.size())];
        say(QStringLiteral("key %1 to %2").arg(pressed).arg(QLatin1String(to->metaObject()->className())));
        QTest::keyClick(to, pressed, modifiers());
    }

    void type()
    {
        const QList<QLineEdit*> lines = window().findChildren<QLineEdit*>();
        constexpr std::array<const char*, 9> kTexts
            = {"fusion", "f32[", "(", ">1 MiB", "op:", "\\", "temp -param", "layer", "\xe2\x82\xac\xf0\x9f\x98\x80"};
        if (lines.isEmpty())
            return;
        QLineEdit* line = lines[static_cast<qsizetype>(below(static_cast<std::size_t>(lines.size())))];
        say(QStringLiteral("type"));
        if (line->isVisible() && line->isEnabled() && !line->isReadOnly()) {
            line->setFocus();
            line->setText(QString::fromUtf8(kTexts[below(kTexts.size())]));
            QTest::keyClick(line, below(2) == 0 ? Qt::Key_Return : Qt::Key_Space);
        }
    }

    void resize()
    {
        const QSize size(static_cast<int>(200 + below(1800)), static_cast<int>(150 + below(1100)));
        say(QStringLiteral("resize %1x%2").arg(size.width()).arg(size.height()));
        window().resize(size);
    }

    void trigger(QList<QAction*> actions)
    {
        const Actions& all = window().actions();
        actions.removeIf([&](QAction* action) {
            return !action->isEnabled() || action->isSeparator() || action->menu() || action == all.quit
                || action == all.close;
        });
        if (actions.isEmpty())
            return;
        QAction* action = actions[static_cast<qsizetype>(below(static_cast<std::size_t>(actions.size())))];
        say(QStringLiteral("trigger ") + action->text());
        action->trigger();
    }

    void context()
    {
        const auto [widget, at] = target(window());
        say(QStringLiteral("context menu of %1").arg(QLatin1String(widget->metaObject()->className())));
        QContextMenuEvent event(QContextMenuEvent::Mouse, at, widget->mapToGlobal(at));
        QApplication::sendEvent(widget, &event);
    }

    void drop()
    {
        QMimeData data;
        if (below(3) == 0)
            data.setText(QString::fromStdString(m_documents.text()));
        else
            data.setUrls({QUrl::fromLocalFile(below(3) == 0 ? m_documents.folder() : m_documents.copy())});
        MainWindow& to = window();
        const Qt::KeyboardModifiers with = below(3) == 0 ? Qt::AltModifier : Qt::NoModifier;
        say(QStringLiteral("drop ") + (data.hasUrls() ? data.urls().front().toLocalFile() : QStringLiteral("text")));
        const QPoint at = pointIn(to);
        QDragEnterEvent enter(at, Qt::CopyAction | Qt::MoveAction, &data, Qt::LeftButton, with);
        QApplication::sendEvent(&to, &enter);
        QDropEvent event(at, Qt::CopyAction | Qt::MoveAction, &data, Qt::LeftButton, with);
        QApplication::sendEvent(&to, &event);
    }

    void paste()
    {
        say(QStringLiteral("paste"));
        QApplication::clipboard()->setText(QString::fromStdString(m_documents.text()));
        window().actions().of(Command::Paste)->trigger();
    }

    void changeOnDisk()
    {
        const QStringList paths = window().paths();
        if (paths.isEmpty() || !paths.front().startsWith(m_folder) || QFileInfo(paths.front()).isDir())
            return;
        const QString path = paths.front();
        say(QStringLiteral("change on disk ") + path);
        if (below(4) == 0)
            QFile::remove(path);
        else
            m_documents.write(path,
                              below(2) == 0 ? test::readFile(toNative(m_documents.whole()))
                                            : m_random.damaged(test::readFile(toNative(path)) + " "));
        window().actions().of(Command::Reload)->trigger();
    }

    /// Handles an open dialog or menu: sends a few events to it, then answers it.
    void onModal()
    {
        QTimer::singleShot(0, this, &Player::onModal); // first, because an action below may open the next one and block
        if (auto* menu = qobject_cast<QMenu*>(QApplication::activePopupWidget())) {
            const QPointer<QMenu> guard = menu;
            if (below(2) == 0)
                trigger(menu->actions());
            if (guard)
                guard->close();
            return;
        }
        if (QWidget* popup = QApplication::activePopupWidget()) {
            popup->close();
            return;
        }
        auto* dialog = qobject_cast<QDialog*>(QApplication::activeModalWidget());
        if (!dialog || !dialog->isVisible())
            return;
        const QPointer<QDialog> guard = dialog;
        if (auto* files = qobject_cast<QFileDialog*>(dialog)) {
            if (files->acceptMode() == QFileDialog::AcceptSave && below(3) > 0) {
                const QString name = m_folder + QStringLiteral("/out-%1").arg(below(4));
                files->findChild<QLineEdit*>(QStringLiteral("fileNameEdit"))->setText(name);
                static_cast<QDialog*>(files)->done(QDialog::Accepted);
            } else {
                files->reject();
            }
            return;
        }
        for (std::size_t i = 0, count = below(6); i < count && guard; ++i) {
            const auto [widget, at] = target(*guard);
            const QPointer<QWidget> to = widget;
            mouse(to, QEvent::MouseButtonPress, at, Qt::LeftButton, Qt::LeftButton, {});
            if (to)
                mouse(to, QEvent::MouseButtonRelease, at, Qt::LeftButton, Qt::NoButton, {});
            if (guard && guard->focusWidget())
                QTest::keyClick(guard->focusWidget(), below(2) == 0 ? Qt::Key_Tab : Qt::Key_Down);
        }
        if (guard && below(4) == 0)
            guard->accept();
        else if (guard)
            guard->reject();
    }

    RandomDocuments m_documents;
    QString m_folder;
    WindowSet m_windows;
    std::string m_last;
};

} // namespace

int main(int argc, char** argv)
{
    std::uint32_t seed = 1;
    int seconds = 0;
    std::uint64_t most = 0;
    CLI::App options("Random events in real windows, offscreen.");
    options.add_option("--seed", seed, "the same seed, the same events");
    options.add_option("--seconds", seconds, "for so long");
    options.add_option("--events", most, "or so many");
    CLI11_PARSE(options, argc, argv);
    qputenv("QT_QPA_PLATFORM", "offscreen");
    test::TempFolder folder;
    qputenv("HOME", QByteArray::fromStdString(folder.path()));
    QSettings::setPath(QSettings::IniFormat, QSettings::UserScope, fromNative(folder.path("settings")));
    QApplication::setAttribute(Qt::AA_DontUseNativeDialogs);
    QApplication application(argc, argv);
    QApplication::setQuitOnLastWindowClosed(false);
    qInstallMessageHandler(complain);
    Links links;
    for (const char* const scheme : {"file", "http", "https"})
        QDesktopServices::setUrlHandler(QLatin1String(scheme), &links, "take");
    std::cout << "seed " << seed << std::endl;
    std::uint64_t events = 0;
    qint64 slowest = 0;
    std::string slow;
    {
        Player player(seed, fromNative(folder.path()));
        player.open();
        QElapsedTimer clock;
        clock.start();
        while ((seconds > 0 && clock.elapsed() < seconds * 1000LL) || events < most) {
            const qint64 before = clock.elapsed();
            player.play();
            ++events;
            if (const qint64 taken = clock.elapsed() - before; taken > slowest && player.last() != "settle") {
                slowest = taken;
                slow = player.last();
            }
        }
        player.settle();
    }
    for (const char* const scheme : {"file", "http", "https"})
        QDesktopServices::unsetUrlHandler(QLatin1String(scheme));
    std::cout << events << " events, the slowest " << slowest << " ms: " << slow << '\n'
              << complaints().size() << " complaints" << std::endl;
    return complaints().empty() ? 0 : 1;
}

#include "random_window.moc"
