#pragma once

#include "core/include/tidemark/result.h"

#include <map>
#include <string>

namespace tidemark::cli {

/// The kind of program that is recorded.
enum class RecordKind { Xla, TtTrain, TtXla };

/// Environment variables by name.
using Environment = std::map<std::string, std::string>;

/// The variables to add to the environment of a command so that it writes the data that its memory is read from.
struct RecordingEnvironment {
    Environment added; // they replace variables with the same name
    std::string dumpFolder; // where XLA dumps: the given folder or the folder that the flags name; empty: nowhere
};

/// Returns the flags in a value of XLA_FLAGS, or in the file that the value names. Error: the file cannot be read.
Result<std::string> flagsOf(const std::string& value);

/// For XLA programs: dumps the HLO as protos and switches off the compilation cache, because a cached module is not
/// dumped. `flags` are kept and extended. For tt-xla: sets the log levels. `folder` is absolute.
RecordingEnvironment recordingEnvironment(RecordKind kind, const std::string& folder, const std::string& flags);

} // namespace tidemark::cli
