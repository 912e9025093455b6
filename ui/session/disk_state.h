#pragma once

#include "core/files/find_inputs.h"

#include <QString>
#include <QStringList>

#include <map>

namespace tidemark::ui {

/// The sizes and modification times of the files at some paths.
struct DiskState {
    struct File {
        std::int64_t size = 0; // bytes
        std::int64_t modified = 0; // ticks of the file system's clock
        friend bool operator==(const File&, const File&) = default;
    };
    std::map<QString, File> files; // the files that exist and are not empty
    QStringList places; // files (also empty ones) and folders to watch for changes

    friend bool operator==(const DiskState&, const DiskState&) = default;
};

/// Looks at the files that opening these paths would read. No file is opened. May be called from any thread. Cost: one
/// look at every folder and file.
DiskState lookAt(const QStringList& paths, const std::vector<FileEnding>& endings);

} // namespace tidemark::ui
