#include "core/history/heap_profile.h"

namespace tidemark::history {

Result<Recording> readHeapProfile(const File& file, const Progress&)
{
    return Error{ErrorKind::NotFound, file.path() + ": there is nothing.", std::nullopt};
}

} // namespace tidemark::history
