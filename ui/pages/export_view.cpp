#include "ui/pages/export_view.h"

#include "core/rules/attribution_rules.h"
#include "ui/theme/text.h"

namespace tidemark::ui {
namespace {

constexpr const char* kGroupBy = "group-by";

/// The word for a way on the command line; the others are their own words.
std::string wordOf(const std::string& way)
{
    if (way == Facet::kByKind)
        return "type";
    return way == "op_path" ? "op" : way;
}

/// Groups the rows by a way, or by the usual one for an empty word. Error: the view cannot be grouped this way.
Result<void> group(ViewState& state, const std::string& word)
{
    const View& view = *state.view();
    QStringList possible;
    std::optional<std::string> way;
    if (word.empty())
        way = state.groupWay();
    std::vector<GroupWay> ways;
    if (state.groups())
        ways = groupWays(view);
    for (const GroupWay& each : ways) {
        if (each.id == Facet::kByIdle)
            continue; // its groups change with the cursor
        possible << text(wordOf(each.id));
        if (wordOf(each.id) == word)
            way = each.id;
    }
    if (!way) {
        std::string fault = view.path + ": " + view.programText + " cannot be grouped by " + word + ".";
        if (!possible.isEmpty())
            fault += " Possible: " + possible.join(QStringLiteral(", ")).toStdString() + ".";
        return Error{ErrorKind::NotFound, fault, std::nullopt};
    }
    state.setGroupWay(*way);
    auto made = makeGroups(state.view(), state.meanings(), *way);
    if (!made)
        return made.error();
    state.setGroups(std::move(*made));
    return {};
}

} // namespace

ExportOption groupByOption()
{
    return {kGroupBy, "WAY",
            "group by category, type, role, op, each_op_path, source, shape or opcode; an allocation history also by "
            "stack, purpose, during (an annotation), step, age or size",
            nullptr};
}

Result<void> showIn(ViewState& state, const ExportQuestion& question, const ExportSubject& subject)
{
    const std::string groupBy = question.option(kGroupBy).value_or("");
    state.setView(subject.view);
    const auto meanings = builtInMeanings(*subject.view);
    if (!meanings)
        return meanings.error();
    if (*meanings)
        state.setMeanings(*meanings);
    if (!state.groups() && groupBy.empty())
        return {};
    return group(state, groupBy);
}

} // namespace tidemark::ui
