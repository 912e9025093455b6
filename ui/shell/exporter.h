#pragma once

#include "core/base/progress.h"
#include "core/include/tidemark/result.h"
#include "ui/charts/picture.h"
#include "ui/pages/page.h"
#include "ui/session/task_runner.h"

#include <QDialog>
#include <QString>

class QCheckBox;
class QComboBox;
class QDoubleSpinBox;
class QLabel;
class QLineEdit;
class QSpinBox;

namespace tidemark::ui {

/// The error if memory is too short for a picture.
Error pictureTooLarge();

/// Draws the picture and writes it as PNG or SVG, by the ending of the path. The file is replaced in one step, so an
/// error leaves the old file. May be called on any thread. Errors: also Cancelled.
Result<void> writePicture(const Picture& picture, const QString& path, const Progress& progress = {});

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

/// Saves and copies the picture and table that a page offers. They are made on another thread, and one export runs at a
/// time.
class Exporter : public QObject
{
    Q_OBJECT

public:
    explicit Exporter(QWidget* window);

    void setPage(const Page* page) { m_page = page; }
    /// `ending` is "png" or "svg". The following functions ask for a file. They do nothing if the page offers nothing.
    void savePicture(const QString& ending);
    void savePictureWithOptions();
    void saveTable();
    void copyPicture();

    TaskRunner& tasks() { return m_tasks; }

signals:
    /// What went wrong; empty when that is over.
    void noticed(const QString& text);
    void statusMessage(const QString& text);

private:
    /// Returns whether an export runs, and shows a message then, because another export would cancel it.
    bool isRunning();
    void save(const std::shared_ptr<const Picture>& picture, const QString& ending);
    void copy(const std::shared_ptr<const Picture>& picture);
    void run(const QString& path, std::function<Result<void>(const Progress&)> write, const QString& done);

    QWidget* m_window;
    const Page* m_page = nullptr;
    TaskRunner m_tasks;
};

} // namespace tidemark::ui
