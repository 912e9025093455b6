// Tests of saving and copying from a window, and of files that are never overwritten.
#include "tests/ui/window_fixture.h"
#include "ui/shell/exporter.h"
#include "ui/shell/main_tool_bar.h"
#include "ui/shell/status_line.h"
#include "ui/widgets/notice_bar.h"

#include <QCheckBox>
#include <QClipboard>
#include <QComboBox>
#include <QDialogButtonBox>
#include <QFileDialog>
#include <QLineEdit>
#include <QMessageBox>
#include <QPushButton>
#include <QSpinBox>
#include <QStatusBar>
#include <QToolButton>

#include <semaphore>

using namespace tidemark;
using namespace tidemark::ui;

namespace {

class Export : public Window
{
protected:
    void SetUp() override
    {
        Window::SetUp();
        m_window = openWindow(profile());
        m_exporter = m_window->findChild<Exporter*>();
    }
    QString path(const char* name) const { return m_folder.filePath(QLatin1String(name)); }
    QByteArray read(const char* name) const
    {
        QFile file(path(name));
        return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
    }
    bool done() const
    {
        return waitUntil([&] { return !m_exporter->tasks().isBusy(); });
    }
    std::string message() const { return utf8(m_window->statusBar()->currentMessage()); }

    /// Answers the dialogs opened by `action` one after the other: with file names to type ("" cancels) and with
    /// buttons of messages.
    void answer(QAction* action, QStringList answers)
    {
        QTimer poll;
        QObject::connect(&poll, &QTimer::timeout, [&] {
            QWidget* modal = QApplication::activeModalWidget();
            if (!modal || !modal->isVisible())
                return;
            const QString next = answers.isEmpty() ? QString() : answers.takeFirst();
            if (auto* message = qobject_cast<QMessageBox*>(modal)) {
                m_asked << message->text();
                for (QAbstractButton* button : message->buttons())
                    if (button->text().remove(u'&') == next) {
                        button->click();
                        return;
                    }
                message->reject();
            } else if (auto* dialog = qobject_cast<QFileDialog*>(modal)) {
                if (next.isEmpty()) {
                    dialog->reject();
                    return;
                }
                dialog->findChild<QLineEdit*>(QStringLiteral("fileNameEdit"))->setText(next);
                // The dialog enables its button when it has read the folder.
                QPushButton* const save = dialog->findChild<QDialogButtonBox*>()->button(QDialogButtonBox::Save);
                if (save->isEnabled())
                    save->click();
                else
                    answers.prepend(next);
            } else if (auto* options = qobject_cast<ExportDialog*>(modal)) {
                options->findChild<QDialogButtonBox*>()
                    ->button(next == QLatin1String("Save") ? QDialogButtonBox::Save : QDialogButtonBox::Cancel)
                    ->click();
            }
        });
        poll.start(0);
        action->trigger();
    }

    std::unique_ptr<MainWindow> m_window;
    Exporter* m_exporter = nullptr;
    QStringList m_asked;
};

} // namespace

TEST_F(Export, ThePictureGetsItsExtensionBeforeTheOverwriteQuestion)
{
    write(QStringLiteral("chart.png"), "precious");
    answer(m_window->actions().exportPng, {path("chart"), QStringLiteral("Cancel"), QString()});
    ASSERT_TRUE(done());
    EXPECT_EQ(m_asked.size(), 1);
    EXPECT_TRUE(m_asked.value(0).contains(QLatin1String("chart.png"))) << utf8(m_asked.value(0));
    EXPECT_EQ(read("chart.png"), "precious");
    answer(m_window->actions().exportPng, {path("chart"), QStringLiteral("Replace")});
    ASSERT_TRUE(done());
    EXPECT_EQ(QImage(path("chart.png")).size(), QSize(1600, 900)) << utf8(m_asked.join(u'|'));
    EXPECT_NE(message().find("chart.png"), std::string::npos) << message();
    EXPECT_FALSE(QFileInfo::exists(path("chart")));
}

TEST_F(Export, TheInputIsNeverWrittenOver)
{
    const QByteArray before = read("w.xplane.pb");
    for (QAction* action : {m_window->actions().exportCsv, m_window->actions().exportPng}) {
        const QString ending
            = action == m_window->actions().exportCsv ? QStringLiteral(".csv") : QStringLiteral(".png");
        QFile::remove(path("link") + ending);
        ASSERT_TRUE(QFile::link(path("w.xplane.pb"), path("link") + ending));
        m_asked.clear();
        answer(action, {path("link") + ending, QStringLiteral("OK"), QString()});
        ASSERT_TRUE(done());
        EXPECT_TRUE(m_asked.value(0).contains(QLatin1String("was read as an input"))) << utf8(m_asked.value(0));
    }
    EXPECT_EQ(read("w.xplane.pb"), before);
}

TEST_F(Export, SvgIsSavedWithTheOptions)
{
    answer(m_window->actions().exportSvg, {path("a.svg")});
    ASSERT_TRUE(done());
    EXPECT_TRUE(read("a.svg").contains("<title>jit_large(4)</title>"));
    EXPECT_TRUE(read("a.svg").contains("<desc>w.xplane.pb · HBM (0)</desc>")) << "as --export writes it";
    answer(m_window->actions().exportDialog, {QStringLiteral("Cancel")});
    answer(m_window->actions().exportDialog, {QStringLiteral("Save"), path("b.png")});
    ASSERT_TRUE(done());
    EXPECT_FALSE(QImage(path("b.png")).isNull());
    answer(m_window->actions().exportDialog, {QStringLiteral("Save"), QString()});
    EXPECT_FALSE(m_exporter->tasks().isBusy()) << "Cancel in the second dialog writes nothing";
}

TEST_F(Export, OptionsAreThoseOfThePicture)
{
    const auto offered = m_window->findChild<Page*>();
    ASSERT_TRUE(offered);
    std::optional<PagePicture> picture;
    for (const Page* page : m_window->findChildren<Page*>())
        if (page->picture())
            picture = page->picture();
    ASSERT_TRUE(picture);
    ExportDialog dialog(*picture, nullptr);
    EXPECT_EQ(utf8(dialog.options().title), "jit_large(4)");
    EXPECT_EQ(utf8(dialog.options().subtitle).substr(0, 11), "w.xplane.pb");
    EXPECT_FALSE(dialog.showsCapacity());
    EXPECT_FALSE(dialog.isSvg());
    QPixmap preview;
    for (const QLabel* label : dialog.findChildren<QLabel*>())
        if (!label->pixmap().isNull())
            preview = label->pixmap();
    EXPECT_EQ(preview.devicePixelRatio(), dialog.devicePixelRatioF()) << "as sharp as the screen";
    EXPECT_GT(preview.deviceIndependentSize().width(), 300);
    for (QCheckBox* box : dialog.findChildren<QCheckBox*>())
        if (box->text().contains(QLatin1String("ark")))
            box->setChecked(true);
    dialog.findChild<QComboBox*>()->setCurrentIndex(1);
    EXPECT_TRUE(dialog.options().isDark);
    EXPECT_TRUE(dialog.isSvg());
}

TEST_F(Export, CsvStatesTheExportedPartOfTheTable)
{
    m_window->state()->filter().setText(QStringLiteral("x"));
    ASSERT_TRUE(waitUntil([&] { return !m_window->state()->filter().isEmpty(); }));
    answer(m_window->actions().exportCsv, {path("rows")});
    ASSERT_TRUE(done());
    const QByteArray csv = read("rows.csv");
    EXPECT_EQ(csv.count('\n'), 2) << "a header and the row that passes: " << csv.toStdString();
    EXPECT_NE(message().find("of 3 rows, step 1"), std::string::npos) << message();
}

TEST_F(Export, ATableWithAFailedColumnIsNotSaved)
{
    ViewState& state = *m_window->state();
    ASSERT_TRUE(waitUntil([&] { return state.meanings() != nullptr; }));
    const auto view = std::make_shared<View>(*state.view());
    view->meanings = [](const Progress&) -> Result<std::shared_ptr<const RowMeanings>> {
        return Error{ErrorKind::Io, "The disk is gone.", std::nullopt};
    };
    state.setView(view);
    answer(m_window->actions().exportCsv, {path("rows")});
    ASSERT_TRUE(done());
    EXPECT_FALSE(QFileInfo::exists(path("rows.csv")));
    const QString notice = m_window->findChild<NoticeBar*>()->text();
    EXPECT_TRUE(notice.contains(QLatin1String("was not saved: The disk is gone."))) << utf8(notice);
}

TEST_F(Export, CopyingTheChartIsConfirmed)
{
    QApplication::clipboard()->clear();
    m_window->actions().copyChart->trigger();
    ASSERT_TRUE(done());
    EXPECT_EQ(QApplication::clipboard()->image().size(), QSize(1600, 900));
    EXPECT_EQ(message(), "The chart is copied");
}

TEST_F(Export, AFailureShowsANoticeThatTheNextSuccessRemoves)
{
    const auto* notices = m_window->findChild<NoticeBar*>();
    // With its extension the name is longer than a file system allows.
    answer(m_window->actions().exportSvg, {m_folder.filePath(QString(253, u'a'))});
    ASSERT_TRUE(done());
    EXPECT_TRUE(notices->text().contains(QLatin1String("was not saved"))) << utf8(notices->text());
    answer(m_window->actions().exportSvg, {path("fine.svg")});
    ASSERT_TRUE(done());
    EXPECT_TRUE(notices->isEmpty());
}

TEST_F(Export, AnExportRunsInTheBackgroundAndCanBeCancelled)
{
    // The largest picture takes long enough for the test to observe the running export.
    bool wasBusy = false;
    QTimer watch;
    QObject::connect(&watch, &QTimer::timeout, [&] {
        auto* dialog = qobject_cast<ExportDialog*>(QApplication::activeModalWidget());
        if (!dialog)
            return;
        for (QSpinBox* box : dialog->findChildren<QSpinBox*>())
            box->setValue(16000);
    });
    QObject::connect(&m_exporter->tasks(), &TaskRunner::busyChanged, [&] {
        if (!m_exporter->tasks().isBusy())
            return;
        wasBusy = true;
        EXPECT_FALSE(m_window->actions().exportPng->isEnabled()) << "one at a time";
        m_exporter->tasks().cancel();
    });
    watch.start(0);
    answer(m_window->actions().exportDialog, {QStringLiteral("Save"), path("huge.png")});
    ASSERT_TRUE(done());
    EXPECT_TRUE(wasBusy);
    EXPECT_FALSE(QFileInfo::exists(path("huge.png")));
    EXPECT_EQ(message(), "The export was cancelled");
    EXPECT_TRUE(m_window->actions().exportPng->isEnabled());
}

TEST_F(Export, ASecondExportDoesNotEndTheRunningOne)
{
    std::binary_semaphore go{0};
    bool isWritten = false;
    m_exporter->tasks().run<bool>(
        QStringLiteral("Saving…"),
        [&](const Progress&) -> Result<bool> {
            go.acquire();
            return true;
        },
        [&](const Result<bool>&) { isWritten = true; });
    QApplication::clipboard()->setText(QStringLiteral("untouched"));
    m_exporter->copyPicture();
    EXPECT_EQ(message(), "An export is still running");
    m_window->statusBar()->clearMessage();
    QAction save;
    QObject::connect(&save, &QAction::triggered, m_exporter, [&] { m_exporter->savePicture(QStringLiteral("png")); });
    answer(&save, {path("late.png")});
    EXPECT_EQ(message(), "An export is still running");
    go.release();
    ASSERT_TRUE(done());
    EXPECT_TRUE(isWritten);
    EXPECT_EQ(utf8(QApplication::clipboard()->text()), "untouched");
    EXPECT_FALSE(QFileInfo::exists(path("late.png")));
}

TEST_F(Export, ANewDocumentKindIsShownAndExportedLikeAnyOther)
{
    const auto window = openWindow(write(QStringLiteral("w.phases"), test::phasesText()));
    ASSERT_FALSE(window->state()->isEmpty());
    EXPECT_EQ(window->state()->view()->axis.cell, "phase");
    EXPECT_TRUE(utf8(window->actions().of(Command::NextCell)->text()).find("Phase") != std::string::npos);
    EXPECT_NE(utf8(allText(*window->statusBar())).find("Phase 1"), std::string::npos) << utf8(allText(*window));
    EXPECT_FALSE(window->actions().of(Command::Copy)->isEnabled()) << "there are no rows";
    EXPECT_EQ(window->findChild<MainToolBar*>()->memories()->count(), 2);
    m_exporter = window->findChild<Exporter*>();
    answer(window->actions().exportPng, {path("phases.png")});
    ASSERT_TRUE(done());
    EXPECT_FALSE(QImage(path("phases.png")).isNull());
    answer(window->actions().exportCsv, {path("phases.csv")});
    ASSERT_TRUE(done());
    EXPECT_EQ(read("phases.csv").count('\n'), 5) << "a header and four phases";
    EXPECT_TRUE(read("phases.csv").contains(",700"));
}
