#pragma once

#include "core/groups/stacked_level.h"
#include "ui/state/filter.h"
#include "ui/theme/colors.h"

#include <QMetaType>

#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace tidemark::ui {

/// How a group of rows looks, the same in all views.
struct GroupLook {
    QString name;
    QString help = {}; // explains the group; may be empty
    std::optional<Facet> facet = {}; // filters to the rows of the group; none: the look stands for several groups
    std::optional<Facet> outer = {}; // of a part of a category: filters to the category
    std::optional<Hue> hue = {}; // of a kind
    std::string category = {}; // id; empty: none
    bool isUncertain = false; // the category is only probable
    int part = 0; // of a category that is divided: its shade, see Colors::part()
    int parts = 1;
    std::optional<int> rank = {}; // of a group that has no colour of its own: see Colors::ranked()
    std::optional<int> idle = {}; // shade of idle time
    bool isUsers = false; // see RowCategory::isUsers

    Fill fill(const Colors& colors) const;
};

/// The groups of the rows of a view, in the order of the stack from the bottom up. The groups with the largest amounts
/// at any step are named, the others share the last look. Immutable.
struct RowGroups {
    std::shared_ptr<const View> view;
    std::shared_ptr<const RowMeanings> meanings = {}; // of the categories and roles in use; null: none
    std::string way; // id of the grouping, see Facet
    QString scale = {}; // for shades of idle time: "Idle for steps"
    std::vector<GroupLook> looks = {};
    std::vector<std::uint16_t> of = {}; // for each row: its look. Empty if the looks are shades of idle time
    /// The level divided by the looks. Null: not computed.
    std::shared_ptr<const StackedLevel> level = {};

    /// REQUIRES: a row of the view; not by idle time
    const GroupLook& lookOf(RowId row) const { return looks[of[row.index()]]; }
    const GroupLook& lookOf(const StackLayer& layer) const
    {
        return looks[layer.group ? *layer.group : looks.size() - 1];
    }
    bool isByIdle() const { return of.empty(); }
    /// The bytes of each look at the peak. Cost: a pass over the live rows. REQUIRES: not by idle time
    std::vector<std::int64_t> bytesAtPeak() const;
};

struct GroupWay {
    std::string id; // see RowGroups::way
    QString label;
};
/// The ways to group the rows of a view: the groupings of groupingsOf(), category first, then idle time. Those that
/// need meanings are included if the view will have them.
std::vector<GroupWay> groupWays(const View& view);

/// The groups by kind, without a level. Cost: a pass over the rows.
std::shared_ptr<const RowGroups> groupsByKind(const std::shared_ptr<const View>& view);
/// The shades of idle time, with the level divided by how long its bytes are idle around each step. Cost: also a pass
/// over the uses. Errors: as makeGroups(). REQUIRES: uses of the view
Result<std::shared_ptr<const RowGroups>> groupsByIdle(const std::shared_ptr<const View>& view, const RowUses& uses,
                                                      const Progress& progress = {});
/// The ranks of groups, by name.
using GroupRanks = std::map<std::string, int>;

/// The groups by a way of groupWays(), with their level. A group in `known` keeps its colour; the largest of the others
/// take the first colours that are free. A category that dominates the peak is divided by the op paths with the largest
/// amounts at any step. May be
/// called on any thread. Errors and cost: as StackedLevel::of(), and a group for each row. REQUIRES: meanings if the
/// way needs them; not idle time
Result<std::shared_ptr<const RowGroups>> makeGroups(const std::shared_ptr<const View>& view,
                                                    const std::shared_ptr<const RowMeanings>& meanings,
                                                    const std::string& way, const Progress& progress = {},
                                                    const GroupRanks& known = {});

} // namespace tidemark::ui

Q_DECLARE_METATYPE(const tidemark::ui::GroupLook*)
