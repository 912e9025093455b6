#pragma once

#include "core/view/rows.h"

#include <span>
#include <string_view>
#include <vector>

namespace tidemark {

/// A line of a program's source.
struct SourceFrame {
    std::string_view file; // as the compiler was told, often a whole path; empty: nobody knows
    std::int64_t line = 0; // 0: not told
    std::string_view function = {}; // "Net.__call__"; empty: not told
};

/// Reads "models/lm.py:33:10" or "models/lm.py:33"; what does not end in numbers is a file without a line.
SourceFrame parseFrame(std::string_view text);

/// Whether the file belongs to a framework or to what a package manager installed, not to the program. Source of the
/// table: where pip, Debian and Python's own library lie, and the packages of JAX, Flax, Optax, Equinox, Haiku, Keras
/// and PyTorch with the folders of their sources that programs do not import by name, nor have by chance.
bool isLibraryFile(std::string_view path);

/// Of every frame of a stack, whether it is in a library. Where no file has folders, frames of one file that follow
/// each other are in a library if the outermost of them enters one; see isLibraryCall(). Where one is in a library by
/// its whole path, those that begin with a package's name ("jax/train.py") are the program's own.
std::vector<bool> framesInLibraries(std::span<const CallFrame> stack);

/// The innermost call outside libraries; where all are inside, or the file has no stack, the line that the file tells.
/// Views into `facts`.
SourceFrame ownSource(const Facts& facts);

} // namespace tidemark
