#include "ui/shell/exporter.h"

#include "core/files/atomic_file.h"
#include "ui/session/paths.h"
#include "ui/theme/text.h"
#include "ui/widgets/layouts.h"

#include <QApplication>
#include <QBuffer>
#include <QCheckBox>
#include <QClipboard>
#include <QComboBox>
#include <QDialogButtonBox>
#include <QDoubleSpinBox>
#include <QFileInfo>
#include <QFormLayout>
#include <QImage>
#include <QLabel>
#include <QLineEdit>
#include <QPushButton>

#include <ostream>

namespace tidemark::ui {
namespace {

constexpr QSize kPreview(480, 270);

QSpinBox* pixels(int value, QWidget* parent)
{
    auto* box = new QSpinBox(parent);
    box->setRange(kSmallestPicture, kLargestPicture);
    box->setValue(value);
    box->setSuffix(ExportDialog::tr(" px"));
    return box;
}

} // namespace

Error pictureTooLarge()
{
    return {ErrorKind::TooLarge, "A picture of this size cannot be made. Choose a smaller one.", std::nullopt};
}

Result<void> writePicture(const Picture& picture, const QString& path, const Progress& progress)
{
    QByteArray data;
    QBuffer buffer(&data);
    buffer.open(QIODevice::WriteOnly);
    const bool isSvg = path.endsWith(QLatin1String(".svg"), Qt::CaseInsensitive);
    const bool isDone = isSvg ? picture.svg(buffer, progress) : picture.image(progress).save(&buffer, "PNG");
    if (progress.cancelled())
        return Progress::cancelledError();
    if (!isDone)
        return pictureTooLarge();
    return writeAtomically(toNative(path), [&](std::ostream& out) { out.write(data.constData(), data.size()); });
}

ExportDialog::ExportDialog(PagePicture picture, QWidget* parent)
    : QDialog(parent)
    , m_picture(std::move(picture))
    , m_format(new QComboBox(this))
    , m_width(pixels(m_picture.options.size.width(), this))
    , m_height(pixels(m_picture.options.size.height(), this))
    , m_scale(new QDoubleSpinBox(this))
    , m_title(new QLineEdit(m_picture.options.title, this))
    , m_subtitle(new QLineEdit(m_picture.options.subtitle, this))
    , m_dark(new QCheckBox(tr("&Dark colours"), this))
    , m_capacity(new QCheckBox(tr("Show the &capacity of the device"), this))
    , m_preview(new QLabel(this))
{
    setWindowTitle(tr("Export the Chart"));
    m_format->addItems({QStringLiteral("PNG"), QStringLiteral("SVG")});
    m_scale->setRange(0.5, 6);
    m_scale->setSingleStep(0.25);
    m_scale->setValue(m_picture.options.scale);
    m_scale->setToolTip(tr("Size of text and lines"));
    m_dark->setChecked(m_picture.options.isDark);
    m_capacity->setChecked(m_picture.showsCapacity);
    m_capacity->setEnabled(m_picture.canShowCapacity);
    m_preview->setFixedSize(kPreview);
    m_preview->setAlignment(Qt::AlignCenter);
    m_preview->setFrameShape(QFrame::StyledPanel);

    QLayout* const size = inLine(nullptr, {m_width, new QLabel(QChar(0x00d7), this), m_height, roomBetween()},
                                 kStyleMargins, kStyleSpacing);
    auto* form = new QFormLayout;
    form->addRow(tr("&Format"), m_format);
    form->addRow(tr("Size"), size);
    form->addRow(tr("Sc&ale"), m_scale);
    form->addRow(tr("T&itle"), m_title);
    form->addRow(tr("S&ubtitle"), m_subtitle);
    form->addRow(QString(), m_dark);
    form->addRow(QString(), m_capacity);
    auto* buttons = new QDialogButtonBox(QDialogButtonBox::Save | QDialogButtonBox::Cancel, this);
    QPushButton* copy = buttons->addButton(tr("Co&py"), QDialogButtonBox::ActionRole);
    connect(buttons, &QDialogButtonBox::accepted, this, &QDialog::accept);
    connect(buttons, &QDialogButtonBox::rejected, this, &QDialog::reject);
    connect(copy, &QPushButton::clicked, this, &ExportDialog::copyRequested);
    inColumn(this, {form, m_preview, buttons}, kStyleMargins, kStyleSpacing);

    for (QSpinBox* box : {m_width, m_height})
        connect(box, &QSpinBox::valueChanged, this, &ExportDialog::refresh);
    connect(m_scale, &QDoubleSpinBox::valueChanged, this, &ExportDialog::refresh);
    for (QLineEdit* edit : {m_title, m_subtitle}) {
        edit->home(false); // long texts show their beginning
        connect(edit, &QLineEdit::textChanged, this, &ExportDialog::refresh);
    }
    for (QCheckBox* box : {m_dark, m_capacity})
        connect(box, &QCheckBox::toggled, this, &ExportDialog::refresh);
    refresh();
}

PictureOptions ExportDialog::options() const
{
    PictureOptions options = m_picture.options;
    options.size = QSize(m_width->value(), m_height->value());
    options.scale = m_scale->value();
    options.title = m_title->text();
    options.subtitle = m_subtitle->text();
    options.isDark = m_dark->isChecked();
    return options;
}

bool ExportDialog::showsCapacity() const
{
    return m_capacity->isChecked();
}

bool ExportDialog::isSvg() const
{
    return m_format->currentIndex() == 1;
}

void ExportDialog::refresh()
{
    PictureOptions small = options();
    const double ratio = devicePixelRatioF();
    const QSize size = small.size.scaled(kPreview * ratio, Qt::KeepAspectRatio);
    // The preview is drawn at twice its pixels with the proportions of the picture, then scaled down, so it is cheap at
    // any size.
    small.scale *= 2.0 * size.width() / small.size.width();
    small.size = size * 2;
    const QImage image = m_picture.make(small, showsCapacity())->image();
    QPixmap preview = QPixmap::fromImage(image.scaled(size, Qt::KeepAspectRatio, Qt::SmoothTransformation));
    preview.setDevicePixelRatio(ratio);
    m_preview->setPixmap(preview);
}

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
