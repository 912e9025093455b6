#pragma once

#include "core/base/progress.h"
#include "core/base/warnings.h"
#include "core/include/tidemark/result.h"

#include <functional>
#include <string>
#include <vector>

namespace tidemark {

/// A file name ending of a document kind.
struct FileEnding {
    std::string ending; // ".xplane.pb"
    std::string description; // "XLA profile"
    std::string mimeType = {}; // "application/vnd.tidemark.xplane"; empty if the ending implies no kind
    bool isLog = false; // a log of any program; it may be about the other files that are opened with it
    bool isOfHost = false; // the name before the ending is a host, and the folder a session
    std::string leftOutIfEqualTo = {}; // left out in a folder that has a file of this ending with the same content
    bool isCommon = false; // most such files are of no kind; in folders those are skipped without a warning
    std::string inside = {}; // text that must occur before the ending; empty for any
    std::string texts = {}; // phrase for files of this kind with any name: "logs of trainings"
};

/// Returns the first ending that matches the file name, or null.
const FileEnding* endingOf(const std::vector<FileEnding>& endings, const std::string& name);
/// Returns whether the file name has an ending before which the name is a host.
bool isOfHost(const std::vector<FileEnding>& endings, const std::string& name);

/// A file to open, and what its place implies.
struct InputFile {
    std::string path;
    std::string host; // the host, if the ending implies one, otherwise empty
    std::string session; // its folder, after the run's path if a log directory was opened
    bool isByChance = false; // found in a folder, by a common ending or by its content
    bool isOfUnknownName = false; // no ending matches; it was chosen by its content
};

struct FoundInputs {
    std::vector<InputFile> files; // sorted by path, each once
    Warnings warnings; // unreadable folders, and files that were not examined
};

/// Decides by its content whether a file without a known ending is wanted.
using WantsUnknown = std::function<bool(const std::string& path)>;

/// Finds the files below the paths. A file in `paths` counts under any name. A folder is searched at any depth for
/// names with one of the endings; links to folders are not followed. `wantsUnknown` is called for at most 512 files
/// with other names, none of them hidden or empty; further files give a warning. Error if nothing is found: its message
/// lists files that are there.
/// Layout of captures: <logdir>/<run>/plugins/profile/<session>/<host>.xplane.pb.
Result<FoundInputs> findInputs(const std::vector<std::string>& paths, const std::vector<FileEnding>& endings,
                               const Progress& progress = {}, const WantsUnknown& wantsUnknown = {});

/// Lists the endings for a message: "*.xplane.pb, *.hlo_proto.pb and *.hlo.pb, and texts with a known error message".
std::string endingsText(const std::vector<FileEnding>& endings);
/// A shorter list with only the first endings: "*.a, *.b, *.c and 9 others".
std::string shortEndingsText(const std::vector<FileEnding>& endings);

} // namespace tidemark
