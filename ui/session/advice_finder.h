#pragma once

#include "core/base/text.h"
#include "core/view/explanation.h"
#include "core/view/figures.h"
#include "core/view/finding.h"
#include "core/view/view.h"
#include "ui/session/task_runner.h"

#include <QString>
#include <QTimer>

namespace tidemark::ui {

class ViewState;

QString explanationText(const Explanation& explanation, ByteUnit unit);

/// Finds in the background why the peak of the current view has its size.
class ExplanationFinder : public QObject
{
    Q_OBJECT

public:
    explicit ExplanationFinder(const ViewState* state, QObject* parent = nullptr);

    /// Called when the view, its meanings, or the capacity changes that its figures are compared with. Absent: no view
    /// is shown. Waits for the meanings if the view will have some.
    void restart(const std::optional<Figures>& shown);
    /// Absent if not known yet, or if this kind of document has no explanation.
    const std::optional<Explanation>& explanation() const { return m_explanation; }
    /// The text in the units of the window; empty if there is no explanation.
    QString text() const;

signals:
    void changed();

private:
    void set(std::optional<Explanation> explanation);

    const ViewState* m_state;
    TaskRunner m_tasks;
    std::shared_ptr<const View> m_view; // the view of m_explanation
    std::optional<Explanation> m_explanation;
};

/// Finds ways for the current program to use less memory. It starts at once if the findings are visible, else after the
/// view has not changed for a moment, because a tab shows their number. It does not notice a change of the view: the
/// caller must call restart() for another view, another capacity or other meanings.
class AdviceFinder : public QObject
{
    Q_OBJECT

public:
    enum class Stage {
        NoView,
        NotOfThisKind, // the current view has no advice
        Waiting, // not started, or being computed
        Found,
        Failed,
    };

    explicit AdviceFinder(const ViewState* state, QObject* parent = nullptr);

    void setWanted(bool isWanted);
    /// `shown` are the figures of the current view. Waits for the meanings if the view will have some.
    void restart(const std::optional<Figures>& shown);

    Stage stage() const { return m_stage; }
    /// The largest saving first; empty unless the stage is Found.
    const std::vector<Finding>& findings() const { return m_findings; }
    /// The error message of the core; empty unless the stage is Failed.
    const std::string& failure() const { return m_failure; }

    /// Returns whether there is advice for a view without rows. It is computed at once, because nothing is replayed.
    bool hasPlainFindings() const;

signals:
    void changed();

private:
    /// Starts later through the event loop, because a tab can be visible for a moment before another tab covers it.
    void find() { QTimer::singleShot(0, this, &AdviceFinder::start); }
    void start();
    void setStage(Stage stage);

    const ViewState* m_state;
    TaskRunner m_tasks;
    QTimer m_rest; // runs until the view has not changed for kRest
    std::optional<Figures> m_figures;
    bool m_isWanted = false;
    Stage m_stage = Stage::NoView;
    std::vector<Finding> m_findings;
    std::string m_failure;
    mutable std::shared_ptr<const View> m_plainView; // the view that m_isPlain is about
    mutable bool m_isPlain = false; // m_plainView has findings
};

} // namespace tidemark::ui
