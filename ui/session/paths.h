#pragma once

#include "ui/theme/text.h"

#include <QMap>
#include <QString>
#include <QStringList>

#include <string>
#include <vector>

class QWidget;

namespace tidemark::ui {

/// A short name of a set of paths for titles: "train.xplane.pb", or "train.xplane.pb and 3 more".
QString shortName(const QStringList& paths);

/// The innermost folder of a path in which none of the others with the same file name is: "run-2". Empty: no other has
/// the name.
QString folderApart(const QString& path, const QStringList& others);

/// The path of one of the files, without the folder in which all of them lie: "w-11/module.hlo.pb".
QString pathAmong(const QString& path, const QStringList& files);

/// For each of the files its name. If others have the same name, the folders in which they differ stand before it:
/// "run-2/module.hlo.pb".
QMap<QString, QString> namesApart(const QStringList& files);

/// Convert paths to and from the encoding that the core uses.
std::string toNative(const QString& path);
std::vector<std::string> nativePaths(const QStringList& paths);
QString fromNative(const std::string& path);

/// Shortens an error message that is shown below a heading with `paths` and `program`. Removes the part that the
/// heading already contains, and shortens file paths to file names. `files` are all files that the message may name.
QString inShort(const std::string& message, const QStringList& paths, const QStringList& files, const QString& program);

struct SaveQuestion {
    QString title; // "Export the Chart"
    QString name; // suggested file name, without an ending
    QString ending; // "png": the preselected ending
    QString filter; // in the syntax of file dialogs; each filter has one ending
};

/// Asks for a path that ends in one of the endings, that the user agreed to write and that is no input of this program.
/// Returns an empty path when the user cancels. Remembers the folder.
QString askWhereToSave(const SaveQuestion& question, QWidget* window);

} // namespace tidemark::ui
