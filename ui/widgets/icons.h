#pragma once

#include <QIcon>

namespace tidemark::ui {

/// An icon of the resources by name ("open", "pin"). It takes the text colour of the application's palette whenever it
/// is painted, so that it is set once and right in every appearance.
QIcon themedIcon(const QString& name);

/// The application's own, in its colours.
QIcon applicationIcon();

} // namespace tidemark::ui
