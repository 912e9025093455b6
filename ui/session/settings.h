#pragma once

#include "core/rules/rules.h"
#include "ui/theme/appearance.h"

#include <QByteArray>
#include <QDateTime>
#include <QObject>
#include <QSettings>
#include <QString>
#include <QStringList>

#include <atomic>
#include <optional>
#include <string>
#include <vector>

namespace tidemark::ui {

/// A file in the list of recent files, with the data that the list shows.
struct RecentDocument {
    QStringList paths;
    QString program; // the program with the largest peak
    qint64 peakBytes = 0; // 0: not known
    qint64 fileBytes = 0;
    QDateTime opened; // the last time; invalid: not known

    QString folder() const; // the folder of the first path: "/data/runs", "~/runs"
};

/// The settings that the application keeps between runs. No other code uses QSettings. Invalid values are ignored. The
/// SettingsKeeper reports settings that cannot be written.
namespace settings {

struct WindowLayout {
    QByteArray geometry;
    QByteArray places;
    QByteArray columns;
};
WindowLayout windowLayout();
void setWindowLayout(const WindowLayout& layout);

std::vector<RecentDocument> recentDocuments();
/// Moves the document to the front of the list and removes duplicates. Its folder becomes lastFolder().
void addRecentDocument(const RecentDocument& document);
void clearRecentDocuments();

Appearance appearance();
void setAppearance(Appearance appearance);

/// The id of the grouping of rows, see ViewState::setGroupWay().
std::string groupBy();
void setGroupBy(const std::string& way);

/// Ids of the groupings of the composition, the outermost first, "" for none. The list is empty if the user has not
/// chosen any.
QStringList compositionLevels();
void setCompositionLevels(const QStringList& levels);

/// The file with the user's own attribution rules. It may not exist.
QString rulesPath();

/// The folder of the file that was opened or saved last.
QString lastFolder();
void setLastFolder(const QString& folder);

} // namespace settings

/// The user's own attribution rules. All windows share one set, kept in a file that the command line can also read with
/// --rules.
namespace userRules {

/// None if there is no file. Errors: those of readRules().
Result<std::optional<RuleSet>> read();
/// Deletes the file if there are no rules.
Result<void> save(std::span<const Rule> rules);

} // namespace userRules

/// Reports once when the settings cannot be written, until they can be written again. There is one instance for all
/// windows. Any thread may report.
class SettingsKeeper : public QObject
{
    Q_OBJECT

public:
    static SettingsKeeper& instance();

    void keep(QSettings& settings);

signals:
    /// What is wrong and what to do; empty when writing works again.
    void noticed(const QString& text);

private:
    SettingsKeeper() = default;

    std::atomic<bool> m_isFailing = false;
};

} // namespace tidemark::ui
