#include "core/compare/comparison_headline.h"

#include "core/base/text.h"

#include <algorithm>
#include <cstdlib>

namespace tidemark {
namespace {

constexpr std::size_t kNamedCategories = 4;
constexpr std::int64_t kLeastShare = 20; // a named change is at least 1/20 of the largest one

std::string changed(std::int64_t change, ByteUnit unit)
{
    return changeWords(change, "less", "more", unit);
}

std::string momentOf(const ComparedStep& of, const char* name)
{
    if (of.isListing())
        return std::string(name) + "'s list";
    if (of.isPeak())
        return std::string(name) + "'s peak";
    return std::string(name) + " at " + of.view->axis.cell + " " + groupedNumber(of.step.value);
}

/// "saved 3.38 GiB less, recomputed 592 MiB more": the largest of the changes, which are sorted by size. Empty if fewer
/// than `least` are worth naming.
template <class Change, class TextOf>
std::string changesText(const std::vector<Change>& changes, std::size_t least, const TextOf& textOf)
{
    std::string text;
    std::size_t named = 0;
    for (; named < std::min(kNamedCategories, changes.size()); ++named) {
        const std::int64_t change = changes[named].change();
        if (change == 0 || std::abs(change) < std::abs(changes.front().change()) / kLeastShare)
            break;
        addTo(text, ", ", textOf(changes[named]));
    }
    return named < least ? std::string() : text;
}

std::string categoriesText(const Comparison& comparison, ByteUnit unit)
{
    const auto text
        = [unit](const std::string& name, const auto& each) { return name + " " + changed(each.change(), unit); };
    // Rows of recordings have sources but no categories.
    if (comparison.a.view->isHistory && comparison.b.view->isHistory)
        return framed(": ", changesText(comparison.groups, 1, [&](const ComparedGroup& group) {
                          return text(nameOf(group), group);
                      }));
    const auto roleText = [&](const ComparedCategory::Role& role) { return text(textOr(role.name, "others"), role); };
    return framed(": ", changesText(comparison.categories, 1, [&](const ComparedCategory& category) {
                      // The roles are named if they change differently.
                      return text(category.category.inSentence(), category)
                          + framed(" (", changesText(category.roles, 2, roleText), ")");
                  }));
}

} // namespace

std::string headlineOf(const Comparison& comparison, ByteUnit unit)
{
    const ComparedStep& a = comparison.a;
    const ComparedStep& b = comparison.b;
    if (a.isRequest() || b.isRequest()) {
        const char* const request = a.isRequest() ? "A" : "B";
        return "The peaks cannot be compared: " + std::string(request) + " states only a request of "
            + bytesText(a.isRequest() ? a.peakBytes() : b.peakBytes(), unit);
    }
    const bool arePeaks = a.isPeak() && b.isPeak() && a.hasPeak() && b.hasPeak();
    const std::int64_t change = arePeaks ? b.peakBytes() - a.peakBytes() : comparison.change();
    const bool areNeeds = a.isOfNeed() && b.isOfNeed();
    std::string text = arePeaks ? "B's peak" : momentOf(b, "B");
    if (areNeeds)
        text = "B needs "
            + (change == 0 ? "the same as A, " + bytesText(b.peakBytes(), unit) : changed(change, unit) + " than A");
    else if (change == 0 && arePeaks)
        text += " is the same, " + bytesText(b.peakBytes(), unit);
    else if (change == 0)
        text += " holds the same as " + momentOf(a, "A") + ", " + bytesText(b.level(), unit);
    else if (arePeaks)
        text += " is " + changeWords(change, "lower", "higher", unit);
    else
        text += " holds " + changed(change, unit) + " than " + momentOf(a, "A");
    const auto allocated = std::ranges::find(comparison.figures, "total_bytes", &ComparedFigure::id);
    // Of the whole program, so only a comparison of peaks has it.
    if (const std::int64_t more = allocated == comparison.figures.end() ? 0 : allocated->change().value_or(0);
        more != 0 && more != change && arePeaks && a.view->axis.kind == AxisKind::Steps)
        text += " (" + changed(more, unit) + " allocated)";
    // If the peak is inside a step, the categories are those after the step. The categories of a message are those of
    // the listed buffers.
    if (const std::int64_t after = comparison.change(); after != change)
        text += (a.isListing() || b.isListing() ? "; of the listed memory" : "; after that " + b.view->axis.cell)
            + " B holds " + (after == 0 ? "the same as" : changed(after, unit) + " than") + " A";
    text += categoriesText(comparison, unit);
    for (std::size_t i = 0; i < comparison.causes.size(); ++i)
        text += (i == 0 ? "; in B " : ", and ") + withAmounts(comparison.causes[i], unit);
    return text;
}

} // namespace tidemark
