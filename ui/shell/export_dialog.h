#pragma once

#include "ui/pages/page.h"

#include <QDialog>

class QCheckBox;
class QComboBox;
class QDoubleSpinBox;
class QLabel;
class QLineEdit;
class QSpinBox;

namespace tidemark::ui {

/// Asks for the size, title and colours of a picture of the chart, with a preview.
class ExportDialog : public QDialog
{
    Q_OBJECT

public:
    ExportDialog(PagePicture picture, QWidget* parent);
    PictureOptions options() const;
    bool showsCapacity() const;
    bool isSvg() const;

signals:
    void copyRequested();

private:
    void refresh();

    PagePicture m_picture;
    QComboBox* m_format;
    QSpinBox* m_width;
    QSpinBox* m_height;
    QDoubleSpinBox* m_scale;
    QLineEdit* m_title;
    QLineEdit* m_subtitle;
    QCheckBox* m_dark;
    QCheckBox* m_capacity;
    QLabel* m_preview;
};

} // namespace tidemark::ui
