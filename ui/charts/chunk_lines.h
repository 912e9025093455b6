#pragma once

#include "ui/charts/row_surface.h"

#include <vector>

class QPainter;

namespace tidemark::ui {

struct Colors;

/// The chunks of an allocator by address. Addresses run from left to right and continue in the next line. Each line
/// begins with the address of its first byte if there is room for it. A chunk that continues in the next line has open
/// ends. Free memory is hatched.
///
/// Regions may be far apart in memory. They are drawn one after the other, in proportion to their sizes, with a break
/// between them. In a view with an axis the lines show the blocks that are live at the cursor, in one bank, and the
/// free memory between them.
class ChunkLines : public RowSurface
{
    Q_OBJECT

public:
    explicit ChunkLines(ViewState* state, QWidget* parent = nullptr);

    /// Returns whether the addresses of the view's rows are known.
    static bool isFor(const View& view);
    std::optional<RowId> rowAt(const QPointF& at) const override;
    void refresh();
    /// The rectangle of a row in the first line that shows it.
    QRectF rectOf(RowId row) const;
    QSize sizeHint() const override;
    QSize minimumSizeHint() const override { return {240, sizeHint().height()}; }

protected:
    void paintEvent(QPaintEvent* event) override;
    std::vector<RowId> rowsInOrder() const override;

private:
    /// A range in bytes of the map. The map leaves out the memory between regions.
    struct Chunk {
        std::int64_t begin = 0;
        std::int64_t end = 0;
        RowId row; // none: the memory is free
        bool isFree = false;
        std::int64_t address = 0; // of its first byte; negative: a part of it is not drawn
    };
    void takeAll();
    void takeLive();
    void addPiece(std::int64_t address, std::int64_t size, std::int64_t most, RowId row);
    void countFree(std::int64_t bytes);
    /// Moves the chunks from their addresses to their positions in the map.
    void layRegions();
    void takePlaces();
    void paintPlaces(QPainter& painter) const;
    Fill fillOf(const Chunk& chunk, const Colors& colors) const;
    void paintChunks(QPainter& painter) const;
    void paintFrames(QPainter& painter, const Colors& colors) const;
    void paintBreak(QPainter& painter, std::int64_t begin) const;
    QRectF lines() const;
    double lineHeight() const;
    /// Calls draw(rectangle) for every line that a range of the map touches.
    template <class Draw>
    void forEachPiece(std::int64_t begin, std::int64_t end, Draw draw) const;

    std::vector<Chunk> m_chunks; // by address
    std::vector<std::int64_t> m_breaks; // where the breaks between regions begin, in bytes of the map
    std::int64_t m_break = 0; // bytes of the map that each break takes
    std::int64_t m_span = 1; // bytes of all lines
    std::int64_t m_free = 0; // bytes, in one bank
    std::int64_t m_largest = 0; // the largest free piece, bytes
    QString m_title;
    QStringList m_places; // address at the beginning of each line; empty if it is in no chunk, or not drawn
    int m_gutter = 0; // pixels that m_places take
};

} // namespace tidemark::ui
