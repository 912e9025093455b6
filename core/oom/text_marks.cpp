#include "core/oom/text_marks.h"

#include "core/text/text_cursor.h"

#include <algorithm>
#include <array>

namespace tidemark::oom {
namespace {

constexpr std::size_t kLongest = std::size_t{1} << 20;

constexpr std::array<std::string_view, 13> kDocumented = {"E0100", "E0101", "E0102", "E0200", "E1000", "E1001", "E1002",
                                                          "E1200", "E2001", "E2002", "E2003", "E3000", "E3001"};

/// All amounts that a report holds, ascending.
std::vector<std::int64_t> readAmounts(const Report& report)
{
    std::vector<std::int64_t> amounts;
    const auto add = [&](const std::optional<Amount>& amount) {
        if (amount)
            amounts.push_back(amount->bytes);
    };
    for (const auto* const amount : {&report.needed, &report.limit, &report.exceeded, &report.requested, &report.free,
                                     &report.reserved, &report.reservable})
        add(*amount);
    for (const Figure& figure : report.figures)
        add(figure.amount);
    for (const Allocation& allocation : report.allocations) {
        add(allocation.size);
        add(allocation.unpadded);
        add(allocation.padding);
    }
    std::ranges::sort(amounts);
    return amounts;
}

/// Whether an amount may start there: not in the middle of a number, a name or a shape.
bool mayStart(std::string_view text, std::size_t at)
{
    constexpr std::string_view kInside = "._,[%@#/x";
    const bool isSigned = text[at] == '-' && at + 1 < text.size() && isDigit(text[at + 1]);
    if (!isDigit(text[at]) && !isSigned)
        return false;
    if (at == 0)
        return true;
    const char before = text[at - 1];
    return !isAlphanumeric(before) && kInside.find(before) == std::string_view::npos && (isSigned || before != '-');
}

void markAmounts(std::string_view text, const Report& report, std::vector<TextMark>& marks)
{
    constexpr std::int64_t kCount = 1000; // a smaller number without a unit may be anything
    const std::vector<std::int64_t> amounts = readAmounts(report);
    for (std::size_t at = 0; at < text.size(); ++at) {
        if (!mayStart(text, at))
            continue;
        std::string_view rest = text.substr(at);
        const auto amount = takeAmount(rest);
        if (!amount)
            continue;
        const std::string_view written = text.substr(at, text.size() - at - rest.size());
        const bool hasUnit = std::ranges::any_of(written, isLetter);
        if ((hasUnit || amount->bytes >= kCount) && std::ranges::binary_search(amounts, amount->bytes))
            marks.push_back({{at, at + written.size()}, MarkKind::Amount});
        at += std::max<std::size_t>(written.size(), 1) - 1;
    }
}

void markWord(std::string_view text, std::string_view word, MarkKind kind, std::vector<TextMark>& marks)
{
    const std::size_t at = word.empty() ? std::string_view::npos : text.find(word);
    if (at != std::string_view::npos)
        marks.push_back({{at, at + word.size()}, kind});
}

} // namespace

std::vector<TextMark> marksOf(const Report& report)
{
    const std::string_view text = std::string_view(report.text).substr(0, kLongest);
    std::vector<TextMark> marks;
    markWord(text, report.code, MarkKind::Code, marks);
    markWord(text, report.module, MarkKind::Module, marks);
    markAmounts(text, report, marks);
    std::ranges::sort(marks, {}, [](const TextMark& mark) { return mark.range.begin; });
    std::size_t end = 0;
    std::erase_if(marks, [&](const TextMark& mark) {
        const bool overlaps = mark.range.begin < end;
        end = std::max(end, mark.range.end);
        return overlaps;
    });
    return marks;
}

std::string errorPage(std::string_view code)
{
    const bool isDocumented = std::ranges::find(kDocumented, code) != kDocumented.end();
    return isDocumented ? "https://openxla.org/xla/errors/error_" + std::string(code.substr(1)) : std::string();
}

} // namespace tidemark::oom
