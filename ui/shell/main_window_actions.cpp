// What the menu entries of a window do.
#include "ui/shell/main_window.h"

#include "core/files/atomic_file.h"
#include "ui/charts/memory_chart.h"
#include "ui/docks/buffers_panel.h"
#include "ui/pages/empty/empty_page.h"
#include "ui/pages/timeline/timeline_page.h"
#include "ui/shell/export_dialog.h"
#include "ui/shell/go_to_dialog.h"
#include "ui/shell/information_dialog.h"
#include "ui/shell/main_tool_bar.h"
#include "ui/shell/module_box.h"
#include "ui/shell/picture_export.h"
#include "ui/tables/buffer_clipboard.h"
#include "ui/theme/appearance.h"

#include <QAction>
#include <QActionGroup>
#include <QApplication>
#include <QClipboard>
#include <QFileDialog>
#include <QLineEdit>
#include <QMenu>
#include <QStatusBar>

#include <ostream>

namespace tidemark::ui {

void MainWindow::connectActions()
{
    MemoryChart* chart = m_timeline->chart();
    const auto on = [this](QAction* action, auto slot) { connect(action, &QAction::triggered, this, slot); };
    on(m_actions.open, &MainWindow::askForFiles);
    on(m_actions.openFolder, &MainWindow::askForFolder);
    on(m_actions.openExample, &MainWindow::openExample);
    on(m_actions.reload, [this] { m_controller.reload(); });
    on(m_actions.information, [this] { InformationDialog(m_controller, this).exec(); });
    on(m_actions.exportPng, [this] { exportChart(QStringLiteral("png")); });
    on(m_actions.exportSvg, [this] { exportChart(QStringLiteral("svg")); });
    on(m_actions.exportCsv, &MainWindow::exportBuffers);
    on(m_actions.exportDialog, &MainWindow::exportWithOptions);
    on(m_actions.copyChart, [this] { copyPicture(pictureOptions()); });
    on(m_actions.close, &QWidget::close);
    on(m_actions.quit, [] { QApplication::closeAllWindows(); });
    on(m_actions.copy, [this] { m_buffers->table()->copyRows(); });
    on(m_actions.copyPlain, [this] { m_buffers->table()->copyRowsPlain(); });
    on(m_actions.find, [this] {
        m_toolBar->search()->setFocus(Qt::ShortcutFocusReason);
        m_toolBar->search()->selectAll();
    });
    on(m_actions.findModule, [this] { m_toolBar->moduleBox()->showPopup(); });
    on(m_actions.escape, &MainWindow::escape);
    for (QLineEdit* edit : {m_toolBar->search(), m_buffers->filter()})
        edit->installEventFilter(this);
    on(m_actions.back, [this] { m_state.back(); });
    on(m_actions.forward, [this] { m_state.forward(); });
    on(m_actions.peak, [chart] { chart->goToPeak(); });
    on(m_actions.nextPeak, [chart] { chart->nextPeak(); });
    on(m_actions.previousPeak, [chart] { chart->previousPeak(); });
    on(m_actions.nextStep, [chart] { chart->moveCursor(1); });
    on(m_actions.previousStep, [chart] { chart->moveCursor(-1); });
    on(m_actions.firstStep, [this, chart] {
        m_state.setCursor(0);
        chart->showCursor();
    });
    on(m_actions.lastStep, [this, chart] {
        m_state.setCursor(m_state.steps());
        chart->showCursor();
    });
    on(m_actions.goTo, &MainWindow::goToStep);
    on(m_actions.zoomIn, [chart] { chart->zoomIn(); });
    on(m_actions.zoomOut, [chart] { chart->zoomOut(); });
    on(m_actions.zoomFit, [chart] { chart->fit(); });
    on(m_actions.zoomSelection, [chart] { chart->zoomToSelection(); });
    on(m_actions.resetLayout, &MainWindow::resetLayout);
    on(m_actions.shortcuts, [this] { showShortcuts(this); });
    on(m_actions.about, [this] { showAbout(this); });
    m_actions.showCapacity->setChecked(settings::showsCapacity());
    connect(m_actions.showCapacity, &QAction::toggled, this, [chart](bool shows) {
        chart->setShowCapacity(shows);
        settings::setShowsCapacity(shows);
    });
    connect(m_actions.units, &QActionGroup::triggered, this,
            [this](QAction* unit) { m_state.setUnit(static_cast<ByteUnit>(unit->data().toInt())); });
    connect(&m_state, &ViewState::unitChanged, this,
            [this] { m_actions.units->actions().at(static_cast<int>(m_state.unit()))->setChecked(true); });
    connect(m_actions.appearance, &QActionGroup::triggered, this, [](QAction* look) {
        const auto appearance = static_cast<Appearance>(look->data().toInt());
        settings::setAppearance(appearance);
        applyAppearance(appearance);
    });
    connect(m_actions.recent, &QMenu::aboutToShow, this, &MainWindow::fillRecent);
    connect(m_actions.device, &QMenu::aboutToShow, this, &MainWindow::fillDevices);
}

void MainWindow::askForFiles()
{
    const QStringList files = QFileDialog::getOpenFileNames(
        this, tr("Open"), settings::lastFolder(),
        tr("Profiles and compiled programs (*.xplane.pb *.hlo_proto.pb *.hlo.pb);;All files (*)"));
    if (files.isEmpty())
        return;
    settings::setLastFolder(QFileInfo(files.front()).absolutePath());
    emit openRequested(files);
}

void MainWindow::askForFolder()
{
    const QString folder = QFileDialog::getExistingDirectory(this, tr("Open Log Directory"), settings::lastFolder());
    if (folder.isEmpty())
        return;
    settings::setLastFolder(folder);
    emit openRequested({folder});
}

void MainWindow::openExample()
{
    const QString example = examplePath();
    if (example.isEmpty())
        showNotice(tr("The example is not installed with this program."));
    else
        emit openRequested({example});
}

void MainWindow::fillRecent()
{
    m_actions.recent->clear();
    for (const RecentDocument& document : settings::recentDocuments()) {
        QAction* action = m_actions.recent->addAction(shortName(document.paths).replace(u'&', QLatin1String("&&")));
        action->setToolTip(document.paths.join(u'\n'));
        connect(action, &QAction::triggered, this, [this, paths = document.paths] { emit openRequested(paths); });
    }
    if (m_actions.recent->isEmpty()) {
        m_actions.recent->addAction(tr("No recent files"))->setEnabled(false);
        return;
    }
    m_actions.recent->addSeparator();
    m_actions.recent->addAction(tr("&Clear"), this, [this] {
        settings::clearRecentDocuments();
        m_empty->refreshRecent();
    });
}

void MainWindow::fillDevices()
{
    m_actions.device->clear();
    const auto module = m_controller.module();
    if (!module) {
        m_actions.device->addAction(tr("Nothing is open"))->setEnabled(false);
        return;
    }
    const SourceFile& source = m_controller.document()->sourceOf(*module);
    const bool isOfFile = m_controller.isDeviceOfFile();
    const Device* chosen = isOfFile ? nullptr : m_controller.chosenDevice();
    const auto add = [&](const QString& name, const Device* device) {
        QAction* action
            = m_actions.device->addAction(name, this, [this, device] { m_controller.chooseDevice(device); });
        action->setCheckable(true);
        action->setActionGroup(m_actions.devices);
        action->setChecked(chosen == device);
        return action;
    };
    const QString named = text(validUtf8(source.device.type));
    add(named.isEmpty() ? tr("From the File (it names none)") : tr("From the File: %1").arg(named), nullptr);
    m_actions.device->addSeparator();
    const QString says = tr("The file says: %1")
                             .arg(named.isEmpty() && source.device.memoryBytes
                                      ? QString::fromStdString(bytesText(*source.device.memoryBytes))
                                      : named);
    for (const Device& device : knownDevices()) {
        if (device.platform != source.platform && source.platform != Platform::Unknown)
            continue;
        const QString size = QString::fromStdString(bytesText(device.hbmBytes));
        QAction* action = add(tr("%1 — %2").arg(text(device.name), size), &device);
        action->setEnabled(!isOfFile);
        action->setToolTip((isOfFile ? says : text(device.source)).toHtmlEscaped());
        action->setStatusTip(isOfFile ? says : text(device.source));
    }
}

void MainWindow::chooseDeviceAt(const QPoint& globalPosition)
{
    m_actions.device->popup(globalPosition);
}

QString MainWindow::suggestedFile(const QString& ending) const
{
    const QString module = text(validUtf8(m_controller.document()->module(*m_controller.module()).name));
    QString name = module + u'-' + m_controller.spaceName().toLower();
    for (QChar& c : name)
        if (!c.isLetterOrNumber() && c != u'_' && c != u'-' && c != u'.')
            c = u'_';
    return settings::lastFolder() + u'/' + name + u'.' + ending;
}

PictureOptions MainWindow::pictureOptions() const
{
    PictureOptions options;
    options.title = m_controller.moduleName();
    options.subtitle = tr("%1 · %2").arg(shortName(m_controller.paths()), m_controller.spaceName());
    const auto& summary = m_controller.summary();
    if (summary && summary->capacity.bytes && m_actions.showCapacity->isChecked())
        options.capacity = Capacity{*summary->capacity.bytes, text(summary->capacity.device)};
    return options;
}

void MainWindow::writePicture(const QString& path, const PictureOptions& options)
{
    settings::setLastFolder(QFileInfo(path).absolutePath());
    const auto error = writeChart(m_state, options, path);
    showNotice(error ? tr("The picture was not saved: %1").arg(text(error->message)) : QString());
    if (!error)
        statusBar()->showMessage(tr("Saved %1").arg(path), 5000);
}

void MainWindow::exportChart(const QString& ending)
{
    QString path = QFileDialog::getSaveFileName(this, tr("Export the Chart"), suggestedFile(ending),
                                                ending == QLatin1String("svg") ? tr("SVG picture (*.svg)")
                                                                               : tr("PNG picture (*.png)"));
    if (path.isEmpty())
        return;
    if (!path.endsWith(u'.' + ending, Qt::CaseInsensitive))
        path += u'.' + ending;
    writePicture(path, pictureOptions());
}

void MainWindow::exportWithOptions()
{
    PictureOptions options = pictureOptions();
    const auto& summary = m_controller.summary();
    if (summary && summary->capacity.bytes)
        options.capacity = Capacity{*summary->capacity.bytes, text(summary->capacity.device)};
    ExportDialog dialog(&m_state, options, this);
    connect(&dialog, &ExportDialog::copyRequested, this, [&] { copyPicture(dialog.options()); });
    if (dialog.exec() != QDialog::Accepted)
        return;
    const QString ending = dialog.isSvg() ? QStringLiteral("svg") : QStringLiteral("png");
    QString path = QFileDialog::getSaveFileName(this, tr("Export the Chart"), suggestedFile(ending));
    if (path.isEmpty())
        return;
    if (!path.endsWith(u'.' + ending, Qt::CaseInsensitive))
        path += u'.' + ending;
    writePicture(path, dialog.options());
}

void MainWindow::exportBuffers()
{
    const QString path = QFileDialog::getSaveFileName(this, tr("Export the Buffers"),
                                                      suggestedFile(QStringLiteral("csv")), tr("CSV (*.csv)"));
    if (path.isEmpty())
        return;
    const std::vector<LiveRow> rows = m_buffers->table()->shownRows();
    const auto error = writeAtomically(QFile::encodeName(path).toStdString(),
                                       [&](std::ostream& out) { writeCsv(out, *m_state.timeline(), rows); });
    showNotice(error ? tr("The buffers were not saved: %1").arg(text(error->message)) : QString());
    if (!error)
        statusBar()->showMessage(tr("Saved %1").arg(path), 5000);
}

void MainWindow::copyPicture(const PictureOptions& options)
{
    QApplication::clipboard()->setImage(renderChartImage(m_state, options));
    statusBar()->showMessage(tr("The chart is copied"), 5000);
}

void MainWindow::goToStep()
{
    GoToDialog dialog(m_state.timeline(), m_state.cursor(), this);
    if (dialog.exec() != QDialog::Accepted || !dialog.step())
        return;
    m_state.setCursor(*dialog.step());
    m_timeline->chart()->showCursor();
}

} // namespace tidemark::ui
