#pragma once

#include "core/base/progress.h"
#include "core/base/result.h"
#include "ui/charts/picture.h"

#include <QString>

namespace tidemark::ui {

/// There is not enough memory for a picture.
Error pictureTooLarge();

/// Draws the picture and writes it as PNG or SVG, by the file's ending, in one piece: an error leaves the old file. On
/// any thread. nullopt: done. Errors: also Cancelled.
std::optional<Error> writePicture(const Picture& picture, const QString& path, const Progress& progress = {});

} // namespace tidemark::ui
