#include "ui/shell/file_opener.h"

#include "core/files/atomic_file.h"
#include "core/files/unpacking_reader.h"
#include "ui/pages/oom/oom_page.h"
#include "ui/pages/page.h"
#include "ui/session/paths.h"
#include "ui/session/session.h"
#include "ui/session/settings.h"
#include "ui/theme/text.h"
#include "ui/widgets/drop_frame.h"
#include "ui/widgets/notice_bar.h"

#include <QClipboard>
#include <QCoreApplication>
#include <QCryptographicHash>
#include <QDropEvent>
#include <QFileDialog>
#include <QGuiApplication>
#include <QLocale>
#include <QMenu>
#include <QMimeData>
#include <QStandardPaths>
#include <QUrl>

#include <ostream>
#include <utility>

namespace tidemark::ui {
namespace {

/// The path of the example profile, next to the built or the installed program; empty if it is missing.
QString examplePath()
{
    return QFileInfo(QCoreApplication::applicationDirPath()
                     + QStringLiteral("/../share/tidemark/example/train.xplane.pb"))
        .canonicalFilePath();
}

constexpr qsizetype kKeptTexts = 30;
constexpr qsizetype kShownText = 60; // shown characters of a refused text

/// The path of a pasted text. Its name is a hash of the content, so the same text is the same document.
QString pastedPath(const QByteArray& content)
{
    const QByteArray hash = QCryptographicHash::hash(content, QCryptographicHash::Sha1).toHex().left(8);
    return QStandardPaths::writableLocation(QStandardPaths::AppLocalDataLocation)
        + QStringLiteral("/pasted/message-%1.txt").arg(QString::fromLatin1(hash));
}

/// Removes all but the last few pasted texts.
void forgetOldTexts(const QDir& folder)
{
    const QFileInfoList latestFirst = folder.entryInfoList({QStringLiteral("message-*.txt")}, QDir::Files, QDir::Time);
    for (qsizetype i = kKeptTexts; i < latestFirst.size(); ++i)
        QFile::remove(latestFirst[i].filePath());
}

// The subjects of notices.
constexpr QLatin1String kRun("run");
constexpr QLatin1String kTogether("together");

QString offerText(const WholeRun& run)
{
    const QString workers = run.otherHosts == 1 ? IncomingFiles::tr("one more worker of this run")
                                                : IncomingFiles::tr("%1 more workers of this run").arg(run.otherHosts);
    if (run.others.size() > 1)
        return IncomingFiles::tr("%1 folders next to this one hold %2.").arg(run.others.size()).arg(workers);
    return IncomingFiles::tr("The folder %1, next to this one, holds %2.")
        .arg(shortName({fromNative(run.others.front())}), workers);
}

QString entryText(const RecentDocument& document)
{
    QStringList parts{shortName(document.paths), document.folder()};
    if (document.opened.isValid())
        parts << QLocale().toString(document.opened.date(), QLocale::ShortFormat);
    parts.removeAll(QString());
    return parts.join(QStringLiteral(" — ")).replace(u'&', QLatin1String("&&"));
}

const auto kArrival = QStringLiteral("drop"); // subject of the notices

/// The paths of local files and folders in dropped or pasted data.
QStringList localPaths(const QMimeData& data)
{
    QStringList paths;
    for (const QUrl& url : data.urls())
        if (url.isLocalFile())
            paths << url.toLocalFile();
    return paths;
}

/// Returns whether the data is text and not an address.
bool isText(const QMimeData& data)
{
    return !data.hasUrls() && data.hasText();
}

bool isToCompare(const QDropEvent& event)
{
    return event.modifiers() & Qt::AltModifier;
}

/// Accepts a drop if there is something to open.
bool take(QDropEvent& event)
{
    const bool isSomething = !localPaths(*event.mimeData()).isEmpty() || isText(*event.mimeData());
    if (!(event.possibleActions() & Qt::CopyAction) || !isSomething) {
        event.ignore();
        return false;
    }
    event.setDropAction(Qt::CopyAction);
    event.accept();
    return true;
}

QString effectOf(const QDropEvent& event)
{
    if (isText(*event.mimeData()))
        return IncomingFiles::tr("Read this text");
    const QString name = shortName(localPaths(*event.mimeData()));
    return isToCompare(event) ? IncomingFiles::tr("Compare with %1").arg(name) : IncomingFiles::tr("Open %1").arg(name);
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
    const std::vector<FileEnding> endings = endingsOf(m_kinds);
    for (std::size_t i = 0; i < endings.size(); ++i) {
        QString pattern = u'*' + text(endings[i].ending);
        for (const std::string_view packed : kPackedEndings)
            pattern += QStringLiteral(" *") + text(endings[i].ending) + text(packed);
        all << pattern;
        // Text formats with the same description share one filter.
        if (i > 0 && endings[i].isCommon && endings[i].description == endings[i - 1].description)
            each.back().insert(each.back().size() - 1, u' ' + pattern);
        else
            each << QStringLiteral("%1 (%2)").arg(text(endings[i].description), pattern);
    }
    return QStringList{tr("All supported files (%1)").arg(all.join(u' '))} + each + QStringList{tr("All files (*)")};
}

QStringList FileOpener::chosenFiles(const QString& title)
{
    const QStringList files = QFileDialog::getOpenFileNames(m_window, title, settings::lastFolder(),
                                                            nameFilters().join(QStringLiteral(";;")));
    if (!files.isEmpty())
        settings::setLastFolder(QFileInfo(files.front()).absolutePath());
    return files;
}

void FileOpener::askForFiles()
{
    if (const QStringList files = chosenFiles(tr("Open")); !files.isEmpty())
        emit openRequested(files);
}

void FileOpener::askForFilesToCompare()
{
    if (const QStringList files = chosenFiles(tr("Compare With")); !files.isEmpty())
        emit compareRequested(files);
}

QStringList FileOpener::chosenFolder(const QString& title)
{
    const QString folder = QFileDialog::getExistingDirectory(m_window, title, settings::lastFolder());
    if (folder.isEmpty())
        return {};
    settings::setLastFolder(folder);
    return {folder};
}

void FileOpener::askForFolder()
{
    if (const QStringList folder = chosenFolder(tr("Open Log Directory")); !folder.isEmpty())
        emit openRequested(folder);
}

void FileOpener::askForFolderToCompare()
{
    if (const QStringList folder = chosenFolder(tr("Compare With Log Directory")); !folder.isEmpty())
        emit compareRequested(folder);
}

void FileOpener::openExample()
{
    const QString example = examplePath();
    if (example.isEmpty())
        emit noticed(tr("The example is not installed with this program."));
    else
        emit openRequested({example});
}

void FileOpener::openClipboard()
{
    const QMimeData* data = QGuiApplication::clipboard()->mimeData();
    const QStringList paths = data ? localPaths(*data) : QStringList();
    if (!paths.isEmpty())
        emit filesPasted(paths);
    else
        openText(data ? data->text() : QString());
}

void FileOpener::openText(const QString& given)
{
    if (given.trimmed().isEmpty()) {
        emit noticed(tr("There is no text to read: copy the message or the log first."));
        return;
    }
    const QByteArray content = given.toUtf8();
    const QString path = pastedPath(content);
    auto saved = makeOwnFolder(toNative(QFileInfo(path).absolutePath()));
    if (saved)
        saved
            = writeOwnFile(toNative(path), [&](std::ostream& out) { out.write(content.constData(), content.size()); });
    if (!saved) {
        emit noticed(tr("The text could not be saved, so it could not be read. %1").arg(text(saved.error().message)));
        return;
    }
    const auto kept = File::open(toNative(path));
    if (kept && isOfAny(m_kinds, **kept)) {
        forgetOldTexts(QFileInfo(path).dir());
        emit noticed({});
        emit openRequested({path});
        return;
    }
    QFile::remove(path);
    emit noticed(
        tr("Neither a known out-of-memory message nor a log of a known kind: “%1”")
            .arg(given.simplified().left(kShownText) + (given.size() > kShownText ? QStringLiteral("…") : QString())));
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

IncomingFiles::IncomingFiles(QWidget* window, Session* session, FileOpener* opener, NoticeBar* notices,
                             std::function<Page*()> page)
    : QObject(window)
    , m_session(session)
    , m_opener(opener)
    , m_notices(notices)
    , m_overlay(new DropOverlay(window))
    , m_page(std::move(page))
{
    window->setAcceptDrops(true);
    window->installEventFilter(this);
    connect(opener, &FileOpener::filesPasted, this, &IncomingFiles::open);
    connect(opener, &FileOpener::compareRequested, this, &IncomingFiles::compare);
    connect(session, &Session::documentsChanged, this, [this] { m_notices->withdraw(kArrival); });
    connect(&session->host(), &DocumentHost::reading, this, [this](bool again) {
        if (!again)
            m_notices->withdraw(kRun);
        m_notices->withdraw(kTogether);
    });
    connect(session, &Session::shownChanged, this, &IncomingFiles::showOfferTogether);
    connect(&session->host(), &DocumentHost::opened, this, [this](bool again) {
        if (!again)
            offerWholeRun();
    });
    connect(notices, &NoticeBar::linkActivated, this, [this](const QString& subject) {
        if (subject == kRun)
            openWholeRun();
        if (subject == kTogether)
            m_session->host().open(std::exchange(m_others, {}) + m_session->host().paths());
    });
}

bool IncomingFiles::eventFilter(QObject* watched, QEvent* event)
{
    switch (event->type()) {
    case QEvent::DragEnter:
    case QEvent::DragMove:
        if (auto& drag = static_cast<QDropEvent&>(*event); take(drag))
            m_overlay->showText(effectOf(drag)); // the modifier keys may change during the drag
        return true;
    case QEvent::DragLeave:
        m_overlay->hide();
        return true;
    case QEvent::Drop:
        m_overlay->hide();
        if (auto& dropped = static_cast<QDropEvent&>(*event); take(dropped))
            drop(dropped);
        return true;
    case QEvent::Resize:
        m_overlay->setGeometry(static_cast<QWidget*>(watched)->rect());
        return false;
    default:
        return false;
    }
}

void IncomingFiles::drop(const QDropEvent& event)
{
    if (isText(*event.mimeData()))
        m_opener->openText(event.mimeData()->text());
    else if (isToCompare(event))
        compare(localPaths(*event.mimeData()));
    else
        open(localPaths(*event.mimeData()));
}

void IncomingFiles::offerWholeRun()
{
    if (const auto& run = m_session->host().wholeRun())
        m_notices->showNotice(kRun, offerText(*run), tr("Open all %1 workers of this run").arg(run->hosts),
                              NoticeBar::Tone::Offer);
}

void IncomingFiles::showOfferTogether()
{
    if (!m_others.isEmpty() && OomPage::isFor(*m_session))
        m_notices->showNotice(kTogether, tr("%1 is open in another window.").arg(shortName(m_others)),
                              tr("Open both together"), NoticeBar::Tone::Offer);
}

void IncomingFiles::openWholeRun()
{
    QStringList folders;
    for (const std::string& folder : m_session->host().wholeRun()->folders)
        folders << fromNative(folder);
    m_session->host().open(folders);
}

void IncomingFiles::open(const QStringList& paths)
{
    QStringList wanted;
    QStringList refused;
    for (const QString& path : paths)
        (m_session->host().refusal({path}).isEmpty() ? wanted : refused) << path;
    m_notices->showNotice(kArrival, refused.isEmpty() ? QString() : m_session->host().refusal(refused));
    if (!wanted.isEmpty() && !m_page()->takeDropped(wanted))
        emit openRequested(wanted);
}

void IncomingFiles::compare(const QStringList& paths)
{
    const QString refusal = m_session->host().refusal(paths);
    m_notices->showNotice(kArrival, refusal);
    if (!refusal.isEmpty())
        return;
    if (m_session->shown())
        m_session->comparison().open(paths);
    else
        emit openRequested(paths);
}

} // namespace tidemark::ui
