#include "core/xla/reports/compiler_report.h"
#include "core/xla/reports/reported_plan.h"
#include "tests/fuzz/fuzz_file.h"
#include "tests/support/exact_buffer.h"
#include "tests/support/invariants.h"

#include <array>

/// Fuzzes reports. The first byte chooses the form of the report, the rest is its text. It is read, written as a plan,
/// and the plan is replayed.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size)
{
    using namespace tidemark;
    using namespace tidemark::xla;
    if (size == 0)
        return 0;
    const test::ExactBuffer bytes({reinterpret_cast<const char*>(data) + 1, size - 1});
    constexpr std::array kReaders = {readAssignmentReport, readLiveRangeReport, readUsageReport, readUsageProto};
    auto report = kReaders[data[0] % kReaders.size()](bytes.view());
    if (!report || (report->allocations.empty() && !takeValuesAtPeak(*report)))
        return 0;
    const ReportedPlan written = writePlan(*report, "m", 1);
    const std::size_t plan = sizeOf(written.parts.module) + sizeOf(written.parts.assignment);
    test::require(plan <= 64 * size + 256 ? "" : "a plan much larger than its report");
    const auto loaded = Plan::load(written.parts);
    test::require(loaded ? test::brokenInvariant(*loaded, 20) : loaded.error().message);
    return 0;
}
