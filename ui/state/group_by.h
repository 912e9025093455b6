#pragma once

#include "ui/state/aspects.h"
#include "ui/state/facet.h"

#include <string>

namespace tidemark::ui {

/// How a window groups rows, in all views: their colours, the layers of the chart, the breakdown, and the groups of the
/// table. See ViewState::groupWay() for the way in use.
class GroupBy : public StatePart
{
public:
    using StatePart::StatePart;

    /// The id of a grouping, see Facet::grouping. A view without that grouping is grouped by category or by type.
    const std::string& way() const { return m_way; }
    void setWay(const std::string& way)
    {
        if (way == m_way)
            return;
        m_way = way;
        report(Aspect::GroupWay);
    }

private:
    std::string m_way = Facet::kByCategory;
};

} // namespace tidemark::ui
