#pragma once

#include "ui/state/row_history.h"
#include "ui/state/view_state.h"
#include "ui/theme/colors.h"

namespace tidemark::ui {

/// What the user chose: the colour of its category or of how long it lies unread, once that is known, or of its type,
/// `hue` of the colours. REQUIRES: a row of the view shown
inline QColor rowColor(const ViewState& state, const Colors& colors, RowId row,
                       QColor (Colors::*hue)(Hue) const = &Colors::hue)
{
    if (state.colorBy().way() == ColorBy::Way::Idle)
        if (const auto idle = state.idle(row))
            return colors.idle(idleShade(idle->steps));
    const RowMeanings* meanings = state.meanings().get();
    return meanings && state.colorBy().way() == ColorBy::Way::Category
        ? colors.category(meanings->categoryOf(row).id)
        : (colors.*hue)(state.view()->rows.kindOf(row).hue);
}

} // namespace tidemark::ui
