#pragma once

#include "ui/charts/row_surface.h"
#include "ui/charts/strips_painter.h"

namespace tidemark::ui {

/// The rows that are live at the cursor, as three strips: by program order, by size and by padding. The up and down
/// arrow keys go from strip to strip. The strips are kept as an image, and the frames of the hovered and the pinned row
/// are painted over it.
class BufferStrips : public RowSurface
{
    Q_OBJECT

public:
    explicit BufferStrips(ViewState* state, QWidget* parent = nullptr);

    std::optional<RowId> rowAt(const QPointF& at) const override;
    /// The rectangle of a row in a strip, at least two pixels wide. Empty if the strip does not contain the row.
    QRectF rectOf(int strip, RowId row) const;
    QRect stripRect(int strip) const { return m_geometry.strip(strip); }
    /// Shows or hides the last strip, the one by padding.
    void setShowsPadding(bool shows);
    int heightWith(bool padding) const;
    QSize sizeHint() const override { return {900, heightWith(m_showsPadding)}; }
    QSize minimumSizeHint() const override { return {240, sizeHint().height()}; }

protected:
    std::vector<RowId> rowsInOrder() const override;
    void paintEvent(QPaintEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;
    void changeEvent(QEvent* event) override;
    void mousePressEvent(QMouseEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;

private:
    const StripsModel& model() const;
    StripsScene scene() const;
    int stripCount() const { return m_showsPadding ? StripsModel::StripCount : StripsModel::Padding; }
    void layOut();
    void follow(Aspects changed);
    void invalidate();
    void redraw();
    void updateFrames();
    QRegion framesNow() const;
    void refreshWords();
    void updateDescription();

    ChartFonts m_fonts;
    StripsGeometry m_geometry;
    mutable StripsModel m_model;
    mutable bool m_isModelValid = false;
    QImage m_picture;
    QRegion m_framed; // where frames are painted now
    int m_keyStrip = StripsModel::ProgramOrder; // the strip in which the arrow keys move
    bool m_showsPadding = true;
};

} // namespace tidemark::ui
