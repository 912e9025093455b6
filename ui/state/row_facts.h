#pragma once

#include "core/view/view.h"

#include <QCache>

#include <memory>

namespace tidemark::ui {

/// A cache of the facts of rows of the shown view, for painting and filtering. Keeps the facts of the rows that were
/// requested last.
class RowFacts
{
public:
    static constexpr int kKept = 4096; // rows

    void reset(std::shared_ptr<const View> view);
    /// From now on facts contain meanings. REQUIRES: meanings of the view
    void setMeanings(std::shared_ptr<const RowMeanings> meanings);
    /// The result is valid until kKept other rows were requested, meanings are set or the view changes. REQUIRES: a row
    /// of the view
    const Facts& of(RowId row) const;

private:
    std::shared_ptr<const View> m_view;
    std::shared_ptr<const RowMeanings> m_meanings; // null: not known
    mutable QCache<std::uint32_t, Facts> m_kept{kKept};
};

} // namespace tidemark::ui
