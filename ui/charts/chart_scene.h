#pragma once

#include "ui/charts/coordinates.h"
#include "ui/charts/ticks.h"
#include "ui/state/view_state.h"
#include "ui/theme/colors.h"

#include <QFont>
#include <QRectF>

#include <optional>

class QPainter;

namespace tidemark::ui {

struct Capacity {
    std::int64_t bytes = 0;
    QString device; // may be empty
};

/// Everything that drawing the chart needs, for the screen and for pictures. Cheap to make; holds no pixels.
struct ChartScene {
    const ViewState* state = nullptr;
    PlotGeometry geometry;
    ByteAxis axis;
    Colors colors;
    QFont font;
    QFont smallFont; // secondary text
    QFont fixedFont; // names from the program
    std::optional<Capacity> capacity; // when it is shown
    bool hasPadding = false; // the unpadded curve can be told from the level
    std::optional<std::uint32_t> selectedPeak; // of the selected range
    bool isPicture = false; // of its own, without a pointer

    const SpaceTimeline& timeline() const { return *state->timeline(); }
    QRectF plot() const { return {geometry.left, geometry.top, geometry.width, geometry.height}; }
    double levelY(std::uint32_t step) const;
};

/// REQUIRES: a state that is not empty
ChartScene makeScene(const ViewState& state, const QRectF& plot, const Colors& colors, const QFont& font,
                     const std::optional<Capacity>& capacity);

/// What padding adds at most, at any step.
std::int64_t largestPadding(const SpaceTimeline& timeline);
/// So many bytes are at least a pixel high.
bool isSeen(const ChartScene& scene, std::int64_t bytes);

/// Marks, numbers and title of the step axis.
void paintStepAxis(QPainter& painter, const ChartScene& scene);

/// `share` of a, the rest of b.
QColor mixed(const QColor& a, const QColor& b, double share);

/// The system's fixed font in the size of `font`.
QFont fixedFontLike(const QFont& font);
/// One point smaller.
QFont smallerFont(const QFont& font);

} // namespace tidemark::ui
