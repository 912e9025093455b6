#pragma once

#include <QIcon>

namespace tidemark::ui {

/// An icon of the resources by name ("open", "pin"). It uses the text colour of the application's palette each time it
/// is painted, so it needs to be set only once and suits every appearance.
QIcon themedIcon(const QString& name);

QIcon applicationIcon();

} // namespace tidemark::ui
