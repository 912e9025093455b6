#pragma once

#include <QFlags>

#include <functional>

// The flags are in a namespace of their own. An operator | in tidemark::ui would hide the operators of Qt.
namespace tidemark::ui::aspects {

/// The parts of a ViewState that change, see ViewState::changed().
enum class Aspect : quint32 {
    View = 1U << 0U, // another view, or none: everything else may have changed too, without an aspect of its own
    Meanings = 1U << 1U,
    Uses = 1U << 2U,
    Groups = 1U << 3U,
    GroupWay = 1U << 4U, // the way that the user chose
    Cursor = 1U << 5U, // with the rows that are live there
    Visible = 1U << 6U, // the visible cells and their history
    SelectedSteps = 1U << 7U, // the selected range of cells, or whether the user still drags it
    Marked = 1U << 8U, // the marked step
    Pointed = 1U << 9U, // the hovered or the pinned row
    SelectedRows = 1U << 10U,
    Filter = 1U << 11U, // other rows may pass
    Units = 1U << 12U,
    Region = 1U << 13U,
};
Q_DECLARE_FLAGS(Aspects, Aspect)
Q_DECLARE_OPERATORS_FOR_FLAGS(Aspects)

} // namespace tidemark::ui::aspects

namespace tidemark::ui {

using aspects::Aspect;
using aspects::Aspects;

/// An object of a ViewState that holds some aspects and reports their changes to the state.
class StatePart
{
public:
    using Report = std::function<void(Aspects)>;

    explicit StatePart(Report report = [](Aspects) {})
        : m_report(std::move(report))
    { }

protected:
    void report(Aspects changed) const { m_report(changed); }

private:
    Q_DISABLE_COPY(StatePart)

    Report m_report;
};

} // namespace tidemark::ui
