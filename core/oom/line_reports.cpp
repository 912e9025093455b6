#include "core/oom/line_reports.h"

#include "core/oom/dense_text.h"
#include "core/oom/form_reader.h"
#include "core/text/text_cursor.h"

#include <re2/re2.h>

#include <algorithm>

namespace tidemark::oom {
namespace {

constexpr std::size_t kLongestLine = 4000; // bytes; what is said about memory is near the beginning of a line

re2::StringPiece piece(std::string_view text)
{
    return {text.data(), text.size()};
}

bool hasStatus(std::string_view line)
{
    static const re2::RE2 kStatus(R"((?:RESOURCE_EXHAUSTED|[Rr]esource ?[Ee]xhausted)\b.*(?i:memory|alloc|hbm|vram))"
                                  R"(|OUT_OF_MEMORY\b|OutOfMemory|(?:^|[:\]] ?)[Oo]ut of [Mm]emory\b)"
                                  R"(|\bE[0-9]{4}: .*(?i:memory|alloc|hbm))");
    // Source code in a traceback, comments, and warnings that say that they are no failures.
    static const re2::RE2 kOther(
        R"(^\s*(?:raise |if |elif |except|assert|return |print|#|//|def |class |import |from ))"
        R"(|is not a failure)");
    return re2::RE2::PartialMatch(piece(line), kStatus) && !re2::RE2::PartialMatch(piece(line), kOther);
}

/// The last words before an amount, at most three, without punctuation: "tried to allocate".
std::string wordsBefore(std::string_view text)
{
    static const re2::RE2 kWords(R"(((?:[A-Za-z_-]+[ =:(]+){1,3})$)");
    re2::StringPiece words;
    if (!re2::RE2::PartialMatch(piece(text), kWords, &words))
        return {};
    std::string name(words.data(), words.size());
    while (!name.empty() && !isAlphanumeric(name.back()))
        name.pop_back();
    return name;
}

} // namespace

std::optional<Report> reportOfState(const std::deque<MessageLine>& lines)
{
    const std::string_view last = lines.back().text;
    for (const Form& form : forms()) {
        const auto isInLast = [&](std::string_view phrase) { return last.find(phrase) != std::string_view::npos; };
        if (form.kind != Kind::State || std::ranges::none_of(form.begins, isInLast))
            continue;
        const std::size_t first = lines.size() - 1 - std::min(form.linesBefore, lines.size() - 1);
        Report report;
        report.line = lines[first].number;
        for (std::size_t i = first; i < lines.size(); ++i)
            report.text += (i == first ? "" : "\n") + std::string(trimmed(lines[i].text).substr(0, kLongestLine));
        if (readState(form, DenseText(report.text), report))
            return report;
    }
    return std::nullopt;
}

std::optional<Report> reportOfStatus(const MessageLine& line)
{
    const std::string_view text = trimmed(line.text).substr(0, kLongestLine);
    if (!hasStatus(text))
        return std::nullopt;
    Report report;
    report.line = line.number;
    report.kind = Kind::Unknown;
    report.text = text;
    static const re2::RE2 kAmount(R"((?:^|[ =:(])([0-9][0-9.,]* ?(?:[KMGTP]i?B?|bytes|B)\b))");
    re2::StringPiece rest = piece(text);
    re2::StringPiece written;
    while (re2::RE2::FindAndConsume(&rest, kAmount, &written)) {
        const auto begin = static_cast<std::size_t>(written.data() - text.data());
        std::string_view amountText(written.data(), written.size());
        const std::string name = wordsBefore(text.substr(0, begin));
        const auto amount = takeAmountWithUnit(amountText);
        if (name.empty() || !amount)
            continue;
        report.figures.push_back({name, amount});
        report.amounts.push_back({begin, begin + written.size()});
    }
    return report;
}

} // namespace tidemark::oom
