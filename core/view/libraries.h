#pragma once

#include <string_view>

namespace tidemark {

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
