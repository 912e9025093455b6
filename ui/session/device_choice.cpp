#include "ui/session/device_choice.h"

#include "ui/theme/text.h"

namespace tidemark::ui {
namespace {

bool isStated(Platform platform, const DeviceFacts& facts, std::int64_t memory)
{
    return deviceOf(facts) || capacityOf(platform, facts, nullptr, memory).bytes;
}

} // namespace

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

const Device* DeviceChoice::inForce(Platform platform, const DeviceFacts& facts, std::int64_t memory) const
{
    const auto chosen = m_chosen.find(platform);
    return chosen == m_chosen.end() || isStated(platform, facts, memory) ? nullptr : chosen->second;
}

const Device* DeviceChoice::inForce() const
{
    if (m_state->isEmpty())
        return nullptr;
    const View& view = *m_state->view();
    return inForce(view.platform, view.device, view.memory);
}

bool DeviceChoice::isOfFile() const
{
    if (m_state->isEmpty())
        return false;
    const View& view = *m_state->view();
    return isStated(view.platform, view.device, view.memory);
}

QString DeviceChoice::ofFile() const
{
    return m_state->isEmpty() ? QString() : text(m_state->view()->device.type);
}

QString DeviceChoice::textOf(const Capacity& capacity) const
{
    const QString name = text(capacity.device);
    return name.isEmpty() || !capacity.isChosen ? name : UiText::tr("%1, chosen by you").arg(name);
}

} // namespace tidemark::ui
