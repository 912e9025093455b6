#pragma once

#include "core/devices/device_table.h"
#include "ui/state/view_state.h"

namespace tidemark::ui {

/// Whose capacity the figures of the view shown are compared with: that of the file's own device, else of the one that
/// the user chose for its platform, which is remembered: for other documents it counts where neither
/// these nor messages beside them tell a capacity.
class DeviceChoice
{
public:
    explicit DeviceChoice(const ViewState* state)
        : m_state(state)
    { }

    /// Those that a user can choose for what is shown.
    std::vector<const Device*> all() const;
    const Device* chosen() const;
    /// The one in force; null: what the file, or a message, says.
    const Device* inForce() const;
    /// The file's own device gives the capacity, or would: a choice changes nothing.
    bool isOfFile() const;
    bool canChoose() const { return !isOfFile() && !all().empty(); }
    QString ofFile() const; // as the file names it; empty: it does not
    /// "TPU v5e, chosen by you"; empty: not known
    QString textOf(const Capacity& capacity) const;

    /// nullptr: what the file says. Remembered for the platform. REQUIRES: a view is shown
    void choose(const Device* device);
    /// Another document: what was chosen in this window is as what was chosen in an earlier one.
    void startAnew() { m_isChosenHere = false; }
    /// Whether what is shown, or a message beside it, tells a capacity.
    void setTold(bool isTold) { m_isTold = isTold; }

private:
    QString platform() const;

    const ViewState* m_state;
    bool m_isChosenHere = false; // in this window
    bool m_isTold = false;
};

} // namespace tidemark::ui
