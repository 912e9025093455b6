#pragma once

#include "ui/state/row_history.h"
#include "ui/state/view_state.h"
#include "ui/theme/colors.h"

namespace tidemark::ui {

/// The colour of a row: of its idle time if the user chose that and it is known, else of its category or its type,
/// whichever is in use. `hue` is the function that returns the colour of a type.
/// REQUIRES: a row of the view shown
inline QColor rowColor(const ViewState& state, const Colors& colors, RowId row,
                       QColor (Colors::*hue)(Hue) const = &Colors::hue)
{
    if (state.colorBy().way() == ColorBy::Way::Idle)
        if (const auto idle = state.idle(row))
            return colors.idle(idleShade(idle->steps));
    if (state.isByCategory())
        return colors.category(state.meanings()->categoryOf(row).id);
    return (colors.*hue)(state.view()->rows.kindOf(row).hue);
}

} // namespace tidemark::ui
