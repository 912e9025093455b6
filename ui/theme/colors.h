#pragma once

#include "core/view/curve.h"

#include <QColor>
#include <QPalette>

#include <string_view>

namespace tidemark::ui {

/// How a group of rows is filled. It is hatched if what its rows are is not certain: no rule decided, or weak evidence.
struct Fill {
    Fill() = default; // none
    Fill(const QColor& plain, bool hatched = false)
        : color(plain)
        , isHatched(hatched)
    { }
    friend bool operator==(const Fill&, const Fill&) = default;

    QColor color;
    bool isHatched = false;
};

struct Colors {
    bool isDark = false;
    QColor window, base, plot, alternate, text, secondaryText, border, grid, highlight, highlightedText, selectedRow,
        peakMark, good, bad, area, totalLine, unpaddedLine, warningFrame,
        fieldBorder, // of text fields and check boxes
        small; // of a box that stands for several groups
    QColor pick(QRgb light, QRgb dark) const { return isDark ? dark : light; }
    /// The fill colour of a hue. Text on it must be readable (see textOn).
    QColor hue(Hue hue) const;
    /// The fill colour of a category by its id. All categories of the user share one colour.
    QColor category(std::string_view id) const;
    /// The same, hatched if the category is only probable, and for undecided rows, whose grey is too similar to others.
    Fill categoryFill(std::string_view id, bool isUncertain = false) const
    {
        return {category(id), isUncertain || id == "unknown"};
    }
    /// The fill of a part: that of its category, else that of its hue.
    Fill of(const Part& part) const;
    /// The colour of a part of a divided group: a shade of the group's colour, the darkest for part 0.
    QColor part(const QColor& group, int part, int parts) const;
    /// The colour of a group that has none of its own, by its rank among the largest. Colours repeat after eight.
    QColor ranked(int rank) const;
    /// The colour of an idle shade, 0 to 4. All have the same hue; longer idle times have more contrast to the
    /// background.
    QColor idle(int shade) const;
    /// Like hue(), for lifetimes over the chart. A temporary has another colour here, because its own is too similar to
    /// that of the area.
    QColor lifetimeHue(Hue hue) const;
    /// The colour of a thin secondary line on a fill, with a contrast of at least 3:1.
    QColor lineOn(const QColor& fill) const;
    /// The colour of text on a fill: dark on light fills, white on dark ones.
    QColor textOn(const QColor& fill) const;
    /// The colour of the lines of a hatched fill. They are faint, and no text on the fill becomes harder to read.
    static QColor hatchOn(const QColor& fill);
    /// The fill colour of rows that do not pass the filter: mostly the colour of the plot.
    QColor dimmed(const QColor& fill) const;
    Fill dimmed(const Fill& fill) const { return {dimmed(fill.color), fill.isHatched}; }
};

/// The contrast by WCAG, from 1 (equal) to 21.
double contrast(const QColor& a, const QColor& b);

/// Mixes `share` of a with the rest of b.
QColor mixed(const QColor& a, const QColor& b, double share);

/// Chooses light or dark by the luminance of QPalette::Base. Window, base, text and highlight are taken from the
/// palette.
Colors colorsFor(const QPalette& palette);

/// The palettes of View ▸ Appearance. The system's palette is used unless the user chooses one.
QPalette lightPalette();
QPalette darkPalette();

} // namespace tidemark::ui
