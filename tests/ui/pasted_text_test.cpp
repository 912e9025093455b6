// Tests of pasted and dropped texts: they are read, kept, or refused with a reason. Also tests copying from them.
#include "tests/ui/window_fixture.h"
#include "ui/pages/oom/message_text.h"
#include "ui/pages/oom/oom_page.h"
#include "ui/shell/window_set.h"
#include "ui/widgets/notice_bar.h"

#include <QClipboard>
#include <QDateTime>
#include <QDir>
#include <QDropEvent>
#include <QFile>
#include <QMimeData>
#include <QSignalSpy>
#include <QTest>
#include <QTextCursor>

using namespace tidemark;
using namespace tidemark::ui;

namespace {

constexpr const char* kPasted
    = "RESOURCE_EXHAUSTED: E1000: CompileTimeHbmOom: Ran out of memory in memory space hbm. Used 20.00G of 15.00G hbm. "
      "Exceeded hbm capacity by 5.00G. HLO module: jit_step.\n";

class PastedText : public Window
{
protected:
    void SetUp() override
    {
        Window::SetUp();
        qputenv("XDG_DATA_HOME", m_folder.path().toLocal8Bit()); // a separate folder for kept texts
    }
    void TearDown() override
    {
        qunsetenv("XDG_DATA_HOME");
        Window::TearDown();
    }
    static void paste(const MainWindow& window, const char* text)
    {
        QGuiApplication::clipboard()->setText(QString::fromUtf8(text));
        window.actions().of(Command::Paste)->trigger();
    }
};

TEST_F(PastedText, AMessageIsPasted)
{
    const auto window = makeWindow();
    QSignalSpy wanted(window.get(), &MainWindow::openRequested);
    paste(*window, kPasted);
    ASSERT_EQ(wanted.size(), 1);
    const QStringList paths = wanted.front().front().toStringList();
    ASSERT_EQ(paths.size(), 1);
    window->open(paths);
    ASSERT_TRUE(waitFor(*window));
    EXPECT_TRUE(window->findChild<OomPage*>()->isVisible());
    window->actions().of(Command::Paste)->trigger();
    ASSERT_EQ(wanted.size(), 2);
    EXPECT_EQ(wanted.back().front().toStringList(), paths) << "the same text is the same document";
    // A text without a message is refused with a reason.
    paste(*window, "buy milk");
    EXPECT_EQ(wanted.size(), 2);
    EXPECT_NE(utf8(window->findChild<NoticeBar*>()->text()).find("Neither a known out-of-memory message"),
              std::string::npos)
        << utf8(window->findChild<NoticeBar*>()->text());
    // Copied files are opened.
    auto* files = new QMimeData;
    files->setUrls({QUrl::fromLocalFile(profile())});
    QGuiApplication::clipboard()->setMimeData(files);
    window->actions().of(Command::Paste)->trigger();
    EXPECT_TRUE(waitUntil([&] { return wanted.size() == 3; })) << "after a look whether it is the plan of the message";
}

TEST_F(PastedText, AMessageCanBeOpenedTogetherWithTheFilesOfTheWindow)
{
    WindowSet set(kinds());
    MainWindow* const first = set.openEmpty();
    set.open({profile()}, first);
    ASSERT_TRUE(waitFor(*first));
    paste(*first, kPasted);
    ASSERT_EQ(set.windows().size(), 2U);
    MainWindow* const second = set.windows().back();
    ASSERT_TRUE(waitFor(*second));
    auto* const notices = second->findChild<NoticeBar*>();
    EXPECT_EQ(utf8(notices->text()), "w.xplane.pb is open in another window.");
    emit notices->linkActivated(QStringLiteral("together"));
    ASSERT_TRUE(waitUntil([&] { return second->session()->documents().size() == 2; }));
    EXPECT_EQ(second->paths().size(), 2);
    for (MainWindow* each : set.windows()) {
        EXPECT_TRUE(waitFor(*each));
        delete each;
    }
}

TEST_F(PastedText, TheLastPastedTextsAreKept)
{
    const auto window = makeWindow();
    QSignalSpy wanted(window.get(), &MainWindow::openRequested);
    paste(*window, kPasted);
    ASSERT_EQ(wanted.size(), 1);
    const QString path = wanted.front().front().toStringList().value(0);
    const QDir kept = QFileInfo(path).dir();
    for (int i = 0; i < 40; ++i) {
        QFile old(kept.filePath(QStringLiteral("message-%1.txt").arg(i)));
        ASSERT_TRUE(old.open(QIODevice::WriteOnly));
        ASSERT_TRUE(old.setFileTime(QDateTime::fromSecsSinceEpoch(1000000 + i), QFileDevice::FileModificationTime));
    }
    paste(*window, "no message");
    EXPECT_EQ(kept.entryList(QDir::Files).size(), 41) << "what is refused takes the place of none";
    paste(*window, kPasted);
    EXPECT_EQ(kept.entryList(QDir::Files).size(), 30);
    EXPECT_TRUE(QFileInfo::exists(path));
    EXPECT_FALSE(kept.exists(QStringLiteral("message-0.txt")));
}

TEST_F(PastedText, AMessageIsDropped)
{
    const auto window = makeWindow();
    QSignalSpy wanted(window.get(), &MainWindow::openRequested);
    QMimeData data;
    data.setText(QString::fromLatin1(kPasted));
    QDragEnterEvent enter({5, 5}, Qt::CopyAction, &data, Qt::LeftButton, Qt::NoModifier);
    QApplication::sendEvent(window.get(), &enter);
    EXPECT_TRUE(enter.isAccepted());
    QDropEvent drop(QPointF(5, 5), Qt::CopyAction, &data, Qt::LeftButton, Qt::NoModifier);
    QApplication::sendEvent(window.get(), &drop);
    EXPECT_EQ(wanted.size(), 1);
}

TEST_F(Window, CtrlCCopiesSelectedTextNotTheRows)
{
    const auto window = openWindow(write(QStringLiteral("train.log"), kPasted));
    auto* message = window->findChild<MessageText*>();
    ASSERT_NE(message, nullptr);
    window->activateWindow();
    message->setFocus();
    ASSERT_TRUE(QTest::qWaitFor([&] { return message->hasFocus(); }));
    QGuiApplication::clipboard()->clear();
    QTextCursor word = message->textCursor();
    word.setPosition(0);
    word.movePosition(QTextCursor::EndOfWord, QTextCursor::KeepAnchor);
    message->setTextCursor(word);
    QTest::keyClick(message, Qt::Key_C, Qt::ControlModifier);
    EXPECT_EQ(QGuiApplication::clipboard()->text(), QStringLiteral("RESOURCE_EXHAUSTED"));
    word.clearSelection();
    message->setTextCursor(word);
    QTest::keyClick(message, Qt::Key_C, Qt::ControlModifier);
    EXPECT_TRUE(QGuiApplication::clipboard()->text().contains(QStringLiteral("CompileTimeHbmOom"))) << "all of it";
}

} // namespace
