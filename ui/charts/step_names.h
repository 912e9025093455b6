#pragma once

#include "core/view/axis.h"

#include <QString>
#include <QStringList>

#include <optional>
#include <vector>

namespace tidemark::ui {

/// What happens in the cells of an axis, by name. Names are read once, when one is first looked for; a text that grows
/// is looked for only among what matched before.
class StepNames
{
public:
    /// The axis must outlive this.
    explicit StepNames(const Axis& axis)
        : m_axis(axis)
    { }

    /// What a text means: a number as people count, "#17", or a name: the first cell that has it, else the first whose
    /// name begins with it, else the first that has it inside.
    std::optional<StepId> find(const QString& text);
    /// The name itself, then names that begin with the text, then those that have it inside, in the order of the axis;
    /// at most `limit`.
    QStringList matches(const QString& text, qsizetype limit);

private:
    struct Name {
        QString text;
        StepId first;
    };
    void read();
    /// Positions of the names that have the text inside, any case.
    const std::vector<std::size_t>& holding(const QString& text);

    const Axis& m_axis;
    std::vector<Name> m_names; // distinct, by first cell
    bool m_isRead = false;
    QString m_text; // the text of m_found
    std::vector<std::size_t> m_found;
};

} // namespace tidemark::ui
