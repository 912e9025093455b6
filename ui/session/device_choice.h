#pragma once

#include "core/devices/device_table.h"
#include "ui/state/view_state.h"

#include <map>
#include <memory>
#include <utility>
#include <vector>

namespace tidemark::ui {

/// Determines the device whose capacity the figures of the current view are compared with. It is the device that the
/// user chose for the platform, as with `--device`, else the device that the file names. A choice applies to the open
/// documents and ends with them.
class DeviceChoice
{
public:
    explicit DeviceChoice(const ViewState* state)
        : m_state(state)
    { }

    /// The known devices that the user can choose for the current view. If its platform is not known, GPUs come first:
    /// such documents are mostly theirs.
    std::vector<const Device*> all() const;
    /// The chosen device for the current view; null if the user chose none.
    const Device* inForce() const;
    /// The same for another file.
    const Device* inForce(Platform platform) const;
    QString ofFile() const; // the device name in the file; empty: none
    /// "TPU v5e, chosen by you"; empty if not known
    QString textOf(const Capacity& capacity) const;

    /// nullptr returns to the file's own capacity. REQUIRES: a view is shown
    void choose(const Device* device) { m_chosen[m_state->view()->platform] = device; }
    /// Keeps a device that may not be in the table, so that it can be chosen.
    const Device* keep(std::shared_ptr<const Device> given) { return m_given.emplace_back(std::move(given)).get(); }
    void forget() { m_chosen.clear(); }

private:
    const ViewState* m_state;
    std::map<Platform, const Device*> m_chosen;
    std::vector<std::shared_ptr<const Device>> m_given; // tasks on other threads may still use earlier ones
};

} // namespace tidemark::ui
