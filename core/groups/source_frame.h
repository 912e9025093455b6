#pragma once

#include "core/view/rows.h"

#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace tidemark {

/// A line of a program's source.
struct SourceFrame {
    std::string_view file; // as the program gave it to the compiler, often a whole path; empty if unknown
    std::int64_t line = 0; // 0 if unknown
    std::string_view function = {}; // "Net.__call__"; empty if unknown
};

/// Reads "models/lm.py:33:10" or "models/lm.py:33". A text without numbers at the end is a file without a line.
SourceFrame parseFrame(std::string_view text);

/// Returns whether the file belongs to a framework or an installed package rather than to the program. The names of
/// libraries are in libraries.json in this folder.
bool isLibraryFile(std::string_view path);

/// Returns for every frame of a stack whether it is in a library. Where no file has folders, consecutive frames of one
/// file are in a library if the outermost of them calls a public function of one. Where the whole path of one frame is
/// in a library, paths that only begin with a package's name ("jax/train.py") belong to the program.
std::vector<bool> framesInLibraries(std::span<const CallFrame> stack);

/// The innermost call outside libraries. Where all calls are inside libraries or the file has no stack, the line that
/// the file states. Views into `facts`.
SourceFrame ownSource(const Facts& facts);

/// "models/lm.py:33". Empty without a file.
std::string frameText(const SourceFrame& frame);

/// "lm.py:33", the line of ownSource() without folders. Empty if the file does not contain it.
std::string shortSource(const Facts& facts);

} // namespace tidemark
