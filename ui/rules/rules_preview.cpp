#include "ui/rules/rules_preview.h"

#include "core/report/rules_json.h"
#include "ui/theme/text.h"

#include <algorithm>
#include <sstream>

namespace tidemark::ui {

RulesPreview::RulesPreview(std::shared_ptr<const View> view, std::vector<LiveRow> live, QObject* parent)
    : QObject(parent)
    , m_view(std::move(view))
    , m_live(std::move(live))
{ }

Result<RulesPreview::Found> RulesPreview::find(const View& view, const std::vector<Rule>& rules,
                                               const Progress& progress)
{
    Found found;
    auto builtIn = view.meanings(progress);
    if (!builtIn)
        return builtIn.error();
    found.builtIn = std::move(*builtIn);
    if (rules.empty())
        return found;
    std::ostringstream json;
    writeRules(json, rules);
    const auto set = parseRules(json.str(), "rules");
    if (!set)
        return set.error();
    auto matches = matchRules(view, *set, progress);
    if (!matches)
        return matches.error();
    found.matches = std::move(*matches);
    return found;
}

void RulesPreview::ask(std::vector<Rule> rules)
{
    m_matches.reset();
    m_uses.clear();
    m_fault.clear();
    m_tasks.run<Found>(
        tr("Trying the rules…"),
        [view = m_view, rules = std::move(rules)](const Progress& progress) { return find(*view, rules, progress); },
        [this](Result<Found> found) { take(std::move(found)); });
}

void RulesPreview::take(Result<Found> found)
{
    if (!found) {
        m_fault = text(found.error().message);
    } else {
        m_builtIn = std::move(found->builtIn);
        m_matches = std::move(found->matches);
        if (m_matches)
            m_uses = usesOfRules(*m_view, *m_matches, m_live);
    }
    emit changed();
}

std::vector<LiveRow> RulesPreview::taken(RuleId rule) const
{
    std::vector<LiveRow> rows;
    if (m_matches)
        std::ranges::copy_if(m_live, std::back_inserter(rows),
                             [&](const LiveRow& live) { return m_matches->rule[live.row.index()] == rule; });
    std::ranges::stable_sort(rows, std::ranges::greater(),
                             [&](const LiveRow& live) { return m_view->rows.size[live.row]; });
    return rows;
}

} // namespace tidemark::ui
