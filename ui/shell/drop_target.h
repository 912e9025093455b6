#pragma once

#include <QObject>
#include <QStringList>

class QDropEvent;
class QMimeData;
class QWidget;

namespace tidemark::ui {

class DropOverlay;

/// Of what is dropped or pasted: files and folders of this machine.
QStringList localPaths(const QMimeData& data);

/// Lets files, folders and text be dropped anywhere on a window. They are only ever copied from: a source that was told
/// they were moved might delete them.
class DropTarget : public QObject
{
    Q_OBJECT

public:
    explicit DropTarget(QWidget* window);

signals:
    void dropped(const QStringList& paths);
    /// With Alt held.
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
