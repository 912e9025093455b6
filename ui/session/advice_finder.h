#pragma once

#include "core/view/figures.h"
#include "core/view/finding.h"
#include "core/view/view.h"
#include "ui/session/task_runner.h"

#include <QTimer>

namespace tidemark::ui {

class ViewState;

/// Finds out what the program on screen could do with less memory: at once where somebody wants to see that, else when
/// the view has rested for a moment, as tabs tell how much is found. Knows nothing of views before: whoever shows
/// another, or another capacity, calls startAnew().
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

    /// Somebody sees what is found, or nobody any more.
    void setWanted(bool isWanted);
    /// `shown` are the figures of what is on screen.
    void startAnew(const std::optional<Figures>& shown);

    Stage stage() const { return m_stage; }
    /// The largest saving first; empty unless found.
    const std::vector<Finding>& findings() const { return m_findings; }
    /// In the core's words; empty unless failed.
    const std::string& failure() const { return m_failure; }

    /// What a view without rows could do with less memory is found at once, as nothing is replayed: whether there is
    /// some.
    bool hasPlainFindings() const;

signals:
    void changed();

private:
    void find();
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
