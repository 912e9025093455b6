#include "core/oom/telltales.h"

#include "core/oom/dense_text.h"

#include <algorithm>
#include <array>

namespace tidemark::oom {
namespace {

/// Words of errors that need not be about memory.
constexpr std::array<std::string_view, 2> kStatuses = {"RESOURCE_EXHAUSTED", "Resource exhausted:"};

} // namespace

std::vector<std::string_view> telltales()
{
    return {kStatuses[0],
            kStatuses[1],
            "total memory required for",
            "ut of memory",
            "ut of Memory",
            "capacity by ",
            "exceeds available",
            "exceeding available",
            "exceeded scoped ",
            "would exceed memory",
            "Allocation (size=",
            "Scoped allocation with",
            "Attempting to allocate",
            "Attempting to reserve",
            "That was not possible",
            "BufferAssignment OOM",
            "BufferAssignment stats",
            "Peak buffers:",
            "emory size limit exceeded",
            "limit exceeded: requested",
            "ot enough space to",
            "TensorCore Hbm usage",
            "SparseCore Hbm usage",
            "bm usage >= ",
            "em usage >= ",
            "bm requirement ",
            "em requirement ",
            "Largest program allocations",
            "Failed to allocate request",
            "Chunk at 0x",
            "InUse at 0x",
            "Free  at 0x",
            "bfc_allocator.cc:",
            "BFCAllocator dump for",
            "Next region of size ",
            "Sum Total of in-use",
            "trying to allocate",
            "Error loading program",
            "Error allocating device",
            "bottom of memory",
            "AllocationFailure:",
            "ScopedVmemOom",
            "CompileTimeHbmOom"};
}

const PhraseFinder& telltaleFinder()
{
    static const PhraseFinder kFinder(telltales());
    return kFinder;
}

bool mayBeOfMessage(std::string_view fromTelltale)
{
    constexpr std::array<std::string_view, 5> kWords = {"emory", "lloc", "eserve", "Hbm", "hbm"};
    const auto begins = [&](std::string_view text) { return fromTelltale.starts_with(text); };
    if (std::ranges::none_of(kStatuses, begins))
        return true;
    const std::string dense = withoutBlanks(fromTelltale); // a line may end inside a word
    const auto has = [&](std::string_view word) { return dense.find(word) != std::string::npos; };
    return std::ranges::any_of(kWords, has);
}

} // namespace tidemark::oom
