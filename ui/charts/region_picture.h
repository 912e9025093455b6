#pragma once

#include "ui/charts/picture.h"
#include "ui/charts/region_content.h"

namespace tidemark::ui {

/// An address map with its titles, the peak and what is pinned. Needs no window.
std::shared_ptr<const Picture> regionPicture(RegionContent content, const PictureOptions& options);

} // namespace tidemark::ui
