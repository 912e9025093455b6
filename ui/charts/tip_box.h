#pragma once

#include "core/view/rows.h"
#include "ui/theme/colors.h"
#include "ui/widgets/fonts.h"
#include "ui/widgets/swatch.h"

#include <QStringList>
#include <QWidget>

#include <vector>

namespace tidemark::ui {

struct ChartContent;
class ViewState;

/// The text of a tip, plain, by line. The first line is the heading.
struct TipText {
    QStringList lines;
    std::vector<Fill> swatches = {}; // by line; may be shorter than lines

    /// Without a colour: the line has no swatch.
    Fill swatchOf(qsizetype line) const
    {
        const auto at = static_cast<std::size_t>(line);
        return at < swatches.size() ? swatches[at] : Fill();
    }
};

/// Elides lines that do not fit into a tip of this width. Returns the resulting size.
QSizeF fitTip(TipText& tip, const ChartFonts& fonts, double width);
/// Paints frame and lines without eliding.
void paintTip(QPainter& painter, const QRectF& box, const TipText& tip, const ChartFonts& fonts, const Colors& colors);

/// A tip that follows the pointer from item to item. QToolTip lays out a document for each tip, which takes longer than
/// all other work of a hover.
class MovingTip : public QWidget
{
    Q_OBJECT

public:
    enum class Room {
        Screen, // a window of its own, for widgets that are too low for a tip
        Parent, // a child widget: showing it costs a third of a window
    };

    explicit MovingTip(QWidget* parent, Room room = Room::Screen);
    /// Shows plain text next to a position on the screen. The first line is the heading. Lines are elided if there is
    /// no room for them. Without lines the tip is hidden.
    void show(const QPoint& at, const QStringList& lines);
    const QStringList& lines() const { return m_lines; }

protected:
    void paintEvent(QPaintEvent* event) override;

private:
    QStringList m_lines;
    TipText m_shown; // elided
};

/// The text of the tip over a cell: its number, its name and its level.
TipText stepTip(const ChartContent& content, StepId step);

/// The text of the tip over a row, line by line, as plain text: name; size and share. The card has the rest.
QStringList rowTip(const ViewState& state, RowId row);

} // namespace tidemark::ui
