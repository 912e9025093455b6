#pragma once

#include "ui/theme/text.h"

#include <QStringList>

#include <string>
#include <vector>

namespace tidemark::ui {

/// "train.xplane.pb", or "train.xplane.pb and 3 more": how titles call a set of paths.
QString shortName(const QStringList& paths);

/// Paths as the core takes them, and back.
std::string toNative(const QString& path);
std::vector<std::string> nativePaths(const QStringList& paths);
QString fromNative(const std::string& path);

/// An error's message below a heading that names `paths` and `program`: what the heading says is left out, and of files
/// only their names are said. `files` are all that the message may name.
QString inShort(const std::string& message, const QStringList& paths, const QStringList& files, const QString& program);

} // namespace tidemark::ui
