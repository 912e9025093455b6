// Tests of messages and recordings that are opened together: what was in use when the allocation failed.
#include "core/link/recorded_failure.h"

#include "core/explain/sentence.h"
#include "core/history/history_document.h"
#include "core/link/opened_together.h"
#include "core/open/open_documents.h"
#include "core/view/choice.h"
#include "tests/support/temp_folder.h"
#include "tests/support/torch_snapshots.h"

#include <gtest/gtest.h>

#include <cstdlib>
#include <filesystem>

namespace tidemark {
namespace {

using test::PickleWriter;
using test::Py;
using test::torchBlock;
using test::torchEvent;
using test::torchFrame;
using test::torchSegment;
using test::torchSnapshot;

constexpr std::int64_t kStart = 0x7f0000000000;
constexpr std::int64_t kMiB = 1 << 20;

std::string torchMessage(const std::string& asked, int gpu, const std::string& free)
{
    return "torch.OutOfMemoryError: CUDA out of memory. Tried to allocate " + asked + ". GPU " + std::to_string(gpu)
        + " has a total capacity of 79.15 GiB of which " + free
        + " is free. Including non-PyTorch memory, this process has 79.05 GiB memory in use. Of the allocated memory "
          "73.55 GiB is allocated by PyTorch, and 2.08 GiB is reserved by PyTorch but unallocated.\n";
}

class RecordedFailure : public testing::Test
{
protected:
    /// A snapshot of GPU 0 and 1. On GPU 1, "attention" keeps 3 MiB and "mlp" 1 MiB, then allocations of these sizes
    /// fail, with 7 MiB, 8 MiB and so on free.
    std::string snapshot(const std::string& name, const std::vector<std::int64_t>& failed)
    {
        const Py attention = Py::List{torchFrame("attention", 10)};
        const Py mlp = Py::List{torchFrame("mlp", 20)};
        Py::List events = {torchEvent("alloc", kStart, 3 * kMiB, 1, attention),
                           torchEvent("alloc", kStart + 3 * kMiB, kMiB, 2, mlp)};
        std::int64_t time = 3;
        for (const std::int64_t size : failed) {
            events.push_back(torchEvent("oom", (4 + time) * kMiB, size, time, mlp));
            ++time;
        }
        const Py segment = torchSegment(1, kStart, 6 * kMiB, 4 * kMiB,
                                        {torchBlock(kStart, 3 * kMiB, 3 * kMiB, "active_allocated", attention),
                                         torchBlock(kStart + 3 * kMiB, kMiB, kMiB, "active_allocated", mlp),
                                         torchBlock(kStart + 4 * kMiB, 2 * kMiB, 0, "inactive")});
        return m_folder.write(
            name, PickleWriter::written(torchSnapshot(Py::List{segment}, Py::List{Py::List(), events}), {}));
    }

    /// The figures and the sentence of the message in a log that is opened together with other files.
    Figures open(const std::string& log, std::vector<std::string> others)
    {
        others.insert(others.begin(), m_folder.write("run.log", log));
        const auto documents = openDocuments(others, allKinds(), {});
        EXPECT_TRUE(documents) << (documents ? "" : documents.error().message);
        for (const auto& document : *documents) {
            if (document->catalogue().kind != "oom")
                continue;
            const auto view = document->view({ProgramId(0), document->outline(ProgramId(0)).bestMemory()}, {});
            EXPECT_TRUE(view);
            Figures figures = withOpenedTogether((*view)->figures(nullptr), **view, *documents);
            m_sentence = *sentenceOf(**view, figures);
            return figures;
        }
        ADD_FAILURE() << "no message";
        return {};
    }

    static std::string textOf(const Figures& figures, std::string_view id)
    {
        const Figure* const figure = figures.find(id);
        const auto* const text = figure ? std::get_if<std::string>(&figure->value) : nullptr;
        return text ? *text : std::string();
    }

    test::TempFolder m_folder;
    std::string m_sentence;
};

TEST_F(RecordedFailure, NamesWhatWasInUseWhenTheAllocationOfTheMessageFailed)
{
    const Figures figures
        = open(torchMessage("12.00 MiB", 1, "8.00 MiB"), {snapshot("snapshot.pickle", {5 * kMiB, 12 * kMiB})});
    EXPECT_EQ(textOf(figures, "recorded_in"), "snapshot.pickle");
    EXPECT_EQ(textOf(figures, "recorded_memory"), "GPU 1");
    EXPECT_EQ(textOf(figures, "recorded_match"), "failed_allocation");
    EXPECT_EQ(figures.bytes("recorded_event"), 4) << "the first failure has another size";
    EXPECT_EQ(figures.bytes("in_use_at_failure_bytes"), 4 * kMiB);
    EXPECT_EQ(figures.bytes("reserved_at_failure_bytes"), 6 * kMiB);
    EXPECT_EQ(figures.bytes("largest_free_at_failure_bytes"), 2 * kMiB);
    EXPECT_EQ(textOf(figures, "held_most_by"), "attention (attention.py:10)");
    EXPECT_EQ(figures.bytes("held_most_bytes"), 3 * kMiB);
    EXPECT_NE(
        m_sentence.find("snapshot.pickle (GPU 1) records it as event 4. In use was then 4 of 6 MiB in the allocator's "
                        "segments, where the largest free range has 2 MiB; 75 % (3 MiB) is one allocation of "
                        "attention (attention.py:10)."),
        std::string::npos)
        << m_sentence;
}

TEST_F(RecordedFailure, IsTheOneWithAsMuchFreeMemoryAsTheMessageSays)
{
    const Figures figures = open(torchMessage("12.00 MiB", 1, "9.00 MiB"),
                                 {snapshot("snapshot.pickle", {12 * kMiB, 12 * kMiB, 12 * kMiB})});
    EXPECT_EQ(figures.bytes("recorded_event"), 5) << "the device had 7, 8 and 9 MiB free";
}

TEST_F(RecordedFailure, IsNotClaimedForAnotherSizeOrDeviceOrWithoutAFailure)
{
    const std::vector<std::pair<std::string, std::vector<std::int64_t>>> others
        = {{torchMessage("13.00 MiB", 1, "8.00 MiB"), {12 * kMiB}},
           {torchMessage("12.00 MiB", 0, "7.00 MiB"), {12 * kMiB}},
           {torchMessage("12.00 MiB", 1, "7.00 MiB"), {}}};
    for (const auto& [message, failed] : others) {
        const Figures figures = open(message, {snapshot("snapshot.pickle", failed)});
        EXPECT_FALSE(figures.find("in_use_at_failure_bytes")) << message;
        EXPECT_EQ(m_sentence.find("event"), std::string::npos) << m_sentence;
    }
}

TEST_F(RecordedFailure, GivesTheRecordingTheCapacityOfTheMessage)
{
    const auto documents = openDocuments(
        {m_folder.write("run.log", torchMessage("12.00 MiB", 1, "7.00 MiB")), snapshot("snapshot.pickle", {12 * kMiB})},
        allKinds(), {});
    ASSERT_TRUE(documents);
    std::size_t memories = 0;
    for (const auto& document : *documents) {
        const auto* const histories = history::asHistories(*document);
        if (!histories)
            continue;
        histories->forEachMemory([&](const Selection& selection, const history::MemoryRecording& memory) {
            const auto view = document->view(selection, {});
            ASSERT_TRUE(view);
            const Figures figures = withOpenedTogether((*view)->figures(nullptr), **view, *documents);
            const bool isFailed = memory.name == "GPU 1";
            EXPECT_EQ(figures.capacity.bytes.has_value(), isFailed) << memory.name;
            EXPECT_EQ((*view)->failures, isFailed ? std::vector{StepId(3)} : std::vector<StepId>()) << memory.name;
            if (isFailed) {
                EXPECT_EQ(figures.capacity.statedBy, "run.log:1");
                EXPECT_EQ(figures.bytes("capacity_bytes"), figures.capacity.bytes);
                EXPECT_EQ(figures.headroomBytes, *figures.capacity.bytes - 16 * kMiB)
                    << "4 MiB are in use, and 12 MiB were asked for";
            }
            ++memories;
        });
    }
    EXPECT_GE(memories, 1U);
}

TEST_F(RecordedFailure, OfARealRunIsFound)
{
    const char* const samples = std::getenv("TIDEMARK_SAMPLES");
    const std::string path
        = samples ? std::string(samples) + "/torch_snapshots/three_gpus_oom_expandable.pickle" : std::string();
    if (!std::filesystem::exists(path))
        GTEST_SKIP() << "no samples";
    const Figures figures = open(torchMessage("4.94 GiB", 1, "91.25 MiB"), {path});
    EXPECT_EQ(figures.bytes("recorded_event"), 334);
    EXPECT_EQ(figures.bytes("reserved_at_failure_bytes"), 84'202'749'952);
    EXPECT_EQ(textOf(figures, "held_most_by"), "aten::index_Tensor (models.py:174)");
    EXPECT_NE(m_sentence.find("38 % (29.68 GiB) is 12 allocations of aten::index_Tensor (models.py:174)."),
              std::string::npos)
        << m_sentence;
    EXPECT_FALSE(open(torchMessage("4.94 GiB", 2, "91.25 MiB"), {path}).find("in_use_at_failure_bytes"));
}

TEST_F(RecordedFailure, OfAProfileIsItsLastEventWhichIsSaid)
{
    const char* const samples = std::getenv("TIDEMARK_SAMPLES");
    const std::string path = samples
        ? std::string(samples) + "/xprof_golden/GPU-multi-worker_34.83.195.179_6003.xplane.pb"
        : std::string();
    if (!std::filesystem::exists(path))
        GTEST_SKIP() << "no samples";
    const Figures figures
        = open("E0101 00:00:00.000000 1 bfc_allocator.cc:1] Allocator (GPU_1_bfc) ran out of memory trying to allocate "
               "12.00GiB (rounded to 12884901888)requested by op dot\n",
               {path});
    EXPECT_EQ(textOf(figures, "recorded_match"), "last_event");
    EXPECT_EQ(textOf(figures, "recorded_memory"), "GPU_1_bfc");
    EXPECT_NE(m_sentence.find("has no failed allocation; after its last event"), std::string::npos) << m_sentence;
}

} // namespace
} // namespace tidemark
