#pragma once

#include "core/view/stacked_level.h"
#include "ui/state/facet.h"
#include "ui/theme/colors.h"

#include <memory>
#include <vector>

namespace tidemark::ui {

/// How a group of rows is shown wherever it is.
struct GroupLook {
    QString name;
    QString help; // what is meant by it; may be empty
    std::optional<Facet> facet; // that leaves its rows; none: of several groups
    std::optional<Hue> hue; // of a kind
    std::string category; // its id; empty: none
    std::optional<int> shade; // of what lies unread
    bool isUsers = false; // as RowCategory::isUsers

    static GroupLook of(const RowKind& kind);
    static GroupLook of(const RowCategory& category);
    static GroupLook ofShade(int shade, const QString& name);
    static GroupLook rest();
    QColor color(const Colors& colors) const;
};

/// The level of a view by its groups, and what these look like.
struct Stack {
    std::shared_ptr<const View> view;
    std::shared_ptr<const RowMeanings> meanings; // whose categories are the groups; null: the groups are types
    std::shared_ptr<const StackedLevel> level;
    std::vector<GroupLook> looks; // by layer
};

/// By category where `meanings` are given, else by kind. On any thread. Errors and cost: those of StackedLevel::of().
Result<std::shared_ptr<const Stack>> makeStack(const std::shared_ptr<const View>& view,
                                               const std::shared_ptr<const RowMeanings>& meanings,
                                               const Progress& progress = {});

} // namespace tidemark::ui
