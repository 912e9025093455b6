#include "ui/session/device_choice.h"

#include "ui/theme/text.h"

#include <algorithm>

namespace tidemark::ui {

std::vector<const Device*> DeviceChoice::all() const
{
    std::vector<const Device*> devices;
    if (m_state->isEmpty())
        return devices;
    const Platform platform = m_state->view()->platform;
    for (const Device& device : knownDevices())
        if (platform == Platform::Unknown || device.platform == platform)
            devices.push_back(&device);
    if (platform == Platform::Unknown)
        std::stable_partition(devices.begin(), devices.end(),
                              [](const Device* device) { return device->platform == Platform::Gpu; });
    return devices;
}

const Device* DeviceChoice::inForce(Platform platform) const
{
    const auto chosen = m_chosen.find(platform);
    return chosen == m_chosen.end() ? nullptr : chosen->second;
}

const Device* DeviceChoice::inForce() const
{
    return m_state->isEmpty() ? nullptr : inForce(m_state->view()->platform);
}

QString DeviceChoice::ofFile() const
{
    return m_state->isEmpty() ? QString() : text(m_state->view()->device.type);
}

QString DeviceChoice::textOf(const Capacity& capacity) const
{
    const Device* const chosen = inForce();
    if (capacity.isChosen && chosen && chosen->id.empty())
        return UiText::tr("chosen by you"); // a size without a device
    const QString name = text(capacity.device);
    return name.isEmpty() || !capacity.isChosen ? name : UiText::tr("%1, chosen by you").arg(name);
}

} // namespace tidemark::ui
