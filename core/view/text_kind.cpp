#include "core/view/text_kind.h"

#include "core/base/text.h"
#include "core/files/read_blocks.h"

namespace tidemark {

std::string startOfText(const File& file)
{
    constexpr std::size_t kStart = 4096;
    auto start = readStart(file, kStart);
    return start && !hasControls(*start) ? std::move(*start) : std::string();
}

} // namespace tidemark
