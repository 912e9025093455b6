#pragma once

#include "ui/state/view_state.h"
#include "ui/theme/colors.h"

namespace tidemark::ui {

/// What the user chose: the colour of its category, once that is known, or of its type, `hue` of the colours. REQUIRES:
/// a row of the view shown
inline QColor rowColor(const ViewState& state, const Colors& colors, RowId row,
                       QColor (Colors::*hue)(Hue) const = &Colors::hue)
{
    const RowMeanings* meanings = state.meanings().get();
    return meanings && state.colorBy().way() == ColorBy::Way::Category
        ? colors.category(meanings->categoryOf(row).id)
        : (colors.*hue)(state.view()->rows.kindOf(row).hue);
}

} // namespace tidemark::ui
