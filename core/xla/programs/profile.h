#pragma once

#include "core/base/progress.h"
#include "core/files/file.h"
#include "core/files/find_inputs.h"
#include "core/xla/replay/space_timeline.h"
#include "core/xspace/xspace_index.h"

#include <memory>
#include <string>
#include <vector>

namespace tidemark {

enum class FileFormat { XSpace, Hlo };

/// One file of a profile. `file` is null and `error` set when it could not be used; the others of the profile still
/// open.
struct SourceFile {
    InputFile input;
    FileFormat format = FileFormat::XSpace;
    std::shared_ptr<const File> file;
    std::uint64_t size = 0;
    Platform platform = Platform::Unknown;
    DeviceFacts device;
    std::string jaxVersion;
    Warnings warnings;
    std::optional<Error> error;
};

/// One compiled program of a profile; (file, name, program id) tells it from all others.
struct ModuleEntry {
    std::uint32_t file = 0; // of Profile::files
    std::string name;
    std::optional<std::uint64_t> programId; // absent: the file does not tell
    FileRange hlo;

    /// "jit_train_step(137)"; the name alone without a program id
    std::string fullName() const { return programId ? name + "(" + std::to_string(*programId) + ")" : name; }
};

/// What a list of modules shows of one.
struct ModuleOutline {
    bool hasBufferAssignment = false;
    std::vector<SpaceOutline> spaces; // used ones, ascending
    std::optional<Error> error; // why there are no spaces

    /// The occupied peak, the order of every list; 0 when the space is not used.
    std::int64_t peakIn(std::int64_t space) const;
    bool uses(std::int64_t space) const;
};

/// An opened set of files: what there is and where. Immutable, nothing decoded yet. Files stay open.
struct Profile {
    std::vector<SourceFile> files; // by path
    std::vector<ModuleEntry> modules; // by path, name, program id
    Warnings warnings; // of folders and of all files

    /// What an error about all of it is about: the path of the file, or "FIRST and 15 more files".
    std::string title() const;
    const SourceFile& fileOf(const ModuleEntry& module) const { return files[module.file]; }
    Result<std::shared_ptr<const Plan>> load(const ModuleEntry& module) const;
    ModuleOutline outline(const ModuleEntry& module) const;
    /// True when both have the same HLO, byte for byte.
    bool sameHlo(const ModuleEntry& a, const ModuleEntry& b) const;
};

/// Opens files, session folders, log directories and dump folders together as one profile. The format of a file is
/// decided by its content. Error when no file could be used (the first file's error); single bad files are
/// Profile::files with an error. A profile without any module is no error here: views say why it is empty.
Result<std::shared_ptr<const Profile>> openProfile(const std::vector<std::string>& paths,
                                                   const Progress& progress = {});

/// The outlines of all modules, by position. Cost: reads and replays each buffer assignment, on all processors.
Result<std::vector<ModuleOutline>> outlineModules(const Profile& profile, const Progress& progress = {});

/// Why a profile shows nothing, for the user; empty when it has modules.
std::string whyEmpty(const Profile& profile);

/// An error when `path` is a file of the profile: writing there would destroy it.
std::optional<Error> refuseOverwriting(const Profile& profile, const std::string& path);

} // namespace tidemark
