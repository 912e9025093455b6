#pragma once

#include "core/base/text.h"
#include "core/view/explanation.h"
#include "core/view/figures.h"
#include "ui/session/task_runner.h"

#include <QString>

namespace tidemark::ui {

class ViewState;

/// The text of an explanation with its amounts in this unit.
QString explanationText(const Explanation& explanation, ByteUnit unit);

/// Finds out in the background why the peak of the view on screen is what it is.
class ExplanationFinder : public QObject
{
    Q_OBJECT

public:
    explicit ExplanationFinder(const ViewState* state, QObject* parent = nullptr);

    /// The view, or the capacity that its figures are compared with, is another one. Absent: nothing is shown.
    void restart(const std::optional<Figures>& shown);
    /// Absent: not known yet, or the kind has no explanation.
    const std::optional<Explanation>& explanation() const { return m_explanation; }
    /// In the units of the window; empty where there is none.
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
