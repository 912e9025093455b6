#include "ui/session/view_analysis.h"

#include "core/compare/attributed_level.h"
#include "ui/state/view_state.h"

namespace tidemark::ui {
namespace {

// The subjects of notices.
constexpr QLatin1String kMeanings("meanings");
constexpr QLatin1String kUses("uses");

/// Reads a first group, because that may look at all rows. Later callers then find the result cached.
void readGroups(const View& view)
{
    if (view.rows.count > 0)
        for (const Grouping& grouping : view.rows.groupings)
            grouping.groupOf(RowId(0));
}

} // namespace

ViewAnalysis::ViewAnalysis(ViewState* state, QObject* parent)
    : QObject(parent)
    , m_state(state)
{ }

void ViewAnalysis::setRules(AttributionRules rules)
{
    m_state->setRules(std::move(rules));
    m_areStale = true;
    emit rulesChanged();
    if (m_state->view())
        find();
}

void ViewAnalysis::find()
{
    const std::shared_ptr<const View> view = m_state->view();
    if (!view->meanings) {
        findUses();
        findChecks();
        return;
    }
    m_tasks.run<FoundMeanings>(
        {},
        [view, rules = m_state->rules()](const Progress& progress) {
            auto found = meaningsOrBuiltIn(*view, rules, progress);
            if (found)
                readGroups(*view); // before pages group the rows by category and by another way
            return found;
        },
        [this](const Result<FoundMeanings>& found) {
            m_areStale = false;
            if (found)
                m_state->setMeanings(found->meanings);
            if (!found)
                emit noticed(kMeanings, tr("The categories could not be computed."), found.error().message);
            else if (found->fault)
                emit noticed(kMeanings, tr("Your custom rules are not applied."), found->fault->message);
            else
                emit noticed(kMeanings, {}, {});
            findUses();
            findChecks();
        });
}

void ViewAnalysis::findUses()
{
    const std::shared_ptr<const View> view = m_state->view();
    if (!view->uses || m_state->uses()) {
        m_tasks.abandon();
        return;
    }
    m_tasks.run<std::shared_ptr<const RowUses>>(
        {}, [view](const Progress& progress) { return view->uses(progress); },
        [this](const auto& uses) {
            if (uses) {
                m_state->setUses(*uses);
                emit noticed(kUses, {}, {});
            } else {
                emit noticed(kUses, tr("The uses of the memory could not be computed."), uses.error().message);
            }
        });
}

void ViewAnalysis::findChecks()
{
    if (!m_checks.empty())
        return; // the checks do not depend on the rules
    m_checkTasks.run<std::vector<Check>>(
        {},
        [view = m_state->view()](const Progress& progress) {
            readGroups(*view);
            return allChecks(*view, progress);
        },
        [this](const auto& checks) {
            if (checks)
                setChecks(*checks);
        });
}

void ViewAnalysis::setChecks(std::vector<Check> checks)
{
    m_checks = std::move(checks);
    emit checksChanged();
}

void ViewAnalysis::goOn()
{
    if (m_state->isEmpty())
        return;
    if (m_state->meanings() && !m_areStale)
        findUses();
    else
        find();
}

void ViewAnalysis::forget()
{
    m_tasks.abandon();
    m_checkTasks.abandon();
    m_areStale = false;
    setChecks({});
    for (const QLatin1String subject : {kMeanings, kUses})
        emit noticed(subject, {}, {}); // these notices were about the previous view
}

GroupMaker::GroupMaker(ViewState* state, QObject* parent)
    : QObject(parent)
    , m_state(state)
{
    state->onChange(Aspect::View | Aspect::Meanings | Aspect::Uses | Aspect::GroupWay, this, &GroupMaker::make);
}

void GroupMaker::make()
{
    m_tasks.abandon();
    emit noticed({});
    if (!m_state->groups() || m_state->areGroupsReady())
        return;
    const std::string way = m_state->groupWay();
    if (way == Facet::kByIdle && !m_state->uses())
        return;
    if (m_state->awaitsMeanings() && (way == Facet::kByCategory || way == Facet::kByRole))
        return;
    m_tasks.run<std::shared_ptr<const RowGroups>>(
        {},
        [view = m_state->view(), meanings = m_state->meanings(), uses = m_state->uses(), known = m_ranks[way],
         way](const Progress& progress) {
            return way == Facet::kByIdle ? groupsByIdle(view, *uses, progress)
                                         : makeGroups(view, meanings, way, progress, known);
        },
        [this](const auto& groups) {
            if (groups) {
                for (const GroupLook& look : (*groups)->looks)
                    if (look.rank)
                        m_ranks[(*groups)->way].try_emplace(look.facet->group, *look.rank);
                m_state->setGroups(*groups);
            } else {
                emit noticed(
                    tr("The buffers could not be grouped. %1").arg(QString::fromStdString(groups.error().message)));
            }
        });
}

} // namespace tidemark::ui
