#include "ui/state/row_groups.h"

#include "core/base/find.h"
#include "core/groups/group_tree.h"
#include "ui/state/row_text.h"
#include "ui/theme/text.h"

#include <algorithm>
#include <map>
#include <unordered_map>

namespace tidemark::ui {
namespace {

constexpr std::size_t kMostRanked = 8; // groups with a colour of their own
constexpr std::size_t kMostParts = 3; // of a category, and the remaining part
constexpr double kDividedShare = 0.25; // of the peak: a category with more is divided
constexpr double kPartShare = 0.04; // of the peak: a part has at least this share
constexpr std::string_view kByPath = "op_path";

std::int64_t bytesOf(const View& view, const LiveRow& live)
{
    return view.rows.size[live.row] - live.overlap;
}

/// The largest groups of these rows, the largest first, then by name.
std::vector<std::string> largestGroups(const View& view, const std::vector<LiveRow>& rows, const Grouping& grouping,
                                       std::size_t most, std::int64_t least)
{
    std::map<std::string, std::int64_t> bytes;
    for (const LiveRow& live : rows)
        bytes[grouping.groupOf(live.row)] += bytesOf(view, live);
    std::vector<std::pair<std::string, std::int64_t>> all(bytes.begin(), bytes.end());
    std::ranges::stable_sort(all, std::ranges::greater(), &std::pair<std::string, std::int64_t>::second);
    std::vector<std::string> largest;
    for (const auto& [group, sum] : all)
        if (largest.size() < most && sum >= least)
            largest.push_back(group);
    return largest;
}

QString labelOf(const Grouping& grouping, const std::string& group)
{
    return text(grouping.textOf(group));
}

/// Gives each row the look of its group among `named`, in their order from `first` on; others get `rest`.
class NamedGroups
{
public:
    NamedGroups(const Grouping& grouping, const std::vector<std::string>& named, std::size_t first, std::size_t rest)
        : m_grouping(grouping)
        , m_rest(static_cast<std::uint16_t>(rest))
    {
        for (std::size_t i = 0; i < named.size(); ++i)
            m_lookOf.emplace(named[i], static_cast<std::uint16_t>(first + i));
    }
    std::uint16_t of(RowId row) const
    {
        const auto found = m_lookOf.find(m_grouping.groupOf(row));
        return found == m_lookOf.end() ? m_rest : found->second;
    }

private:
    const Grouping& m_grouping;
    std::uint16_t m_rest;
    std::unordered_map<std::string, std::uint16_t> m_lookOf;
};

GroupLook restLook()
{
    return {.name = UiText::tr("Other")};
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

void groupByRank(RowGroups& groups, const Grouping& grouping, const GroupRanks& known)
{
    const View& view = *groups.view;
    const std::vector<std::string> largest
        = largestGroups(view, view.rows.live(view.peakStep), grouping, kMostRanked, 1);
    const GroupRanks ranks = ranksOf(largest, known);
    for (const std::string& name : largest)
        groups.looks.push_back(
            {.name = labelOf(grouping, name), .facet = Facet::of(grouping, name), .rank = ranks.at(name)});
    groups.looks.push_back(restLook());
    const NamedGroups named(grouping, largest, 0, largest.size());
    for (std::size_t i = 0; i < view.rows.count; ++i)
        groups.of.push_back(named.of(RowId::at(i)));
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

/// The groups of a category: the whole category, or its largest op paths and what remains.
void addCategory(RowGroups& groups, const RowCategory& category, const Grouping* paths,
                 const std::vector<std::string>& parts)
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

void groupByCategory(RowGroups& groups, const std::vector<Grouping>& groupings)
{
    const View& view = *groups.view;
    const RowMeanings& meanings = *groups.meanings;
    const Grouping* const paths = findFirst(groupings, kByPath, &Grouping::id);
    std::int64_t peak = 0;
    std::vector<std::vector<LiveRow>> rowsOf(meanings.categories.size());
    std::vector<std::int64_t> bytes(meanings.categories.size());
    for (const LiveRow& live : view.rows.live(view.peakStep)) {
        peak += bytesOf(view, live);
        if (!meanings.isCertain(live.row))
            continue;
        const std::size_t category = meanings.category[live.row.index()];
        rowsOf[category].push_back(live);
        bytes[category] += bytesOf(view, live);
    }
    std::vector<bool> hasUncertain(meanings.categories.size());
    for (std::size_t i = 0; i < view.rows.count; ++i)
        if (!meanings.isCertain(RowId::at(i)))
            hasUncertain[meanings.category[i]] = true;
    std::vector<std::optional<NamedGroups>> divided(meanings.categories.size());
    std::vector<std::uint16_t> whole(meanings.categories.size());
    std::vector<std::uint16_t> uncertain(meanings.categories.size());
    for (std::size_t i = 0; i < meanings.categories.size(); ++i) {
        std::vector<std::string> parts;
        const bool isDivided = paths && static_cast<double>(bytes[i]) > kDividedShare * static_cast<double>(peak);
        if (isDivided)
            parts = largestGroups(view, rowsOf[i], *paths, kMostParts,
                                  static_cast<std::int64_t>(kPartShare * static_cast<double>(peak)));
        const auto isOfOne = [&](const LiveRow& live) { return paths->groupOf(live.row) == parts.front(); };
        if (parts.size() == 1 && std::ranges::all_of(rowsOf[i], isOfOne))
            parts.clear(); // one part is the whole category
        const std::size_t first = groups.looks.size();
        addCategory(groups, meanings.categories[i], paths, parts);
        whole[i] = static_cast<std::uint16_t>(first + parts.size());
        if (!parts.empty())
            divided[i].emplace(*paths, parts, first, whole[i]);
        uncertain[i] = static_cast<std::uint16_t>(groups.looks.size());
        if (hasUncertain[i])
            groups.looks.push_back(probableLook(meanings.categories[i]));
    }
    groups.looks.push_back(restLook());
    for (std::size_t i = 0; i < view.rows.count; ++i) {
        const std::size_t category = meanings.category[i];
        if (!meanings.isCertain(RowId::at(i)))
            groups.of.push_back(uncertain[category]);
        else if (divided[category])
            groups.of.push_back(divided[category]->of(RowId::at(i)));
        else
            groups.of.push_back(whole[category]);
    }
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
        if (way == Facet::kByCategory)
            groupByCategory(*groups, groupings);
        else
            groupByRank(*groups, *std::ranges::find(groupings, way, &Grouping::id), known);
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
