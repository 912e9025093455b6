#pragma once

#include <QDockWidget>

class QHBoxLayout;
class QLabel;
class QToolButton;

namespace tidemark::ui {

/// The title bar of a dock: a title, a note in secondary text, room for a button, and the buttons to float and close.
class DockTitle : public QWidget
{
    Q_OBJECT

public:
    explicit DockTitle(QDockWidget* dock);

    void setTitle(const QString& title);
    void setNote(const QString& note);
    /// Adds a widget to the right of the note.
    void addAction(QWidget* widget);
    /// A collapsed bar takes no room, because the tab of the dock already shows the title.
    void setCollapsed(bool collapsed);
    QSize sizeHint() const override;
    QSize minimumSizeHint() const override { return {60, sizeHint().height()}; }

protected:
    void paintEvent(QPaintEvent* event) override;
    void changeEvent(QEvent* event) override;

private:
    void refresh();

    QDockWidget* m_dock;
    QHBoxLayout* m_layout;
    QLabel* m_title;
    QLabel* m_note;
    QToolButton* m_float;
    QToolButton* m_close;
    bool m_isCollapsed = false;
};

} // namespace tidemark::ui
