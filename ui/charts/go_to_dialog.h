#pragma once

#include "core/view/view.h"
#include "ui/charts/step_names.h"
#include "ui/state/units.h"

#include <QDialog>

class QDialogButtonBox;
class QLabel;
class QLineEdit;

namespace tidemark::ui {

class ElidedLabel;

/// Asks for a cell of the axis, by its number or by its name.
class GoToDialog : public QDialog
{
    Q_OBJECT

public:
    GoToDialog(std::shared_ptr<const View> view, StepId step, const Units& units, QWidget* parent);
    std::optional<StepId> step() const { return m_step; }

private:
    void refresh();

    std::shared_ptr<const View> m_view;
    const Units& m_units;
    StepNames m_names;
    std::optional<StepId> m_step;
    QLineEdit* m_edit;
    ElidedLabel* m_found;
    QDialogButtonBox* m_buttons;
};

} // namespace tidemark::ui
