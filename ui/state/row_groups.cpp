#include "ui/state/row_groups.h"

#include "core/base/find.h"
#include "core/groups/group_tree.h"
#include "ui/state/row_text.h"
#include "ui/state/units.h"
#include "ui/theme/text.h"

#include <algorithm>
#include <map>
#include <unordered_map>

namespace tidemark::ui {
namespace {

constexpr std::size_t kMostRanked = 8; // groups with a colour of their own
constexpr std::size_t kMostParts = 4; // of a category, and the remaining part
constexpr double kDividedShare = 0.25; // of the peak: a category with more is divided
constexpr double kPartShare = 0.04; // of the peak: a part has at least this share
constexpr std::string_view kByPath = "op_path";
constexpr GroupIndex kNoGroup = 0xffff;

std::int64_t bytesOf(const View& view, const LiveRow& live)
{
    return view.rows.size[live.row] - live.overlap;
}

/// The groups of rows, and the most that each has at any step.
struct MeasuredGroups {
    struct Group {
        std::size_t category = 0;
        std::string name; // in the grouping
        std::int64_t most = 0; // bytes
    };
    std::vector<Group> groups;
    std::vector<GroupIndex> of; // for each row: index of its group, or kNoGroup

    /// The largest groups of a category, the largest first, then by name.
    std::vector<GroupIndex> largest(std::size_t category, std::size_t count, std::int64_t least) const
    {
        std::vector<GroupIndex> found;
        for (std::size_t i = 0; i < groups.size(); ++i)
            if (groups[i].category == category && groups[i].most >= least)
                found.push_back(static_cast<GroupIndex>(i));
        std::ranges::sort(found, [this](GroupIndex a, GroupIndex b) {
            if (groups[a].most != groups[b].most)
                return groups[a].most > groups[b].most;
            return groups[a].name < groups[b].name;
        });
        found.resize(std::min(found.size(), count));
        return found;
    }
};

/// Groups the rows by category and grouping. A row for which `categoryOf` returns nothing is in no group.
template <class CategoryOf>
Result<MeasuredGroups> measured(const View& view, const Grouping& grouping, const CategoryOf& categoryOf,
                                const Progress& progress)
{
    MeasuredGroups result;
    std::map<std::size_t, std::unordered_map<std::string, GroupIndex>> known; // by category
    for (std::size_t i = 0; i < view.rows.count; ++i) {
        result.of.push_back(kNoGroup);
        const std::optional<std::size_t> category = categoryOf(RowId::at(i));
        if (!category || result.groups.size() == kNoGroup - 1)
            continue;
        const auto [group, isNew] = known[*category].try_emplace(grouping.groupOf(RowId::at(i)),
                                                                 static_cast<GroupIndex>(result.groups.size()));
        if (isNew)
            result.groups.push_back({*category, group->first});
        result.of.back() = group->second;
    }
    const auto rest = static_cast<GroupIndex>(result.groups.size());
    const auto most = StackedLevel::mostOf(
        view, {result.groups.size() + 1U, [&](RowId row) { return std::min(result.of[row.index()], rest); }}, progress);
    if (!most)
        return most.error();
    for (std::size_t i = 0; i < result.groups.size(); ++i)
        result.groups[i].most = (*most)[i];
    return result;
}

QString labelOf(const Grouping& grouping, const std::string& group)
{
    return text(grouping.textOf(group));
}

/// "17 groups: a.py:3, b.py:7, c.py:1 …": the groups of a category after the first ones.
QString restHelp(const MeasuredGroups& all, const Grouping& grouping, std::size_t category, std::size_t first)
{
    constexpr std::size_t kNamed = 3;
    const std::vector<GroupIndex> sorted = all.largest(category, all.groups.size(), 1);
    if (sorted.size() <= first)
        return {};
    QStringList names;
    for (std::size_t i = first; i < std::min(first + kNamed, sorted.size()); ++i)
        names << labelOf(grouping, all.groups[sorted[i]].name);
    const std::size_t count = sorted.size() - first;
    return UiText::tr("%1: %2").arg(countText(count, UiText::tr("group"), UiText::tr("groups")),
                                    names.join(QStringLiteral(", "))
                                        + (count > kNamed ? QStringLiteral(" …") : QString()));
}

GroupLook restLook(const QString& help = {})
{
    return {.name = UiText::tr("Other"), .help = help};
}

/// The ranks of these groups: the known ones, and the first free ones for the others.
GroupRanks ranksOf(const std::vector<std::string>& names, const GroupRanks& known)
{
    GroupRanks ranks;
    std::vector<bool> isTaken(kMostRanked);
    const auto take = [&](const std::string& name, std::size_t rank) {
        ranks[name] = static_cast<int>(rank);
        isTaken[rank] = true;
    };
    for (const std::string& name : names)
        if (const int* const rank = findValue(known, name); rank && !isTaken[static_cast<std::size_t>(*rank)])
            take(name, static_cast<std::size_t>(*rank));
    for (const std::string& name : names)
        if (!ranks.contains(name))
            take(name, static_cast<std::size_t>(std::find(isTaken.begin(), isTaken.end(), false) - isTaken.begin()));
    return ranks;
}

Result<void> groupByRank(RowGroups& groups, const Grouping& grouping, const GroupRanks& known, const Progress& progress)
{
    const auto all = measured(
        *groups.view, grouping, [](RowId) { return std::optional(std::size_t{0}); }, progress);
    if (!all)
        return all.error();
    const std::vector<GroupIndex> largest = all->largest(0, kMostRanked, 1);
    std::vector<std::string> names;
    for (const GroupIndex group : largest)
        names.push_back(all->groups[group].name);
    const GroupRanks ranks = ranksOf(names, known);
    std::vector<std::uint16_t> lookOf(all->groups.size(), static_cast<std::uint16_t>(largest.size()));
    for (std::size_t i = 0; i < largest.size(); ++i) {
        lookOf[largest[i]] = static_cast<std::uint16_t>(i);
        groups.looks.push_back(
            {.name = labelOf(grouping, names[i]), .facet = Facet::of(grouping, names[i]), .rank = ranks.at(names[i])});
    }
    groups.looks.push_back(restLook(restHelp(*all, grouping, 0, largest.size())));
    for (const GroupIndex group : all->of)
        groups.of.push_back(group == kNoGroup ? static_cast<std::uint16_t>(largest.size()) : lookOf[group]);
    return {};
}

/// The shade of each part. It depends on the part's name, so the same part looks alike for every worker and program. A
/// part whose shade is taken gets the next free one, in the order of the names.
std::map<std::string, int> shadesOf(const std::vector<std::string>& parts)
{
    std::map<std::string, int> shades;
    for (const std::string& part : parts)
        shades[part] = 0;
    std::vector<bool> isTaken(kMostParts);
    for (auto& [part, shade] : shades) {
        std::uint32_t hash = 2166136261U; // FNV-1a: std::hash may differ between platforms
        for (const char c : part)
            hash = (hash ^ static_cast<unsigned char>(c)) * 16777619U;
        std::size_t at = hash % kMostParts;
        while (isTaken[at])
            at = (at + 1) % kMostParts;
        isTaken[at] = true;
        shade = static_cast<int>(at);
    }
    return shades;
}

/// The groups of a category: the whole category, or its largest op paths and what remains, which `rest` describes.
void addCategory(RowGroups& groups, const RowCategory& category, const Grouping* paths,
                 const std::vector<std::string>& parts, const QString& rest)
{
    const GroupLook whole{.name = text(category.label),
                          .help = text(category.help),
                          .facet = Facet::of(category),
                          .category = category.id,
                          .isUsers = category.isUsers};
    constexpr int kShades = kMostParts + 1; // the last one is that of the remaining part
    const std::map<std::string, int> shades = shadesOf(parts);
    for (const std::string& part : parts) {
        GroupLook look = whole;
        look.name = UiText::tr("%1: %2").arg(whole.name, labelOf(*paths, part));
        look.outer = whole.facet;
        look.facet = Facet::of(*paths, part);
        look.part = shades.at(part);
        look.parts = kShades;
        groups.looks.push_back(std::move(look));
    }
    groups.looks.push_back(whole);
    if (parts.empty())
        return;
    groups.looks.back().name = UiText::tr("%1: other").arg(whole.name);
    groups.looks.back().help = rest;
    groups.looks.back().part = kShades - 1;
    groups.looks.back().parts = kShades;
}

/// The group of the rows whose category is only probable. It is never divided.
GroupLook probableLook(const RowCategory& category)
{
    const QString evidence = UiText::tr("only probable: weak evidence decided");
    return {.name = text(probable(category.label)),
            .help = joined({text(category.help), evidence}, QStringLiteral("; ")),
            .facet = Facet::ofProbable(category),
            .outer = Facet::of(category),
            .category = category.id,
            .isUncertain = true,
            .isUsers = category.isUsers};
}

/// The categories that dominate the peak, with its bytes.
struct PeakShares {
    std::int64_t peak = 0;
    std::vector<std::int64_t> bytes; // by category; only certain rows

    bool isDominant(std::size_t category) const
    {
        return static_cast<double>(bytes[category]) > kDividedShare * static_cast<double>(peak);
    }
};

PeakShares sharesOf(const View& view, const RowMeanings& meanings)
{
    PeakShares shares;
    shares.bytes.resize(meanings.categories.size());
    for (const LiveRow& live : view.rows.live(view.peakStep)) {
        shares.peak += bytesOf(view, live);
        if (meanings.isCertain(live.row))
            shares.bytes[meanings.category[live.row.index()]] += bytesOf(view, live);
    }
    return shares;
}

Result<void> groupByCategory(RowGroups& groups, const std::vector<Grouping>& groupings, const Progress& progress)
{
    const View& view = *groups.view;
    const RowMeanings& meanings = *groups.meanings;
    const Grouping* const paths = findFirst(groupings, kByPath, &Grouping::id);
    const PeakShares shares = sharesOf(view, meanings);
    MeasuredGroups parts;
    if (paths) {
        auto found = measured(
            view, *paths,
            [&](RowId row) -> std::optional<std::size_t> {
                const std::size_t category = meanings.category[row.index()];
                if (!meanings.isCertain(row) || !shares.isDominant(category))
                    return std::nullopt;
                return category;
            },
            progress);
        if (!found)
            return found.error();
        parts = std::move(*found);
    }
    std::vector<bool> hasUncertain(meanings.categories.size());
    for (std::size_t i = 0; i < view.rows.count; ++i)
        if (!meanings.isCertain(RowId::at(i)))
            hasUncertain[meanings.category[i]] = true;
    std::vector<std::uint16_t> lookOf(parts.groups.size());
    std::vector<std::uint16_t> whole(meanings.categories.size());
    std::vector<std::uint16_t> uncertain(meanings.categories.size());
    for (std::size_t i = 0; i < meanings.categories.size(); ++i) {
        std::vector<GroupIndex> largest
            = parts.largest(i, kMostParts, static_cast<std::int64_t>(kPartShare * static_cast<double>(shares.peak)));
        if (largest.size() == 1 && parts.largest(i, 2, 1).size() == 1)
            largest.clear(); // one part is the whole category
        std::vector<std::string> names;
        for (const GroupIndex group : largest)
            names.push_back(parts.groups[group].name);
        const std::size_t first = groups.looks.size();
        addCategory(groups, meanings.categories[i], paths, names,
                    names.empty() ? QString() : restHelp(parts, *paths, i, names.size()));
        whole[i] = static_cast<std::uint16_t>(first + names.size());
        for (std::size_t group = 0; group < lookOf.size(); ++group)
            if (parts.groups[group].category == i)
                lookOf[group] = whole[i];
        for (std::size_t part = 0; part < largest.size(); ++part)
            lookOf[largest[part]] = static_cast<std::uint16_t>(first + part);
        uncertain[i] = static_cast<std::uint16_t>(groups.looks.size());
        if (hasUncertain[i])
            groups.looks.push_back(probableLook(meanings.categories[i]));
    }
    groups.looks.push_back(restLook());
    for (std::size_t i = 0; i < view.rows.count; ++i) {
        const std::size_t category = meanings.category[i];
        if (!meanings.isCertain(RowId::at(i)))
            groups.of.push_back(uncertain[category]);
        else if (paths && parts.of[i] != kNoGroup)
            groups.of.push_back(lookOf[parts.of[i]]);
        else
            groups.of.push_back(whole[category]);
    }
    return {};
}

/// Adds the shades of a row's idle times, as RowUses::idle() has them: none at a use, and between two uses the number
/// of steps between them.
void addIdleTimes(const View& view, const RowUses& uses, RowId row, std::vector<StackedLevel::Regrouping>& shades)
{
    const StepId end = view.rows.end[row];
    std::uint32_t first = view.rows.start[row].value; // of the idle steps
    const auto addGap = [&](StepId to) {
        if (first < to.value)
            shades.push_back({StepId(first), row, static_cast<GroupIndex>(idleShade(to.value - first))});
    };
    for (const RowEvent& event : uses.of(row)) {
        if (!event.step || event.kind == RowEventKind::Freed || event.step >= end)
            continue;
        addGap(event.step);
        shades.push_back({event.step, row, 0});
        first = event.step.value + 1;
    }
    addGap(end);
}

} // namespace

std::vector<std::int64_t> RowGroups::bytesAtPeak() const
{
    std::vector<std::int64_t> bytes(looks.size());
    for (const LiveRow& live : view->rows.live(view->peakStep))
        bytes[of[live.row.index()]] += bytesOf(*view, live);
    return bytes;
}

Fill GroupLook::fill(const Colors& colors) const
{
    if (idle)
        return colors.idle(*idle);
    if (hue)
        return colors.hue(*hue);
    if (rank)
        return colors.ranked(*rank);
    if (category.empty())
        return colors.small;
    const Fill whole = colors.categoryFill(category, isUncertain);
    return {colors.part(whole.color, part, parts), whole.isHatched};
}

std::vector<GroupWay> groupWays(const View& view)
{
    std::vector<GroupWay> ways;
    if (view.meanings)
        ways.push_back({Facet::kByCategory, UiText::tr("Category")});
    ways.push_back({Facet::kByKind, UiText::tr("Type")});
    if (view.meanings)
        ways.push_back({Facet::kByRole, UiText::tr("Role")});
    for (const Grouping& grouping : view.rows.groupings)
        ways.push_back({grouping.id, text(grouping.label)});
    if (view.uses)
        ways.push_back({Facet::kByIdle, UiText::tr("Idle time")});
    return ways;
}

std::shared_ptr<const RowGroups> groupsByKind(const std::shared_ptr<const View>& view)
{
    auto groups = std::make_shared<RowGroups>(RowGroups{.view = view, .way = Facet::kByKind});
    for (const RowKind& kind : view->rows.kinds)
        groups->looks.push_back({.name = text(kind.label), .facet = Facet::of(kind), .hue = kind.hue});
    groups->looks.push_back(restLook());
    for (std::size_t i = 0; i < view->rows.count; ++i)
        groups->of.push_back(view->rows.kind[RowId::at(i)]);
    return groups;
}

Result<std::shared_ptr<const RowGroups>> groupsByIdle(const std::shared_ptr<const View>& view, const RowUses& uses,
                                                      const Progress& progress)
{
    auto groups = std::make_shared<RowGroups>(RowGroups{.view = view, .way = Facet::kByIdle});
    groups->scale = UiText::tr("Idle for %1").arg(cellsText(view->axis));
    for (int shade = 0; shade < kIdleShades; ++shade) {
        groups->looks.push_back({.name = idleShadeText(shade), .idle = shade});
        if (shade > 0)
            groups->looks.back().facet = Facet::ofIdle(idleShadeFrom(shade), view->axis,
                                                       shade + 1 < kIdleShades ? idleShadeFrom(shade + 1) : 0);
    }
    StackedLevel::Groups layers{groups->looks.size(), [](RowId) { return GroupIndex{0}; }};
    for (std::size_t i = 0; i < view->rows.count; ++i)
        addIdleTimes(*view, uses, RowId::at(i), layers.later);
    std::ranges::stable_sort(layers.later, {}, &StackedLevel::Regrouping::step);
    auto level = StackedLevel::of(*view, layers, progress);
    if (!level)
        return level.error();
    groups->level = *level;
    return std::shared_ptr<const RowGroups>(std::move(groups));
}

Result<std::shared_ptr<const RowGroups>> makeGroups(const std::shared_ptr<const View>& view,
                                                    const std::shared_ptr<const RowMeanings>& meanings,
                                                    const std::string& way, const Progress& progress,
                                                    const GroupRanks& known)
{
    auto groups = std::make_shared<RowGroups>(RowGroups{.view = view, .way = way});
    if (way == Facet::kByKind) {
        *groups = *groupsByKind(view);
    } else {
        groups->meanings = meanings;
        const std::vector<Grouping> groupings = groupingsOf(*view, meanings);
        const auto grouped = way == Facet::kByCategory
            ? groupByCategory(*groups, groupings, progress)
            : groupByRank(*groups, *std::ranges::find(groupings, way, &Grouping::id), known, progress);
        if (!grouped)
            return grouped.error();
    }
    const StackedLevel::Groups layers{groups->looks.size(),
                                      [&](RowId row) { return GroupIndex{groups->of[row.index()]}; }};
    auto level = StackedLevel::of(*view, layers, progress);
    if (!level)
        return level.error();
    groups->level = *level;
    return std::shared_ptr<const RowGroups>(std::move(groups));
}

} // namespace tidemark::ui
