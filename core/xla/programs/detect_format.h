#pragma once

#include "core/base/result.h"
#include "core/files/file.h"
#include "core/xla/programs/profile.h"

namespace tidemark {

/// Tells a container from a bare HloProto by the fields at its start. Error when it is neither: it says what it looks
/// like. Reads a few hundred bytes.
Result<FileFormat> detectFormat(const File& file);

} // namespace tidemark
