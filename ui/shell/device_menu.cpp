#include "ui/shell/device_menu.h"

#include "core/base/text.h"
#include "ui/session/session.h"
#include "ui/theme/text.h"

#include <QActionGroup>
#include <QMenu>

namespace tidemark::ui {

DeviceMenu::DeviceMenu(QMenu* menu, Session* session)
    : QObject(menu)
    , m_menu(menu)
    , m_session(session)
    , m_group(new QActionGroup(this))
{
    connect(menu, &QMenu::aboutToShow, this, &DeviceMenu::fill);
}

void DeviceMenu::fill()
{
    m_menu->clear();
    if (!m_session->shown()) {
        m_menu->addAction(tr("Nothing is shown"))->setEnabled(false);
        return;
    }
    const bool isOfFile = m_session->device().isOfFile();
    const Device* const inForce = m_session->device().inForce();
    const auto add = [&](const QString& name, const Device* device) {
        QAction* action = m_menu->addAction(name, this, [this, device] { m_session->chooseDevice(device); });
        action->setCheckable(true);
        action->setActionGroup(m_group);
        action->setChecked(inForce == device);
        return action;
    };
    const QString named = m_session->device().ofFile();
    add(named.isEmpty() ? tr("From the File (no device named)") : tr("From the File: %1").arg(named), nullptr);
    m_menu->addSeparator();
    const auto& memory = m_session->shown()->file().device.memoryBytes;
    const QString ofFile = tr("The file says: %1").arg(named.isEmpty() && memory ? text(bytesText(*memory)) : named);
    for (const Device* device : m_session->device().all()) {
        QAction* action
            = add(QStringLiteral("%1 — %2").arg(text(device->name), text(bytesText(device->hbmBytes))), device);
        action->setEnabled(!isOfFile);
        action->setToolTip(plainToolTip(isOfFile ? ofFile : text(device->source)));
    }
}

} // namespace tidemark::ui
