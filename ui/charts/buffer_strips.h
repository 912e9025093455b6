#pragma once

#include "ui/charts/moving_tip.h"
#include "ui/charts/strips_painter.h"

#include <QWidget>

namespace tidemark::ui {

class ColorButton;
class GroupLegend;

/// The rows live at the cursor as three strips: by program order, by size, by padding. Their
/// colours are told, and chosen, above them. Pointing at a row shows it everywhere, a click pins it. The strips are
/// kept as a picture; what is pointed at is framed over it.
class BufferStrips : public QWidget
{
    Q_OBJECT

public:
    explicit BufferStrips(ViewState* state, QWidget* parent = nullptr);

    /// The row drawn at a place of the widget.
    std::optional<RowId> rowAt(QPoint at) const;
    /// Where a row is drawn in a strip, at least two pixels wide; empty when it is not there.
    QRectF rectOf(int strip, RowId row) const;
    QRect stripRect(int strip) const { return m_geometry.strip(strip); }
    QString headerText() const { return stripsHeader(*m_state, model()); }
    const MovingTip& tip() const { return *m_tip; }
    /// Without it the last strip is not there.
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
    void layOutLegend();
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
    ColorButton* m_colorBy;
    GroupLegend* m_legend; // of the colours of the strips
    int m_headerRoom = 0; // pixels left of both
    QImage m_picture;
    QRegion m_framed; // where frames have been painted
    int m_keyStrip = StripsModel::ProgramOrder; // in which ← and → move
    std::optional<RowId> m_tipRow;
    bool m_showsPadding = true;
};

} // namespace tidemark::ui
