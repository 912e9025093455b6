#include "ui/session/advice_finder.h"

#include "ui/state/view_state.h"

#include <QTimer>

namespace tidemark::ui {

AdviceFinder::AdviceFinder(const ViewState* state, QObject* parent)
    : QObject(parent)
    , m_state(state)
{ }

void AdviceFinder::setWanted(bool isWanted)
{
    m_isWanted = isWanted;
    find();
}

void AdviceFinder::startAnew(const std::optional<Figures>& shown)
{
    m_tasks.abandon();
    m_findings.clear();
    m_failure.clear();
    m_figures = shown;
    setProgress(m_state->isEmpty() || !shown    ? Progress::NoView
                    : m_state->view()->findings ? Progress::Waiting
                                                : Progress::NotOfThisKind);
    find();
}

/// Later: a tab is seen for a moment while it gets its place behind another.
void AdviceFinder::find()
{
    QTimer::singleShot(0, this, &AdviceFinder::start);
}

void AdviceFinder::start()
{
    if (!m_isWanted || m_progress != Progress::Waiting || m_tasks.isBusy())
        return;
    m_tasks.run<std::vector<Finding>>(
        tr("Replaying the program with changes…"),
        [view = m_state->view(), figures = *m_figures](const tidemark::Progress& progress) {
            return view->findings(figures, progress);
        },
        [this](const Result<std::vector<Finding>>& found) {
            if (found)
                m_findings = *found;
            else
                m_failure = found.error().message;
            setProgress(found ? Progress::Found : Progress::Failed);
        });
}

void AdviceFinder::setProgress(Progress progress)
{
    m_progress = progress;
    emit changed();
}

bool hasPlainFindings(const View& view)
{
    if (view.rows.count > 0 || !view.findings)
        return false;
    const auto found = view.findings(view.figures(nullptr), {});
    return found && !found->empty();
}

} // namespace tidemark::ui
