#pragma once

#include "ui/theme/text.h"

#include <QStringList>

#include <string>
#include <vector>

namespace tidemark::ui {

/// A short name of a set of paths for titles: "train.xplane.pb", or "train.xplane.pb and 3 more".
QString shortName(const QStringList& paths);

/// The path of one of the files, without the folder in which all of them lie: "w-11/module.hlo.pb".
QString pathAmong(const QString& path, const QStringList& files);

/// Convert paths to and from the encoding that the core uses.
std::string toNative(const QString& path);
std::vector<std::string> nativePaths(const QStringList& paths);
QString fromNative(const std::string& path);

/// Shortens an error message that is shown below a heading with `paths` and `program`. Removes the part that the
/// heading already contains, and shortens file paths to file names. `files` are all files that the message may name.
QString inShort(const std::string& message, const QStringList& paths, const QStringList& files, const QString& program);

} // namespace tidemark::ui
