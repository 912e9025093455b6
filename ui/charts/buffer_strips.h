#pragma once

#include "ui/charts/strips_model.h"
#include "ui/theme/colors.h"

#include <QPixmap>
#include <QWidget>

namespace tidemark::ui {

/// The buffers live at the cursor as three strips: by program order, by size, by padding. Pointing at a buffer shows it
/// in every view, a click pins it. The strips are kept as a picture; highlights are drawn over it.
class BufferStrips : public QWidget
{
    Q_OBJECT

public:
    explicit BufferStrips(ViewState* state, QWidget* parent = nullptr);

    /// The buffer drawn at a place of the widget.
    std::optional<std::uint32_t> rowAt(QPoint at) const;
    /// Where a buffer is drawn in a strip, at least two pixels wide; empty when it is not there.
    QRectF rectOf(int strip, std::uint32_t row) const;
    QRect stripRect(int strip) const;
    QString headerText() const;
    /// Without it the last strip is not there.
    void setShowsPadding(bool shows);
    int heightWith(bool padding) const;
    QSize sizeHint() const override;
    QSize minimumSizeHint() const override { return {240, sizeHint().height()}; }

protected:
    void paintEvent(QPaintEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;
    void changeEvent(QEvent* event) override;
    bool event(QEvent* event) override;
    void mouseMoveEvent(QMouseEvent* event) override;
    void mousePressEvent(QMouseEvent* event) override;
    void mouseDoubleClickEvent(QMouseEvent* event) override;
    void leaveEvent(QEvent* event) override;
    void focusOutEvent(QFocusEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;
    void contextMenuEvent(QContextMenuEvent* event) override;

private:
    const StripsModel& model() const;
    bool isFlat() const;
    int stripCount() const { return m_showsPadding ? StripsModel::StripCount : StripsModel::Padding; }
    void invalidate();
    void redraw();
    void updateDescription();
    void drawStrips();
    void paintStrip(QPainter& painter, const Colors& colors, int strip);
    void paintHeader(QPainter& painter, const Colors& colors);
    void paintFrames(QPainter& painter, const Colors& colors);
    void showTip(const QPoint& globalAt);
    bool moveBetween(int key);
    void zoomToLifetime(std::uint32_t row);

    ViewState* m_state;
    mutable StripsModel m_model;
    mutable bool m_isModelValid = false;
    QPixmap m_picture;
    int m_keyStrip = StripsModel::ProgramOrder; // in which ← and → move
    std::optional<std::uint32_t> m_tipRow;
    bool m_showsPadding = true;
};

} // namespace tidemark::ui
