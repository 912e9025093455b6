#include "ui/shell/view_choices.h"

#include "ui/session/settings.h"
#include "ui/shell/actions.h"
#include "ui/state/view_state.h"
#include "ui/theme/appearance.h"

#include <QAction>
#include <QActionGroup>

#include <type_traits>

namespace tidemark::ui {

void connectViewChoices(const Actions& actions, ViewState& state, QObject* owner)
{
    Units& units = state.units();
    QObject::connect(actions.units, &QActionGroup::triggered, owner,
                     [&units](QAction* unit) { units.setUnit(static_cast<ByteUnit>(unit->data().toInt())); });
    QObject::connect(&units, &Units::changed, owner, [group = actions.units, &units] {
        group->actions().at(static_cast<int>(units.unit()))->setChecked(true);
    });
    const auto remember = [owner](QActionGroup* ways, auto& by, auto last, auto keep) {
        by.setWay(last);
        QObject::connect(ways, &QActionGroup::triggered, owner, [&by](const QAction* chosen) {
            by.setWay(static_cast<decltype(by.way())>(chosen->data().toInt()));
        });
        QObject::connect(&by, &std::decay_t<decltype(by)>::changed, owner, [ways, &by, keep] {
            keep(by.way());
            ways->actions().at(static_cast<int>(by.way()))->setChecked(true);
        });
    };
    remember(actions.colorBy, state.colorBy(), settings::colorBy(), settings::setColorBy);
    remember(actions.stackBy, state.stackBy(), settings::stackBy(), settings::setStackBy);
    QObject::connect(actions.appearance, &QActionGroup::triggered, owner, [](QAction* look) {
        const auto appearance = static_cast<Appearance>(look->data().toInt());
        settings::setAppearance(appearance);
        applyAppearance(appearance);
    });
}

} // namespace tidemark::ui
