#include "ui/session/device_choice.h"

#include "ui/session/settings.h"
#include "ui/theme/text.h"

#include <QCoreApplication>

namespace tidemark::ui {
namespace {

struct DeviceChoiceText {
    Q_DECLARE_TR_FUNCTIONS(DeviceChoice)
};

} // namespace

QString DeviceChoice::platform() const
{
    return text(platformName(m_state->view()->platform));
}

std::vector<const Device*> DeviceChoice::all() const
{
    std::vector<const Device*> devices;
    if (m_state->isEmpty())
        return devices;
    const Platform platform = m_state->view()->platform;
    for (const Device& device : knownDevices())
        if (platform == Platform::Unknown || device.platform == platform)
            devices.push_back(&device);
    return devices;
}

const Device* DeviceChoice::chosen() const
{
    const QString id = m_state->isEmpty() ? QString() : settings::chosenDevice(platform());
    return id.isEmpty() ? nullptr : findDevice(id.toStdString());
}

const Device* DeviceChoice::inForce() const
{
    return isOfFile() || (m_isTold && !m_isChosenHere) ? nullptr : chosen();
}

bool DeviceChoice::isOfFile() const
{
    if (m_state->isEmpty())
        return false;
    const View& view = *m_state->view();
    return deviceOf(view.device) || capacityOf(view.platform, view.device, nullptr, view.memory).bytes;
}

QString DeviceChoice::ofFile() const
{
    return m_state->isEmpty() ? QString() : text(m_state->view()->device.type);
}

QString DeviceChoice::textOf(const Capacity& capacity) const
{
    const QString name = text(capacity.device);
    if (name.isEmpty() || !capacity.isChosen)
        return name;
    return m_isChosenHere ? DeviceChoiceText::tr("%1, chosen by you").arg(name)
                          : DeviceChoiceText::tr("%1, as chosen last").arg(name);
}

void DeviceChoice::choose(const Device* device)
{
    settings::setChosenDevice(platform(), device ? text(device->id) : QString());
    m_isChosenHere = true;
}

} // namespace tidemark::ui
