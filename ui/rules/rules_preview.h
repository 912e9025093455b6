#pragma once

#include "core/view/apply_rules.h"
#include "ui/session/task_runner.h"

#include <QObject>

namespace tidemark::ui {

/// What rules take of a view while they are edited, found out on another thread; the last that are asked about win.
class RulesPreview : public QObject
{
    Q_OBJECT

public:
    /// `view` knows meanings; `live` are its rows at the step that bytes are counted at.
    RulesPreview(std::shared_ptr<const View> view, std::vector<LiveRow> live, QObject* parent = nullptr);

    /// What a file of rules is read as. Errors name a rule by its number here, not by its place in a file.
    static Result<RuleSet> read(const std::vector<Rule>& rules);

    /// Asks about rules with nothing wrong; forgets what was known.
    void ask(std::vector<Rule> rules);

    /// By rule, of those asked about; none: not known.
    const std::vector<RuleUse>& uses() const { return m_uses; }
    /// The rows that a rule decides, of those at the step, the largest first.
    std::vector<LiveRow> taken(RuleId rule) const;
    /// By the built-in rules. Null: not known.
    const std::shared_ptr<const RowMeanings>& builtIn() const { return m_builtIn; }
    /// Why nothing is known; empty: it is, or will be.
    const QString& fault() const { return m_fault; }

signals:
    void changed();

private:
    struct Found {
        std::shared_ptr<const RowMeanings> builtIn;
        std::optional<RuleMatches> matches; // absent: there are no rules
    };
    static Result<Found> find(const View& view, const std::vector<Rule>& rules, const Progress& progress);
    void take(Result<Found> found);

    std::shared_ptr<const View> m_view;
    std::vector<LiveRow> m_live;
    TaskRunner m_tasks;
    std::shared_ptr<const RowMeanings> m_builtIn;
    std::optional<RuleMatches> m_matches;
    std::vector<RuleUse> m_uses;
    QString m_fault;
};

} // namespace tidemark::ui
