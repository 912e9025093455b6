#pragma once

#include "core/view/region_map.h"
#include "ui/state/aspects.h"

namespace tidemark::ui {

/// The region that the address map shows, shared by all parts that show or describe it.
class ShownRegion : public StatePart
{
public:
    using StatePart::StatePart;

    /// Null: there is no region, or its map is not ready yet.
    const std::shared_ptr<const RegionMap>& map() const { return m_map; }
    /// REQUIRES: null or a map of the shown view
    void setMap(std::shared_ptr<const RegionMap> map)
    {
        if (map == m_map)
            return;
        m_map = std::move(map);
        report(Aspect::Region);
    }
    /// Call when the view changes. Reports nothing.
    void reset() { m_map.reset(); }

private:
    std::shared_ptr<const RegionMap> m_map;
};

} // namespace tidemark::ui
