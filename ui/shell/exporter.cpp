#include "ui/shell/exporter.h"

#include "core/files/atomic_file.h"
#include "ui/session/paths.h"
#include "ui/session/save_path.h"
#include "ui/shell/export_dialog.h"
#include "ui/shell/picture_export.h"
#include "ui/theme/text.h"

#include <QApplication>
#include <QClipboard>
#include <QFileInfo>

namespace tidemark::ui {

Exporter::Exporter(QWidget* window)
    : QObject(window)
    , m_window(window)
{
    connect(&m_tasks, &TaskRunner::cancelled, this, [this] { emit statusMessage(tr("The export was cancelled")); });
}

bool Exporter::isRunning()
{
    if (m_tasks.isBusy())
        emit statusMessage(tr("An export is still running"));
    return m_tasks.isBusy();
}

void Exporter::run(const QString& path, std::function<Result<void>(const Progress&)> write, const QString& done)
{
    m_tasks.run<void>(
        tr("Saving %1…").arg(QFileInfo(path).fileName()), std::move(write),
        [this, path, done](const Result<void>& result) {
            if (!result) {
                emit noticed(tr("%1 was not saved: %2").arg(QFileInfo(path).fileName(), text(result.error().message)));
                return;
            }
            emit noticed({});
            emit statusMessage(done);
        });
}

void Exporter::save(const std::shared_ptr<const Picture>& picture, const QString& ending)
{
    if (isRunning())
        return;
    const QString path
        = askWhereToSave({tr("Export the Chart"), m_page->fileName(), ending,
                          ending == QLatin1String("svg") ? tr("SVG picture (*.svg)") : tr("PNG picture (*.png)")},
                         m_window);
    if (!path.isEmpty())
        run(
            path, [picture, path](const Progress& progress) { return writePicture(*picture, path, progress); },
            tr("Saved %1").arg(path));
}

void Exporter::savePicture(const QString& ending)
{
    const auto offered = m_page ? m_page->picture() : std::nullopt;
    if (offered)
        save(offered->make(offered->options, offered->showsCapacity), ending);
}

void Exporter::savePictureWithOptions()
{
    const auto offered = m_page ? m_page->picture() : std::nullopt;
    if (!offered)
        return;
    ExportDialog dialog(*offered, m_window);
    const auto drawn = [&] { return offered->make(dialog.options(), dialog.showsCapacity()); };
    connect(&dialog, &ExportDialog::copyRequested, this, [&] { copy(drawn()); });
    if (dialog.exec() == QDialog::Accepted)
        save(drawn(), dialog.isSvg() ? QStringLiteral("svg") : QStringLiteral("png"));
}

void Exporter::saveTable()
{
    const auto offered = m_page ? m_page->table() : std::nullopt;
    if (!offered || isRunning())
        return;
    QString filter = tr("CSV (*.csv)");
    if (offered->writeJson)
        filter += QStringLiteral(";;") + tr("JSON (*.json)");
    const QString path
        = askWhereToSave({tr("Export the Table"), m_page->fileName(), QStringLiteral("csv"), filter}, m_window);
    const bool isJson = offered->writeJson && path.endsWith(QLatin1String(".json"), Qt::CaseInsensitive);
    if (!path.isEmpty())
        run(
            path,
            [write = isJson ? offered->writeJson : offered->writeCsv, path](const Progress& progress) {
                Result<void> table;
                auto file = writeAtomically(toNative(path), [&](std::ostream& out) {
                    table = write(out, progress);
                    if (!table)
                        out.setstate(std::ios::badbit); // the file is discarded
                });
                return table ? file : table;
            },
            tr("Saved %1: %2").arg(path, offered->description));
}

void Exporter::copyPicture()
{
    const auto offered = m_page ? m_page->picture() : std::nullopt;
    if (offered)
        copy(offered->make(offered->options, offered->showsCapacity));
}

void Exporter::copy(const std::shared_ptr<const Picture>& picture)
{
    if (isRunning())
        return;
    m_tasks.run<QImage>(
        tr("Copying the chart…"),
        [picture](const Progress& progress) -> Result<QImage> {
            QImage image = picture->image(progress);
            if (image.isNull())
                return pictureTooLarge();
            return image;
        },
        [this](const Result<QImage>& image) {
            if (!image) {
                emit noticed(tr("The chart was not copied: %1").arg(text(image.error().message)));
                return;
            }
            emit noticed({});
            QApplication::clipboard()->setImage(*image);
            emit statusMessage(tr("The chart is copied"));
        });
}

} // namespace tidemark::ui
