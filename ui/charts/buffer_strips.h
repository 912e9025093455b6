#pragma once

#include "ui/charts/moving_tip.h"
#include "ui/charts/strips_painter.h"

#include <QWidget>

namespace tidemark::ui {

/// The rows that are live at the cursor, as three strips: by program order, by size and by padding. Above the strips
/// are the legend of the colours and a button that chooses them. Hovering a row highlights it in all views; a click
/// pins it. The strips are kept as an image, and the frames of the hovered and the pinned row are painted over it.
class BufferStrips : public QWidget
{
    Q_OBJECT

public:
    explicit BufferStrips(ViewState* state, QWidget* parent = nullptr);

    /// The row at a position of the widget.
    std::optional<RowId> rowAt(QPoint at) const;
    /// The rectangle of a row in a strip, at least two pixels wide. Empty if the strip does not contain the row.
    QRectF rectOf(int strip, RowId row) const;
    QRect stripRect(int strip) const { return m_geometry.strip(strip); }
    const MovingTip& tip() const { return *m_tip; }
    /// Shows or hides the last strip, the one by padding.
    void setShowsPadding(bool shows);
    int heightWith(bool padding) const;
    QSize sizeHint() const override { return {900, heightWith(m_showsPadding)}; }
    QSize minimumSizeHint() const override { return {240, sizeHint().height()}; }

protected:
    void paintEvent(QPaintEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;
    void changeEvent(QEvent* event) override;
    void mouseMoveEvent(QMouseEvent* event) override;
    void mousePressEvent(QMouseEvent* event) override;
    void mouseDoubleClickEvent(QMouseEvent* event) override;
    void leaveEvent(QEvent* event) override;
    void focusInEvent(QFocusEvent* event) override;
    void focusOutEvent(QFocusEvent* event) override;
    void hideEvent(QHideEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;
    void contextMenuEvent(QContextMenuEvent* event) override;

private:
    const StripsModel& model() const;
    StripsScene scene() const;
    int stripCount() const { return m_showsPadding ? StripsModel::StripCount : StripsModel::Padding; }
    void layOut();
    void invalidate();
    void redraw();
    void updateFrames();
    QRegion framesNow() const;
    void refreshWords();
    void updateDescription();
    void showTip(const QPoint& at);
    void moveBetween(int key);

    ViewState* m_state;
    MovingTip* m_tip;
    ChartFonts m_fonts;
    StripsGeometry m_geometry;
    mutable StripsModel m_model;
    mutable bool m_isModelValid = false;
    QImage m_picture;
    QRegion m_framed; // where frames are painted now
    int m_keyStrip = StripsModel::ProgramOrder; // the strip in which ← and → move
    std::optional<RowId> m_tipRow;
    bool m_showsPadding = true;
};

} // namespace tidemark::ui
