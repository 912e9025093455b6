#include "ui/session/save_path.h"

#include "core/files/inputs_kept.h"
#include "ui/session/paths.h"
#include "ui/session/settings.h"
#include "ui/theme/text.h"

#include <QCoreApplication>
#include <QFileDialog>
#include <QMessageBox>
#include <QPushButton>

#include <algorithm>

namespace tidemark::ui {
namespace {

struct SavePathText {
    Q_DECLARE_TR_FUNCTIONS(SavePath)
};

bool mayWrite(const QString& path, QWidget* window)
{
    if (const auto allowed = inputsKept::refuseOverwriting(toNative(path)); !allowed) {
        QMessageBox::warning(window, SavePathText::tr("Export"), text(allowed.error().message));
        return false;
    }
    if (!QFileInfo::exists(path))
        return true;
    QMessageBox question(QMessageBox::Question, SavePathText::tr("Export"),
                         SavePathText::tr("%1 exists already. Replace it?").arg(QFileInfo(path).fileName()),
                         QMessageBox::Cancel, window);
    question.setTextFormat(Qt::PlainText);
    QPushButton* replace = question.addButton(SavePathText::tr("&Replace"), QMessageBox::AcceptRole);
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
