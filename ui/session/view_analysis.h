#pragma once

#include "core/view/attribution_rules.h"
#include "ui/session/task_runner.h"

namespace tidemark::ui {

class ViewState;

/// What is found out of the view on screen, behind it: what its bytes are by the rules in force, then what uses them,
/// and whether its figures agree. The first two go to the ViewState.
class ViewAnalysis : public QObject
{
    Q_OBJECT

public:
    explicit ViewAnalysis(ViewState* state, QObject* parent = nullptr);

    /// Finds out anew what the bytes on screen are: by the built-in rules, or a user's before them. The state keeps
    /// them.
    void setRules(AttributionRules rules);
    /// Both sides of each; none before they are known.
    const std::vector<Check>& checks() const { return m_checks; }

    /// REQUIRES: a view in the state
    void find();
    /// Another view comes first: what is not known yet stays so until goOn().
    void abandon();
    /// Finds out what is not known yet of the view on screen, if there is one.
    void goOn();
    /// Nothing is known: another view is on its way to the screen, or none.
    void forget();

signals:
    void rulesChanged();
    void checksChanged();
    /// About "meanings" or "uses", which could not be found out: a sentence, and the core's message. No sentence: that
    /// is over.
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

} // namespace tidemark::ui
