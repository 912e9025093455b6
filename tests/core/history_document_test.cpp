// Tests of documents of allocation histories, on real files: figures, sentences, checks, and the join with plans.
#include "core/address_map/region_map.h"
#include "core/explain/sentence.h"
#include "core/history/device_peaks.h"
#include "core/history/torch_snapshot.h"
#include "core/library/summary.h"
#include "core/link/opened_together.h"
#include "core/open/open_documents.h"
#include "core/view/choice.h"
#include "core/view/step_of.h"
#include "tests/support/temp_folder.h"
#include "tests/support/torch_snapshots.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <map>

namespace tidemark {
namespace {

/// The path of a sample outside the repository. Empty: it is not there.
std::string sample(const std::string& name)
{
    const char* const folder = std::getenv("TIDEMARK_SAMPLES");
    const std::string path = folder ? std::string(folder) + "/" + name : std::string();
    return std::filesystem::exists(path) ? path : std::string();
}

struct Opened {
    Documents documents;
    Viewed viewed;
    Figures figures;
    std::string sentence;
};

/// The view of a program or memory of a file, with what was opened together with it.
Opened view(const std::string& path, const Choice& choice = {})
{
    Opened opened;
    const auto documents = openDocuments({path}, allKinds(), {});
    EXPECT_TRUE(documents) << documents.error().message;
    if (!documents)
        return opened;
    opened.documents = *documents;
    const auto viewed = viewFirst(opened.documents, choice, [](const Warnings&) {});
    EXPECT_TRUE(viewed) << viewed.error().message;
    if (!viewed)
        return opened;
    opened.viewed = *viewed;
    opened.figures = withOpenedTogether(viewed->view->figures(nullptr), *viewed->view, opened.documents);
    opened.sentence = *sentenceOf(*viewed->view, opened.figures);
    return opened;
}

/// Every check of every memory of the file holds, and at every cell the rows add up to the level.
void expectExact(const std::string& path)
{
    const auto documents = openDocuments({path}, allKinds(), {});
    ASSERT_TRUE(documents);
    const auto history = std::ranges::find_if(
        *documents, [](const auto& document) { return document->catalogue().kind == "history"; });
    ASSERT_NE(history, documents->end());
    for (const ProgramId program : allPrograms(**history))
        for (const MemoryOutline& memory : (*history)->outline(program).memories) {
            const auto view = (*history)->view({program, memory.memory}, {});
            ASSERT_TRUE(view);
            for (const Check& check : (*view)->checks())
                EXPECT_NE(check.verdict, Verdict::Fails) << path << " " << memory.text << ": " << check.text;
            for (std::uint32_t cell = 0; cell < (*view)->axis.count; cell += 1 + (*view)->axis.count / 50) {
                std::int64_t sum = 0;
                for (const LiveRow& live : (*view)->rows.live(StepId(cell)))
                    sum += (*view)->rows.size[live.row];
                ASSERT_EQ(sum, (*view)->levelAt(StepId(cell))) << path << " " << memory.text << " cell " << cell;
            }
        }
}

TEST(HistoryDocument, BaseAndRecordedAllocationsAreTheAllocatorsCountAtEveryEvent)
{
    for (const char* const name :
         {"memory_profile/combined_conv.xplane.pb", "memory_profile/memprofile_stat.xplane.pb",
          "memory_profile/tf_cpu_bfc_real.xplane.pb", "xprof_golden/GPU-multi-worker_34.83.195.179_6003.xplane.pb",
          "torch_snapshots/one_gpu_3_frames.pickle", "torch_snapshots/optimizer_annotations.pickle",
          "torch_snapshots/three_gpus_oom_expandable.pickle", "torch_snapshots/without_history.pickle",
          "torch_snapshots/without_times.pickle", "pprof/end.memory.pprof.gz", "pprof/step0.memory.pprof.gz"})
        if (const std::string path = sample(name); !path.empty())
            expectExact(path);
}

TEST(HistoryDocument, OfASnapshotShowsTheDeviceOnWhichAnAllocationFailed)
{
    const std::string path = sample("torch_snapshots/three_gpus_oom_expandable.pickle");
    if (path.empty())
        GTEST_SKIP() << "no samples";
    const Opened opened = view(path);
    EXPECT_EQ(opened.viewed.view->memoryText, "GPU 1");
    EXPECT_TRUE(
        opened.sentence.starts_with("An allocation of 4.94 GiB failed in event 334, aten::relu (models.py:181): the "
                                    "device had 91.25 MiB free."))
        << opened.sentence;
    // Σ of the segments at that moment; the ranges that were reserved at some other time do not count
    constexpr std::int64_t kReserved = 84'202'749'952;
    EXPECT_EQ(opened.figures.bytes("reserved_bytes"), kReserved);
    std::int64_t reserved = 0;
    const View& shown = *opened.viewed.view;
    for (const Rows::Region& region : shown.rows.heldAt(shown.peakStep))
        reserved += region.end - region.begin;
    EXPECT_EQ(reserved, kReserved);
    std::int64_t free = 0;
    for (const FreeRange& range : freeRanges(shown.rows, shown.rows.heldAt(shown.peakStep), shown.peakStep))
        free += range.size();
    EXPECT_EQ(free, opened.figures.bytes("free_at_peak_bytes"));
    EXPECT_EQ(free, kReserved - opened.figures.peakBytes);
    EXPECT_EQ(opened.figures.bytes("before_bytes"), 0);
}

/// A device of 64 MiB segments: `calls` tensors of 8 MiB of one line in forward, of which every second is freed, and
/// then a request of 16 MiB fails while the device has nothing free.
test::Py failing(bool isFragmented)
{
    using test::Py;
    constexpr std::int64_t kStart = 0x7f0000000000;
    constexpr std::int64_t kMiB = 1 << 20;
    const Py layer = Py::List{test::torchFrame("layer", 5), test::torchFrame("forward", 9)};
    Py::List events{test::torchEvent("segment_alloc", kStart, 64 * kMiB, 0)};
    for (std::int64_t i = 0; i < 8; ++i)
        events.push_back(test::torchEvent("alloc", kStart + 8 * i * kMiB, 8 * kMiB, 1 + i, layer));
    Py::List blocks;
    for (std::int64_t i = 0; i < 8; ++i) {
        const std::int64_t address = kStart + 8 * i * kMiB;
        const bool isFree = isFragmented && i % 2 == 1;
        if (isFree)
            events.push_back(test::torchEvent("free_completed", address, 8 * kMiB, 20 + i));
        blocks.push_back(test::torchBlock(address, 8 * kMiB, isFree ? 0 : 8 * kMiB,
                                          isFree ? "inactive" : "active_allocated", layer));
    }
    events.push_back(test::torchEvent("oom", 0, 16 * kMiB, 40, layer));
    const std::int64_t active = (isFragmented ? 32 : 64) * kMiB;
    return test::torchSnapshot(Py::List{test::torchSegment(0, kStart, 64 * kMiB, active, blocks)},
                               Py::List{Py(events)});
}

std::vector<Finding> findingsOf(const Opened& opened)
{
    auto findings = opened.viewed.view->findings(opened.figures, {});
    EXPECT_TRUE(findings);
    return findings ? *findings : std::vector<Finding>();
}

TEST(HistoryDocument, AdvisesSegmentsThatGrowIfTheRequestFitsInWhatIsFree)
{
    const test::TempFolder folder;
    const auto findingsWith = [&](const test::Py& snapshot) {
        return findingsOf(view(folder.write("failing.pickle", test::PickleWriter::written(snapshot, {}))));
    };
    const auto advised = [](const std::vector<Finding>& findings) {
        return std::ranges::find(findings, "fragmentation", &Finding::id);
    };
    for (const bool isStated : {false, true}) {
        test::Py snapshot = failing(true);
        if (isStated)
            snapshot.at("allocator_settings").add("expandable_segments", false);
        const std::vector<Finding> findings = findingsWith(snapshot);
        const auto finding = advised(findings);
        ASSERT_NE(finding, findings.end());
        EXPECT_EQ(finding->label, "Set PYTORCH_CUDA_ALLOC_CONF=expandable_segments:True");
        EXPECT_EQ(finding->savedBytes, std::int64_t{32} << 20);
        EXPECT_EQ(finding->amounts, (std::vector{std::int64_t{32} << 20, std::int64_t{16} << 20}));
    }
    test::Py growing = failing(true);
    growing.at("allocator_settings").add("expandable_segments", true);
    std::vector<Finding> findings = findingsWith(growing);
    EXPECT_EQ(advised(findings), findings.end()) << "they grow already";
    findings = findingsWith(failing(false));
    EXPECT_EQ(advised(findings), findings.end()) << "nothing is free";
}

TEST(HistoryDocument, AdvisesToCheckpointTheLineWhoseTensorsFillTheMemory)
{
    const test::TempFolder folder;
    const Opened opened = view(folder.write("failing.pickle", test::PickleWriter::written(failing(false), {})));
    const std::vector<Finding> findings = findingsOf(opened);
    ASSERT_EQ(findings.size(), 1U);
    EXPECT_EQ(findings[0].id, "rematerialization");
    EXPECT_EQ(findings[0].label, "Checkpoint layer.py:5, or smaller batch");
    EXPECT_EQ(findings[0].savedBytes, std::int64_t{56} << 20) << "one of eight is kept";
    EXPECT_EQ(findings[0].peakAfter, std::int64_t{8} << 20);
    EXPECT_EQ(findings[0].rows.size(), 8U);
    EXPECT_EQ(withAmounts(opened.figures.needText()), "needs at least 80 MiB (64 MiB in use and 16 MiB asked)");
    Figures small = opened.figures;
    small.capacity.bytes = std::int64_t{20} << 20;
    const auto over = opened.viewed.view->findings(small, {});
    ASSERT_TRUE(over);
    EXPECT_EQ(withAmounts(over->front().stillOver), "still 4 MiB over: needs 24 of 20 MiB with 16 MiB that failed");
}

TEST(HistoryDocument, OfARecordingWithAFailureShowsThatMoment)
{
    const test::TempFolder folder;
    const Opened opened = view(folder.write("failing.pickle", test::PickleWriter::written(failing(true), {})));
    const View& shown = *opened.viewed.view;
    EXPECT_EQ(shown.peakStep, StepId(9));
    EXPECT_EQ(shownStep(shown), StepId(14));
    EXPECT_EQ(opened.figures.peakBytes, std::int64_t{64} << 20);
    EXPECT_EQ(opened.figures.bytes("free_at_peak_bytes"), 0);
    EXPECT_EQ(opened.figures.bytes("in_use_at_failure_bytes"), std::int64_t{32} << 20);
    EXPECT_EQ(opened.figures.bytes("free_at_failure_bytes"), std::int64_t{32} << 20);
    EXPECT_EQ(opened.figures.bytes("largest_free_at_failure_bytes"), std::int64_t{8} << 20);
    const auto summary = summaryOf(opened.viewed, opened.figures, {});
    ASSERT_TRUE(summary);
    ASSERT_EQ(summary->buffers.size(), 1U);
    EXPECT_EQ(summary->buffers[0].count, 4U) << "half is freed at the failure";
}

TEST(HistoryDocument, ListsWhatTheSegmentsHold)
{
    const test::TempFolder folder;
    const Opened opened = view(folder.write("failing.pickle", test::PickleWriter::written(failing(true), {})));
    const ProgramOutline& outline = opened.viewed.document->outline(opened.viewed.selection.program);
    ASSERT_EQ(outline.memories.size(), 1U);
    EXPECT_EQ(outline.memories[0].totalBytes, std::int64_t{64} << 20);
    if (const std::string path = sample("pprof/end.memory.pprof.gz"); !path.empty()) {
        const Opened profile = view(path);
        EXPECT_EQ(profile.viewed.document->outline(profile.viewed.selection.program).memories[0].totalBytes,
                  std::nullopt)
            << "a profile does not say what is held";
    }
}

TEST(HistoryDocument, AdviceOfRealSnapshotsHasTheirAmounts)
{
    if (const std::string path = sample("torch_snapshots/without_history.pickle"); !path.empty()) {
        const Opened opened = view(path);
        EXPECT_TRUE(findingsOf(opened).empty()) << "most segments are empty, which is no fragmentation";
        EXPECT_NE(opened.sentence.find("4.67 GiB of it is free, 4.62 GiB in segments without any allocation"),
                  std::string::npos)
            << opened.sentence;
    }
    if (const std::string path = sample("torch_snapshots/three_gpus_oom_expandable.pickle"); !path.empty()) {
        const std::vector<Finding> findings = findingsOf(view(path));
        ASSERT_GE(findings.size(), 2U);
        EXPECT_EQ(findings[0].label, "Checkpoint models.py:174, or smaller batch");
        EXPECT_EQ(findings[0].savedBytes, 5 * std::int64_t{5'308'694'528} + 6 * std::int64_t{2'592'256})
            << "small ones, too";
        EXPECT_EQ(findings[1].label, "Checkpoint models.py:181, or smaller batch");
        EXPECT_EQ(findings[1].savedBytes, 4 * std::int64_t{5'308'694'528});
    }
}

TEST(HistoryDocument, OfProfilesOfSeveralStepsSaysWhatGrew)
{
    const std::string path = sample("pprof");
    if (path.empty())
        GTEST_SKIP() << "no samples";
    const Opened opened = view(path);
    EXPECT_EQ(opened.viewed.view->program, "step4.memory.pprof.gz");
    const auto steps = history::asHistories(*opened.viewed.document)->growth(opened.viewed.selection);
    ASSERT_EQ(steps.size(), 2U) << "the name of the third has no number";
    EXPECT_EQ(steps[0].step, "step0.memory.pprof.gz");
    EXPECT_EQ(steps[0].liveBytes, 38'346'764);
    EXPECT_EQ(steps[1].liveBytes, 39'395'340);
    EXPECT_EQ(steps[1].changeBytes, 39'395'340 - 38'346'764);
    const std::vector<Finding> findings = findingsOf(opened);
    ASSERT_EQ(findings.size(), 1U);
    EXPECT_EQ(findings[0].id, "growth");
    EXPECT_EQ(findings[0].label, "Stop the growth of train_loop (pprof.py:21)");
    EXPECT_EQ(findings[0].savedBytes, 1 << 20);
    EXPECT_FALSE(findings[0].rows.empty());
}

TEST(HistoryDocument, AgeAndTrainingStepAgree)
{
    const std::string path = sample("memory_profile/memprofile_stat.xplane.pb");
    if (path.empty())
        GTEST_SKIP() << "no samples";
    const Opened opened = view(path);
    const Rows& rows = opened.viewed.view->rows;
    const auto countsBy = [&](const char* id) {
        std::map<std::string, int> counts;
        const auto grouping = std::ranges::find(rows.groupings, id, &Grouping::id);
        EXPECT_NE(grouping, rows.groupings.end());
        for (const LiveRow& live : rows.live(opened.viewed.view->peakStep))
            ++counts[grouping->groupOf(live.row)];
        return counts;
    };
    const std::map<std::string, int> byStep = countsBy("step");
    EXPECT_EQ(byStep.at("step 4"), 139);
    EXPECT_EQ(countsBy("age"),
              (std::map<std::string, int>{{"in the step of the peak", 139},
                                          {"before the recording", 1},
                                          {"(reserved for programs)", 1},
                                          {"(no step)", 9}}));
    EXPECT_TRUE(countsBy("size").rbegin()->first.starts_with("each ")) << "a size is not the sum of its group";
}

TEST(HistoryDocument, NamesWhatWasInUseBeforeTheRecording)
{
    const std::string path = sample("torch_snapshots/without_times.pickle");
    if (path.empty())
        GTEST_SKIP() << "no samples";
    const Opened opened = view(path);
    EXPECT_EQ(opened.figures.bytes("before_bytes"), 14'034'690'048);
    EXPECT_NE(opened.sentence.find("67 % (13.07 GiB) was in use before the recording"), std::string::npos)
        << opened.sentence;
    EXPECT_EQ(opened.viewed.view->axis.label(opened.viewed.view->peakStep).find(" at "), std::string::npos)
        << "the file has no times";
}

TEST(HistoryDocument, OfACaptureIsJoinedWithThePlanOfTheProgramThatRan)
{
    const std::string path = sample("memory_profile/combined_conv.xplane.pb");
    if (path.empty())
        GTEST_SKIP() << "no samples";
    const Opened opened = view(path, {.program = "memory profile", .host = {}, .session = {}, .memory = {}});
    EXPECT_EQ(opened.viewed.view->memoryText, "TPU 0");
    const Figure* const program = opened.figures.find("planned_program");
    ASSERT_TRUE(program);
    EXPECT_EQ(std::get<std::string>(program->value), "jit_conv_train(100)");
    EXPECT_EQ(opened.figures.bytes("stack_bytes"), std::int64_t{512} << 20);
    EXPECT_EQ(*opened.figures.bytes("heap_bytes") + *opened.figures.bytes("stack_bytes"), opened.figures.peakBytes);
    const Opened plan = view(path);
    EXPECT_EQ(opened.figures.bytes("planned_arguments_bytes"), plan.figures.bytes("arguments_bytes"));
    const std::int64_t temporaries = *opened.figures.bytes("planned_temporaries_bytes");
    EXPECT_GT(temporaries, *opened.figures.bytes("stack_bytes")) << "the reserve is part of them";
    EXPECT_EQ(opened.figures.bytes("unplanned_bytes"),
              *opened.figures.bytes("heap_bytes") - (plan.figures.totalBytes - temporaries));
    EXPECT_NE(
        opened.sentence.find("The plan of jit_conv_train(100) has 77.58 MiB of arguments, and the heap has 5.39 GiB"),
        std::string::npos)
        << opened.sentence;
}

TEST(HistoryDocument, OfAHeapProfileHasOneMoment)
{
    const std::string path = sample("pprof/end.memory.pprof.gz");
    if (path.empty())
        GTEST_SKIP() << "no samples";
    const Opened opened = view(path);
    EXPECT_EQ(opened.figures.peakBytes, 20'221'956);
    EXPECT_EQ(opened.viewed.view->axis.count, 1U);
    EXPECT_FALSE(opened.viewed.view->axis.remark.empty());
    const auto& groupings = opened.viewed.view->rows.groupings;
    const auto stack = std::ranges::find(groupings, "stack", &Grouping::id);
    ASSERT_NE(stack, groupings.end());
    EXPECT_TRUE(stack->isTree);
}

/// A snapshot in which "cache" keeps 1 MiB more in each of several steps, and "work" is freed within each step. Only
/// the first `named` steps have annotations.
std::string steps(const test::TempFolder& folder, std::int64_t count, const std::string& word = "ProfilerStep#",
                  std::int64_t named = INT64_MAX)
{
    using test::Py;
    constexpr std::int64_t kStart = 0x7f0000000000;
    constexpr std::int64_t kMiB = 1 << 20;
    const Py cache = Py::List{test::torchFrame("cache", 7)};
    const Py work = Py::List{test::torchFrame("work", 8)};
    Py::List events;
    Py::List annotations;
    Py::List blocks;
    for (std::int64_t step = 0; step < count; ++step) {
        const std::string name = word + std::to_string(step);
        const std::int64_t time = 100 * step;
        if (step < named)
            annotations.push_back(test::torchAnnotation("START", name, 0, time));
        events.push_back(test::torchEvent("alloc", kStart + 48 * kMiB, 5 * kMiB, time + 1, work));
        events.push_back(test::torchEvent("alloc", kStart + step * kMiB, kMiB, time + 2, cache));
        events.push_back(test::torchEvent("free_completed", kStart + 48 * kMiB, 5 * kMiB, time + 3, work));
        if (step < named)
            annotations.push_back(test::torchAnnotation("END", name, 0, time + 4));
        blocks.push_back(test::torchBlock(kStart + step * kMiB, kMiB, kMiB, "active_allocated", cache));
    }
    blocks.push_back(test::torchBlock(kStart + count * kMiB, (64 - count) * kMiB, 0, "inactive"));
    const Py segment = test::torchSegment(0, kStart, 64 * kMiB, count * kMiB, blocks);
    return folder.write(
        "steps.pickle",
        test::PickleWriter::written(test::torchSnapshot(Py::List{segment}, Py::List{Py(events)}, annotations), {}));
}

TEST(HistoryDocument, SaysWhatGrewInEachStep)
{
    const test::TempFolder folder;
    const Opened opened = view(steps(folder, 3));
    const auto* const histories = history::asHistories(*opened.viewed.document);
    ASSERT_TRUE(histories);
    const std::vector<StepGrowth> grown = histories->growth(opened.viewed.selection);
    constexpr std::int64_t kMiB = 1 << 20;
    ASSERT_EQ(grown.size(), 3U);
    for (std::size_t i = 0; i < grown.size(); ++i) {
        EXPECT_EQ(grown[i].step, "ProfilerStep#" + std::to_string(i));
        EXPECT_EQ(grown[i].cell, static_cast<std::int64_t>(3 * i + 3));
        EXPECT_EQ(grown[i].liveBytes, static_cast<std::int64_t>(i + 1) * kMiB);
        EXPECT_EQ(grown[i].changeBytes, kMiB);
        ASSERT_EQ(grown[i].lines.size(), 1U) << "what is freed within the step did not grow";
        EXPECT_EQ(grown[i].lines[0].source, "/train/cache.py:7");
        EXPECT_EQ(grown[i].lines[0].changeBytes, kMiB);
    }
}

TEST(HistoryDocument, TellsStepsByTheWordInAnyCapitalisation)
{
    const test::TempFolder folder;
    const auto count = [&](const std::string& word) {
        const Opened opened = view(steps(folder, 3, word));
        return history::asHistories(*opened.viewed.document)->growth(opened.viewed.selection).size();
    };
    for (const char* word :
         {"Step ", "STEP", "step_", "ProfilerStep#", "GPUStep#", "train_step.", "TRAIN_STEP ", "stepNumber"})
        EXPECT_EQ(count(word), 3U) << word;
    for (const char* word : {"misstep ", "MISSTEP ", "STEPPING ", "stepping ", "Steps", "epoch "})
        EXPECT_EQ(count(word), 0U) << word;
}

TEST(HistoryDocument, FindsGrowthBetweenTheEndsOfSteps)
{
    const test::TempFolder folder;
    const Opened opened = view(steps(folder, 20));
    const auto findings = opened.viewed.view->findings(opened.figures, {});
    ASSERT_TRUE(findings);
    ASSERT_EQ(findings->size(), 1U);
    const Finding& finding = findings->front();
    EXPECT_EQ(finding.savedBytes, std::int64_t{19} << 20) << "the first step does not count";
    EXPECT_EQ(finding.rows.size(), 19U);
    EXPECT_NE(finding.text.find(" after ProfilerStep#9 and "), std::string::npos) << finding.text;
    EXPECT_NE(finding.text.find(" after ProfilerStep#19."), std::string::npos) << finding.text;
}

TEST(HistoryDocument, FindsGrowthOfTheWholeRecordingIfStepsAreNamedInAPart)
{
    const test::TempFolder folder;
    const Opened opened = view(steps(folder, 20, "ProfilerStep#", 6));
    const auto findings = opened.viewed.view->findings(opened.figures, {});
    ASSERT_TRUE(findings);
    ASSERT_EQ(findings->size(), 1U);
    EXPECT_EQ(findings->front().savedBytes, std::int64_t{20} << 20);
    EXPECT_NE(findings->front().text.find(" at the end."), std::string::npos) << findings->front().text;
}

TEST(HistoryDocument, GroupsAllocationsByTheirAgeAtThePeak)
{
    const test::TempFolder folder;
    const Opened opened = view(steps(folder, 3));
    const Rows& rows = opened.viewed.view->rows;
    const auto age = std::ranges::find(rows.groupings, "age", &Grouping::id);
    ASSERT_NE(age, rows.groupings.end());
    std::map<std::string, int> counts;
    for (std::size_t i = 0; i < rows.count; ++i)
        ++counts[age->groupOf(RowId::at(i))];
    EXPECT_EQ(counts,
              (std::map<std::string, int>{{"earlier than the step of the peak", 4}, {"in the step of the peak", 2}}));
}

TEST(HistoryDocument, ChangesOfStepsAddUpToTheLevel)
{
    const std::string path = sample("memory_profile/combined_conv.xplane.pb");
    if (path.empty())
        GTEST_SKIP() << "no samples";
    const Opened opened = view(path, {.program = "memory profile", .host = {}, .session = {}, .memory = {}});
    const auto steps = history::asHistories(*opened.viewed.document)->growth(opened.viewed.selection);
    ASSERT_EQ(steps.size(), 9U);
    EXPECT_EQ(steps.back().step, "step 8");
    std::int64_t live = opened.viewed.view->level().front();
    for (const StepGrowth& step : steps) {
        live += step.changeBytes;
        EXPECT_EQ(step.liveBytes, live);
        EXPECT_EQ(step.liveBytes, opened.viewed.view->level()[static_cast<std::size_t>(step.cell)]);
    }
}

TEST(HistoryDocument, HasOnePeakForEachDeviceAndWhatHoldsMost)
{
    const std::string path = sample("torch_snapshots/three_gpus_oom_expandable.pickle");
    if (path.empty())
        GTEST_SKIP() << "no samples";
    const auto documents = openDocuments({path}, allKinds(), {});
    ASSERT_TRUE(documents);
    const auto peaks = history::devicePeaks(*documents, {});
    ASSERT_EQ(peaks.size(), 3U);
    EXPECT_EQ(peaks[1].memory, "GPU 1");
    EXPECT_EQ(peaks[1].atPeak.holder, "aten::index_Tensor (models.py:174)");
    int medians = 0;
    for (const history::DevicePeak& peak : peaks) {
        medians += peak.aboveMedianBytes == 0;
        EXPECT_EQ(peak.atPeak.bytes, peak.peakBytes);
    }
    EXPECT_GE(medians, 1);
    Choice one;
    one.memory = "GPU 2";
    EXPECT_EQ(history::devicePeaks(*documents, one).size(), 1U);
}

TEST(HistoryDocument, IsNotOpenedAfterTheUserCancels)
{
    const test::TempFolder folder;
    const auto file = File::open(steps(folder, 3));
    ASSERT_TRUE(file);
    auto recording = history::readTorchSnapshot(**file, {});
    ASSERT_TRUE(recording);
    history::RecordingOfFile paired{{}, std::make_shared<const history::Recording>(std::move(*recording)), {}};
    const Progress cancelled{[] { return true; }, {}};
    const auto done = paired.pair(cancelled);
    ASSERT_FALSE(done);
    EXPECT_EQ(done.error().kind, ErrorKind::Cancelled);
}

} // namespace
} // namespace tidemark
