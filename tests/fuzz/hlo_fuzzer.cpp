#include "core/xla/programs/buffer_details.h"
#include "core/xla/programs/checks.h"
#include "core/xla/xprof/memory_viewer.h"
#include "tests/fuzz/fuzz_file.h"
#include "tests/support/exact_buffer.h"
#include "tests/support/invariants.h"

#include <nlohmann/json.hpp>

#include <sstream>

namespace {

void exercise(const std::shared_ptr<const tidemark::Plan>& plan)
{
    using namespace tidemark;
    test::require(test::brokenInvariant(plan, 50));
    for (const std::int64_t space : {std::int64_t{0}, std::int64_t{1}}) {
        std::ostringstream out;
        writeMemoryViewer(out, *plan, space);
        test::require(nlohmann::json::accept(out.str()) ? "" : "memory-viewer writes no JSON");
        const auto timeline = replaySpace(plan, space);
        checkSpace(*timeline);
        for (const LiveRow& live : allRows(*timeline)) {
            describe(*timeline, timeline->rows[live.row.value]);
            sharerNames(*timeline, live.row.value, 10);
        }
    }
}

} // namespace

/// A bare HloProto: decoding, replay of all spaces, rows, and the answer for XProf's users.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size)
{
    using namespace tidemark;
    const test::ExactBuffer bytes({reinterpret_cast<const char*>(data), size});
    if (const auto assignment = decodeBufferAssignment(bytes.view()))
        for (const LogicalBuffer& buffer : assignment->buffers)
            if (buffer.allocation != kNoIndex)
                test::require(assignment->clippedRange(buffer).size() >= 0 ? "" : "a range of negative size");
    const auto module = HloModule::decode(bytes.view());
    if (module)
        module->stack(1);
    platformOfModule(bytes.view());
    const auto plan = Plan::parse(bytes.view());
    if (plan)
        exercise(*plan);
    return 0;
}
