#include "ui/shell/export_dialog.h"

#include <QCheckBox>
#include <QComboBox>
#include <QDialogButtonBox>
#include <QDoubleSpinBox>
#include <QFormLayout>
#include <QLabel>
#include <QLineEdit>
#include <QPushButton>
#include <QVBoxLayout>

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

    auto* size = new QHBoxLayout;
    size->addWidget(m_width);
    size->addWidget(new QLabel(QChar(0x00d7), this));
    size->addWidget(m_height);
    size->addStretch(1);
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
    auto* layout = new QVBoxLayout(this);
    layout->addLayout(form);
    layout->addWidget(m_preview);
    layout->addWidget(buttons);

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

} // namespace tidemark::ui
