#pragma once

#include "core/view/view.h"

#include <QCache>

#include <memory>

namespace tidemark::ui {

/// What is known of the rows of the view shown, for what is drawn and asked for again and again. Kept for the
/// rows that were asked for last.
class RowFacts
{
public:
    static constexpr int kKept = 4096; // rows

    void reset(std::shared_ptr<const View> view);
    /// From now on facts say what bytes are. REQUIRES: of the view
    void setMeanings(std::shared_ptr<const RowMeanings> meanings);
    /// Valid until kKept other rows were asked for, meanings come or the view is another. REQUIRES: a row of the view
    const Facts& of(RowId row) const;

private:
    std::shared_ptr<const View> m_view;
    std::shared_ptr<const RowMeanings> m_meanings; // null: not known
    mutable QCache<std::uint32_t, Facts> m_kept{kKept};
};

} // namespace tidemark::ui
