#include "ui/session/reload_place.h"

#include "ui/theme/text.h"

#include <QCoreApplication>

namespace tidemark::ui {
namespace {

struct ReloadPlaceText {
    Q_DECLARE_TR_FUNCTIONS(ReloadPlace)
};

std::optional<Chosen> findIn(const Documents& documents, const ProgramWish& wish)
{
    for (const auto& document : documents)
        if (const ProgramId program = wish.find(document->catalogue()))
            return Chosen{document, {program, wish.memory}};
    return std::nullopt;
}

} // namespace

std::optional<Chosen> ReloadPlace::find(const Documents& documents, const Chosen& wanted, bool isOnScreen)
{
    if (const auto found = findExpected(documents))
        return found;
    const ProgramWish wish = ProgramWish::of(*wanted.document, wanted.selection);
    if (const auto found = findIn(documents, wish)) {
        m_isFollowing = isOnScreen;
        return found;
    }
    m_gone
        << ReloadPlaceText::tr("the %1 %2").arg(text(wanted.document->catalogue().words.program), text(wish.program));
    if (!m_lost)
        m_lost = ViewPlace{wish, isOnScreen ? ViewSnapshot::of(*m_state) : ViewSnapshot()};
    return std::nullopt;
}

void ReloadPlace::expect(ViewPlace place)
{
    m_lost = std::move(place);
}

std::optional<Chosen> ReloadPlace::findExpected(const Documents& documents)
{
    giveUp();
    const auto found = m_lost ? findIn(documents, m_lost->program) : std::nullopt;
    if (found) {
        m_found = m_lost->view;
        m_lost.reset();
    }
    return found;
}

void ReloadPlace::leave()
{
    if (m_isFollowing)
        m_found = ViewSnapshot::of(*m_state);
}

QStringList ReloadPlace::arrive(std::shared_ptr<const View> view)
{
    const ViewState::Batch batch(*m_state);
    m_state->setView(std::move(view));
    QStringList gone = m_gone;
    if (m_found)
        gone << m_found->restore(*m_state);
    giveUp();
    return gone;
}

void ReloadPlace::giveUp()
{
    m_found.reset();
    m_isFollowing = false;
    m_gone.clear();
}

void ReloadPlace::forget()
{
    giveUp();
    m_lost.reset();
}

} // namespace tidemark::ui
