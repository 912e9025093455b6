#pragma once

#include "ui/state/view_state.h"

#include <QStringList>

#include <array>
#include <map>

namespace tidemark::ui {

/// Finds similar rows. Caches results for the rows of the shown view, so that each row is described once.
class SimilarRows
{
public:
    explicit SimilarRows(const ViewState* state)
        : m_state(state)
    { }

    /// The rows live at the cursor that are like `row`, including `row` itself if it is live: those of programs with
    /// its op name, opcode and shape, and those of recordings with its size, and with its operation, shape and source
    /// line, or stack if no line is known. Cost: looks at all live rows, and describes those of the same size that are
    /// not in the cache. REQUIRES: a row of the view shown
    std::vector<RowId> of(RowId row);
    /// What such rows have in common, among the facts that `row` has: "source line", "size".
    QStringList commonFacts(RowId row) const;

private:
    using Likeness = std::array<std::string, 3>; // op name, opcode or place, shape
    std::uint32_t likenessOf(RowId row);

    const ViewState* m_state;
    std::weak_ptr<const View> m_view; // the view of the cache
    std::map<Likeness, std::uint32_t> m_known; // numbers of likenesses, from 1
    std::vector<std::uint32_t> m_of; // likeness by row; 0: not known
    Facts m_facts;
};

} // namespace tidemark::ui
