#include "core/view/comparison.h"

#include "core/base/parallel.h"
#include "core/view/op_path.h"

#include <algorithm>
#include <array>
#include <cstdlib>
#include <map>
#include <tuple>
#include <unordered_map>

namespace tidemark {
namespace {

/// What tells rows from others.
struct RowMark {
    std::string path;
    std::string shape;
    std::string kind;
    std::string opcode; // where there is no path

    friend auto operator<=>(const RowMark&, const RowMark&) = default;
};

using Gathered = std::map<RowMark, ComparedRows>;

RowCategory categoryOf(const ComparedStep& of, RowId row)
{
    if (of.meanings)
        return of.meanings->categoryOf(row);
    const RowKind& kind = of.view->rows.kindOf(row);
    return {kind.id, kind.label};
}

/// Paths of names, which many rows have alike.
using Paths = std::unordered_map<std::string, std::string>;

const std::string& pathOf(const std::string& name, Paths& paths)
{
    const auto [found, isNew] = paths.try_emplace(name);
    if (isNew)
        found->second = joinedPath(pathParts(name));
    return found->second;
}

/// The rows of a step by their marks. When cancelled, some of them.
Gathered gather(const ComparedStep& of, std::vector<LiveRow> live, ComparedRows::Side ComparedRows::*side,
                const Progress& progress)
{
    const Rows& rows = of.view->rows;
    std::ranges::stable_sort(live, std::greater(),
                             [&](const LiveRow& row) { return rows.size[row.row] - row.overlap; });
    Gathered all;
    Paths paths;
    Facts facts;
    constexpr std::size_t kPollEvery = 256;
    for (std::size_t i = 0; i < live.size(); ++i) {
        if (i % kPollEvery == 0 && progress.cancelled())
            break;
        const RowId row = live[i].row;
        rows.describe(row, facts);
        const std::string& shape = facts.shapeWithoutLayout.empty() ? facts.shape : facts.shapeWithoutLayout;
        RowMark mark{
            pathOf(facts.argument.empty() ? facts.opName : facts.argument, paths), shape, rows.kindOf(row).id, {}};
        if (mark.path.empty())
            mark.opcode = facts.opcode.empty() ? facts.name : facts.opcode;
        const auto [place, isNew] = all.try_emplace(std::move(mark));
        ComparedRows& into = place->second;
        if (isNew) {
            into.path = place->first.path;
            into.shape = place->first.shape;
            into.kind = place->first.kind;
            into.opcode = facts.opcode;
            into.category = categoryOf(of, row);
        }
        (into.*side).rows.push_back(row);
        (into.*side).bytes += rows.size[row] - live[i].overlap;
    }
    return all;
}

/// Those of B beside those of A with the same marks.
Gathered together(Gathered a, Gathered b)
{
    a.merge(b);
    for (auto& [mark, rows] : b)
        a[mark].b = std::move(rows.b);
    return a;
}

void append(ComparedRows::Side& side, const ComparedRows::Side& more)
{
    side.rows.insert(side.rows.end(), more.rows.begin(), more.rows.end());
    side.bytes += more.bytes;
}

ChangeState stateOf(const ComparedRows& rows)
{
    if (rows.b.rows.empty())
        return ChangeState::OnlyA;
    if (rows.a.rows.empty())
        return ChangeState::OnlyB;
    return rows.change() == 0 ? ChangeState::Same : rows.change() < 0 ? ChangeState::Less : ChangeState::More;
}

/// What is left of a path in both steps is one; it is told by the largest of A.
std::vector<ComparedRows> matchedByPath(Gathered all)
{
    std::map<std::string, std::pair<std::vector<ComparedRows>, std::vector<ComparedRows>>> left; // of A, of B
    std::vector<ComparedRows> result;
    for (auto& [mark, rows] : all) {
        const ChangeState state = stateOf(rows);
        if (rows.path.empty() || (state != ChangeState::OnlyA && state != ChangeState::OnlyB))
            result.push_back(std::move(rows));
        else if (auto& [a, b] = left[rows.path]; state == ChangeState::OnlyA)
            a.push_back(std::move(rows));
        else
            b.push_back(std::move(rows));
    }
    for (auto& [path, sides] : left) {
        auto& [a, b] = sides;
        if (a.empty() || b.empty()) {
            for (std::vector<ComparedRows>* only : {&a, &b})
                result.insert(result.end(), only->begin(), only->end());
            continue;
        }
        std::ranges::stable_sort(a, std::greater(), [](const ComparedRows& rows) { return rows.a.bytes; });
        ComparedRows both = std::move(a.front());
        for (std::size_t i = 1; i < a.size(); ++i)
            append(both.a, a[i].a);
        for (const ComparedRows& rows : b)
            append(both.b, rows.b);
        result.push_back(std::move(both));
    }
    for (ComparedRows& rows : result)
        rows.state = stateOf(rows);
    return result;
}

std::int64_t bytesIn(const ComparedRows::Side& side)
{
    return side.bytes;
}
std::int64_t bytesIn(std::int64_t bytes)
{
    return bytes;
}

/// The largest change first, then what is largest in either.
template <class Compared, class Name>
void sortByChange(std::vector<Compared>& all, const Name& name)
{
    std::ranges::stable_sort(all, {}, [&](const Compared& each) {
        return std::tuple(-std::abs(each.change()), -std::max(bytesIn(each.a), bytesIn(each.b)), name(each));
    });
}

/// Bytes of a category that are held in one way.
struct StepPart {
    RowCategory category;
    std::string role;
    std::int64_t bytes = 0;
};

/// What a step is made of: by meaning, else by kind; without rows the parts that its figures tell.
std::vector<StepPart> partsOf(const ComparedStep& of, const std::vector<LiveRow>& live)
{
    const Rows& rows = of.view->rows;
    std::vector<StepPart> parts;
    if (rows.count == 0 && of.isPeak())
        for (const Part& part : of.figures.parts)
            parts.push_back({{part.name, part.name}, {}, part.bytes});
    std::map<std::pair<std::size_t, std::size_t>, std::size_t> places; // in parts
    for (const LiveRow& row : live) {
        const auto index = row.row.index();
        const std::pair<std::size_t, std::size_t> key = of.meanings
            ? std::pair<std::size_t, std::size_t>(of.meanings->category[index], of.meanings->role[index])
            : std::pair<std::size_t, std::size_t>(rows.kind[row.row], 0);
        const auto [place, isNew] = places.try_emplace(key, parts.size());
        if (isNew)
            parts.push_back({categoryOf(of, row.row), of.meanings ? of.meanings->roleOf(row.row) : std::string()});
        parts[place->second].bytes += rows.size[row.row] - row.overlap;
    }
    return parts;
}

std::vector<ComparedCategory> categoriesOf(const std::vector<StepPart>& a, const std::vector<StepPart>& b,
                                           bool hasRoles)
{
    std::map<std::string, ComparedCategory> categories;
    std::map<std::string, std::map<std::string, ComparedCategory::Role>> roles;
    const auto add = [&](const std::vector<StepPart>& parts, std::int64_t ComparedCategory::*side,
                         std::int64_t ComparedCategory::Role::*sideOfRole) {
        for (const StepPart& part : parts) {
            ComparedCategory& category = categories[part.category.id];
            category.category = part.category;
            category.*side += part.bytes;
            if (hasRoles)
                roles[part.category.id][part.role].*sideOfRole += part.bytes;
        }
    };
    add(a, &ComparedCategory::a, &ComparedCategory::Role::a);
    add(b, &ComparedCategory::b, &ComparedCategory::Role::b);
    std::vector<ComparedCategory> result;
    for (auto& [id, category] : categories) {
        for (auto& [name, role] : roles[id]) {
            role.name = name;
            category.roles.push_back(role);
        }
        sortByChange(category.roles, [](const ComparedCategory::Role& role) { return role.name; });
        result.push_back(std::move(category));
    }
    sortByChange(result, [](const ComparedCategory& each) { return each.category.label; });
    return result;
}

std::vector<ComparedFigure> figuresOf(const Figures& a, const Figures& b)
{
    std::vector<ComparedFigure> figures;
    for (const Figure& figure : a.list)
        if (figure.isBytes())
            figures.push_back({figure.id, figure.label, a.bytes(figure.id), b.bytes(figure.id)});
    for (const Figure& figure : b.list)
        if (figure.isBytes() && !a.find(figure.id))
            figures.push_back({figure.id, figure.label, std::nullopt, b.bytes(figure.id)});
    return figures;
}

} // namespace

const char* idOf(ChangeState state)
{
    constexpr std::array kIds = {"same", "less", "more", "only_a", "only_b"};
    return kIds[static_cast<std::size_t>(state)];
}

const char* labelOf(ChangeState state)
{
    constexpr std::array kLabels = {"same", "less", "more", "only A", "only B"};
    return kLabels[static_cast<std::size_t>(state)];
}

std::string nameOf(const ComparedRows& rows)
{
    if (!rows.path.empty())
        return rows.path;
    return "(" + (rows.opcode.empty() ? rows.kind : rows.opcode) + ", no op name)";
}

Result<ComparedStep> comparedStep(std::shared_ptr<const View> view, StepId step, Figures figures,
                                  const AttributionRules& rules, const Progress& progress)
{
    ComparedStep result;
    if (view->meanings) {
        auto found = meaningsOrBuiltIn(*view, rules, progress);
        if (!found)
            return found.error();
        result.meanings = std::move(found->meanings);
    }
    result.figures = std::move(figures);
    result.view = std::move(view);
    result.step = step;
    return result;
}

Result<Comparison> compare(ComparedStep a, ComparedStep b, const Progress& progress)
{
    std::array<Gathered, 2> gathered;
    std::array<std::vector<StepPart>, 2> parts;
    constexpr std::size_t kWorthAThread = 2000; // rows
    const bool areMany = std::min(a.view->rows.count, b.view->rows.count) >= kWorthAThread;
    if (!forEachInParallel(
            gathered.size(), progress, "rows",
            [&](std::size_t i) {
                const ComparedStep& of = i == 0 ? a : b;
                const std::vector<LiveRow> live = of.view->rows.live(of.step);
                gathered[i] = gather(of, live, i == 0 ? &ComparedRows::a : &ComparedRows::b, progress);
                parts[i] = partsOf(of, live);
            },
            areMany ? gathered.size() : 1)
        || progress.cancelled())
        return Progress::cancelledError();
    Comparison comparison;
    comparison.rows = matchedByPath(together(std::move(gathered[0]), std::move(gathered[1])));
    sortByChange(comparison.rows,
                 [](const ComparedRows& each) { return std::tie(each.path, each.shape, each.kind, each.opcode); });
    comparison.categories = categoriesOf(parts[0], parts[1], a.meanings && b.meanings);
    comparison.figures = figuresOf(a.figures, b.figures);
    comparison.a = std::move(a);
    comparison.b = std::move(b);
    return comparison;
}

} // namespace tidemark
