#include "ui/shell/file_opener.h"

#include "ui/session/paths.h"
#include "ui/session/settings.h"
#include "ui/theme/text.h"
#include "ui/theme/tool_tip.h"

#include <QCoreApplication>
#include <QFileDialog>
#include <QLocale>
#include <QMenu>

namespace tidemark::ui {
namespace {

/// Where the example profile lies, beside the built or the installed program; empty when it is missing.
QString examplePath()
{
    return QFileInfo(QCoreApplication::applicationDirPath()
                     + QStringLiteral("/../share/tidemark/example/train.xplane.pb"))
        .canonicalFilePath();
}

QString entryText(const RecentDocument& document)
{
    QStringList parts{shortName(document.paths), document.folder()};
    if (document.opened.isValid())
        parts << QLocale().toString(document.opened.date(), QLocale::ShortFormat);
    parts.removeAll(QString());
    return parts.join(QStringLiteral(" — ")).replace(u'&', QLatin1String("&&"));
}

} // namespace

FileOpener::FileOpener(DocumentKinds kinds, QMenu* recent, QWidget* window)
    : QObject(window)
    , m_kinds(std::move(kinds))
    , m_recent(recent)
    , m_window(window)
{
    connect(recent, &QMenu::aboutToShow, this, &FileOpener::fillRecent);
}

QStringList FileOpener::nameFilters() const
{
    QStringList all;
    QStringList each;
    for (const FileEnding& ending : endingsOf(m_kinds)) {
        const QString pattern = u'*' + text(ending.ending);
        all << pattern;
        each << QStringLiteral("%1 (%2)").arg(text(ending.description), pattern);
    }
    return QStringList{tr("All that can be opened (%1)").arg(all.join(u' '))} + each + QStringList{tr("All files (*)")};
}

void FileOpener::askForFiles()
{
    const QStringList files = QFileDialog::getOpenFileNames(m_window, tr("Open"), settings::lastFolder(),
                                                            nameFilters().join(QStringLiteral(";;")));
    if (files.isEmpty())
        return;
    settings::setLastFolder(QFileInfo(files.front()).absolutePath());
    emit openRequested(files);
}

void FileOpener::askForFolder()
{
    const QString folder
        = QFileDialog::getExistingDirectory(m_window, tr("Open Log Directory"), settings::lastFolder());
    if (folder.isEmpty())
        return;
    settings::setLastFolder(folder);
    emit openRequested({folder});
}

void FileOpener::openExample()
{
    const QString example = examplePath();
    if (example.isEmpty())
        emit noticed(tr("The example is not installed with this program."));
    else
        emit openRequested({example});
}

void FileOpener::fillRecent()
{
    m_recent->clear();
    for (const RecentDocument& document : settings::recentDocuments()) {
        QAction* action = m_recent->addAction(entryText(document));
        action->setToolTip(plainToolTip(document.paths.join(u'\n')));
        connect(action, &QAction::triggered, this, [this, paths = document.paths] { emit openRequested(paths); });
    }
    if (m_recent->isEmpty()) {
        m_recent->addAction(tr("No recent files"))->setEnabled(false);
        return;
    }
    m_recent->addSeparator();
    m_recent->addAction(tr("&Clear"), this, [this] {
        settings::clearRecentDocuments();
        emit recentCleared();
    });
}

} // namespace tidemark::ui
