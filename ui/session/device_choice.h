#pragma once

#include "core/devices/device_table.h"
#include "ui/state/view_state.h"

#include <map>

namespace tidemark::ui {

/// Whose capacity the figures of the view shown are compared with: that of the file's own device, else of the device
/// that the user chose for its platform. A choice is about the documents that are open, and ends with them.
class DeviceChoice
{
public:
    explicit DeviceChoice(const ViewState* state)
        : m_state(state)
    { }

    /// Those that a user can choose for what is shown.
    std::vector<const Device*> all() const;
    /// The chosen one that counts for what is shown; null: what the file, or a message, says.
    const Device* inForce() const;
    /// The same for a memory of another file.
    const Device* inForce(Platform platform, const DeviceFacts& facts, std::int64_t memory) const;
    /// The file says the capacity, or names the device: a choice changes nothing.
    bool isOfFile() const;
    bool canChoose() const { return !isOfFile() && !all().empty(); }
    QString ofFile() const; // the device name in the file; empty: none
    /// "TPU v5e, chosen by you"; empty: not known
    QString textOf(const Capacity& capacity) const;

    /// nullptr: what the file says. REQUIRES: a view is shown
    void choose(const Device* device) { m_chosen[m_state->view()->platform] = device; }
    /// Other documents are opened.
    void forget() { m_chosen.clear(); }

private:
    const ViewState* m_state;
    std::map<Platform, const Device*> m_chosen;
};

} // namespace tidemark::ui
