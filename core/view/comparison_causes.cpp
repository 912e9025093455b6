#include "core/view/comparison_causes.h"

#include "core/base/text.h"
#include "core/view/argument_shapes.h"
#include "core/view/known_array.h"

#include <algorithm>
#include <cstdlib>
#include <map>
#include <optional>

namespace tidemark {
namespace {

constexpr std::size_t kMostCauses = 3;
constexpr std::int64_t kLeastOfChange = 10; // a cause changes at least 1/10 of what the largest one does

/// A change of the program, in words about B, and its bytes.
struct Cause {
    std::int64_t bytes = 0; // signed
    std::string text;
};

std::string takes(std::size_t count, std::int64_t change, ByteUnit unit)
{
    return std::string(count == 1 ? " takes " : " take ") + bytesText(std::abs(change), unit)
        + (change < 0 ? " less" : " more");
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

/// The shape that all rows have, or an empty text.
std::string commonShape(const Rows& rows, const std::vector<RowId>& of)
{
    std::string shape;
    Facts facts;
    for (const RowId row : of) {
        const auto& identify = rows.identify ? rows.identify : rows.describe;
        identify(row, facts);
        if (!shape.empty() && shape != matchedShape(facts))
            return {};
        shape = matchedShape(facts);
    }
    return shape;
}

/// The causes by arrays that are the same but for their type or for one dimension. Arguments are in words elsewhere.
void addShapes(const Comparison& comparison, ByteUnit unit, std::vector<Cause>& causes)
{
    struct Same {
        std::size_t count = 0;
        std::int64_t bytes = 0;
        bool areActivations = true;
    };
    std::map<std::string, Same> differences;
    for (const ComparedGroup& group : comparison.groups) {
        if (group.change() == 0 || group.a.rows.empty() || group.b.rows.empty() || group.kind == RowKind::kParameter)
            continue;
        const std::string difference = differenceOf(commonShape(comparison.a.view->rows, group.a.rows),
                                                    commonShape(comparison.b.view->rows, group.b.rows));
        if (difference.empty())
            continue;
        Same& same = differences[difference];
        same.count += group.b.rows.size();
        same.bytes += group.change();
        same.areActivations = same.areActivations && group.category.id == "activations";
    }
    for (const auto& [difference, same] : differences) {
        std::string words = difference;
        if (same.count == 1)
            words.replace(0, words.find(' '), words.starts_with("are") ? "is" : "has");
        const std::string what = same.areActivations ? "activation" : "array";
        causes.push_back({same.bytes, counted(same.count, what) + " " + words + " and" + takes(same.count, same.bytes, unit)});
    }
}

/// The cause by arguments of other shapes.
void addArguments(const Comparison& comparison, std::vector<Cause>& causes)
{
    const std::string text = shapeDifference(argumentShapes(*comparison.b.view), argumentShapes(*comparison.a.view));
    if (text.empty())
        return;
    std::int64_t change = 0;
    for (const ComparedGroup& group : comparison.groups)
        if (group.kind == RowKind::kParameter)
            change += group.change();
    causes.push_back({change, text});
}

void addDonation(const Comparison& comparison, ByteUnit unit, std::vector<Cause>& causes)
{
    const auto donated = std::ranges::find(comparison.figures, "aliased_bytes", &ComparedFigure::id);
    if (donated == comparison.figures.end() || donated->change().value_or(0) == 0)
        return;
    const std::int64_t change = *donated->change();
    std::string text = bytesText(std::abs(change), unit) + (change < 0 ? " less" : " more") + " is donated";
    if (*donated->b == 0)
        text = "nothing is donated, in A " + bytesText(*donated->a, unit);
    if (*donated->a == 0)
        text = bytesText(*donated->b, unit) + " is donated, in A nothing";
    causes.push_back({-change, std::move(text)});
}

/// Whether the program recomputes values of the forward pass. Source: JAX names them rematted_computation, and XLA
/// names the instructions that its own rematerialization copies "dot.5.remat".
bool isRematerialized(const Rows& rows)
{
    Facts facts;
    const auto& identify = rows.identify ? rows.identify : rows.describe;
    for (std::size_t i = 0; i < rows.count; ++i) {
        const RowId row = RowId::at(i);
        identify(row, facts);
        if (facts.opName.find("rematted_computation") != std::string::npos
            || rows.name(row).find(".remat") != std::string::npos)
            return true;
    }
    return false;
}

/// The bytes by which the activations of the forward pass that wait for the backward pass change, with their copies.
std::int64_t changeOfSaved(const Comparison& comparison)
{
    std::int64_t change = 0;
    for (const ComparedCategory& category : comparison.categories)
        if (category.category.id == "activations")
            change = category.change();
    return change;
}

void addRematerialization(const Comparison& comparison, std::vector<Cause>& causes)
{
    const bool before = isRematerialized(comparison.a.view->rows);
    const bool after = isRematerialized(comparison.b.view->rows);
    if (before != after)
        causes.push_back({changeOfSaved(comparison),
                          after ? "activations are recomputed in the backward pass, in A they are not"
                                : "activations are not recomputed in the backward pass, in A they are"});
}

/// The operation that holds most buffers more or less, where no other change explains it.
void addOperation(const Comparison& comparison, ByteUnit unit, std::vector<Cause>& causes)
{
    const ComparedGroup* most = nullptr;
    for (const ComparedGroup& group : comparison.groups)
        if (!group.path.empty() && group.kind != RowKind::kParameter && group.a.rows.size() != group.b.rows.size()
            && (!most || std::abs(group.change()) > std::abs(most->change())))
            most = &group;
    if (!most || most->change() == 0)
        return;
    const bool isMore = most->b.rows.size() > most->a.rows.size();
    const std::size_t count = isMore ? most->b.rows.size() - most->a.rows.size() : most->a.rows.size() - most->b.rows.size();
    if (isMore != (most->change() > 0))
        return;
    causes.push_back({most->change(), most->path + " holds " + counted(count, isMore ? "more buffer" : "fewer buffer")
                                          + ", " + bytesText(std::abs(most->change()), unit)});
}

} // namespace

std::vector<std::string> causesOf(const Comparison& comparison, ByteUnit unit)
{
    const View& a = *comparison.a.view;
    const View& b = *comparison.b.view;
    if (comparison.a.isListing() || comparison.b.isListing() || &a == &b || a.rows.count == 0 || b.rows.count == 0)
        return {};
    std::vector<Cause> causes;
    addArguments(comparison, causes);
    addShapes(comparison, unit, causes);
    addDonation(comparison, unit, causes);
    addRematerialization(comparison, causes);
    if (causes.empty())
        addOperation(comparison, unit, causes);
    const auto magnitude = [](const Cause& cause) { return std::abs(cause.bytes); };
    std::ranges::stable_sort(causes, std::greater(), magnitude);
    std::vector<std::string> result;
    for (Cause& cause : causes)
        if (result.size() < kMostCauses && magnitude(cause) >= magnitude(causes.front()) / kLeastOfChange)
            result.push_back(std::move(cause.text));
    return result;
}

} // namespace tidemark
