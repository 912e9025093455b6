#pragma once

#include "ui/state/view_state.h"

#include <array>
#include <map>

namespace tidemark::ui {

/// Tells which rows are alike. Keeps what it found of those of the view shown: each is described once.
class SimilarRows
{
public:
    explicit SimilarRows(const ViewState* state)
        : m_state(state)
    { }

    /// The rows live at the cursor with the op name, opcode and shape of `row`, itself included when it is live. Cost:
    /// looks at the rows live, describes those of its size that are not known. REQUIRES: a row of the view shown
    std::vector<RowId> of(RowId row);

private:
    using Likeness = std::array<std::string, 3>; // op name, opcode, shape
    std::uint32_t likenessOf(RowId row);

    const ViewState* m_state;
    std::weak_ptr<const View> m_view; // that the rest is of
    std::map<Likeness, std::uint32_t> m_known; // numbers, from 1
    std::vector<std::uint32_t> m_of; // by row; 0: not known
    Facts m_facts;
};

/// The same once.
inline std::vector<RowId> similarRows(const ViewState& state, RowId row)
{
    return SimilarRows(&state).of(row);
}

} // namespace tidemark::ui
