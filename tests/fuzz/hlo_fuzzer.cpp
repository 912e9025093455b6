#include "core/xla/plan/buffer_assignment.h"
#include "core/xla/plan/hlo_module.h"
#include "core/xla/programs/checks.h"
#include "core/xla/xprof/memory_viewer.h"
#include "tests/fuzz/fuzz_file.h"
#include "tests/support/exact_buffer.h"
#include "tests/support/facts_of.h"
#include "tests/support/invariants.h"
#include "tests/support/oracle_difference.h"
#include "tests/support/random_plan.h"

#include <nlohmann/json.hpp>

#include <sstream>

namespace {

void exercise(const std::shared_ptr<const tidemark::xla::Plan>& plan)
{
    using namespace tidemark;
    using namespace tidemark::xla;
    test::require(test::brokenInvariant(plan, 50));
    for (const std::int64_t space : {std::int64_t{0}, std::int64_t{1}}) {
        std::ostringstream out;
        writeMemoryViewer(out, *plan, space);
        test::require(nlohmann::json::accept(out.str()) ? "" : "memory-viewer writes no JSON");
        const auto timeline = replaySpace(plan, space);
        checkSpace(*timeline);
        for (const LiveRow& live : allRows(*timeline)) {
            test::factsOf(*timeline, timeline->rows[live.row]);
            sharerNames(*timeline, live.row, 10);
        }
    }
}

/// Inputs that protobuf accepts must have the figures of the oracle. They are serialized again first, because the
/// oracle does not handle repeated fields or other wire types. Large inputs are skipped, because the oracle is
/// quadratic.
void compareWithOracle(const std::uint8_t* data, std::size_t size)
{
    using namespace tidemark;
    using namespace tidemark::xla;
    constexpr std::size_t kMostBytes = 20000;
    constexpr std::size_t kMostSpaces = 8;
    proto::HloProto hlo;
    if (size > kMostBytes || !hlo.ParseFromArray(data, static_cast<int>(size)))
        return;
    hlo.DiscardUnknownFields();
    if (hlo.hlo_module().ByteSizeLong() > 0 && hlo.buffer_assignment().ByteSizeLong() > 0)
        test::require(test::differenceFromOracle(hlo, kMostSpaces));
}

} // namespace

extern "C" std::size_t LLVMFuzzerMutate(std::uint8_t* data, std::size_t size, std::size_t limit);

/// Changes every second input as a message, so that it stays a valid one.
extern "C" std::size_t LLVMFuzzerCustomMutator(std::uint8_t* data, std::size_t size, std::size_t limit, unsigned seed)
{
    using namespace tidemark;
    using namespace tidemark::xla;
    std::mt19937 random(seed);
    proto::HloProto hlo;
    if (random() % 2 == 0 || !hlo.ParseFromArray(data, static_cast<int>(size)))
        return LLVMFuzzerMutate(data, size, limit);
    test::mutateIntegers(hlo, 1 + static_cast<int>(random() % 3), random);
    const std::size_t changed = hlo.ByteSizeLong();
    if (changed > limit)
        return LLVMFuzzerMutate(data, size, limit);
    hlo.SerializeToArray(data, static_cast<int>(changed));
    return changed;
}

/// Fuzzes a bare HloProto: decoding, replay of all spaces, rows, and the answer in XProf's form.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size)
{
    using namespace tidemark;
    using namespace tidemark::xla;
    const test::ExactBuffer bytes({reinterpret_cast<const char*>(data), size});
    if (const auto assignment = decodeBufferAssignment(bytes.view()))
        for (const LogicalBuffer& buffer : assignment->buffers)
            if (buffer.allocation)
                test::require(assignment->clippedRange(buffer).size() >= 0 ? "" : "a range of negative size");
    const auto module = HloModule::decode(bytes.view());
    if (module)
        module->stack(1);
    Damage damage(bytes.view());
    platformOfInstruction(bytes.view(), damage);
    const auto plan = Plan::parse(bytes.view());
    if (plan)
        exercise(*plan);
    compareWithOracle(data, size);
    return 0;
}
