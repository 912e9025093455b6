#pragma once

#include "core/view/axis.h"
#include "core/view/view.h"
#include "ui/state/units.h"

#include <QDialog>
#include <QString>
#include <QStringList>

#include <optional>
#include <vector>

class QDialogButtonBox;
class QLabel;
class QLineEdit;

namespace tidemark::ui {

/// A search for cells of an axis by name. The names are read once, at the first search. If a text is typed on, only the
/// names that matched before are searched.
class StepNames
{
public:
    /// The axis must outlive this object.
    explicit StepNames(const Axis& axis)
        : m_axis(axis)
    { }

    /// The cell that a text means. A text is a cell number as shown ("#17") or a name. For a name: the first cell with
    /// that name, else the first whose name begins with it, else the first whose name contains it.
    std::optional<StepId> find(const QString& text);
    /// The name itself, then names that begin with the text, then names that contain it, in the order of the axis. At
    /// most `limit` names.
    QStringList matches(const QString& text, qsizetype limit);

private:
    struct Name {
        QString text;
        StepId first;
    };
    void read();
    /// Positions of the names that contain the text, ignoring case.
    const std::vector<std::size_t>& holding(const QString& text);

    const Axis& m_axis;
    std::vector<Name> m_names; // distinct, by first cell
    bool m_isRead = false;
    QString m_text; // the text of m_found
    std::vector<std::size_t> m_found;
};

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
