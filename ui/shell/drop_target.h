#pragma once

#include <QObject>
#include <QStringList>

class QDropEvent;
class QMimeData;
class QWidget;

namespace tidemark::ui {

class DropOverlay;

/// The paths of local files and folders in dropped or pasted data.
QStringList localPaths(const QMimeData& data);

/// Lets files, folders and text be dropped anywhere on a window. Drops are always accepted as copies, because a source
/// that gets the answer "moved" might delete its files.
class DropTarget : public QObject
{
    Q_OBJECT

public:
    explicit DropTarget(QWidget* window);

signals:
    void dropped(const QStringList& paths);
    /// The user held Alt.
    void droppedToCompare(const QStringList& paths);
    void textDropped(const QString& text);

protected:
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    bool takes(QDropEvent* event) const;
    QString whatFor(const QDropEvent& event) const;

    DropOverlay* m_overlay;
};

} // namespace tidemark::ui
