#pragma once

#include "ui/charts/picture.h"
#include "ui/charts/region_content.h"

namespace tidemark::ui {

/// An address map with the titles of the options and, above the map, what colours tell and a title of its own; the
/// peak, the cursor, and what is selected and pinned. Needs no window.
std::shared_ptr<const Picture> regionPicture(RegionContent content, RegionLegend legend, const QString& title,
                                             const PictureOptions& options);

} // namespace tidemark::ui
