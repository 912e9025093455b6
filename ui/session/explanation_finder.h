#pragma once

#include "core/base/text.h"
#include "core/view/explanation.h"
#include "core/view/figures.h"
#include "core/view/view.h"
#include "ui/session/task_runner.h"

#include <QString>

namespace tidemark::ui {

class ViewState;

/// Formats an explanation with its amounts in this unit.
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

} // namespace tidemark::ui
