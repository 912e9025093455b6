#pragma once

#include "ui/pages/page.h"
#include "ui/session/task_runner.h"

namespace tidemark::ui {

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
    /// What was done.
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
