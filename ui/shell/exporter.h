#pragma once

#include "ui/pages/page.h"
#include "ui/session/task_runner.h"

namespace tidemark::ui {


/// Saves and copies what a page offers. Pictures and tables are made on another thread; one export runs at a time.
class Exporter : public QObject
{
    Q_OBJECT

public:
    /// Files of `host` are never written over.
    explicit Exporter(QWidget* window);

    void setPage(const Page* page) { m_page = page; }
    /// `ending` is "png" or "svg". These ask for a file; nothing happens where the page has nothing to offer.
    void savePicture(const QString& ending);
    void savePictureWithOptions();
    void saveTable();
    void copyPicture();

    TaskRunner& tasks() { return m_tasks; }

signals:
    /// Something went wrong; empty: it is over.
    void noticed(const QString& text);
    /// What was done.
    void told(const QString& text);

private:
    /// Tells it: another export would end the one that runs.
    bool isRunning();
    void save(const std::shared_ptr<const Picture>& picture, const QString& ending);
    void copy(const std::shared_ptr<const Picture>& picture);
    void run(const QString& path, std::function<std::optional<Error>(const Progress&)> write, const QString& done);

    QWidget* m_window;
    const Page* m_page = nullptr;
    TaskRunner m_tasks;
};

} // namespace tidemark::ui
