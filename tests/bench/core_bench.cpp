#include "core/compare/comparison.h"
#include "core/groups/stacked_level.h"
#include "core/xla/meaning/attribution.h"
#include "core/xla/replay/space_timeline.h"
#include "core/xla/replay/trace_replay.h"
#include "core/xla/uses/row_events.h"
#include "tests/bench/generator.h"
#include "tests/support/opened.h"
#include "tests/support/temp_folder.h"

#include <benchmark/benchmark.h>

#include <array>
#include <chrono>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <iostream>
#include <map>
#include <memory>
#include <numeric>
#include <vector>

namespace {

using namespace tidemark;
using namespace tidemark::xla;
using Clock = std::chrono::steady_clock;

const test::TempFolder& folder()
{
    static const test::TempFolder kFolder;
    return kFolder;
}

std::string otherOf(const std::string& path)
{
    return path + ".other.hlo.pb";
}

double seconds(Clock::time_point from)
{
    return std::chrono::duration<double>(Clock::now() - from).count();
}

/// Reads, decodes and replays every space of a file and compares the time with a memcpy of its HLO bytes in the same
/// run. `times_memcpy` covers everything, `decode_times_memcpy` the work after the bytes are in memory. Its goal is at
/// most 6, on generated plans at most 25.
void openDecodeReplay(benchmark::State& state, const std::string& path)
{
    const std::string source = test::readFile(path);
    std::unique_ptr<char[]> target(new char[source.size()]);
    std::memset(target.get(), 1, source.size());
    double work = 0;
    double decode = 0;
    double copy = 0;
    std::uint64_t hloBytes = 0;
    for (auto _ : state) {
        state.PauseTiming();
        const auto copyStart = Clock::now();
        std::memcpy(target.get(), source.data(), source.size());
        benchmark::DoNotOptimize(target[source.size() / 2]);
        copy += seconds(copyStart);
        state.ResumeTiming();

        const auto start = Clock::now();
        const auto document = *test::openXla({path}); // reads a single program
        const auto decodeStart = Clock::now();
        const auto plan = *document->plan(ProgramId(0));
        for (const std::int64_t space : usedSpaces(plan->assignment()))
            benchmark::DoNotOptimize(replaySpace(plan, space)->occupiedPeakBytes());
        decode += seconds(decodeStart);
        work += seconds(start);
        hloBytes = document->catalogue().programs.front().bytes.value_or(0);
    }
    const auto size = static_cast<double>(std::filesystem::file_size(path));
    state.SetBytesProcessed(state.iterations() * static_cast<std::int64_t>(hloBytes));
    state.counters["hlo_mb"] = static_cast<double>(hloBytes) / 1e6;
    const double copyOfHlo = copy * static_cast<double>(hloBytes) / size;
    state.counters["times_memcpy"] = work / copyOfHlo;
    state.counters["decode_times_memcpy"] = decode / copyOfHlo;
}

/// Computes the category of every buffer, and decodes and replays the same program in the same run. The goal of the
/// counter `times_decode` is at most 1, on generated plans at most 3.
void attribute(benchmark::State& state, const std::string& path)
{
    double work = 0;
    double decode = 0;
    for (auto _ : state) {
        state.PauseTiming();
        const auto decodeStart = Clock::now();
        const auto plan = *(*test::openXla({path}))->plan(ProgramId(0));
        std::vector<std::shared_ptr<const SpaceTimeline>> timelines;
        for (const std::int64_t space : usedSpaces(plan->assignment()))
            timelines.push_back(replaySpace(plan, space));
        decode += seconds(decodeStart);
        state.ResumeTiming();

        const auto start = Clock::now();
        const auto attribution = *Attribution::of(plan);
        for (const auto& timeline : timelines)
            benchmark::DoNotOptimize(attribution->ofRows(*timeline).size());
        work += seconds(start);
    }
    state.counters["times_decode"] = work / decode;
}

/// Opens a container only, as a module list does.
void openContainer(benchmark::State& state, const std::string& path)
{
    for (auto _ : state) {
        const auto document = *test::openXla({path});
        benchmark::DoNotOptimize(document->outline(ProgramId(0)).peakIn(0));
    }
    state.counters["file_mb"] = static_cast<double>(std::filesystem::file_size(path)) / 1e6;
}

void liveRowsAtPeak(benchmark::State& state, const std::string& path)
{
    const auto timeline = replaySpace(*(*test::openXla({path}))->plan(ProgramId(0)), 0);
    for (auto _ : state)
        benchmark::DoNotOptimize(liveRows(*timeline, timeline->occupiedPeakStep).size());
}

/// Stacks the level by kinds over the whole axis, compared with the replay of the same memory: `times_replay`.
void stackByKind(benchmark::State& state, const std::string& path)
{
    const auto document = *test::openXla({path});
    const auto view = *document->view({ProgramId(0), 0}, {});
    const auto plan = *document->plan(ProgramId(0));
    const StackedLevel::Groups kinds{view->rows.kinds.size(),
                                     [&](RowId row) { return GroupIndex{view->rows.kind[row]}; }};
    double replay = 0;
    double stack = 0;
    for (auto _ : state) {
        state.PauseTiming();
        const auto replayStart = Clock::now();
        benchmark::DoNotOptimize(replaySpace(plan, 0)->occupiedPeakBytes());
        replay += seconds(replayStart);
        state.ResumeTiming();
        const auto start = Clock::now();
        const auto stacked = *StackedLevel::of(*view, kinds);
        stack += seconds(start);
        state.counters["mb"] = static_cast<double>(stacked->memoryUse()) / 1e6;
    }
    state.counters["times_replay"] = stack / replay;
}

/// Computes the history of every row, including the value graph. The counter `of_decode_replay` is its share of the
/// time to decode and replay the same plan.
void usesOfRows(benchmark::State& state, const std::string& path)
{
    const auto document = *test::openXla({path});
    double work = 0;
    double before = 0;
    for (auto _ : state) {
        state.PauseTiming();
        const auto decoding = Clock::now();
        const auto plan = *document->plan(ProgramId(0));
        const auto timeline = replaySpace(plan, 0);
        before += seconds(decoding);
        state.ResumeTiming();

        const auto start = Clock::now();
        const auto graph = HloGraph::build(plan->module());
        benchmark::DoNotOptimize((*rowUses(timeline, *BufferUses::of(*plan, *graph)))->events.size());
        work += seconds(start);
    }
    state.counters["of_decode_replay"] = work / before;
}

/// Compares two programs, from their files to the changes with categories. `times_open` compares the time with opening
/// both as a window does; its goal is at most 3. The other program has the same size and another seed, or is the same.
void compareTwo(benchmark::State& state, const std::string& path)
{
    const std::array<std::string, 2> paths = {path, std::filesystem::exists(otherOf(path)) ? otherOf(path) : path};
    double open = 0;
    double rest = 0;
    for (auto _ : state) {
        const auto opening = Clock::now();
        std::array<std::shared_ptr<const View>, 2> views;
        for (std::size_t i = 0; i < views.size(); ++i)
            views[i] = *(*test::openXla({paths[i]}))->view({ProgramId(0), 0}, {});
        open += seconds(opening);

        const auto start = Clock::now();
        std::vector<ComparedStep> steps;
        for (const auto& view : views)
            steps.push_back(*comparedStep(view, view->peakStep, view->figures(nullptr)));
        benchmark::DoNotOptimize(compare(std::move(steps[0]), std::move(steps[1]))->groups.size());
        rest += seconds(start);
    }
    state.counters["times_open"] = (open + rest) / open;
}

void add(const std::string& name, void (*run)(benchmark::State&, const std::string&), const std::string& path)
{
    benchmark::RegisterBenchmark((name + "/" + std::filesystem::path(path).filename().string()).c_str(), run, path)
        ->Unit(benchmark::kMillisecond);
}

std::string realHlo()
{
    if (const char* path = std::getenv("TIDEMARK_BENCH_HLO"); path && *path)
        return path;
    const char* samples = std::getenv("TIDEMARK_SAMPLES");
    const std::string path = std::string(samples ? samples : "") + "/tpu_hlo/train_24layers_v5p.hlo.pb";
    return std::filesystem::exists(path) ? path : std::string();
}

} // namespace

int main(int argc, char** argv)
{
    benchmark::Initialize(&argc, argv);
    std::vector<std::string> files;
    if (const std::string real = realHlo(); !real.empty())
        files.push_back(real);
    else
        std::cerr << "TIDEMARK_BENCH_HLO names no HLO file: generated ones only\n";
    for (const std::uint32_t buffers : {10000U, 100000U}) {
        const std::string name = "generated_" + std::to_string(buffers) + ".hlo.pb";
        files.push_back(folder().write(name, test::generatePlan(buffers, 2000).hlo));
        folder().write(otherOf(name), test::generatePlan(buffers, 2000, 2).hlo);
    }
    const std::string crowded = "generated_100000_live_50000.hlo.pb";
    folder().write(otherOf(crowded), test::generatePlan(100000, 50000, 2).hlo);
    add("compare", compareTwo, folder().write(crowded, test::generatePlan(100000, 50000).hlo));
    for (const std::string& file : files) {
        add("open_decode_replay", openDecodeReplay, file);
        add("attribute", attribute, file);
        add("compare", compareTwo, file);
        add("live_rows_at_peak", liveRowsAtPeak, file);
        add("stack_by_kind", stackByKind, file);
        add("uses_of_rows", usesOfRows, file);
    }
    const std::string hlo = test::generatePlan(10000, 2000).hlo;
    const std::map<std::string, std::uint64_t> holes
        = {{"20MB.xplane.pb", 20ULL << 20}, {"10GiB.xplane.pb", 10ULL << 30}};
    for (const auto& [name, hole] : holes)
        if (test::writeSparseContainer(folder().path(name), "jit_generated(1)", hlo, hole))
            add("open", openContainer, folder().path(name));
    benchmark::RunSpecifiedBenchmarks();
    return 0;
}
