#pragma once

#include <string_view>

namespace tidemark {

/// Returns whether the call enters a library, judged by bare names: "linear.py", "Dense.__call__", and the calling
/// function, or an empty text if that is unknown. Compilers are often configured to cut folders off, and a file's name
/// alone is weak evidence, so the library's public functions count: everything that they call within their file belongs
/// to the library too. A program's own function of the same name in a file of the same name cannot be distinguished.
/// Source: the public functions, and the layers with a call of their own, of Flax 0.12, Optax 0.2 and earlier, Equinox
/// 0.13 and Haiku 0.0.17, by file.
bool isLibraryCall(std::string_view file, std::string_view function, std::string_view caller);

} // namespace tidemark
