#pragma once

#include "core/tenstorrent/train/components.h"
#include "ui/state/units.h"

#include <QWidget>

#include <array>

class QLabel;
class QLineEdit;
class QToolButton;

namespace tidemark::ui {

/// Edits the expected sizes of model, optimizer and gradients, and the device memory. Shows the values of the file
/// until the user enters others. Values may have a byte unit or none.
class SizesForm : public QWidget
{
    Q_OBJECT

public:
    SizesForm(const Units* units, QWidget* parent);

    /// The values of the user. Absent if equal to the file, or if the text is no amount.
    tt::Sizes sizes() const;
    /// Sets the values of the user. A field that already has its value keeps its text.
    void setSizes(const tt::Sizes& given);
    /// Removes all values of the user.
    void clear();
    /// Sets the values to use if the user enters none, from the given run.
    void setRead(const tt::JudgedRun& run);
    /// Only the device memory can be edited, because an export of CI contains the other sizes.
    void setIsKept(bool isKept);

signals:
    void changed();

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
    bool m_isSetting = false; // fields are filled by the program, not by the user
};

} // namespace tidemark::ui
