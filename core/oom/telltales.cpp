#include "core/oom/telltales.h"

namespace tidemark::oom {

std::vector<std::string_view> telltales()
{
    return {"RESOURCE_EXHAUSTED",
            "Resource exhausted:",
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

} // namespace tidemark::oom
