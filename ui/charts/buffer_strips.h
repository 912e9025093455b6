#pragma once

#include "core/view/rows.h"
#include "ui/charts/chart_scene.h"
#include "ui/charts/row_surface.h"
#include "ui/state/view_state.h"

#include <QImage>
#include <QRect>

#include <array>
#include <cstdint>
#include <optional>
#include <vector>

namespace tidemark::ui {

struct StripItem {
    RowId row;
    std::int64_t bytes = 0; // > 0
};

/// Items next to each other in a strip, each as wide as its share of the bytes. Items thinner than a pixel share the
/// pixel with their neighbours, and the pixel shows the item that covers most of it. The time to find the item at a
/// pixel does not depend on the number of items.
class StripLayout
{
public:
    struct Span {
        double begin = 0; // pixels from the strip's left edge
        double end = 0;
    };
    /// The pixels [begin, end) that show one item.
    struct Run {
        std::uint32_t item = 0;
        int begin = 0;
        int end = 0;
    };

    StripLayout() = default;
    StripLayout(std::vector<StripItem> items, int width);

    const std::vector<StripItem>& items() const { return m_items; }
    const std::vector<Run>& runs() const { return m_runs; }
    std::int64_t totalBytes() const { return m_total; }

    std::optional<std::uint32_t> itemAt(int pixel) const;
    std::optional<std::uint32_t> itemOfRow(RowId row) const;
    Span spanOf(std::uint32_t item) const;

private:
    void fillPixels();

    std::vector<StripItem> m_items;
    std::vector<std::int64_t> m_begins; // bytes before each item
    std::vector<std::uint32_t> m_byRow; // items by ascending row: a view has far more rows than live ones
    std::vector<std::uint32_t> m_pixels;
    std::vector<Run> m_runs;
    std::int64_t m_total = 0;
    int m_width = 0;
};

/// The buffers that are live at the cursor in three orders, laid out in strips of the same width.
class StripsModel
{
public:
    enum Strip { ProgramOrder, Size, Padding, StripCount };

    void update(const ViewState& state, int width);

    const StripLayout& strip(int index) const { return m_strips[static_cast<std::size_t>(index)]; }
    std::int64_t occupied() const { return m_occupied; }
    bool isPaddingKnown() const { return m_isPaddingKnown; }

private:
    std::array<StripLayout, StripCount> m_strips;
    std::int64_t m_occupied = 0;
    bool m_isPaddingKnown = true;
};

/// The positions of the strips in logical pixels. They depend on the sizes of the fonts.
struct StripsGeometry {
    int width = 0;
    int labels = 0; // width of the column with the names of the strips
    int pitch = 0;
    int height = 0; // of a strip

    StripsGeometry(const ChartFonts& fonts, int widthOfWidget);
    QRect strip(int index) const;
    int heightOf(int strips) const;
};

struct StripsScene;

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
