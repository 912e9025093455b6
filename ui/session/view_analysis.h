#pragma once

#include "core/rules/attribution_rules.h"
#include "ui/session/task_runner.h"
#include "ui/state/row_groups.h"

namespace tidemark::ui {

class ViewState;

/// Analyses the current view in the background: first the categories of its bytes by the rules in force, then the uses
/// of its rows, and whether its figures agree. The ViewState gets the categories and the uses.
class ViewAnalysis : public QObject
{
    Q_OBJECT

public:
    explicit ViewAnalysis(ViewState* state, QObject* parent = nullptr);

    /// Finds the categories of the current view again: by the user's rules and then the built-in rules. The state keeps
    /// the rules.
    void setRules(AttributionRules rules);
    /// Each check has both sides of its relation. Empty until known.
    const std::vector<Check>& checks() const { return m_checks; }

    /// REQUIRES: a view in the state
    void find();
    /// Stops the work because another view is loaded first. The missing results stay missing until goOn().
    void abandon() { m_tasks.abandon(); }
    /// Computes the missing results of the current view, if there is a view.
    void goOn();
    /// Discards all results, because another view, or none, will be shown.
    void forget();

signals:
    void rulesChanged();
    void checksChanged();
    /// A notice about `subject` "meanings" or "uses" that could not be computed: a sentence in `what`, and the core's
    /// message in `why`. An empty `what` ends the notice.
    void noticed(const QString& subject, const QString& what, const std::string& why);

private:
    void findUses();
    void findChecks();
    void setChecks(std::vector<Check> checks);

    ViewState* m_state;
    TaskRunner m_tasks; // computes the meanings, then the uses
    TaskRunner m_checkTasks; // runs at the same time as the uses
    bool m_areStale = false; // the meanings of the view are from other rules
    std::vector<Check> m_checks;
};

/// Groups the rows of the view by the way in use, in the background. Until the groups are ready, ViewState::groups()
/// are the types.
class GroupMaker : public QObject
{
    Q_OBJECT

public:
    explicit GroupMaker(ViewState* state, QObject* parent = nullptr);

signals:
    /// Why the rows are not grouped; empty if nothing is wrong.
    void noticed(const QString& text);

private:
    void make();

    ViewState* m_state;
    std::map<std::string, GroupRanks> m_ranks; // by way: a group has the same colour in every program
    TaskRunner m_tasks;
};

} // namespace tidemark::ui
