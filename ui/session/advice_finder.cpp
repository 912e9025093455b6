#include "ui/session/advice_finder.h"

#include "core/rules/attribution_rules.h"
#include "ui/state/view_state.h"
#include "ui/theme/text.h"

#include <chrono>

namespace tidemark::ui {
namespace {

constexpr std::chrono::milliseconds kRest{700}; // longer than a user who steps through programs looks at each

} // namespace

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

AdviceFinder::AdviceFinder(const ViewState* state, QObject* parent)
    : QObject(parent)
    , m_state(state)
{
    m_rest.setSingleShot(true);
    m_rest.setInterval(kRest);
    connect(&m_rest, &QTimer::timeout, this, &AdviceFinder::start);
}

void AdviceFinder::setWanted(bool isWanted)
{
    m_isWanted = isWanted;
    find();
}

void AdviceFinder::restart(const std::optional<Figures>& shown)
{
    m_tasks.abandon();
    m_findings.clear();
    m_failure.clear();
    m_figures = shown;
    if (m_state->isEmpty() || !shown)
        setStage(Stage::NoView);
    else
        setStage(m_state->view()->findings ? Stage::Waiting : Stage::NotOfThisKind);
    m_rest.start();
    find();
}

void AdviceFinder::start()
{
    if ((!m_isWanted && m_rest.isActive()) || m_stage != Stage::Waiting || m_tasks.isBusy()
        || m_state->awaitsMeanings())
        return;
    m_tasks.run<std::vector<Finding>>(
        {},
        [view = m_state->view(), meanings = m_state->meanings(), figures = *m_figures](const Progress& progress) {
            return viewWith(meanings, view)->findings(figures, progress);
        },
        [this](const Result<std::vector<Finding>>& found) {
            if (found)
                m_findings = *found;
            else
                m_failure = found.error().message;
            setStage(found ? Stage::Found : Stage::Failed);
        });
}

void AdviceFinder::setStage(Stage stage)
{
    m_stage = stage;
    emit changed();
}

bool AdviceFinder::hasPlainFindings() const
{
    const std::shared_ptr<const View>& view = m_state->view();
    if (!view || view->rows.count > 0 || !view->findings)
        return false;
    if (view != m_plainView) {
        const auto found = view->findings(view->figures(nullptr), {});
        m_isPlain = found && !found->empty();
        m_plainView = view;
    }
    return m_isPlain;
}

} // namespace tidemark::ui
