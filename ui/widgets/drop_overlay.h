#pragma once

#include <QWidget>

namespace tidemark::ui {

/// Over the whole window while something is dragged over it: a frame, and what letting go would do.
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
