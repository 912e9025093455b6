#include "core/oom/text_marks.h"

#include "core/oom/dense_text.h"
#include "core/text/text_cursor.h"

#include <algorithm>
#include <array>

namespace tidemark::oom {
namespace {

constexpr std::size_t kLongest = std::size_t{1} << 20;

constexpr std::array<std::string_view, 13> kDocumented = {"E0100", "E0101", "E0102", "E0200", "E1000", "E1001", "E1002",
                                                          "E1200", "E2001", "E2002", "E2003", "E3000", "E3001"};

/// Returns whether an amount may start at `at`, that is, not inside a number or a name.
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

void markWord(std::string_view text, std::string_view word, MarkKind kind, std::vector<TextMark>& marks)
{
    const std::size_t at = word.empty() ? std::string_view::npos : text.find(word);
    if (at != std::string_view::npos)
        marks.push_back({{at, at + word.size()}, kind});
}

} // namespace

void markAmounts(std::string_view lines, std::size_t begin, std::vector<std::int64_t> read,
                 std::vector<TextRange>& places)
{
    if (read.empty())
        return;
    const DenseText dense{std::string(lines)};
    for (std::size_t at = 0; at < dense.text().size() && !read.empty();) {
        const std::size_t start = at;
        const auto amount = mayStart(lines, dense.sourceOf(at)) ? dense.amountAt(at, Unit::MayBeLeftOut) : std::nullopt;
        at = std::max(at, start + 1);
        const auto found = amount ? std::ranges::find(read, amount->bytes) : read.end();
        if (found == read.end())
            continue;
        read.erase(found);
        places.push_back({begin + dense.sourceOf(start), begin + dense.sourceOf(at - 1) + 1});
    }
}

std::vector<TextMark> marksOf(const Message& message)
{
    const std::string_view text = std::string_view(message.text).substr(0, kLongest);
    std::vector<TextMark> marks;
    markWord(text, message.code, MarkKind::Code, marks);
    markWord(text, message.module, MarkKind::Module, marks);
    for (const TextRange& amount : message.amounts)
        if (amount.end <= text.size())
            marks.push_back({amount, MarkKind::Amount});
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
