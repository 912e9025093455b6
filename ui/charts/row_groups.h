#pragma once

#include "ui/state/view_state.h"

#include <functional>
#include <vector>

namespace tidemark::ui {

/// What rows are coloured by.
struct RowGroups {
    std::vector<GroupLook> looks;
    std::function<std::size_t(RowId)> of; // of a row live at the cursor, into looks; null: there are no groups
    QString scale; // what shades are of, which any row has at some step: "Unread for steps"; empty: there are none

    bool isScale() const { return !scale.isEmpty(); }
};

/// The functions are the state's: for as long as it shows the same. Empty while what is asked for is not known.
RowGroups rowGroupsOf(const ViewState& state);
RowGroups rowGroupsByKind(const std::shared_ptr<const View>& view);

} // namespace tidemark::ui
