#include "ui/shell/view_choices.h"

#include "ui/session/session.h"
#include "ui/session/settings.h"
#include "ui/shell/actions.h"
#include "ui/state/view_state.h"
#include "ui/theme/appearance.h"
#include "ui/theme/text.h"

#include <QAction>
#include <QActionGroup>
#include <QMenu>

namespace tidemark::ui {
namespace {

struct DeviceText {
    Q_DECLARE_TR_FUNCTIONS(DeviceMenu)
};

/// The device of the file, and the devices that the user can choose for it.
void fillDevices(QMenu* menu, QActionGroup* group, Session& session)
{
    menu->clear();
    if (!session.shown()) {
        menu->addAction(DeviceText::tr("Nothing is shown"))->setEnabled(false);
        return;
    }
    const bool isOfFile = session.device().isOfFile();
    const Device* const inForce = session.device().inForce();
    const auto add = [&](const QString& name, const Device* device) {
        QAction* action = menu->addAction(name, &session, [&session, device] { session.chooseDevice(device); });
        action->setCheckable(true);
        action->setActionGroup(group);
        action->setChecked(inForce == device);
        return action;
    };
    const QString named = session.device().ofFile();
    add(named.isEmpty() ? DeviceText::tr("From the File (no device named)")
                        : DeviceText::tr("From the File: %1").arg(named),
        nullptr);
    menu->addSeparator();
    const auto& memory = session.shown()->file().device.memoryBytes;
    const QString ofFile
        = DeviceText::tr("The file says: %1").arg(named.isEmpty() && memory ? text(bytesText(*memory)) : named);
    for (const Device* device : session.device().all()) {
        QAction* action
            = add(QStringLiteral("%1 — %2").arg(text(device->name), text(bytesText(device->hbmBytes))), device);
        action->setEnabled(!isOfFile);
        action->setToolTip(plainToolTip(isOfFile ? ofFile : text(device->source)));
    }
}

} // namespace

void connectViewChoices(const Actions& actions, ViewState& state, Session& session, QObject* owner)
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
    auto* devices = new QActionGroup(owner);
    QObject::connect(actions.device, &QMenu::aboutToShow, owner,
                     [menu = actions.device, devices, &session] { fillDevices(menu, devices, session); });
}

} // namespace tidemark::ui
