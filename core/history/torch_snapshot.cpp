#include "core/history/torch_snapshot.h"

namespace tidemark::history {

Result<Recording> readTorchSnapshot(const File& file, const Progress&)
{
    return Error{ErrorKind::Unsupported, file.path() + " is a PyTorch memory snapshot.", std::nullopt};
}

} // namespace tidemark::history
