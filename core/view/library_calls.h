#pragma once

#include <string_view>

namespace tidemark {

/// Whether the call enters a library, by bare names: "linear.py", "Dense.__call__", and the function that called it,
/// empty where nobody knows. Compilers are often told to cut folders off; then a file's name alone says little, so that
/// what a library offers to its users counts: what that calls within its file is the library's as well. A program's own
/// function of the same name in a file of the same name cannot be told from it. Source: the public functions, and the
/// layers with a call of their own, of Flax 0.12, Optax 0.2, Equinox 0.13 and Haiku 0.0.17, by the files that they lie
/// in; those of Optax before 0.2.
bool isLibraryCall(std::string_view file, std::string_view function, std::string_view caller);

} // namespace tidemark
