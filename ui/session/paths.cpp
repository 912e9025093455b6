#include "ui/session/paths.h"

#include "core/files/inputs_kept.h"
#include "ui/session/settings.h"

#include <QDir>
#include <QFile>
#include <QFileDialog>
#include <QFileInfo>
#include <QMessageBox>
#include <QPushButton>

#include <algorithm>

namespace tidemark::ui {
namespace {

bool mayWrite(const QString& path, QWidget* window)
{
    if (const auto allowed = inputsKept::refuseOverwriting(toNative(path)); !allowed) {
        QMessageBox::warning(window, UiText::tr("Export"), text(allowed.error().message));
        return false;
    }
    if (!QFileInfo::exists(path))
        return true;
    QMessageBox question(QMessageBox::Question, UiText::tr("Export"),
                         UiText::tr("%1 exists already. Replace it?").arg(QFileInfo(path).fileName()),
                         QMessageBox::Cancel, window);
    question.setTextFormat(Qt::PlainText);
    QPushButton* replace = question.addButton(UiText::tr("&Replace"), QMessageBox::AcceptRole);
    question.setDefaultButton(QMessageBox::Cancel);
    question.exec();
    return question.clickedButton() == replace;
}

QString fileName(QString name, const QString& ending)
{
    for (QChar& c : name)
        if (!c.isLetterOrNumber() && c != u'_' && c != u'-' && c != u'.')
            c = u'_';
    return settings::lastFolder() + u'/' + name + u'.' + ending;
}

/// Returns ".csv" for "CSV (*.csv)".
QString endingOf(const QString& filter)
{
    return filter.section(u'*', -1).remove(u')');
}

} // namespace

QString shortName(const QStringList& paths)
{
    if (paths.isEmpty())
        return {};
    const QFileInfo first(paths.front());
    QString name = first.fileName();
    if (name.isEmpty())
        name = QFileInfo(first.absoluteFilePath()).dir().dirName();
    return paths.size() == 1 ? name : UiText::tr("%1 and %2 more").arg(name).arg(paths.size() - 1);
}

QString folderApart(const QString& path, const QStringList& others)
{
    const auto outwards = [](const QString& of) {
        const QStringList parts = QFileInfo(of).absoluteFilePath().split(u'/', Qt::SkipEmptyParts);
        return QStringList(parts.rbegin(), parts.rend()); // the file first
    };
    const QStringList own = outwards(path);
    QList<QStringList> same;
    for (const QString& other : others)
        if (const QStringList parts = outwards(other); parts.value(0) == own.value(0))
            same << parts;
    for (qsizetype depth = 1; depth < own.size() && !same.isEmpty(); ++depth)
        if (std::ranges::none_of(same, [&](const QStringList& each) { return each.value(depth) == own[depth]; }))
            return own[depth];
    return {};
}

QString pathAmong(const QString& path, const QStringList& files)
{
    qsizetype common = path.lastIndexOf(u'/') + 1;
    for (const QString& file : files)
        while (common > 0 && !file.startsWith(QStringView(path).first(common)))
            common = path.first(common - 1).lastIndexOf(u'/') + 1;
    return path.mid(common);
}

QMap<QString, QString> namesApart(const QStringList& files)
{
    QMap<QString, QStringList> byName;
    for (const QString& file : files)
        byName[QFileInfo(file).fileName()] << file;
    QMap<QString, QString> names;
    for (const QStringList& same : byName) {
        const qsizetype common = same.front().size() - pathAmong(same.front(), same).size();
        for (const QString& file : same)
            names[file] = file.mid(common);
    }
    return names;
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
            result.replace(0, path.size(), UiText::tr("The file"));
        if (const QString name = shortName({path}); !name.isEmpty())
            result.replace(path, name);
    }
    return result;
}

QString askWhereToSave(const SaveQuestion& question, QWidget* window)
{
    QFileDialog dialog(window, question.title, settings::lastFolder(), question.filter);
    dialog.setAcceptMode(QFileDialog::AcceptSave);
    // The overwrite question must name the file with its ending. File dialogs ask it before the ending is added, so it
    // is asked here.
    dialog.setOption(QFileDialog::DontConfirmOverwrite);
    dialog.selectFile(fileName(question.name, question.ending));
    while (dialog.exec() == QDialog::Accepted && !dialog.selectedFiles().isEmpty()) {
        QString path = dialog.selectedFiles().front();
        const QStringList filters = question.filter.split(QStringLiteral(";;"));
        const auto isSaid = [&](const QString& filter) { return path.endsWith(endingOf(filter), Qt::CaseInsensitive); };
        if (std::ranges::none_of(filters, isSaid))
            path += endingOf(filters.contains(dialog.selectedNameFilter()) ? dialog.selectedNameFilter()
                                                                           : filters.front());
        if (!mayWrite(path, window))
            continue;
        settings::setLastFolder(QFileInfo(path).absolutePath());
        return path;
    }
    return {};
}

} // namespace tidemark::ui
