#include "core/compare/attributed_level.h"

#include "core/rules/seed_004.h"

#include <algorithm>
#include <array>

namespace tidemark {
namespace {

constexpr std::array kTitles = {
    CheckTitle{"groups-sum-to-replay", "The types of allocation add up to the replayed level"},
    CheckTitle{"split-sums-to-parameter-rows", "The categories of the arguments add up to all arguments"},
    CheckTitle{"categories-sum-to-group", "The categories of the arguments add up to their occupied memory"},
    CheckTitle{"categories-sum-to-level", "The categories add up to the occupied level"},
    CheckTitle{"donated-arguments", "Donated memory has one size in arguments and results"},
};

constexpr std::string_view kEntryArguments = "entry-arguments"; // id of a check of a view

std::vector<KindSum> sumKinds(const View& view, const std::vector<LiveRow>& live)
{
    std::vector<KindSum> sums;
    for (const RowKind& kind : view.rows.kinds)
        sums.push_back({{}, kind});
    for (const LiveRow& row : live)
        sums[view.rows.kind[row.row]].add(view.rows.size[row.row], row.overlap);
    return sums;
}

/// The sum of the rows of a kind. Zero if the view has no such kind.
RowSum sumOf(const std::vector<KindSum>& kinds, std::string_view id)
{
    for (const KindSum& kind : kinds)
        if (kind.kind.id == id)
            return kind;
    return {};
}

class CategorySums
{
public:
    CategorySums(const View& view, const RowMeanings& meanings)
        : m_view(view)
        , m_meanings(meanings)
        , m_roles(meanings.categories.size(), std::vector<RowSum>(meanings.roles.size()))
        , m_arguments(meanings.categories.size())
        , m_uncertain(meanings.categories.size())
        , m_largest(meanings.categories.size())
    { }

    void add(const LiveRow& row)
    {
        const std::uint16_t category = m_meanings.category[row.row.index()];
        const std::int64_t size = m_view.rows.size[row.row];
        m_roles[category][m_meanings.role[row.row.index()]].add(size, row.overlap);
        m_arguments[category] += m_view.rows.kindOf(row.row).id == RowKind::kParameter ? size : 0;
        m_uncertain[category] += m_meanings.isCertain(row.row) ? 0 : size - row.overlap;
        RowId& largest = m_largest[category];
        if (!largest || size > m_view.rows.size[largest])
            largest = row.row;
    }

    /// Returns the sums. `withRoles` are the categories whose rows have roles.
    std::vector<CategorySum> take(const std::vector<RowCategory>& withRoles, bool areRolesShown) const
    {
        std::vector<CategorySum> result;
        for (std::size_t i = 0; i < m_roles.size(); ++i) {
            const RowCategory& category = m_meanings.categories[i];
            if (category.id.empty())
                continue;
            CategorySum sum{{}, category, m_arguments[i], m_uncertain[i], {}, {}, {}};
            if (m_largest[i]) {
                sum.largest = m_view.rows.name(m_largest[i]);
                sum.rule = m_meanings.rule(m_largest[i]);
            }
            for (std::size_t role = 0; role < m_roles[i].size(); ++role) {
                const RowSum& part = m_roles[i][role];
                sum.count += part.count;
                sum.occupied += part.occupied;
                sum.size += part.size;
                if (part.count > 0)
                    sum.roles.push_back({part, m_meanings.roles[role]});
            }
            const bool hasRoles = i != m_meanings.unknown()
                && std::ranges::find(withRoles, category.id, &RowCategory::id) != withRoles.end();
            if (!areRolesShown)
                sum.roles.clear();
            else if (!hasRoles)
                sum.roles = {{sum, ""}};
            result.push_back(std::move(sum));
        }
        return result;
    }

private:
    const View& m_view;
    const RowMeanings& m_meanings;
    std::vector<std::vector<RowSum>> m_roles; // by category and role
    std::vector<std::int64_t> m_arguments; // sizes of arguments, by category
    std::vector<std::int64_t> m_uncertain; // occupied bytes whose category is only probable, by category
    std::vector<RowId> m_largest; // largest row, by category
};

template <class Sum, class Of>
std::int64_t total(const std::vector<Sum>& sums, std::int64_t Of::*bytes)
{
    std::int64_t result = 0;
    for (const auto& sum : sums)
        result += sum.*bytes;
    return result;
}

std::int64_t donatedBytes(const View& view, const std::vector<LiveRow>& live)
{
    std::int64_t bytes = 0;
    for (const LiveRow& row : live) {
        if (view.rows.kindOf(row.row).id != RowKind::kParameter)
            continue;
        Facts facts;
        view.rows.describe(row.row, facts);
        bytes += facts.aliased ? view.rows.size[row.row] : 0;
    }
    return bytes;
}

/// Seed 004's three checks, and further ones.
std::vector<Check> checkSums(const View& view, const std::vector<LiveRow>& live, const AttributedLevel& level,
                             const Figures& figures, bool isOfArguments)
{
    std::vector<Check> checks;
    const RowSum arguments = sumOf(level.kinds, RowKind::kParameter);
    const auto upstream = view.values(CurveRole::Upstream);
    if (!upstream.empty())
        checks.push_back(equality("groups-sum-to-replay", "sizes of all groups", total(level.kinds, &RowSum::size),
                                  "replayed level and untraced allocations",
                                  upstream[level.step.index()] + figures.bytes("untraced_bytes").value_or(0)));
    for (Check& check : view.checks())
        if (check.name == kEntryArguments)
            checks.push_back(std::move(check));
    checks.push_back(equality("split-sums-to-parameter-rows", "categories of the parameter rows",
                              total(level.categories, &CategorySum::argumentsSize), "sizes of the parameter rows",
                              arguments.size));
    const std::int64_t occupied = total(level.categories, &RowSum::occupied);
    if (isOfArguments)
        checks.push_back(equality("categories-sum-to-group", "categories", occupied, "occupied by parameter rows",
                                  arguments.occupied));
    else
        checks.push_back(
            equality("categories-sum-to-level", "categories", occupied, "occupied level", level.levelBytes));
    if (const auto donated = figures.bytes("aliased_bytes"))
        checks.push_back(equality("donated-arguments", "parameter rows that are results", donatedBytes(view, live),
                                  "donated allocations", *donated));
    entitle(checks, kTitles);
    return checks;
}

} // namespace

Result<AttributedLevel> attributeLevel(const View& view, StepId step, const AttributionRules& rules,
                                       const Progress& progress)
{
    const bool isSeed004 = rules.kind == AttributionRules::Kind::Seed004;
    const auto meanings = meaningsBy(rules, view, progress);
    if (!meanings)
        return meanings.error();
    // The view keeps the built-in meanings that it has computed.
    const auto builtIn = isSeed004 ? meanings : view.meanings(progress);
    if (!builtIn)
        return builtIn.error();
    const Figures figures = view.figures(nullptr);
    const std::vector<LiveRow> live = view.rows.live(step);
    AttributedLevel level;
    level.step = step;
    level.upstreamPeakBytes = figures.bytes("peak_bytes");
    level.peakBytes = view.levelAt(view.peakStep);
    level.levelBytes = view.levelAt(step);
    level.argumentsBytes = figures.bytes("arguments_bytes");
    level.paddingBytes = figures.bytes("padding_bytes");
    level.fragmentationBytes = figures.bytes("fragmentation_bytes");
    level.neededBytes = figures.neededBytes;
    level.kinds = sumKinds(view, live);
    CategorySums sums(view, **meanings);
    for (const LiveRow& row : live)
        sums.add(row);
    level.categories = sums.take((*builtIn)->categories, !isSeed004);
    level.gradientHits = gradientHits(view, live);
    if (!isSeed004) // seed 004 has other categories
        level.facts = memoryFacts(view, **meanings);
    level.checks = checkSums(view, live, level, figures, isSeed004);
    level.checks.insert(level.checks.end(), (*meanings)->checks.begin(), (*meanings)->checks.end());
    return level;
}

std::vector<Check> checksOf(const View& view, const AttributedLevel& level)
{
    std::vector<Check> checks = view.checks();
    for (const Check& check : level.checks)
        if (std::ranges::find(checks, check.name, &Check::name) == checks.end())
            checks.push_back(check);
    return checks;
}

Result<std::vector<Check>> allChecks(const View& view, const Progress& progress)
{
    if (!view.meanings || view.rows.count == 0)
        return view.checks();
    const auto level = attributeLevel(view, view.peakStep, {}, progress);
    if (!level)
        return level.error();
    return checksOf(view, *level);
}

} // namespace tidemark
