#pragma once

#include "ui/state/view_state.h"

#include <functional>
#include <vector>

namespace tidemark::ui {

/// What rows are coloured by.
struct RowGroups {
    std::vector<GroupLook> looks;
    std::function<std::size_t(RowId)> of; // of a row live at the cursor, into looks; null: no groups
    QString scale; // for shades, which may change from step to step: "Idle for steps"; empty: no shades

    bool isScale() const { return !scale.isEmpty(); }
};

/// The functions are the state's: for as long as it shows the same. Empty while what is asked for is not known.
RowGroups rowGroupsOf(const ViewState& state);
RowGroups rowGroupsByKind(const std::shared_ptr<const View>& view);

} // namespace tidemark::ui
