#include "core/compare/workers.h"
#include "core/groups/stacked_level.h"
#include "core/xla/plan/digest.h"
#include "core/xla/programs/xla_view.h"
#include "core/xla/replay/trace_replay.h"
#include "core/xspace/xspace_index.h"
#include "tests/core/document_fixture.h"

#include <atomic>

namespace tidemark {
using namespace xla;
namespace {

using namespace test;

/// Cancels some work at its first check of the cancel flag, at its second check and so on, with growing gaps, until the
/// work has fewer checks. Cancelled work must end with that error, other work must finish. Returns the number of
/// checks.
int expectCancellable(const char* what, const std::function<Result<void>(const Progress&)>& work)
{
    for (int most = 0;; most += 1 + most / 2) {
        std::atomic<int> looks = 0;
        std::atomic<bool> isReported = false;
        Progress progress;
        progress.isCancelled = [&] {
            if (looks++ < most)
                return false;
            isReported = true;
            return true;
        };
        const Result<void> done = work(progress);
        if (!isReported) {
            EXPECT_TRUE(done) << what << ": " << done.error().message;
            return looks;
        }
        EXPECT_TRUE(!done && done.error().kind == ErrorKind::Cancelled) << what << " after " << most << " looks";
        if (testing::Test::HasFailure())
            return looks;
    }
}

template <class T>
Result<void> outcomeOf(const Result<T>& result)
{
    return result ? Result<void>() : result.error();
}

constexpr int kManyBuffers = 40000;

/// The number of buffers. Each is defined by an instruction of its own, one after the other.
const std::string& largeHlo()
{
    static const std::string bytes = [] {
        proto::HloProto hlo = planFromText("temp 8");
        auto& module = *hlo.mutable_hlo_module();
        auto& plan = *hlo.mutable_buffer_assignment();
        auto& allocation = *plan.mutable_buffer_allocations(0);
        auto& trace = *plan.add_heap_simulator_traces();
        auto& computation = *module.mutable_computations(0);
        for (int id = 1; id <= kManyBuffers; ++id) {
            auto& instruction = *computation.add_instructions();
            instruction.set_id(id);
            instruction.set_name("i" + std::to_string(id));
            instruction.set_opcode(id == 1 ? "parameter" : "negate");
            *instruction.mutable_shape() = shapeFromText("f32[2]");
            if (id > 1)
                instruction.add_operand_ids(id - 1);
            auto& buffer = *plan.add_logical_buffers();
            buffer.set_id(id);
            buffer.set_size(8);
            buffer.mutable_defined_at()->set_instruction_id(id);
            auto& assigned = *allocation.add_assigned();
            assigned.set_logical_buffer_id(id);
            assigned.set_size(8);
            trace.add_events()->set_buffer_id(id);
            auto& free = *trace.add_events();
            free.set_kind(proto::HeapSimulatorTrace::Event::FREE);
            free.set_buffer_id(id);
        }
        computation.set_root_id(kManyBuffers);
        module.set_entry_computation_id(computation.id());
        return hlo.SerializeAsString();
    }();
    return bytes;
}

std::shared_ptr<const View> largeView()
{
    return makeView(replaySpace(*Plan::parse(largeHlo()), 0), {});
}

/// Checks are cheap and occur every few thousand instructions, buffers or steps.
void expectAFewLooks(const char* what, int looks)
{
    EXPECT_GE(looks, 3) << what;
    EXPECT_LE(looks, 100) << what;
}

TEST(Cancelling, EndsReadingAndReplayingAtAnyCheck)
{
    const TempFolder folder;
    const auto file = *File::open(folder.write("x", largeHlo()));
    const HloParts hlo = *findHloParts({{file, {0, file->size()}}});
    const int loading
        = expectCancellable("reading", [&](const Progress& progress) { return outcomeOf(Plan::load(hlo, progress)); });
    expectAFewLooks("reading", loading);
    EXPECT_GE(loading, 3 * kManyBuffers / 4096) << "instructions, buffers with their places, events";
    expectAFewLooks("reading the assignment",
                    expectCancellable("reading the assignment", [&](const Progress& progress) {
                        return outcomeOf(AssignmentOnly::load(hlo, progress));
                    }));
    expectCancellable("telling", [&](const Progress& progress) { return outcomeOf(digestOf(hlo, progress)); });
    const auto plan = *Plan::load(hlo);
    const int replaying = expectCancellable("replaying", [&](const Progress& progress) {
        return replaySpace(plan, 0, progress) ? Result<void>() : Progress::cancelledError();
    });
    expectAFewLooks("replaying", replaying);
    EXPECT_GE(replaying, 3 * (2 * kManyBuffers / 16384)) << "the replay, two levels";
}

TEST(Cancelling, EndsTheAnalysisOfAViewAtAnyCheck)
{
    const auto view = largeView();
    const int uses
        = expectCancellable("uses", [&](const Progress& progress) { return outcomeOf(view->uses(progress)); });
    expectAFewLooks("uses", uses);
    EXPECT_GE(uses, kManyBuffers / 16384 + 2 * (kManyBuffers / 8192)) << "order, uses, rows";
    expectCancellable("meanings", [&](const Progress& progress) { return outcomeOf(view->meanings(progress)); });
    const StackedLevel::Groups groups = {2, [](RowId row) { return static_cast<GroupIndex>(row.value % 2); }};
    expectAFewLooks("stacking", expectCancellable("stacking", [&](const Progress& progress) {
                        return outcomeOf(StackedLevel::of(*view, groups, progress));
                    }));
}

TEST_F(DocumentTest, IsCancelledAtAnyCheck)
{
    for (const char* const path : {"s/a/w-0.xplane.pb", "s/b/w-1.xplane.pb", "s/b/w-2.xplane.pb"})
        container(path, {{"jit_f(1)", small(8)}, {"jit_g(2)", small(16)}});
    const auto file = *File::open(m_folder.path("s/a/w-0.xplane.pb"));
    expectCancellable("a container", [&](const Progress& progress) { return outcomeOf(indexXSpace(*file, progress)); });
    const int opening = expectCancellable("opening", [&](const Progress& progress) {
        return outcomeOf(openDocuments({m_folder.path("s")}, allKinds(), progress));
    });
    EXPECT_GE(opening, 3 + 3 * 2) << "folders, and planes of files";
    expectCancellable("workers", [&](const Progress& progress) {
        return outcomeOf(attributeWorkers(*openDocuments({m_folder.path("s")}, allKinds()), {}, progress));
    });
    expectCancellable("outlines", [&](const Progress& progress) {
        return outlineAll(*open({m_folder.path("s")}), {ProgramId(0), ProgramId(1), ProgramId(2)}, progress)
            ? Result<void>()
            : Progress::cancelledError();
    });
}

} // namespace
} // namespace tidemark
