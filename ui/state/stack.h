#pragma once

#include "core/view/stacked_level.h"
#include "ui/state/facet.h"
#include "ui/theme/colors.h"

#include <memory>
#include <vector>

namespace tidemark::ui {

/// How a group of rows looks, the same in all views.
struct GroupLook {
    QString name;
    QString help; // explains the group; may be empty
    std::optional<Facet> facet; // filters to the rows of the group; none: the look stands for several groups
    std::optional<Hue> hue; // of a kind
    std::string category; // id; empty: none
    std::optional<int> shade; // of idle time
    bool isUsers = false; // see RowCategory::isUsers

    static GroupLook of(const RowKind& kind);
    static GroupLook of(const RowCategory& category);
    static GroupLook ofShade(int shade, const QString& name);
    static GroupLook rest();
    QColor color(const Colors& colors) const;
};

/// The level of a view divided into groups, with the look of each.
struct Stack {
    std::shared_ptr<const View> view;
    std::shared_ptr<const RowMeanings> meanings; // whose categories are the groups; null: the groups are types
    std::shared_ptr<const StackedLevel> level;
    std::vector<GroupLook> looks; // by layer
};

/// Groups by category if `meanings` are given, else by kind. May be called on any thread. Errors and cost: see
/// StackedLevel::of().
Result<std::shared_ptr<const Stack>> makeStack(const std::shared_ptr<const View>& view,
                                               const std::shared_ptr<const RowMeanings>& meanings,
                                               const Progress& progress = {});

} // namespace tidemark::ui
