#include "core/view/comparison.h"

#include "core/view/op_path.h"

#include <algorithm>
#include <array>
#include <cstdlib>
#include <map>
#include <tuple>

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

/// Adds the rows of a step to those of the same mark. False: cancelled.
bool gather(const ComparedStep& of, ComparedRows::Side ComparedRows::*side, Gathered& all, const Progress& progress)
{
    const Rows& rows = of.view->rows;
    std::vector<LiveRow> live = rows.live(of.step);
    std::ranges::stable_sort(live, std::greater(),
                             [&](const LiveRow& row) { return rows.size[row.row] - row.overlap; });
    Facts facts;
    constexpr std::size_t kPollEvery = 256;
    for (std::size_t i = 0; i < live.size(); ++i) {
        if (i % kPollEvery == 0 && progress.cancelled())
            return false;
        const RowId row = live[i].row;
        rows.describe(row, facts);
        const std::string& shape = facts.shapeWithoutLayout.empty() ? facts.shape : facts.shapeWithoutLayout;
        RowMark mark{joinedPath(pathParts(facts.argument.empty() ? facts.opName : facts.argument)),
                     shape,
                     rows.kindOf(row).id,
                     {}};
        if (mark.path.empty())
            mark.opcode = facts.opcode.empty() ? facts.name : facts.opcode;
        ComparedRows& into = all[mark];
        if (into.a.rows.empty() && into.b.rows.empty()) {
            into.path = mark.path;
            into.shape = mark.shape;
            into.kind = mark.kind;
            into.opcode = facts.opcode;
            into.category = categoryOf(of, row);
        }
        (into.*side).rows.push_back(row);
        (into.*side).bytes += rows.size[row] - live[i].overlap;
    }
    return true;
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

/// The largest change first, then what is largest in either.
template <class Compared, class Bytes, class Name>
void sortByChange(std::vector<Compared>& all, const Bytes& bytes, const Name& name)
{
    std::ranges::stable_sort(all, {}, [&](const Compared& each) {
        const auto [a, b] = bytes(each);
        return std::tuple(-std::abs(b - a), -std::max(a, b), name(each));
    });
}

/// A part of a step. Rows are counted one by one, as each has a role.
struct StepPart {
    RowCategory category;
    std::string role;
    std::int64_t bytes = 0;
};

/// What a step is made of: by meaning, else by kind; without rows the parts that its figures tell.
std::vector<StepPart> partsOf(const ComparedStep& of)
{
    const Rows& rows = of.view->rows;
    std::vector<StepPart> parts;
    if (rows.count == 0 && of.isPeak())
        for (const Part& part : of.figures.parts)
            parts.push_back({{part.name, part.name}, {}, part.bytes});
    if (rows.count > 0)
        for (const LiveRow& live : rows.live(of.step))
            parts.push_back({categoryOf(of, live.row), of.meanings ? of.meanings->roleOf(live.row) : std::string(),
                             rows.size[live.row] - live.overlap});
    return parts;
}

std::vector<ComparedCategory> categoriesOf(const ComparedStep& a, const ComparedStep& b)
{
    std::map<std::string, ComparedCategory> categories;
    std::map<std::string, std::map<std::string, ComparedCategory::Role>> roles;
    const auto add = [&](const ComparedStep& of, std::int64_t ComparedCategory::*side,
                         std::int64_t ComparedCategory::Role::*sideOfRole) {
        for (const StepPart& part : partsOf(of)) {
            ComparedCategory& category = categories[part.category.id];
            category.category = part.category;
            category.*side += part.bytes;
            if (of.meanings)
                roles[part.category.id][part.role].*sideOfRole += part.bytes;
        }
    };
    add(a, &ComparedCategory::a, &ComparedCategory::Role::a);
    add(b, &ComparedCategory::b, &ComparedCategory::Role::b);
    const auto bytesOf = [](const auto& each) { return std::pair(each.a, each.b); };
    std::vector<ComparedCategory> result;
    for (auto& [id, category] : categories) {
        for (auto& [name, role] : roles[id]) {
            role.name = name;
            category.roles.push_back(role);
        }
        sortByChange(category.roles, bytesOf, [](const ComparedCategory::Role& role) { return role.name; });
        result.push_back(std::move(category));
    }
    sortByChange(result, bytesOf, [](const ComparedCategory& each) { return each.category.label; });
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

Result<ComparedStep> comparedStep(std::shared_ptr<const View> view, StepId step, const Device* device,
                                  const Progress& progress)
{
    ComparedStep result;
    if (view->meanings) {
        auto meanings = view->meanings(progress);
        if (!meanings)
            return meanings.error();
        result.meanings = std::move(*meanings);
    }
    result.figures = view->figures(device);
    result.view = std::move(view);
    result.step = step;
    return result;
}

Result<Comparison> compare(ComparedStep a, ComparedStep b, const Progress& progress)
{
    Gathered gathered;
    if (!gather(a, &ComparedRows::a, gathered, progress) || !gather(b, &ComparedRows::b, gathered, progress))
        return Progress::cancelledError();
    Comparison comparison;
    comparison.rows = matchedByPath(std::move(gathered));
    sortByChange(
        comparison.rows, [](const ComparedRows& each) { return std::pair(each.a.bytes, each.b.bytes); },
        [](const ComparedRows& each) { return std::tie(each.path, each.shape, each.kind, each.opcode); });
    comparison.categories = categoriesOf(a, b);
    comparison.figures = figuresOf(a.figures, b.figures);
    comparison.a = std::move(a);
    comparison.b = std::move(b);
    return comparison;
}

} // namespace tidemark
