#pragma once

#include "ui/state/view_state.h"

#include <functional>
#include <vector>

namespace tidemark::ui {

/// The groups by which rows are coloured.
struct RowGroups {
    std::vector<GroupLook> looks;
    std::function<std::size_t(RowId)> of; // of a row live at the cursor, into looks; null: no groups
    QString scale; // for shades, which may change from step to step: "Idle for steps"; empty: no shades

    bool isScale() const { return !scale.isEmpty(); }
};

/// The functions may be used as long as the state shows the same. The groups are empty if the state is empty or has no
/// rows.
RowGroups rowGroupsOf(const ViewState& state);
RowGroups rowGroupsByKind(const std::shared_ptr<const View>& view);

} // namespace tidemark::ui
