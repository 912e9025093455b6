#include "core/compare/comparison_causes.h"

#include "core/base/text.h"
#include "core/compare/argument_shapes.h"
#include "core/groups/known_array.h"

#include <algorithm>
#include <cstdlib>
#include <map>
#include <optional>

namespace tidemark {
namespace {

constexpr std::size_t kMostCauses = 3;
constexpr std::int64_t kLeastOfChange = 10; // a cause changes at least 1/10 of the bytes of the largest one

/// A change of the program, in words about B, and its bytes.
struct Cause {
    std::int64_t bytes = 0; // signed
    AmountText text;
    bool isOfArguments = false; // from which others follow, so that it is named however small
};

/// "%1 more", or less.
std::string changeText(std::int64_t change, AmountText& text)
{
    return text.addAmount(std::abs(change)) + (change < 0 ? " less" : " more");
}

/// How the shape of B differs from that of A, in words: "are f32 instead of bf16", "have 32 instead of 16 in a
/// dimension". Empty if it does not, or in another way.
std::string differenceOf(const std::string& a, const std::string& b)
{
    const std::vector<std::int64_t> before = dimensionsOf(a);
    const std::vector<std::int64_t> after = dimensionsOf(b);
    if (before.size() != after.size() || after.empty())
        return {};
    const std::string typeBefore = a.substr(0, a.find('['));
    const std::string typeAfter = b.substr(0, b.find('['));
    if (before == after)
        return typeBefore == typeAfter ? std::string() : "are " + typeAfter + " instead of " + typeBefore;
    std::string text;
    for (std::size_t i = 0; i < after.size(); ++i) {
        if (before[i] == after[i])
            continue;
        if (!text.empty() || typeBefore != typeAfter)
            return {};
        text = "have " + groupedNumber(after[i]) + " instead of " + groupedNumber(before[i]) + " in a dimension";
    }
    return text;
}

/// The shape of the largest row. REQUIRES: rows
std::string largestShape(const Rows& rows, const std::vector<RowId>& of)
{
    const auto& identify = rows.identifier();
    Facts facts;
    identify(*std::ranges::max_element(of, {}, [&](RowId row) { return rows.size[row]; }), facts);
    return matchedShape(facts);
}

/// Arrays whose shapes differ in the same way.
struct AlikeArrays {
    std::size_t count = 0; // in B
    std::int64_t bytes = 0; // the change
    bool areActivations = true;
};

/// Finds the arrays that are the same but for their type or for one dimension, by how they differ.
class ArrayDifferences
{
public:
    explicit ArrayDifferences(const Comparison& comparison)
        : m_comparison(comparison)
    {
        std::vector<const ComparedGroup*> onlyA;
        for (const ComparedGroup& group : comparison.groups)
            if (isNameless(group) && group.state == ChangeState::OnlyA && onlyA.size() < kMostNameless)
                onlyA.push_back(&group);
        for (const ComparedGroup& group : comparison.groups) {
            if (group.kind == RowKind::kParameter || group.b.rows.empty())
                continue;
            if (!group.a.rows.empty())
                add(group, group);
            else if (isNameless(group))
                addNameless(group, onlyA);
        }
    }

    const std::map<std::string, AlikeArrays>& byDifference() const { return m_byDifference; }

private:
    static constexpr std::size_t kMostNameless = 50; // the largest changes; each is compared with each

    /// Copies have no op name. They correspond to copies of the same opcode whose shape differs in one way.
    static bool isNameless(const ComparedGroup& group) { return group.path.empty() && !group.isOfSeveralPaths; }

    bool add(const ComparedGroup& a, const ComparedGroup& b)
    {
        const std::string difference = differenceOf(largestShape(m_comparison.a.view->rows, a.a.rows),
                                                    largestShape(m_comparison.b.view->rows, b.b.rows));
        if (difference.empty())
            return false;
        AlikeArrays& alike = m_byDifference[difference];
        alike.count += b.b.count;
        alike.bytes += b.b.bytes - a.a.bytes;
        alike.areActivations = alike.areActivations && b.category.id == "activations";
        return true;
    }
    void addNameless(const ComparedGroup& b, std::vector<const ComparedGroup*>& onlyA)
    {
        const auto found = std::ranges::find_if(onlyA, [&](const ComparedGroup* a) {
            return a->opcode == b.opcode && a->kind == b.kind && a->category.id == b.category.id && add(*a, b);
        });
        if (found != onlyA.end())
            onlyA.erase(found);
    }

    const Comparison& m_comparison;
    std::map<std::string, AlikeArrays> m_byDifference;
};

/// The causes by arrays that are the same but for their type or for one dimension. Arguments are in words elsewhere.
void addShapes(const Comparison& comparison, std::vector<Cause>& causes)
{
    const ArrayDifferences differences(comparison);
    for (const auto& [difference, same] : differences.byDifference()) {
        std::string words = difference;
        if (same.count == 1)
            words.replace(0, words.find(' '), words.starts_with("are") ? "is" : "has");
        const std::string what = same.areActivations ? "activation" : "array";
        AmountText text;
        text.text = counted(same.count, what) + " " + words + worded(same.count, " and takes ", " and take ")
            + changeText(same.bytes, text);
        causes.push_back({same.bytes, std::move(text)});
    }
}

/// The cause by arguments of other shapes.
void addArguments(const Comparison& comparison, std::vector<Cause>& causes)
{
    AmountText text = shapeDifference(argumentShapes(*comparison.b.view), argumentShapes(*comparison.a.view));
    if (text.empty())
        return;
    std::int64_t change = 0;
    for (const ComparedGroup& group : comparison.groups)
        if (group.kind == RowKind::kParameter)
            change += group.change();
    causes.push_back({change, std::move(text), true});
}

void addDonation(const Comparison& comparison, std::vector<Cause>& causes)
{
    const auto donated = std::ranges::find(comparison.figures, "aliased_bytes", &ComparedFigure::id);
    if (donated == comparison.figures.end() || donated->change().value_or(0) == 0)
        return;
    const std::int64_t change = *donated->change();
    const bool isOnlyInOne = *donated->a == 0 || *donated->b == 0;
    if (!isOnlyInOne && !causes.empty()) // arguments of other shapes, so other amounts are donated
        return;
    AmountText text;
    if (*donated->b == 0)
        text.text = "nothing is donated, in A " + text.addAmount(*donated->a);
    else if (*donated->a == 0)
        text.text = text.addAmount(*donated->b) + " is donated, in A nothing";
    else
        text.text = changeText(change, text) + " is donated";
    causes.push_back({-change, std::move(text)});
}

/// The change of the bytes of all activations.
std::int64_t changeOfActivations(const Comparison& comparison)
{
    std::int64_t change = 0;
    for (const ComparedCategory& category : comparison.categories)
        if (category.category.id == "activations")
            change = category.change();
    return change;
}

void addRematerialization(const Comparison& comparison, std::vector<Cause>& causes)
{
    const BackwardPass& before = comparison.a.backward;
    const BackwardPass& after = comparison.b.backward;
    if (before.exists && after.exists && before.recomputes != after.recomputes)
        causes.push_back({changeOfActivations(comparison),
                          {after.recomputes ? "activations are recomputed in the backward pass, in A they are not"
                                            : "activations are not recomputed in the backward pass, in A they are",
                           {}}});
}

/// The rows of one step in which loops stack the values of their iterations.
RowsAtStep stacksOf(const Comparison& comparison, const ComparedStep& step, RowsAtStep Compared::*side)
{
    RowsAtStep stacks;
    if (!step.meanings || !step.meanings->stackedBy)
        return stacks;
    for (const ComparedGroup& group : comparison.groups)
        for (const RowId row : (group.*side).rows)
            if (!step.meanings->stackedBy(row).empty()) {
                stacks.rows.push_back(row);
                stacks.bytes += step.view->rows.size[row];
            }
    return stacks;
}

void addStacks(const Comparison& comparison, std::vector<Cause>& causes)
{
    const RowsAtStep before = stacksOf(comparison, comparison.a, &Compared::a);
    const RowsAtStep after = stacksOf(comparison, comparison.b, &Compared::b);
    const std::int64_t change = after.bytes - before.bytes;
    if (change == 0)
        return;
    AmountText text;
    if (before.rows.empty())
        text.text = counted(after.rows.size(), "stack of loop iterations holds ", "stacks of loop iterations hold ")
            + text.addAmount(after.bytes) + ", in A there are none";
    else if (after.rows.empty())
        text.text = "there are no stacks of loop iterations, in A " + text.addAmount(before.bytes);
    else
        text.text = "stacks of loop iterations hold " + changeText(change, text);
    causes.push_back({change, std::move(text)});
}

/// The operation that holds most buffers more or less, where no other change explains it.
void addOperation(const Comparison& comparison, std::vector<Cause>& causes)
{
    const ComparedGroup* most = nullptr;
    for (const ComparedGroup& group : comparison.groups)
        if (!group.path.empty() && group.kind != RowKind::kParameter && group.a.count != group.b.count
            && (group.change() > 0) == (comparison.change() > 0)
            && (!most || std::abs(group.change()) > std::abs(most->change())))
            most = &group;
    if (!most || most->change() == 0)
        return;
    const auto [fewer, more] = std::minmax(most->a.count, most->b.count);
    const bool isMore = most->b.count > most->a.count;
    if (isMore != (most->change() > 0))
        return;
    AmountText text;
    text.text = plainWords(most->path) + " holds " + counted(more - fewer, isMore ? "more buffer" : "fewer buffer")
        + ", " + text.addAmount(std::abs(most->change()));
    causes.push_back({most->change(), std::move(text)});
}

} // namespace

/// Source: JAX names the backward pass of jax.checkpoint "checkpoint" and the values that it recomputes
/// "rematted_computation", and XLA names the instructions that its own rematerialization copies "dot.5.remat".
BackwardPass backwardPassOf(const Rows& rows)
{
    BackwardPass pass;
    Facts facts;
    const auto& identify = rows.identifier();
    for (std::size_t i = 0; i < rows.count && !pass.recomputes; ++i) {
        const RowId row = RowId::at(i);
        identify(row, facts);
        const bool isBackward = facts.opName.find("transpose(") != std::string::npos;
        pass.recomputes = facts.opName.find("rematted_computation") != std::string::npos
            || (isBackward && facts.opName.find("/checkpoint/") != std::string::npos)
            || rows.name(row).find(".remat") != std::string::npos;
        pass.exists = pass.exists || isBackward || pass.recomputes;
    }
    return pass;
}

std::vector<AmountText> causesOf(const Comparison& comparison)
{
    const View& a = *comparison.a.view;
    const View& b = *comparison.b.view;
    if (comparison.a.isListing() || comparison.b.isListing() || &a == &b || a.rows.count == 0 || b.rows.count == 0)
        return {};
    std::vector<Cause> causes;
    addArguments(comparison, causes);
    addDonation(comparison, causes);
    addShapes(comparison, causes);
    addRematerialization(comparison, causes);
    addStacks(comparison, causes);
    if (causes.empty())
        addOperation(comparison, causes);
    const auto magnitude = [](const Cause& cause) { return std::abs(cause.bytes); };
    std::ranges::stable_sort(causes, std::greater(), magnitude);
    std::vector<AmountText> result;
    for (Cause& cause : causes)
        if (result.size() < kMostCauses
            && (cause.isOfArguments || magnitude(cause) >= magnitude(causes.front()) / kLeastOfChange))
            result.push_back(std::move(cause.text));
    return result;
}

} // namespace tidemark
