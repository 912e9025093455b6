#pragma once

#include "ui/state/color_by.h"
#include "ui/theme/appearance.h"

#include <QByteArray>
#include <QDateTime>
#include <QString>
#include <QStringList>

#include <vector>

namespace tidemark::ui {

/// A file in the list of recent ones, with what the list shows of it.
struct RecentDocument {
    QStringList paths;
    QString program; // the program with the largest peak
    qint64 peakBytes = 0; // 0: not known
    qint64 fileBytes = 0;
    QDateTime opened; // the last time; invalid: not known

    QString folder() const; // the folder of the first path: "/data/runs", "~/runs"
};

/// What the application remembers between runs; the only place that knows QSettings. Garbage in it counts as nothing.
/// What cannot be written is told by the SettingsKeeper.
namespace settings {

struct WindowLayout {
    QByteArray geometry;
    QByteArray docks;
    QByteArray columns;
};
WindowLayout windowLayout();
void setWindowLayout(const WindowLayout& layout);

std::vector<RecentDocument> recentDocuments();
/// To the front of the list, once.
void addRecentDocument(const RecentDocument& document);
void clearRecentDocuments();

Appearance appearance();
void setAppearance(Appearance appearance);

/// How rows are grouped and coloured.
ColorBy::Way colorBy();
void setColorBy(ColorBy::Way way);
/// Whether the chart is stacked by the groups.
bool isStacked();
void setStacked(bool isStacked);

/// Ids of the groupings that the composition is by, from the outside in, "" for none; empty: nobody chose any.
QStringList compositionLevels();
void setCompositionLevels(const QStringList& levels);

/// The file of the user's own rules of attribution; it need not be there.
QString rulesPath();

QString lastFolder();
void setLastFolder(const QString& folder);

} // namespace settings
} // namespace tidemark::ui
