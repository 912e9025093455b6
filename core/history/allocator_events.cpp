#include "core/history/allocator_events.h"

namespace tidemark::history {

Result<Recording> readAllocatorEvents(const File& file, const Progress&)
{
    return Error{ErrorKind::NotFound, file.path() + ": there is nothing.", std::nullopt};
}

} // namespace tidemark::history
