#pragma once

#include "core/view/apply_rules.h"
#include "ui/session/task_runner.h"

#include <QObject>

namespace tidemark::ui {

/// Finds the memory of a view that rules take while they are edited. The work runs on another thread, and a newer
/// request replaces an older one.
class RulesPreview : public QObject
{
    Q_OBJECT

public:
    /// `view` must know meanings. `live` are its live rows at the step where bytes are counted.
    RulesPreview(std::shared_ptr<const View> view, std::vector<LiveRow> live, QObject* parent = nullptr);

    /// Reads the rules as a rules file is read. Errors name a rule by its number here, not by its place in a file.
    static Result<RuleSet> read(const std::vector<Rule>& rules);

    /// Starts a request for rules without faults. Discards the previous results.
    void ask(std::vector<Rule> rules);

    /// One entry for each rule of the last request; empty if not known.
    const std::vector<RuleUse>& uses() const { return m_uses; }
    /// The live rows that a rule decides, the largest first.
    std::vector<LiveRow> taken(RuleId rule) const;
    /// The meanings by the built-in rules; null if not known.
    const std::shared_ptr<const RowMeanings>& builtIn() const { return m_builtIn; }
    /// Why the request failed; empty if it did not.
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
