#pragma once

#include <QFrame>
#include <QWidget>

namespace tidemark::ui {

/// The dashed frame of the drop area, with a small curve at its top.
class DropFrame : public QFrame
{
    Q_OBJECT

public:
    using QFrame::QFrame;

protected:
    void paintEvent(QPaintEvent* event) override;
};

/// Covers the whole window during a drag over it: a frame, and a text that says what a drop would do.
class DropOverlay : public QWidget
{
    Q_OBJECT

public:
    explicit DropOverlay(QWidget* window);
    void showText(const QString& text);
    const QString& text() const { return m_text; }

protected:
    void paintEvent(QPaintEvent* event) override;

private:
    QString m_text;
};

} // namespace tidemark::ui
