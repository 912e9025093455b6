#pragma once

#include "core/tenstorrent/train/judged_run.h"
#include "ui/state/units.h"

#include <QWidget>

#include <array>

class QLabel;
class QLineEdit;
class QToolButton;

namespace tidemark::ui {

/// What is expected of model, optimizer and gradients, and the memory of the device: as read, until the user says
/// otherwise. Bytes with any unit, or none.
class SizesForm : public QWidget
{
    Q_OBJECT

public:
    SizesForm(const Units* units, QWidget* parent);

    /// What the user says; absent what is as read, or no amount.
    tt::Sizes sizes() const;
    /// What is said now; a field that says so already stays as it is written.
    void setSaid(const tt::Sizes& said);
    /// Nothing is said any more.
    void clear();
    /// What holds where the user says nothing, of the run that is looked at.
    void setRead(const tt::JudgedRun& run);
    /// Only the device can be said: what CI kept has its sizes in it.
    void setIsKept(bool isKept);

signals:
    void changed();

protected:
    void changeEvent(QEvent* event) override;

private:
    enum Field { Device, Model, Optimizer, Gradients, Count };

    std::optional<double> bytesOf(Field field) const;
    void onEdited();
    void refreshFault();
    void refreshPlaceholders();

    const Units* m_units;
    std::array<QLineEdit*, Count> m_edits{};
    std::array<std::optional<double>, Count> m_read;
    QToolButton* m_reset;
    QLabel* m_fault;
    bool m_isSetting = false; // fields are filled, and not by the user
};

} // namespace tidemark::ui
