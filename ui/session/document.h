#pragma once

#include "core/xla/programs/profile.h"

#include <QDir>
#include <QFile>
#include <QFileInfo>
#include <QStringList>

#include <memory>
#include <vector>

namespace tidemark::ui {

/// What a window has open: the profile and the peaks of its modules. Immutable; `outlines` by position of the modules.
struct Document {
    QStringList paths; // as the user gave them
    std::shared_ptr<const Profile> profile;
    std::vector<ModuleOutline> outlines;

    const ModuleEntry& module(std::uint32_t index) const { return profile->modules[index]; }
    const SourceFile& sourceOf(std::uint32_t module) const { return profile->fileOf(profile->modules[module]); }
    Platform platformOf(std::uint32_t module) const { return sourceOf(module).platform; }
};

/// One memory space of one module, ready to be viewed.
struct ShownSpace {
    std::shared_ptr<const Document> document;
    std::uint32_t module = 0;
    std::int64_t space = 0;
    std::shared_ptr<const SpaceTimeline> timeline;
};

/// "train.xplane.pb", or "train.xplane.pb and 3 more": how titles call a set of paths.
inline QString shortName(const QStringList& paths)
{
    if (paths.isEmpty())
        return {};
    const QFileInfo first(paths.front());
    QString name = first.fileName();
    if (name.isEmpty())
        name = QFileInfo(first.absoluteFilePath()).dir().dirName();
    return paths.size() == 1 ? name : QStringLiteral("%1 and %2 more").arg(name).arg(paths.size() - 1);
}

/// Paths as the core takes them.
inline std::vector<std::string> nativePaths(const QStringList& paths)
{
    std::vector<std::string> result;
    for (const QString& path : paths)
        result.push_back(QFile::encodeName(path).toStdString());
    return result;
}

/// Text of the core, for the user.
inline QString text(std::string_view utf8)
{
    return QString::fromUtf8(utf8.data(), static_cast<qsizetype>(utf8.size()));
}

} // namespace tidemark::ui
