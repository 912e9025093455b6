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

/// Returns whether the file belongs to a framework or an installed package rather than to the program.
bool isLibraryFile(std::string_view path);

/// Returns for every frame of a stack whether it is in a library. Where no file has folders, consecutive frames of one
/// file are in a library if the outermost of them enters one; see isLibraryCall(). Where the whole path of one frame is
/// in a library, paths that only begin with a package's name ("jax/train.py") belong to the program.
std::vector<bool> framesInLibraries(std::span<const CallFrame> stack);

/// The innermost call outside libraries. Where all calls are inside libraries or the file has no stack, the line that
/// the file states. Views into `facts`.
SourceFrame ownSource(const Facts& facts);

/// "models/lm.py:33". Empty without a file.
std::string frameText(const SourceFrame& frame);

/// "lm.py:33", the line of ownSource() without folders. Empty if the file does not contain it.
std::string shortSource(const Facts& facts);

// The names of libraries are in libraries.json in this folder.

/// Returns whether the path leads into a folder of installed packages, or of the sources of a library.
bool isInLibraryFolder(std::string_view path);

/// Returns whether the path begins with the name of a package, as relative paths of libraries do.
bool isInPackage(std::string_view path);

/// Returns whether the call enters a library, judged by bare names: "linear.py", "Dense.__call__", and the calling
/// function, or an empty text if that is unknown. Compilers are often configured to cut folders off, and a file's name
/// alone is weak evidence, so the library's public functions count: everything that they call within their file belongs
/// to the library too. A program's own function of the same name in a file of the same name cannot be distinguished.
bool isLibraryCall(std::string_view file, std::string_view function, std::string_view caller);

} // namespace tidemark
