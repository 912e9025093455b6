#pragma once

#include "core/base/progress.h"
#include "core/base/result.h"
#include "core/base/warnings.h"

#include <functional>
#include <string>
#include <vector>

namespace tidemark {

/// A name that files of a kind have.
struct FileEnding {
    std::string ending; // ".xplane.pb"
    std::string description; // "XLA profile"
    std::string mimeType = {}; // "application/vnd.tidemark.xplane"; empty: the ending tells no kind
    bool isOfHost = false; // the name before it is a host, the folder a session
    std::string leftOutBeside = {}; // in folders: not looked at where a file of this ending lies, which holds the same
    bool isCommon = false; // most files that end so are of no kind: in folders those are passed over without a word
    std::string inside = {}; // what must stand before it in a name; empty: anything
    std::string texts = {}; // files of any name of that kind, in a list for people: "logs of trainings"
};

/// The first of the endings that the name of a file has; null: it has none of them.
const FileEnding* endingOf(const std::vector<FileEnding>& endings, const std::string& name);
/// Whether the ending of a file's name is one before which a host stands.
bool isOfHost(const std::vector<FileEnding>& endings, const std::string& name);

/// One file to open, and what its place tells.
struct InputFile {
    std::string path;
    std::string host; // for an ending that says so; else empty
    std::string session; // folder of such a file, behind the run's path when a log directory was opened
    bool isByChance = false; // found in a folder, by a common ending, or of an unknown name
    bool isOfUnknownName = false; // and what is in it was asked for
};

struct FoundInputs {
    std::vector<InputFile> files; // by path, each once
    Warnings warnings; // folders that cannot be read, files that were not looked at
};

/// Whether a file of a name that no kind knows is wanted all the same, for what is in it.
using WantsUnknown = std::function<bool(const std::string& path)>;

/// The files below the paths. A file counts whatever its name. A folder is searched at any depth for names with one of
/// these endings, without following links to folders. Of files of other names at most 512 are asked for, none hidden
/// or empty; more are a warning. Error when nothing is found: the message lists what is there.
/// Layout of captures: <logdir>/<run>/plugins/profile/<session>/<host>.xplane.pb.
Result<FoundInputs> findInputs(const std::vector<std::string>& paths, const std::vector<FileEnding>& endings,
                               const Progress& progress = {}, const WantsUnknown& wantsUnknown = {});

/// "*.xplane.pb, *.hlo_proto.pb and *.hlo.pb, and texts with a known error message", for a message.
std::string endingsText(const std::vector<FileEnding>& endings);
/// The same with the first names alone, for what is read in passing: "*.a, *.b, *.c and 9 others".
std::string shortEndingsText(const std::vector<FileEnding>& endings);

} // namespace tidemark
