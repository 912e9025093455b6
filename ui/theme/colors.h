#pragma once

#include "core/view/curve.h"

#include <QColor>
#include <QPalette>

#include <string_view>

namespace tidemark::ui {

/// Every colour of the window, in one place, for a light or a dark palette.
struct Colors {
    bool isDark = false;
    QColor window, base, plot, alternate, text, secondaryText, border, grid, highlight, highlightedText, selectedRow,
        peakMark, good, bad, area, totalLine, unpaddedLine, warningFrame,
        fieldBorder, // of what takes text or a tick
        small; // of what is several groups
    /// Fill of what has this hue; text on it must stay readable (see textOn).
    QColor hue(Hue hue) const;
    /// The same of a category by its id; those of a user's own have one in common.
    QColor category(std::string_view id) const;
    /// Whether the squares of a category are hatched beside its colour: of what nothing decides.
    static bool isHatched(std::string_view category) { return category == "unknown"; }
    /// Of what lies unread for longer and longer, 0 to 4: one hue that stands out more and more from the ground.
    QColor idle(int shade) const;
    /// Like hue(), for lifetimes drawn over the chart: a temporary's own colour is too near the area's.
    QColor lifetimeHue(Hue hue) const;
    /// A thin line of secondary importance on a fill, told from it at 3:1 at least.
    QColor lineOn(const QColor& fill) const;
    /// Dark text on light boxes, white on dark ones.
    QColor textOn(const QColor& fill) const;
    /// A fill of what a filter leaves out: little of its colour is left on the plot.
    QColor dimmed(const QColor& fill) const;
    /// `bad` where it stands out from the fill, else what text on it has.
    QColor badOn(const QColor& fill) const;
};

/// From 1 (the same) to 21, as WCAG counts it.
double contrast(const QColor& a, const QColor& b);

/// `share` of a, the rest of b.
QColor mixed(const QColor& a, const QColor& b, double share);

/// By luminance of QPalette::Base; window, base, text and highlight come from the palette itself.
Colors colorsFor(const QPalette& palette);

/// The palettes of View ▸ Appearance. The system's own is used unless the user chooses.
QPalette lightPalette();
QPalette darkPalette();

} // namespace tidemark::ui
