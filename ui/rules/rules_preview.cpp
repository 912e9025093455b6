#include "ui/rules/rules_preview.h"

#include "core/report/rules_json.h"
#include "ui/state/grouped.h"
#include "ui/theme/text.h"

#include <algorithm>
#include <sstream>

namespace tidemark::ui {
namespace {

Error wrongRule(std::size_t rule, const std::string& fault)
{
    const QString number = grouped(static_cast<std::int64_t>(rule) + 1);
    return {ErrorKind::WrongRule, RulesPreview::tr("Rule %1: %2").arg(number, text(fault)).toStdString(), std::nullopt};
}

} // namespace

RulesPreview::RulesPreview(std::shared_ptr<const View> view, std::vector<LiveRow> live, QObject* parent)
    : QObject(parent)
    , m_view(std::move(view))
    , m_live(std::move(live))
{ }

Result<RuleSet> RulesPreview::read(const std::vector<Rule>& rules)
{
    std::ostringstream json;
    writeRules(json, rules);
    auto set = parseRules(json.str(), "rules");
    if (set)
        return set;
    // The user does not see this text, so positions in it are left out of the message.
    for (std::size_t i = 0; i < rules.size() && rules.size() <= kMostRules; ++i)
        if (const std::string fault = faultOf(rules[i], rules.size()); !fault.empty())
            return wrongRule(i, fault);
    const QString fault = text(set.error().message).section(QStringLiteral(": "), 1);
    return Error{set.error().kind, capitalised(fault).toStdString(), std::nullopt};
}

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
    const auto set = read(rules);
    if (!set)
        return set.error();
    for (std::size_t i = 0; i < rules.size(); ++i)
        if (const std::string fault = kindFault(view.rows, rules[i]); !fault.empty())
            return wrongRule(i, fault);
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
        {},
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
