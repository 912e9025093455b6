#include "core/compare/comparison.h"

#include "core/base/find.h"
#include "core/base/parallel.h"
#include "core/base/text.h"
#include "core/compare/comparison_causes.h"
#include "core/view/op_path.h"

#include <algorithm>
#include <array>
#include <cstdlib>
#include <map>
#include <string_view>
#include <unordered_map>
#include <unordered_set>

namespace tidemark {
namespace {

/// The key by which rows are matched. Empty texts do not count.
auto matchKeyOf(const ComparedGroup& group, MatchBy by)
{
    const bool hasPath = !group.path.empty();
    const bool isByPath = by == MatchBy::Path && hasPath;
    const bool isByShape = by == MatchBy::ShapeKind && !group.shape.empty();
    const bool isByName = !hasPath && !isByShape;
    const auto textIf = [](bool counts, std::string_view text) { return counts ? text : std::string_view(); };
    return std::tuple(textIf(!isByShape, group.path), textIf(!isByPath, group.shape), textIf(!isByPath, group.kind),
                      textIf(isByName, group.opcode), textIf(isByName, group.name));
}

/// The rows of one step, grouped by their keys.
class Gathered
{
public:
    explicit Gathered(MatchBy by)
        : m_places(0, Hash{&m_groups, by}, Equal{&m_groups, by})
    { }
    Gathered(const Gathered&) = delete;
    Gathered& operator=(const Gathered&) = delete;
    ~Gathered() = default;

    void reserve(std::size_t rows)
    {
        m_groups.reserve(rows);
        m_places.reserve(rows);
    }
    /// Adds a new group. The caller fills it and then calls settle().
    ComparedGroup& next() { return m_groups.emplace_back(); }
    /// Merges the last group into an earlier one with the same key, if there is one, and returns the result. The
    /// reference is valid until the next call of next().
    ComparedGroup& settle()
    {
        const auto [place, isNew] = m_places.insert(static_cast<std::uint32_t>(m_groups.size() - 1));
        ComparedGroup& found = m_groups[*place];
        if (isNew)
            return found;
        if (const ComparedGroup& same = m_groups.back(); same.path != found.path || same.isOfSeveralPaths) {
            found.isOfSeveralPaths = true;
            found.path.clear();
        }
        m_groups.pop_back();
        return found;
    }
    std::vector<ComparedGroup> take()
    {
        m_places.clear();
        return std::move(m_groups);
    }

private:
    struct Hash {
        std::size_t operator()(std::uint32_t at) const
        {
            return std::apply(
                [](const auto&... texts) {
                    std::size_t hash = 0;
                    ((hash = hash * 31 + std::hash<std::string_view>()(texts)), ...);
                    return hash;
                },
                matchKeyOf((*groups)[at], by));
        }
        const std::vector<ComparedGroup>* groups;
        MatchBy by;
    };
    struct Equal {
        bool operator()(std::uint32_t a, std::uint32_t b) const
        {
            return matchKeyOf((*groups)[a], by) == matchKeyOf((*groups)[b], by);
        }
        const std::vector<ComparedGroup>* groups;
        MatchBy by;
    };

    std::vector<ComparedGroup> m_groups;
    std::unordered_set<std::uint32_t, Hash, Equal> m_places;
};

/// Removes free rows, which are not compared, and returns their bytes.
std::int64_t leaveOutFree(const Rows& rows, std::vector<LiveRow>& live)
{
    std::int64_t bytes = 0;
    if (std::ranges::find(rows.kinds, "free", &RowKind::id) != rows.kinds.end())
        std::erase_if(live, [&](const LiveRow& row) {
            const bool isFree = rows.isFree(row.row);
            if (isFree)
                bytes += rows.size[row.row] - row.overlap;
            return isFree;
        });
    return bytes;
}

/// Replaces a name that is an address, because addresses differ between runs.
std::string nameOrSize(const Rows& rows, RowId row, const std::string& name)
{
    return name.starts_with("0x") ? rows.one + " of " + bytesText(rows.size[row]) : name;
}

/// The category without its meaning, which need not be kept for each row.
RowCategory categoryOf(const ComparedStep& of, RowId row)
{
    if (of.meanings) {
        const RowCategory& category = of.meanings->categoryOf(row);
        return {category.id, category.label, {}, category.isUsers};
    }
    const RowKind& kind = of.view->rows.kindOf(row);
    return {kind.id, kind.label};
}

void add(RowsAtStep& held, const Rows& rows, const LiveRow& row)
{
    held.rows.push_back(row.row);
    held.count += rows.pieces(row.row);
    held.bytes += rows.size[row.row] - row.overlap;
}

/// Gathers the rows of a step. If cancelled, only some of them.
void gather(const ComparedStep& of, std::vector<LiveRow> live, RowsAtStep Compared::*side, Gathered& into,
            const Progress& progress)
{
    const Rows& rows = of.view->rows;
    std::ranges::stable_sort(live, std::greater(),
                             [&](const LiveRow& row) { return rows.size[row.row] - row.overlap; });
    into.reserve(live.size());
    const auto& identify = rows.identifier();
    Facts facts;
    constexpr std::size_t kPollEvery = 256;
    for (std::size_t i = 0; i < live.size(); ++i) {
        if (i % kPollEvery == 0 && progress.cancelled())
            break;
        const RowId row = live[i].row;
        identify(row, facts);
        ComparedGroup& described = into.next();
        described.path = opPath(facts.argument.empty() ? facts.opName : facts.argument);
        described.shape = matchedShape(facts);
        described.kind = rows.kindOf(row).id;
        described.opcode = facts.opcode;
        if (described.path.empty() && described.opcode.empty())
            described.name = nameOrSize(rows, row, facts.name);
        ComparedGroup& group = into.settle();
        RowsAtStep& held = group.*side;
        if (held.rows.empty())
            group.category = categoryOf(of, row);
        add(held, rows, live[i]);
    }
}

/// Merges the groups of B into those of A by their keys.
std::vector<ComparedGroup> together(Gathered& a, Gathered& b)
{
    for (ComparedGroup& group : b.take()) {
        RowsAtStep held = std::move(group.b);
        a.next() = std::move(group);
        a.settle().b = std::move(held);
    }
    return a.take();
}

void append(RowsAtStep& held, const RowsAtStep& more)
{
    held.rows.insert(held.rows.end(), more.rows.begin(), more.rows.end());
    held.count += more.count;
    held.bytes += more.bytes;
}

ChangeState stateOf(const ComparedGroup& group)
{
    if (group.b.rows.empty())
        return ChangeState::OnlyA;
    if (group.a.rows.empty())
        return ChangeState::OnlyB;
    if (group.change() == 0)
        return ChangeState::Same;
    return group.change() < 0 ? ChangeState::Less : ChangeState::More;
}

/// Matches the unmatched groups of the same path in both steps. The result describes them by the largest group of A.
void matchByPath(std::vector<ComparedGroup>& all)
{
    struct Left {
        std::size_t largest; // the largest group of A with the path
        bool isOfBoth = false;
    };
    std::unordered_map<std::string_view, Left> left; // unmatched groups of A, by path
    for (std::size_t i = 0; i < all.size(); ++i)
        if (!all[i].path.empty() && stateOf(all[i]) == ChangeState::OnlyA) {
            Left& of = left.try_emplace(all[i].path, Left{i}).first->second;
            if (all[i].a.bytes > all[of.largest].a.bytes)
                of.largest = i;
        }
    std::vector<bool> isTaken(all.size());
    const auto leftOf = [&](std::size_t i, ChangeState state) {
        return stateOf(all[i]) == state ? findValue(left, all[i].path) : nullptr;
    };
    const auto take = [&](std::size_t i, const Left& of, RowsAtStep Compared::*side) {
        append(all[of.largest].*side, all[i].*side);
        isTaken[i] = true;
    };
    for (std::size_t i = 0; i < all.size(); ++i)
        if (Left* const of = leftOf(i, ChangeState::OnlyB)) {
            of->isOfBoth = true;
            take(i, *of, &Compared::b);
        }
    for (std::size_t i = 0; i < all.size(); ++i)
        if (const Left* const of = leftOf(i, ChangeState::OnlyA); of && of->isOfBoth && of->largest != i)
            take(i, *of, &Compared::a);
    left.clear(); // its keys refer to paths that are moved below
    std::size_t kept = 0;
    for (std::size_t i = 0; i < all.size(); ++i)
        if (!isTaken[i]) {
            if (kept != i)
                all[kept] = std::move(all[i]);
            ++kept;
        }
    all.resize(kept);
}

bool areOfOneProgram(const View& a, const View& b)
{
    return !a.path.empty() && a.path == b.path && a.host == b.host && a.programText == b.programText;
}

/// At two steps of one program, rows of one path with different shapes are different values.
bool haveShapes(const std::vector<ComparedGroup>& groups)
{
    return std::ranges::any_of(groups, [](const ComparedGroup& group) { return !group.shape.empty(); });
}

/// Sorts by the size of the change, then by the larger of both sides.
template <class Each, class Name>
void sortByChange(std::vector<Each>& all, const Name& name)
{
    struct Place {
        std::int64_t change;
        std::int64_t most;
        std::size_t at;
    };
    std::vector<Place> places;
    places.reserve(all.size());
    for (const Compared& each : all)
        places.push_back({-std::abs(each.change()), -std::max(each.a.bytes, each.b.bytes), places.size()});
    std::ranges::stable_sort(places, [&](const Place& a, const Place& b) {
        if (std::tie(a.change, a.most) != std::tie(b.change, b.most))
            return std::tie(a.change, a.most) < std::tie(b.change, b.most);
        return name(all[a.at]) < name(all[b.at]);
    });
    // Permutes in place, cycle by cycle, because a second table of these large elements would take longer.
    for (std::size_t i = 0; i < all.size(); ++i) {
        if (places[i].at == i)
            continue;
        Each first = std::move(all[i]);
        std::size_t to = i;
        for (std::size_t from = places[i].at; from != i; from = places[to].at) {
            all[to] = std::move(all[from]);
            places[to].at = to;
            to = from;
        }
        all[to] = std::move(first);
        places[to].at = to;
    }
}

/// The rows of a category with one role.
struct StepPart {
    RowCategory category;
    std::string role;
    RowsAtStep held;
};

/// The parts of a step: by meaning, otherwise by kind, or the parts of its figures and the remainder.
std::vector<StepPart> partsOf(const ComparedStep& of, const std::vector<LiveRow>& live)
{
    const Rows& rows = of.view->rows;
    std::vector<StepPart> parts;
    if (of.isOfFigures()) {
        std::int64_t left = of.level();
        for (const Part& part : of.figures.parts) {
            parts.push_back({{part.name, part.name}, {}, {{}, 0, part.bytes}});
            left -= part.bytes;
        }
        constexpr std::int64_t kRounding = 1000; // a message rounds its amounts
        const char* const rest = std::abs(left) < of.level() / kRounding ? "Rounding" : "Not listed";
        if (left != 0)
            parts.push_back({{rest, rest}, {}, {{}, 0, left}});
        return parts;
    }
    std::map<std::pair<std::size_t, std::size_t>, std::size_t> places; // position in `parts`, by category and role
    for (const LiveRow& row : live) {
        std::pair<std::size_t, std::size_t> key(rows.kind[row.row], 0);
        if (of.meanings)
            key = {of.meanings->category[row.row.index()], of.meanings->role[row.row.index()]};
        const auto [place, isNew] = places.try_emplace(key, parts.size());
        if (isNew)
            parts.push_back({categoryOf(of, row.row), of.meanings ? of.meanings->roleOf(row.row) : std::string(), {}});
        add(parts[place->second].held, rows, row);
    }
    return parts;
}

std::vector<ComparedCategory> categoriesOf(const std::vector<StepPart>& a, const std::vector<StepPart>& b,
                                           bool hasRoles)
{
    std::map<std::string, ComparedCategory> categories;
    std::map<std::string, std::map<std::string, ComparedCategory::Role>> roles;
    const auto add = [&](const std::vector<StepPart>& parts, RowsAtStep Compared::*side) {
        for (const StepPart& part : parts) {
            ComparedCategory& category = categories[part.category.id];
            category.category = part.category;
            append(category.*side, part.held);
            if (hasRoles)
                append(roles[part.category.id][part.role].*side, part.held);
        }
    };
    add(a, &Compared::a);
    add(b, &Compared::b);
    std::vector<ComparedCategory> result;
    for (auto& [id, category] : categories) {
        for (auto& [name, role] : roles[id]) {
            role.name = name;
            category.roles.push_back(std::move(role));
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

std::string nameOf(const ComparedGroup& group)
{
    if (group.isOfSeveralPaths)
        return "(several op names)";
    if (!group.path.empty() || !group.name.empty())
        return textOr(group.path, group.name);
    return "(" + textOr(group.opcode, group.kind) + ", no op name)";
}

std::string shapesOf(const Comparison& comparison, const ComparedGroup& group)
{
    const std::string& a = group.shape;
    if (a.empty() || group.a.rows.empty() || group.b.rows.empty())
        return a;
    Facts facts;
    comparison.b.view->rows.identifier()(group.b.rows.front(), facts);
    const std::string& b = matchedShape(facts);
    if (b.empty() || a == b)
        return a;
    const std::size_t dimensions = std::min(a.find('['), a.size());
    const bool areAlike = a.substr(dimensions) == b.substr(std::min(b.find('['), b.size()));
    return a.substr(0, areAlike ? dimensions : a.size()) + " \u2192 " + b;
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
    result.backward = backwardPassOf(view->rows);
    result.view = std::move(view);
    result.step = step;
    return result;
}

Result<Comparison> compare(ComparedStep a, ComparedStep b, const Progress& progress, MatchBy by)
{
    if (!a.meanings || !b.meanings) { // meanings and kinds cannot be compared with each other
        a.meanings.reset();
        b.meanings.reset();
    }
    std::array<Gathered, 2> gathered{{Gathered(by), Gathered(by)}};
    std::array<std::vector<StepPart>, 2> parts;
    constexpr std::size_t kWorthAThread = 2000; // rows; fewer are not worth a thread
    const bool areMany = std::min(a.view->rows.count, b.view->rows.count) >= kWorthAThread;
    if (!forEachInParallel(
            gathered.size(), progress, "Comparing",
            [&](std::size_t i) {
                ComparedStep& of = i == 0 ? a : b;
                std::vector<LiveRow> live = of.view->rows.live(of.step);
                of.freeBytes = leaveOutFree(of.view->rows, live);
                gather(of, live, i == 0 ? &Compared::a : &Compared::b, gathered[i], progress);
                parts[i] = partsOf(of, live);
            },
            areMany ? gathered.size() : 1)
        || progress.cancelled())
        return Progress::cancelledError();
    Comparison comparison;
    comparison.groups = together(gathered[0], gathered[1]);
    if (by == MatchBy::PathShapeKind && !(areOfOneProgram(*a.view, *b.view) && haveShapes(comparison.groups)))
        matchByPath(comparison.groups);
    for (ComparedGroup& group : comparison.groups)
        group.state = stateOf(group);
    sortByChange(comparison.groups,
                 [](const ComparedGroup& each) { return std::tie(each.path, each.shape, each.kind, each.opcode); });
    comparison.categories = categoriesOf(parts[0], parts[1], a.meanings != nullptr);
    comparison.figures = figuresOf(a.figures, b.figures);
    comparison.a = std::move(a);
    comparison.b = std::move(b);
    const bool areHistories = comparison.a.view->isHistory && comparison.b.view->isHistory;
    if (!areHistories) // their groups say it
        comparison.causes = causesOf(comparison);
    return comparison;
}

} // namespace tidemark
