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
    QObject::connect(&units, &Units::changed, owner, [group = actions.units, &units] {
        group->actions().at(static_cast<int>(units.unit()))->setChecked(true);
    });
    ColorBy& colorBy = state.colorBy();
    colorBy.setWay(settings::colorBy());
    colorBy.setStacked(settings::isStacked());
    QObject::connect(actions.colorBy, &QActionGroup::triggered, owner, [&colorBy](const QAction* chosen) {
        colorBy.setWay(static_cast<ColorBy::Way>(chosen->data().toInt()));
    });
    QObject::connect(actions.stack, &QAction::triggered, owner, [&colorBy](bool isOn) { colorBy.setStacked(isOn); });
    QObject::connect(&colorBy, &ColorBy::changed, owner, [actions, &colorBy] {
        settings::setColorBy(colorBy.way());
        settings::setStacked(colorBy.isStacked());
        actions.colorBy->actions().at(static_cast<int>(colorBy.way()))->setChecked(true);
        actions.stack->setChecked(colorBy.isStacked());
    });
    QObject::connect(actions.appearance, &QActionGroup::triggered, owner, [](QAction* look) {
        const auto appearance = static_cast<Appearance>(look->data().toInt());
        settings::setAppearance(appearance);
        applyAppearance(appearance);
    });
}

} // namespace tidemark::ui
