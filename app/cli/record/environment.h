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

/// For programs of XLA the dump of their HLO as protos, and no compilation cache: what a cache answers is not dumped.
/// XLA_FLAGS are extended: `xlaFlags`, the flags or the file of flags that it names. For tt-xla the levels of its logs.
/// `folder` is absolute. Error: the file of flags cannot be read.
Result<RecordingEnvironment> recordingEnvironment(RecordKind kind, const std::string& folder,
                                                  const std::string& xlaFlags);

} // namespace tidemark::cli
