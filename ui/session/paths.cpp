#include "ui/session/paths.h"

#include <QCoreApplication>
#include <QDir>
#include <QFile>
#include <QFileInfo>

namespace tidemark::ui {
namespace {

struct PathsText {
    Q_DECLARE_TR_FUNCTIONS(Paths)
};

} // namespace

QString shortName(const QStringList& paths)
{
    if (paths.isEmpty())
        return {};
    const QFileInfo first(paths.front());
    QString name = first.fileName();
    if (name.isEmpty())
        name = QFileInfo(first.absoluteFilePath()).dir().dirName();
    return paths.size() == 1 ? name : PathsText::tr("%1 and %2 more").arg(name).arg(paths.size() - 1);
}

QString pathAmong(const QString& path, const QStringList& files)
{
    qsizetype common = path.lastIndexOf(u'/') + 1;
    for (const QString& file : files)
        while (common > 0 && !file.startsWith(QStringView(path).first(common)))
            common = path.lastIndexOf(u'/', common - 2) + 1;
    return path.mid(common);
}

std::string toNative(const QString& path)
{
    return QFile::encodeName(path).toStdString();
}

std::vector<std::string> nativePaths(const QStringList& paths)
{
    std::vector<std::string> result;
    for (const QString& path : paths)
        result.push_back(toNative(path));
    return result;
}

QString fromNative(const std::string& path)
{
    return QFile::decodeName(QByteArray::fromStdString(path));
}

QString inShort(const std::string& message, const QStringList& paths, const QStringList& files, const QString& program)
{
    QString result = text(message);
    const bool isOneFile = paths.size() == 1 && files.size() <= 1;
    const QStringList all = files + paths;
    for (const QString& path : all) {
        if (path.isEmpty())
            continue; // an empty path matches everywhere
        // Removes the start of the message, which the heading contains.
        for (const QString& begin :
             {path + QLatin1String(", ") + program + QLatin1String(": "), path + QLatin1String(": ")})
            if (isOneFile && result.startsWith(begin) && result.size() > begin.size()) {
                result.remove(0, begin.size());
                result[0] = result[0].toUpper();
            }
        if (isOneFile && result.startsWith(path + u' '))
            result.replace(0, path.size(), PathsText::tr("The file"));
        if (const QString name = shortName({path}); !name.isEmpty())
            result.replace(path, name);
    }
    return result;
}

} // namespace tidemark::ui
