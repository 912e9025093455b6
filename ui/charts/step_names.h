#pragma once

#include "core/view/axis.h"

#include <QString>
#include <QStringList>

#include <optional>
#include <vector>

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

} // namespace tidemark::ui
