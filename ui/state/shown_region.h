#pragma once

#include "core/view/region_map.h"

#include <QObject>

namespace tidemark::ui {

/// The region that the address map shows, for all that speaks of it.
class ShownRegion : public QObject
{
    Q_OBJECT

public:
    using QObject::QObject;

    /// Null: there is none, or it is not made yet.
    const std::shared_ptr<const RegionMap>& map() const { return m_map; }
    /// REQUIRES: null or of the view shown
    void setMap(std::shared_ptr<const RegionMap> map)
    {
        if (map == m_map)
            return;
        m_map = std::move(map);
        emit changed();
    }
    /// Another view. Tells nothing.
    void reset() { m_map.reset(); }

signals:
    void changed();

private:
    std::shared_ptr<const RegionMap> m_map;
};

} // namespace tidemark::ui
