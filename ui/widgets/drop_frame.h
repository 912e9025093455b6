#pragma once

#include <QFrame>
#include <QWidget>

namespace tidemark::ui {

/// The dashed frame of a drop area. The large one has a small curve at its top.
class DropFrame : public QFrame
{
    Q_OBJECT

public:
    enum class Size { Large, Small };

    explicit DropFrame(Size size, QWidget* parent = nullptr)
        : QFrame(parent)
        , m_size(size)
    { }

protected:
    void paintEvent(QPaintEvent* event) override;

private:
    Size m_size;
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
