#pragma once

#include "ui/charts/picture.h"
#include "ui/charts/region_content.h"

namespace tidemark::ui {

/// A picture of an address map with the titles of the options. Above the map are a legend of the colours and a title of
/// the map. Shows the peak, the cursor, and the selected and pinned rows. Needs no window.
std::shared_ptr<const Picture> regionPicture(RegionContent content, RegionLegend legend, const QString& title,
                                             const PictureOptions& options);

} // namespace tidemark::ui
