#pragma once

#include "core/view/rows.h"

#include <QObject>

#include <vector>

namespace tidemark::ui {

class ViewState;

/// All rows of a view that pass a filter with a text, live at any step. Follows the state. Looks at a few thousand rows
/// at a time between other events, because the first look at a row describes it.
class FoundRows : public QObject
{
    Q_OBJECT

public:
    static constexpr std::uint32_t kSlice = 4096; // rows

    explicit FoundRows(const ViewState* state, QObject* parent = nullptr);

    /// In the order of the view. Empty without a text, with a facet that depends on the cursor, and during a search.
    const std::vector<RowId>& rows() const { return m_rows; }

signals:
    void changed();

private:
    void restart();
    void lookOn();

    const ViewState* m_state;
    std::vector<RowId> m_rows;
    std::vector<RowId> m_found; // so far
    std::uint32_t m_next = 0;
    quint64 m_search = 0; // distinguishes queued slices of different searches
};

} // namespace tidemark::ui
