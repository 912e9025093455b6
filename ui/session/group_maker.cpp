#include "ui/session/group_maker.h"

#include "ui/state/view_state.h"

namespace tidemark::ui {

GroupMaker::GroupMaker(ViewState* state, QObject* parent)
    : QObject(parent)
    , m_state(state)
{
    state->onChange(Aspect::View | Aspect::Meanings | Aspect::Uses | Aspect::GroupWay, this, &GroupMaker::make);
}

void GroupMaker::make()
{
    m_tasks.abandon();
    emit noticed({});
    if (!m_state->groups() || m_state->areGroupsReady())
        return;
    const std::string way = m_state->groupWay();
    if (way == Facet::kByIdle && !m_state->uses())
        return;
    if (m_state->awaitsMeanings() && (way == Facet::kByCategory || way == Facet::kByRole))
        return;
    m_tasks.run<std::shared_ptr<const RowGroups>>(
        {},
        [view = m_state->view(), meanings = m_state->meanings(), uses = m_state->uses(),
         way](const Progress& progress) {
            return way == Facet::kByIdle ? groupsByIdle(view, *uses, progress)
                                         : makeGroups(view, meanings, way, progress);
        },
        [this](const auto& groups) {
            if (groups)
                m_state->setGroups(*groups);
            else
                emit noticed(
                    tr("The buffers could not be grouped. %1").arg(QString::fromStdString(groups.error().message)));
        });
}

} // namespace tidemark::ui
