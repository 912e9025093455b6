#include "core/view/check.h"

#include "core/base/text.h"

#include <algorithm>

namespace tidemark {

std::string_view verdictName(Verdict verdict)
{
    switch (verdict) {
    case Verdict::Ok:
        return "ok";
    case Verdict::Fails:
        return "fails";
    case Verdict::Note:
        break;
    }
    return "note";
}

Check equality(std::string name, std::string left, std::int64_t leftBytes, std::string right, std::int64_t rightBytes,
               std::string fault)
{
    if (fault.empty())
        fault = "The " + left + " and the " + right + " differ.";
    return judged({std::move(name), std::move(left), leftBytes, std::move(right), rightBytes}, leftBytes == rightBytes,
                  std::move(fault));
}

Check judged(Check check, bool isOk, std::string fault)
{
    if (!isOk) {
        check.verdict = Verdict::Fails;
        check.text = std::move(fault);
    }
    return check;
}

void entitle(std::vector<Check>& checks, std::span<const CheckTitle> titles)
{
    for (Check& check : checks)
        if (const auto found = std::ranges::find(titles, check.name, &CheckTitle::name);
            found != titles.end() && check.title.empty())
            check.title = found->text;
}

void CheckCounts::add(const Check& check)
{
    if (check.verdict == Verdict::Note)
        ++notes;
    else
        ++(check.verdict == Verdict::Ok ? passed : failed);
}

std::string CheckCounts::text() const
{
    return counted(passed, "check") + " passed, " + std::to_string(failed) + " failed, " + counted(notes, "note");
}

CheckCounts countChecks(const std::vector<Check>& checks)
{
    CheckCounts counts;
    for (const Check& check : checks)
        counts.add(check);
    return counts;
}

bool isDifferenceHidden(const Check& check, const std::function<std::string(std::int64_t)>& bytesText)
{
    return check.leftBytes && check.rightBytes && *check.leftBytes != *check.rightBytes
        && bytesText(*check.leftBytes) == bytesText(*check.rightBytes);
}

std::string sidesText(const Check& check, const std::function<std::string(std::int64_t)>& bytesText)
{
    std::string sentence;
    const auto add = [&](const char* between, const std::string& words) {
        sentence += (sentence.empty() || words.empty() ? "" : between) + words;
    };
    const bool isHidden = check.verdict != Verdict::Ok && isDifferenceHidden(check, bytesText);
    const auto exactly = [](std::int64_t bytes) { return groupedNumber(bytes) + " B"; };
    const auto addSide = [&](const std::string& words, const std::optional<std::int64_t>& bytes) {
        add(", ", words);
        if (bytes)
            add(words.empty() ? ", " : " ", isHidden ? exactly(*bytes) : bytesText(*bytes));
    };
    addSide(check.left, check.leftBytes);
    addSide(check.right, check.rightBytes);
    add(". ", check.text);
    return sentence;
}

} // namespace tidemark
