#pragma once

#include "core/base/result.h"

#include <map>
#include <string>

namespace tidemark::cli {

/// What a command is recorded for.
enum class RecordKind { Xla, TtTrain, TtXla };

/// Variables by name.
using Environment = std::map<std::string, std::string>;

/// Variables that let a command leave what is needed to see its memory afterwards, beside those it has already.
struct RecordingEnvironment {
    Environment added; // in place of those of the same name
    std::string dumpFolder; // where XLA dumps: the one given, or the one that its flags name already; empty: nowhere
};

/// The flags in a value of XLA_FLAGS, or in the file that it names. Error: that cannot be read.
Result<std::string> flagsOf(const std::string& value);

/// For programs of XLA the dump of their HLO as protos, and no compilation cache: what a cache answers is not dumped;
/// their `flags` are extended. For tt-xla the levels of its logs. `folder` is absolute.
RecordingEnvironment recordingEnvironment(RecordKind kind, const std::string& folder, const std::string& flags);

} // namespace tidemark::cli
