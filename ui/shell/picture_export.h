#pragma once

#include "core/base/progress.h"
#include "core/include/tidemark/result.h"
#include "ui/charts/picture.h"

#include <QString>

namespace tidemark::ui {

/// The error if memory is too short for a picture.
Error pictureTooLarge();

/// Draws the picture and writes it as PNG or SVG, by the ending of the path. The file is replaced in one step, so an
/// error leaves the old file. May be called on any thread. Errors: also Cancelled.
Result<void> writePicture(const Picture& picture, const QString& path, const Progress& progress = {});

} // namespace tidemark::ui
