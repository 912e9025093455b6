#pragma once

#include <QElapsedTimer>
#include <QFileSystemWatcher>
#include <QObject>
#include <QTimer>

#include <vector>

namespace tidemark::ui {

/// Tells once that files have changed on disk, after they have kept their size for a moment: a capture that is still
/// being written is not worth reading. A file that is replaced (renamed over) counts as changed, one that vanished does
/// not.
class FileWatcher : public QObject
{
    Q_OBJECT

public:
    explicit FileWatcher(QObject* parent = nullptr);

    void watch(const QStringList& files);

signals:
    void changed();

private:
    struct State {
        qint64 size = -1;
        qint64 modified = 0;
        friend bool operator==(const State&, const State&) = default;
    };
    std::vector<State> current() const;
    void look();

    QFileSystemWatcher m_watcher;
    QTimer m_settle;
    QStringList m_files;
    std::vector<State> m_known; // what the window shows
    std::vector<State> m_last; // at the last look
};

} // namespace tidemark::ui
