#include "core/groups/breakdown.h"

#include "core/view/row_meanings.h"

#include <algorithm>
#include <map>
#include <tuple>

namespace tidemark {
namespace {

void add(Group& group, const View& view, const LiveRow& live)
{
    const std::int64_t size = view.rows.size[live.row];
    group.count += view.rows.pieces(live.row);
    group.bytes += size - live.overlap;
    group.size += size;
}

std::vector<Group> withoutEmpty(std::vector<Group> groups)
{
    std::erase_if(groups, [](const Group& group) { return group.count == 0; });
    return groups;
}

std::vector<Group> byKind(const View& view, std::span<const LiveRow> live)
{
    std::vector<Group> groups(view.rows.kinds.size());
    for (std::size_t i = 0; i < groups.size(); ++i) {
        groups[i].name = view.rows.kinds[i].label;
        groups[i].id = view.rows.kinds[i].id;
        groups[i].hue = view.rows.kinds[i].hue;
    }
    for (const LiveRow& row : live)
        add(groups[view.rows.kind[row.row]], view, row);
    return withoutEmpty(std::move(groups));
}

} // namespace

std::vector<Group> breakDown(const View& view, std::span<const LiveRow> live, const Grouping* by)
{
    if (!by)
        return byKind(view, live);
    std::map<std::string, Group> named;
    for (const LiveRow& row : live)
        add(named[by->groupOf(row.row)], view, row);
    std::vector<Group> groups;
    groups.reserve(named.size());
    for (auto& [name, group] : named) {
        group.name = group.id = name;
        groups.push_back(std::move(group));
    }
    std::ranges::sort(groups, {}, [](const Group& group) { return std::tuple(-group.bytes, group.name); });
    return groups;
}

std::vector<Group> breakDown(const View& view, std::span<const LiveRow> live, const RowMeanings& meanings)
{
    std::vector<Group> groups(meanings.categories.size());
    for (std::size_t i = 0; i < groups.size(); ++i) {
        groups[i].name = meanings.categories[i].label;
        groups[i].id = groups[i].category = meanings.categories[i].id;
        groups[i].isUsers = meanings.categories[i].isUsers;
    }
    for (const LiveRow& row : live) {
        Group& group = groups[meanings.category[row.row.index()]];
        add(group, view, row);
        if (!meanings.isCertain(row.row))
            group.uncertainBytes += view.rows.size[row.row] - row.overlap;
    }
    return withoutEmpty(std::move(groups));
}

} // namespace tidemark
