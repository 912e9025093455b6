#pragma once

#include "ui/charts/tip_box.h"

#include <QWidget>

namespace tidemark::ui {

/// A tip that follows the pointer from thing to thing. QToolTip lays out a document for each, which takes longer than
/// all else that pointing at something costs.
class MovingTip : public QWidget
{
    Q_OBJECT

public:
    enum class Room {
        Screen, // a window of its own, for widgets that are too low for a tip
        Parent, // a child widget: showing it costs a third of a window
    };

    explicit MovingTip(QWidget* parent, Room room = Room::Screen);
    /// Plain text, the first line as heading, beside a place on the screen; lines are elided where there is no room for
    /// them. No lines: hides.
    void show(const QPoint& at, const QStringList& lines);
    /// As they were given.
    const QStringList& lines() const { return m_lines; }

protected:
    void paintEvent(QPaintEvent* event) override;

private:
    QStringList m_lines;
    TipText m_shown; // elided
};

} // namespace tidemark::ui
