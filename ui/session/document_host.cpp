#include "ui/session/document_host.h"

#include "core/open/open_documents.h"
#include "core/view/choice.h"
#include "ui/session/paths.h"
#include "ui/session/settings.h"
#include "ui/theme/text.h"

#include <QFile>
#include <QFileInfo>
#include <QSet>

#include <algorithm>
#include <filesystem>
#include <set>

namespace tidemark::ui {
namespace {

namespace fs = std::filesystem;

/// Limit for watched folders. A log directory has a few folders for each run. A home directory that was opened by
/// mistake must not use up the watches of the system.
constexpr std::size_t kMostFolders = 2000;

void addFolders(const fs::path& root, std::set<fs::path>& folders)
{
    std::error_code error;
    folders.insert(root);
    fs::recursive_directory_iterator next(root, fs::directory_options::skip_permission_denied, error);
    for (; !error && next != fs::recursive_directory_iterator(); next.increment(error)) {
        std::error_code ignored;
        if (next->is_directory(ignored) && !next->is_symlink(ignored))
            folders.insert(next->path());
        if (folders.size() >= kMostFolders)
            return;
    }
}

fs::path nearestFolder(const fs::path& path)
{
    std::error_code error;
    fs::path folder = fs::absolute(path, error).parent_path();
    while (!fs::is_directory(folder, error) && folder.has_relative_path())
        folder = folder.parent_path();
    return folder;
}

constexpr int kSettleMs = 700;
/// The watcher searches all watched paths for each path that is added. Above this number only folders are watched, and
/// changes inside files are found by looking at intervals.
constexpr qsizetype kMostFollowed = 1000;
constexpr int kLookMs = 20000;

bool isMuch(const DiskState& state)
{
    return state.places.size() > kMostFollowed;
}

bool hasPrograms(const Documents& documents)
{
    return std::ranges::any_of(documents, [](const auto& each) { return !each->catalogue().programs.empty(); });
}

} // namespace

DiskState lookAt(const QStringList& paths, const std::vector<FileEnding>& endings)
{
    DiskState state;
    const std::vector<std::string> native = nativePaths(paths);
    if (const auto found = findInputs(native, endings))
        for (const InputFile& input : found->files) {
            if (input.isByChance)
                continue; // such a log, next to the opened files, grows all the time
            std::error_code error;
            const auto size = fs::file_size(input.path, error);
            if (error)
                continue;
            const QString path = fromNative(input.path);
            state.places << path;
            const auto modified = fs::last_write_time(input.path, error);
            if (!error && size > 0)
                state.files[path] = {static_cast<std::int64_t>(size), modified.time_since_epoch().count()};
        }
    std::set<fs::path> folders;
    for (const std::string& path : native) {
        std::error_code error;
        if (fs::is_directory(path, error))
            addFolders(path, folders);
        // Also for a folder, because it may be deleted and created again.
        folders.insert(nearestFolder(path));
    }
    for (const fs::path& folder : folders)
        state.places << fromNative(folder.string());
    return state;
}

FileWatcher::FileWatcher(QObject* parent)
    : QObject(parent)
{
    m_settle.setSingleShot(true);
    const auto settle = [this] { m_settle.start(kSettleMs); };
    connect(&m_watcher, &QFileSystemWatcher::fileChanged, &m_settle, settle);
    connect(&m_watcher, &QFileSystemWatcher::directoryChanged, &m_settle, settle);
    connect(&m_settle, &QTimer::timeout, this, &FileWatcher::look);
}

void FileWatcher::watch(const QStringList& paths, const std::vector<FileEnding>& endings, const DiskState& known)
{
    stop();
    m_paths = paths;
    m_endings = endings;
    m_known = m_reported = m_last = known;
    follow(known);
    look(); // nothing was watched during the reading
}

void FileWatcher::stop()
{
    m_settle.stop();
    m_looks.abandon();
    m_paths.clear();
    follow({});
}

bool FileWatcher::follow(const DiskState& state)
{
    const QStringList followed = m_watcher.files() + m_watcher.directories();
    const QSet<QString> before(followed.begin(), followed.end());
    QSet<QString> wanted(state.places.begin(), state.places.end());
    if (isMuch(state))
        for (const auto& [path, file] : state.files)
            wanted.remove(path);
    if (const QSet<QString> gone = before - wanted; !gone.isEmpty())
        m_watcher.removePaths(gone.values());
    const QStringList added = (wanted - before).values();
    return !added.isEmpty() && m_watcher.addPaths(added).size() < added.size();
}

void FileWatcher::look()
{
    if (m_paths.isEmpty())
        return;
    // On another thread, because the disk may be slow or remote.
    m_looks.run<DiskState>(
        {}, [paths = m_paths, endings = m_endings](const Progress&) { return lookAt(paths, endings); },
        [this](const Result<DiskState>& now) {
            if (now)
                onLooked(*now);
        });
}

void FileWatcher::onLooked(const DiskState& now)
{
    const bool isSettled = now.files == m_last.files;
    m_last = now;
    // A renamed file that replaces another is a new file to the system, and new folders are not watched yet. Another
    // look finds changes that happened to them before they were watched.
    const bool isNew = follow(now);
    if (!isSettled || isNew)
        m_settle.start(kSettleMs);
    else if (now.files != m_reported.files) {
        m_reported = now;
        emit settled(now);
    }
    if (isMuch(now) && !m_settle.isActive() && !m_paths.isEmpty())
        m_settle.start(kLookMs);
}

DocumentHost::DocumentHost(DocumentKinds kinds, QObject* parent)
    : QObject(parent)
    , m_kinds(std::move(kinds))
{
    connect(&m_watcher, &FileWatcher::settled, this, &DocumentHost::onSettled);
    connect(&m_tasks, &TaskRunner::cancelled, this, [this] { m_isReading = false; });
}

void DocumentHost::open(const QStringList& paths)
{
    m_paths = paths;
    forgetRead();
    startReading();
}

void DocumentHost::close()
{
    m_tasks.abandon();
    m_isReading = false;
    m_paths.clear();
    forgetRead();
}

void DocumentHost::forgetRead()
{
    m_documents.clear();
    m_wholeRun.reset();
    m_watcher.stop();
}

void DocumentHost::reload()
{
    if (!isEmpty())
        startReading();
}

Result<DocumentHost::Reading> DocumentHost::read(const QStringList& paths, const Progress& progress) const
{
    // The disk state is taken before the first byte is read, so that it misses no change after the reading.
    Reading reading{lookAt(paths, endingsOf(m_kinds)), {}, {}, std::nullopt};
    auto documents = openDocuments(nativePaths(paths), m_kinds, progress);
    if (!documents) {
        reading.error = documents.error();
        return reading;
    }
    for (const auto& document : *documents)
        if (!outlineAll(*document, allPrograms(*document), progress))
            return Progress::cancelledError();
    reading.documents = std::move(*documents);
    reading.wholeRun = findWholeRun(nativePaths(paths), endingsOf(m_kinds), progress);
    return reading;
}

void DocumentHost::startReading()
{
    m_isReading = true;
    emit reading(!m_documents.empty());
    // The thread reads only constant members.
    m_tasks.run<Reading>(
        tr("Reading %1…").arg(shortName(m_paths)),
        [this, paths = m_paths](const Progress& progress) { return read(paths, progress); },
        [this](const Result<Reading>& reading) {
            onRead(reading ? *reading : Reading{m_watcher.known(), {}, {}, reading.error()});
        });
}

void DocumentHost::onRead(const Reading& reading)
{
    m_isReading = false;
    m_watcher.watch(m_paths, endingsOf(m_kinds), reading.before);
    const bool again = !m_documents.empty();
    std::optional<Error> error = reading.error;
    if (!error && again && !hasPrograms(reading.documents))
        error = Error{ErrorKind::NoPlan, whyEmpty(reading.documents.front()->catalogue()), std::nullopt};
    if (error && again) {
        notice(tr("%1 cannot be read any more. The window still shows the old state; press F5 to try again. %2")
                   .arg(shortName(m_paths), inShort(error->message, m_paths, files(), {})));
        emit keptOld();
        return;
    }
    m_documents = reading.documents;
    m_wholeRun = reading.wholeRun;
    notice({});
    if (error) {
        emit failed(*error);
        return;
    }
    if (!again)
        remember();
    emit opened(again);
}

void DocumentHost::onSettled(const DiskState& now)
{
    if (m_isReading)
        return; // the watcher compares the files with the disk again after the reading
    const DiskState& known = m_watcher.known();
    QStringList gone;
    for (const auto& [path, file] : known.files)
        if (!now.files.contains(path))
            gone << path;
    const bool isFolder = std::ranges::any_of(m_paths, [](const QString& path) { return QFileInfo(path).isDir(); });
    const bool isMore = std::ranges::any_of(now.files, [&](const auto& entry) {
        const auto before = known.files.find(entry.first);
        return before == known.files.end() || before->second != entry.second;
    });
    if (gone.isEmpty() && !isMore)
        notice({}); // the files are again as they were read
    else if (isMore || (isFolder && !now.files.empty()))
        reload();
    else if (!m_documents.empty())
        notice((QFileInfo::exists(gone.front()) ? tr("%1 is empty now; the window shows its last state.")
                                                : tr("%1 was deleted; the window shows its last state."))
                   .arg(shortName(gone)));
}

QStringList DocumentHost::files() const
{
    QStringList files;
    for (const auto& document : m_documents)
        for (const FileEntry& file : document->catalogue().files)
            files << fromNative(file.path);
    files.removeDuplicates();
    return files;
}

QString DocumentHost::refusal(const QStringList& paths) const
{
    const std::vector<FileEnding> endings = endingsOf(m_kinds);
    std::optional<Error> unread;
    const auto isWorthOpening = [&](const QString& path) {
        const FileEnding* ending = endingOf(endings, toNative(QFileInfo(path).fileName()));
        if ((ending && !ending->isCommon) || QFileInfo(path).isDir())
            return true;
        const auto file = File::open(toNative(path));
        if (file && isOfAny(m_kinds, **file))
            return true;
        const auto failure = file ? (*file)->failure() : file.error();
        if (failure && failure->kind == ErrorKind::Io && !unread)
            unread = failure;
        return false;
    };
    if (paths.isEmpty() || std::ranges::any_of(paths, isWorthOpening))
        return {};
    if (unread)
        return text(unread->message);
    return tr("%1 cannot be opened: a folder is needed, or %2.")
        .arg(shortName(paths), QString::fromStdString(shortEndingsText(endings)));
}

void DocumentHost::remember() const
{
    const auto largest = usualChoice(m_documents); // the program that a window shows first
    if (!largest)
        return;
    RecentDocument recent;
    for (const QString& path : m_paths)
        recent.paths << QFileInfo(path).absoluteFilePath();
    recent.program = text(largest->program().name);
    recent.peakBytes = largest->outline().peakIn(largest->selection.memory).value_or(0);
    for (const FileEntry& file : largest->document->catalogue().files)
        recent.fileBytes += static_cast<qint64>(file.size);
    recent.opened = QDateTime::currentDateTime();
    settings::addRecentDocument(recent);
}

} // namespace tidemark::ui
