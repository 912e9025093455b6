#include "ui/session/explanation_finder.h"

#include "core/view/attribution_rules.h"
#include "core/view/finding.h"
#include "ui/state/view_state.h"
#include "ui/theme/text.h"

namespace tidemark::ui {

QString explanationText(const Explanation& explanation, ByteUnit unit)
{
    return ui::text(withAmounts(explanation, unit));
}

ExplanationFinder::ExplanationFinder(const ViewState* state, QObject* parent)
    : QObject(parent)
    , m_state(state)
{ }

void ExplanationFinder::restart(const std::optional<Figures>& shown)
{
    m_tasks.abandon();
    const auto view = shown ? m_state->view() : nullptr;
    const bool isOther = view != m_view;
    m_view = view;
    if (isOther)
        set(std::nullopt); // for another capacity of the same view, the old sentence stays until the new one is found
    if (!view || !view->explain || m_state->awaitsMeanings())
        return;
    m_tasks.run<Explanation>(
        {},
        [view, meanings = m_state->meanings(), figures = *shown](const Progress& progress) {
            return viewWith(meanings, view)->explain(figures, progress);
        },
        [this](const Result<Explanation>& found) { set(found ? std::optional(*found) : std::nullopt); });
}

QString ExplanationFinder::text() const
{
    return m_explanation ? explanationText(*m_explanation, m_state->units().unit()) : QString();
}

void ExplanationFinder::set(std::optional<Explanation> explanation)
{
    m_explanation = std::move(explanation);
    emit changed();
}

} // namespace tidemark::ui
