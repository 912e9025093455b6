#pragma once

#include <QIcon>
#include <QPalette>

namespace tidemark::ui {

/// An icon of the resources by name ("open", "pin"), in the text colour of the palette. Icons are drawn in one colour.
QIcon themedIcon(const QString& name, const QPalette& palette);

/// The application's own, in its colours.
QIcon applicationIcon();

} // namespace tidemark::ui
