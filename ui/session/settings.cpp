#include "ui/session/settings.h"

#include "core/files/atomic_file.h"
#include "core/report/rules_json.h"
#include "ui/session/paths.h"
#include "ui/state/filter.h"
#include "ui/theme/place_in.h"

#include <QCoreApplication>
#include <QDir>
#include <QFile>
#include <QFileInfo>
#include <QLoggingCategory>
#include <QStandardPaths>

#include <algorithm>
#include <array>
#include <future>
#include <utility>

namespace tidemark::ui {

QString RecentDocument::folder() const
{
    if (paths.isEmpty())
        return {};
    const QString folder = QFileInfo(paths.front()).absolutePath();
    const QString home = QDir::homePath();
    return folder == home || folder.startsWith(home + u'/') ? u'~' + folder.mid(home.size()) : folder;
}

namespace settings {
namespace {

constexpr std::size_t kRecent = 12;

// Every key contains the version, so that a layout of another version is neither read nor overwritten.
QString key(const char* name)
{
    return QStringLiteral("v1/") + QLatin1String(name);
}

QSettings store()
{
    return QSettings(QSettings::IniFormat, QSettings::UserScope, QStringLiteral("tidemark"),
                     QStringLiteral("tidemark"));
}

void keep(const QString& key, const QVariant& value)
{
    QSettings all = store();
    all.setValue(key, value);
    SettingsKeeper::instance().keep(all);
}

/// The list of recent documents is written on another thread, one list after the other. QSettings waits for the disk
/// twice, which takes longer than to read and draw the opened file. This is a future and not a task in Qt's pool so
/// that ThreadSanitizer sees how the document is handed over.
std::future<void>& recentWriting()
{
    static std::future<void> writing;
    return writing;
}

void waitForRecentWriting()
{
    if (recentWriting().valid())
        recentWriting().wait();
}

/// Waits for the writing before the application object is destroyed. The objects of Qt and of this program that the
/// writing uses are destroyed in no known order at exit.
void waitForRecentWritingAtTheEnd()
{
    static const bool isRegistered = (qAddPostRoutine(waitForRecentWriting), true);
    Q_UNUSED(isRegistered);
}

std::vector<RecentDocument> readRecentDocuments()
{
    QSettings all = store();
    std::vector<RecentDocument> documents;
    const int count = std::min(all.beginReadArray(key("recent")), static_cast<int>(kRecent));
    for (int i = 0; i < count; ++i) {
        all.setArrayIndex(i);
        RecentDocument document{
            all.value(QStringLiteral("paths")).toStringList(), all.value(QStringLiteral("module")).toString(),
            all.value(QStringLiteral("peak")).toLongLong(), all.value(QStringLiteral("size")).toLongLong(),
            QDateTime::fromString(all.value(QStringLiteral("opened")).toString(), Qt::ISODate)};
        if (!document.paths.isEmpty())
            documents.push_back(std::move(document));
    }
    return documents;
}

void writeRecentDocument(const RecentDocument& document)
{
    std::vector<RecentDocument> documents = readRecentDocuments();
    std::erase_if(documents, [&](const RecentDocument& other) { return other.paths == document.paths; });
    documents.insert(documents.begin(), document);
    if (documents.size() > kRecent)
        documents.resize(kRecent);
    QSettings all = store();
    const QString folder = QFileInfo(document.paths.front()).absolutePath();
    if (!folder.startsWith(QStandardPaths::writableLocation(QStandardPaths::AppLocalDataLocation))) // not a pasted text
        all.setValue(key("folder"), folder);
    all.beginWriteArray(key("recent"), static_cast<int>(documents.size()));
    for (std::size_t i = 0; i < documents.size(); ++i) {
        all.setArrayIndex(static_cast<int>(i));
        all.setValue(QStringLiteral("paths"), documents[i].paths);
        all.setValue(QStringLiteral("module"), documents[i].program);
        all.setValue(QStringLiteral("peak"), documents[i].peakBytes);
        all.setValue(QStringLiteral("size"), documents[i].fileBytes);
        all.setValue(QStringLiteral("opened"), documents[i].opened.toString(Qt::ISODate));
    }
    all.endArray();
    SettingsKeeper::instance().keep(all);
}

} // namespace

WindowLayout windowLayout()
{
    const QSettings all = store();
    return {all.value(key("window/geometry")).toByteArray(), all.value(key("window/places")).toByteArray(),
            all.value(key("window/columns")).toByteArray()};
}

void setWindowLayout(const WindowLayout& layout)
{
    QSettings all = store();
    all.setValue(key("window/geometry"), layout.geometry);
    all.setValue(key("window/places"), layout.places);
    all.setValue(key("window/columns"), layout.columns);
    SettingsKeeper::instance().keep(all);
}

std::vector<RecentDocument> recentDocuments()
{
    waitForRecentWriting();
    return readRecentDocuments();
}

void addRecentDocument(const RecentDocument& document)
{
    waitForRecentWritingAtTheEnd();
    std::future<void>& writing = recentWriting();
    writing = std::async(std::launch::async, [document, before = std::move(writing)]() mutable {
        if (before.valid())
            before.get();
        writeRecentDocument(document);
    });
}

void clearRecentDocuments()
{
    waitForRecentWriting();
    QSettings all = store();
    all.remove(key("recent"));
    SettingsKeeper::instance().keep(all);
}

/// In the order of Appearance.
constexpr std::array kAppearances = {QLatin1String("system"), QLatin1String("light"), QLatin1String("dark")};

Appearance appearance()
{
    const QString name = store().value(key("appearance")).toString();
    const auto place = placeIn(kAppearances, name);
    return static_cast<Appearance>(place.value_or(0));
}

void setAppearance(Appearance appearance)
{
    keep(key("appearance"), kAppearances[static_cast<std::size_t>(appearance)]);
}

std::string groupBy()
{
    return store().value(key("groupBy"), QLatin1String(Facet::kByCategory)).toString().toStdString();
}

void setGroupBy(const std::string& way)
{
    keep(key("groupBy"), QString::fromStdString(way));
}

QStringList compositionLevels()
{
    return store().value(key("compositionLevels")).toStringList();
}

void setCompositionLevels(const QStringList& levels)
{
    keep(key("compositionLevels"), levels);
}

QString rulesPath()
{
    return QFileInfo(store().fileName()).dir().filePath(QStringLiteral("rules.json"));
}

QString lastFolder()
{
    waitForRecentWriting();
    const QString folder = store().value(key("folder")).toString();
    return folder.isEmpty() || !QDir(folder).exists() ? QDir::homePath() : folder;
}

void setLastFolder(const QString& folder)
{
    keep(key("folder"), folder);
}

} // namespace settings

SettingsKeeper& SettingsKeeper::instance()
{
    static SettingsKeeper keeper;
    return keeper;
}

void SettingsKeeper::keep(QSettings& settings)
{
    settings.sync();
    const bool isFailing = settings.status() == QSettings::AccessError;
    if (m_isFailing.exchange(isFailing) == isFailing)
        return;
    const QString text = isFailing
        ? tr("Settings cannot be saved: %1 cannot be written. Check free disk space and permissions.")
              .arg(QDir::toNativeSeparators(settings.fileName()))
        : QString();
    if (isFailing)
        qWarning().noquote() << text; // no window shows it if the last one is being closed
    emit noticed(text);
}

namespace userRules {

Result<std::optional<RuleSet>> read()
{
    const QString path = settings::rulesPath();
    if (!QFileInfo::exists(path))
        return std::optional<RuleSet>();
    auto rules = readRules(toNative(path));
    if (!rules)
        return rules.error();
    return std::optional<RuleSet>(std::move(*rules));
}

Result<void> save(std::span<const Rule> rules)
{
    const QString path = settings::rulesPath();
    if (rules.empty()) {
        QFile file(path);
        if (!file.exists() || file.remove())
            return {};
        return Error{ErrorKind::Io, toNative(path) + ": " + file.errorString().toStdString() + ".", std::nullopt};
    }
    if (auto done = makeOwnFolder(toNative(QFileInfo(path).absolutePath())); !done)
        return done;
    return writeOwnFile(toNative(path), [rules](std::ostream& out) { writeRules(out, rules); });
}

} // namespace userRules
} // namespace tidemark::ui
