#include "ui/shell/view_choices.h"

#include "ui/session/settings.h"
#include "ui/shell/actions.h"
#include "ui/state/view_state.h"
#include "ui/theme/appearance.h"

#include <QAction>
#include <QActionGroup>

namespace tidemark::ui {

void connectViewChoices(const Actions& actions, ViewState& state, QObject* owner)
{
    Units& units = state.units();
    QObject::connect(actions.units, &QActionGroup::triggered, owner,
                     [&units](QAction* unit) { units.setUnit(static_cast<ByteUnit>(unit->data().toInt())); });
    state.onChange(Aspect::Units, owner, [group = actions.units, &units] {
        group->actions().at(static_cast<int>(units.unit()))->setChecked(true);
    });
    state.setGroupWay(settings::groupBy());
    state.onChange(Aspect::GroupWay, owner, [&state] { settings::setGroupBy(state.wantedGroupWay()); });
    QObject::connect(actions.appearance, &QActionGroup::triggered, owner, [](QAction* look) {
        const auto appearance = static_cast<Appearance>(look->data().toInt());
        settings::setAppearance(appearance);
        applyAppearance(appearance);
    });
}

} // namespace tidemark::ui
