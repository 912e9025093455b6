#include "core/xla/programs/detect_format.h"
#include "core/xla/programs/profile.h"
#include "tests/fuzz/fuzz_file.h"
#include "tests/support/invariants.h"

/// A container, from the file to the replay of every module in it.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size)
{
    using namespace tidemark;
    const test::FuzzFile file(data, size);
    const auto profile = openProfile({file.path()});
    if (!profile)
        return 0;
    for (const ModuleEntry& module : (*profile)->modules) {
        (*profile)->outline(module);
        const auto plan = (*profile)->load(module);
        if (plan)
            test::require(test::brokenInvariant(*plan, 50));
    }
    return 0;
}
