#include "core/history/allocator_events.h"
#include "core/xspace/xspace_index.h"
#include "tests/fuzz/fuzz_file.h"
#include "tests/support/allocator_profile.h"
#include "tests/support/damager.h"
#include "tests/support/flipped_file.h"
#include "tests/support/sample_stride.h"
#include "tests/support/samples.h"
#include "tests/support/temp_folder.h"
#include "tests/support/warning_codes.h"
#include "tests/support/wire_writer.h"

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include <google/protobuf/stubs/logging.h>

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <map>
#include <set>

namespace tidemark::history {
namespace {

using namespace test;
using Json = nlohmann::json;

Result<Recording> readBytes(const std::string& bytes)
{
    const FuzzFile inMemory(bytes);
    const auto file = File::open(inMemory.path());
    return file ? readAllocatorEvents(**file, {}) : Result<Recording>(file.error());
}

Recording recordingOf(const std::string& bytes)
{
    auto recording = readBytes(bytes);
    EXPECT_TRUE(recording) << recording.error().message;
    return recording ? std::move(*recording) : Recording();
}

std::string spansOf(const Recording& recording, const MemoryRecording& memory)
{
    std::string text;
    for (const Span& span : memory.spans)
        text += std::string(recording.names.textOf(span.name)) + (span.isProgram ? " program " : " ")
            + std::to_string(span.begin) + "-" + std::to_string(span.end) + "; ";
    return text;
}

TEST(AllocatorEvents, ReadsEveryFact)
{
    const Recording recording = recordingOf(smallAllocatorProfile());
    EXPECT_EQ(codesIn(recording.warnings), std::vector<std::string>());
    ASSERT_EQ(recording.memories.size(), 2U);
    const MemoryRecording& gpu = recording.memories[0];
    EXPECT_EQ(gpu.name, "GPU_0_bfc");
    EXPECT_EQ(recording.memories[1].name, "gpu_host_bfc");
    EXPECT_TRUE(gpu.warnings.empty());
    ASSERT_EQ(gpu.events.size(), 3U);
    const auto& [address, size, requested, time, asker, step, action] = gpu.events[0];
    EXPECT_EQ(address, 0x1000U);
    EXPECT_EQ(size, 256);
    EXPECT_EQ(requested, 255);
    EXPECT_EQ(time, 1100); // the device begins one nanosecond before the host
    EXPECT_EQ(step, 7);
    EXPECT_EQ(action, Action::Allocate);
    const Names& names = recording.names;
    EXPECT_EQ(names.textOf(names.askerOf(asker).op), "model/dense");
    EXPECT_EQ(names.textOf(names.askerOf(asker).shape), "bfloat16[8,16]");
    EXPECT_EQ(names.textOf(names.askerOf(asker).purpose), "output");
    EXPECT_EQ(names.textOf(names.askerOf(gpu.events[1].asker).op), "model/loss"); // of the other thread
    EXPECT_EQ(gpu.events[2].action, Action::Free);
    EXPECT_TRUE(gpu.events[2].asker.isNone());
    ASSERT_EQ(gpu.stated.size(), 3U);
    EXPECT_EQ(gpu.stated[1].heap, 768);
    EXPECT_EQ(gpu.stated[1].stack, AllocatorProfile::kStack);
    EXPECT_EQ(gpu.stated[1].free, AllocatorProfile::kCapacity - AllocatorProfile::kStack - 768);
    EXPECT_EQ(gpu.stated[1].peak, AllocatorProfile::kCapacity / 2);
    EXPECT_EQ(gpu.capacity, AllocatorProfile::kCapacity);
    EXPECT_TRUE(gpu.hasTimes);
    EXPECT_FALSE(gpu.atEnd);
    EXPECT_EQ(spansOf(recording, gpu), "step 12 0-90; jit_step(123) program 10-30; jit_step(123) program 50-80; ");
    EXPECT_EQ(spansOf(recording, recording.memories[1]), "");
    EXPECT_EQ(brokenRecording(recording), "");
}

TEST(AllocatorEvents, NamesDevicesThatHaveOnlyANumber)
{
    for (const auto& [plane, name] : std::map<std::string, std::string>{
             {"/device:TPU:3", "TPU 3"}, {"/device:GPU:3", "GPU 3"}, {"/device:CUSTOM:x:3", "device 3"}}) {
        AllocatorProfile profile;
        proto::XLine& line = profile.line("t", 0);
        profile.add(line, {0, false, 0x100, 8, 8, "a", "", 10});
        profile.add(line, {1, false, 0x200, 8, 8, "b", "", 3});
        profile.device(plane, 0);
        const Recording recording = recordingOf(profile.bytes());
        ASSERT_EQ(recording.memories.size(), 2U);
        EXPECT_EQ(recording.memories[0].name, name); // before 10
        EXPECT_EQ(recording.memories[0].spans.size(), 3U);
        EXPECT_EQ(recording.memories[1].spans.size(), 0U);
    }
}

TEST(AllocatorEvents, BelongToTheDeviceWithTheirNumber)
{
    const auto spans = [](const std::string& allocator, const std::string& plane) {
        AllocatorProfile profile;
        profile.add(profile.line("t", 0), {0, false, 0x100, 8, 8, "a", allocator});
        profile.device(plane, 0);
        return recordingOf(profile.bytes()).memories.at(0).spans.size();
    };
    EXPECT_EQ(spans("GPU_1_bfc", "/device:GPU:1"), 3U);
    EXPECT_EQ(spans("gpu_async_1", "/device:GPU:1"), 3U);
    EXPECT_EQ(spans("TPU 1", "/device:TPU:1"), 3U);
    EXPECT_EQ(spans("GPU_11_bfc", "/device:GPU:1"), 0U);
    EXPECT_EQ(spans("GPU_1_bfc_2", "/device:GPU:1"), 0U);
    EXPECT_EQ(spans("GPU_1_bfc", "/device:TPU:1"), 0U);
    EXPECT_EQ(spans("gpu_host_bfc", "/device:GPU:1"), 0U);
    EXPECT_EQ(spans("TPU 1", "/device:TPU:1 SparseCore 1"), 0U);
}

TEST(AllocatorEvents, AreThoseOfEveryPlaneOfTheHost)
{
    AllocatorProfile profile;
    profile.add(profile.line("t", 0), {0, false, 0x100, 8, 8, "a"});
    proto::XPlane copy = profile.host();
    copy.set_name("/host:other");
    *profile.space().add_planes() = copy;
    copy.set_name("/device:GPU:0");
    *profile.space().add_planes() = copy;
    EXPECT_EQ(recordingOf(profile.bytes()).memories.at(0).events.size(), 2U);
}

TEST(AllocatorEvents, LeavesOutUnknownTypes)
{
    const auto shape = [](std::int64_t type) {
        AllocatorProfile profile;
        proto::XEvent& event = profile.add(profile.line("t", 0), {0, false, 0x100, 8, 8, "a"});
        for (proto::XStat& stat : *event.mutable_stats())
            if (stat.metadata_id() == profile.statId("data_type"))
                stat.set_int64_value(type);
        const Recording recording = recordingOf(profile.bytes());
        EXPECT_FALSE(hasWarnings(recording));
        return std::string(
            recording.names.textOf(recording.names.askerOf(recording.memories.at(0).events.at(0).asker).shape));
    };
    EXPECT_EQ(shape(0), "[8,16]");
    EXPECT_EQ(shape(1), "float[8,16]");
    EXPECT_EQ(shape(19), "half[8,16]");
    EXPECT_EQ(shape(32), "uint2[8,16]");
    EXPECT_EQ(shape(33), "[8,16]");
    EXPECT_EQ(shape(101), "float_ref[8,16]");
    EXPECT_EQ(shape(133), "[8,16]");
    EXPECT_EQ(shape(-1), "[8,16]");
    EXPECT_EQ(shape(INT64_MAX), "[8,16]");
}

TEST(AllocatorEvents, AcceptsFieldsInAnyOrder)
{
    // Events before the name and the begin of their line, stats before the id of their event, metadata before lines.
    AllocatorProfile profile;
    proto::XLine line;
    profile.add(line, {5, false, 0x100, 8, 8, "a"});
    proto::XEvent stats = line.events(0);
    stats.clear_metadata_id();
    const std::string event = bytesField(4, stats.SerializeAsString() + numberField(1, 1));
    const std::string plane
        = profile.host().SerializeAsString() + bytesField(3, event + numberField(3, 7) + bytesField(2, "late"));
    const Recording recording = recordingOf(bytesField(1, plane));
    EXPECT_FALSE(hasWarnings(recording));
    ASSERT_EQ(recording.memories.size(), 1U);
    EXPECT_EQ(recording.memories[0].events.at(0).address, 0x100U);
}

TEST(AllocatorEvents, AreNotFoundWhereThereAreNone)
{
    AllocatorProfile named;
    named.addOther(named.line("t", 0));
    EXPECT_EQ(readBytes(named.bytes()).error().kind, ErrorKind::NotFound); // named, but none recorded
    named.host().clear_event_metadata();
    EXPECT_EQ(readBytes(bytesField(1, bytesField(2, "/host:CPU"))).error().kind, ErrorKind::NotFound);
    EXPECT_EQ(readBytes(bytesField(1, bytesField(2, "/device:GPU:0"))).error().kind, ErrorKind::NotFound);
}

TEST(AllocatorEvents, DoesNotReadLinesWhereThereAreNone)
{
    // The line is no protobuf at all, and nobody notices.
    AllocatorProfile profile;
    profile.host().clear_event_metadata();
    AllocatorProfile::eventId(profile.host(), "Other");
    const std::string plane
        = bytesField(2, "/host:CPU") + bytesField(3, std::string(100, '\xff')) + profile.host().SerializeAsString();
    EXPECT_EQ(readBytes(bytesField(1, plane)).error().kind, ErrorKind::NotFound);
}

TEST(AllocatorEvents, ReportsAPlaneThatIsCutOrDamaged)
{
    const std::string whole = smallAllocatorProfile();
    const auto cut = readBytes(whole.substr(0, 60));
    ASSERT_FALSE(cut);
    EXPECT_EQ(cut.error().kind, ErrorKind::Truncated);
    EXPECT_TRUE(cut.error().offset);
    const auto damaged = readBytes(bytesField(1, bytesField(2, "/host:CPU") + std::string(3, '\xff')));
    ASSERT_FALSE(damaged);
    EXPECT_EQ(damaged.error().kind, ErrorKind::Malformed);
    EXPECT_EQ(damaged.error().offset, 13U);
}

/// Changes one stat of the first event.
template <class Change>
Recording withChangedStat(const std::string& name, const Change& change)
{
    AllocatorProfile profile;
    proto::XLine& line = profile.line("t", 0);
    proto::XEvent& event = profile.add(line, {0, false, 0x100, 8, 8, "a"});
    profile.add(line, {1, false, 0x200, 8, 16, "b"});
    for (proto::XStat& stat : *event.mutable_stats())
        if (stat.metadata_id() == profile.statId(name))
            change(stat);
    return recordingOf(profile.bytes());
}

TEST(AllocatorEvents, LeavesOutEventsWithoutPlaceWithAWarning)
{
    const auto remove = [](proto::XStat& stat) { stat.set_metadata_id(0); };
    const auto negative = [](proto::XStat& stat) { stat.set_int64_value(-5); };
    const auto huge = [](proto::XStat& stat) { stat.set_int64_value(INT64_MAX); };
    const auto text = [](proto::XStat& stat) { stat.set_str_value("8"); };
    const auto check = [](const Recording& recording) {
        ASSERT_EQ(recording.memories.size(), 1U);
        EXPECT_EQ(recording.memories[0].events.size(), 1U);
        EXPECT_EQ(codesIn(recording.memories[0].warnings), std::vector<std::string>{"event-without-place 1"});
        EXPECT_EQ(recording.warnings.list().size(), 1U);
    };
    check(withChangedStat("addr", remove));
    check(withChangedStat("allocation_bytes", remove));
    check(withChangedStat("allocation_bytes", negative));
    check(withChangedStat("allocation_bytes", huge));
    check(withChangedStat("allocation_bytes", text));
}

TEST(AllocatorEvents, TakesMissingFiguresFromTheEventBefore)
{
    const Recording recording = withChangedStat("bytes_allocated", [](proto::XStat& stat) { stat.set_str_value("x"); });
    const MemoryRecording& memory = recording.memories.at(0);
    EXPECT_EQ(codesIn(memory.warnings), std::vector<std::string>{"event-without-figures 1"});
    EXPECT_EQ(memory.stated.at(0).heap, 16); // no event before: the first that states it
    EXPECT_EQ(memory.capacity, AllocatorProfile::kCapacity);
}

TEST(AllocatorEvents, WarnsOfAChangingCapacity)
{
    const Recording recording
        = withChangedStat("bytes_available", [](proto::XStat& stat) { stat.set_int64_value(5000000); });
    EXPECT_EQ(codesIn(recording.memories.at(0).warnings), std::vector<std::string>{"capacity-varies 1"});
    EXPECT_EQ(recording.memories[0].capacity, 5000000 + AllocatorProfile::kStack + 8);
}

TEST(AllocatorEvents, CountsOtherDamage)
{
    const auto codes = [](const Recording& recording) { return codesIn(recording.warnings); };
    using Codes = std::vector<std::string>;
    EXPECT_EQ(codes(withChangedStat("tf_op", [](proto::XStat& stat) { stat.set_ref_value(999); })),
              Codes{"unreadable-fact 1"});
    EXPECT_EQ(codes(withChangedStat("tf_op", [](proto::XStat& stat) { stat.set_metadata_id(999); })),
              Codes{"unnamed-fact 1"});
    AllocatorProfile profile;
    proto::XLine& line = profile.line("t", 0);
    profile.add(line, {0, false, 0x100, 8, 8, "a"});
    profile.add(line, {0, false, 0x100, 8, 8, "a"}).set_metadata_id(77);
    EXPECT_EQ(codes(recordingOf(profile.bytes())), Codes{"unnamed-event 1"});
}

TEST(AllocatorEvents, KeepsTimesSinceTheEpochAndDropsImpossibleOnes)
{
    const auto times = [](std::int64_t first, std::int64_t second, std::int64_t device) {
        AllocatorProfile profile;
        profile.add(profile.line("a", first), {5, false, 0x100, 8, 8, "a"});
        profile.add(profile.line("b", second), {6, false, 0x200, 8, 16, "b"});
        profile.device("/device:GPU:0", device);
        return recordingOf(profile.bytes());
    };
    constexpr std::int64_t kNow = 1700000000000000000;
    const Recording epoch = times(kNow + 3, kNow, kNow + 10);
    ASSERT_EQ(epoch.memories.at(0).events.size(), 2U);
    EXPECT_EQ(epoch.memories[0].events[0].address, 0x200U);
    EXPECT_EQ(epoch.memories[0].events[0].time, 0);
    EXPECT_EQ(epoch.memories[0].events[1].time, 2999);
    EXPECT_EQ(epoch.memories[0].spans.at(0).begin, 9994);
    EXPECT_FALSE(hasWarnings(epoch));
    const Recording otherClock = times(kNow + 3, kNow, 0);
    EXPECT_EQ(otherClock.memories.at(0).events.at(1).time, 2999);
    EXPECT_TRUE(otherClock.memories[0].spans.empty());
    EXPECT_EQ(codesIn(otherClock.warnings), std::vector<std::string>{"spans-apart 1"});
    const Recording apart = times(kNow, 0, 0);
    EXPECT_FALSE(apart.memories.at(0).hasTimes);
    EXPECT_EQ(apart.memories[0].events.at(0).address, 0x200U);
    EXPECT_EQ(codesIn(apart.warnings), std::vector<std::string>{"times-apart 1"});
    EXPECT_EQ(brokenRecording(times(INT64_MAX, INT64_MIN, INT64_MAX)), "");
}

TEST(AllocatorEvents, CanBeCancelled)
{
    const TempFolder folder;
    const auto file = File::open(folder.write("x.xplane.pb", smallAllocatorProfile()));
    for (int polls = 0; polls < 6; ++polls) {
        int left = polls;
        Progress progress;
        progress.isCancelled = [&left] { return left-- <= 0; };
        const auto recording = readAllocatorEvents(**file, progress);
        ASSERT_FALSE(recording) << polls;
        EXPECT_EQ(recording.error().kind, ErrorKind::Cancelled);
    }
}

// ---- XProf's answers

/// "heap stack free address requested size op type shape purpose" as XProf and as the recording state it.
std::string rowOf(const Json& snapshot)
{
    const Json& stats = snapshot["aggregationStats"];
    const Json& activity = snapshot["activityMetadata"];
    const auto text = [](const Json& object, const char* key) { return object.value(key, std::string()); };
    const std::string type = text(activity, "dataType");
    std::string row = text(stats, "heapAllocatedBytes") + " " + text(stats, "stackReservedBytes") + " "
        + text(stats, "freeMemoryBytes") + " " + text(stats, "peakBytesInUse") + " " + text(activity, "memoryActivity")
        + " " + text(activity, "address") + " " + text(activity, "requestedBytes") + " "
        + text(activity, "allocationBytes");
    if (text(activity, "memoryActivity") == "ALLOCATION") // XProf gives deallocations the facts of allocations
        row += " " + text(activity, "tfOpName") + " " + (type == "INVALID" ? "" : type) + text(activity, "tensorShape")
            + " " + text(activity, "regionType");
    return row;
}

std::string rowOf(const Recording& recording, const Event& event, const Stated& stated)
{
    const Names& names = recording.names;
    const Asker& asker = names.askerOf(event.asker);
    const bool isAllocation = event.action == Action::Allocate;
    std::string row = std::to_string(stated.heap) + " " + std::to_string(stated.stack) + " "
        + std::to_string(stated.free) + " " + std::to_string(stated.peak) + " "
        + (isAllocation ? "ALLOCATION" : "DEALLOCATION") + " " + std::to_string(event.address) + " "
        + std::to_string(event.requested) + " " + std::to_string(event.size);
    if (isAllocation)
        row += " " + std::string(names.textOf(asker.op)) + " " + std::string(names.textOf(asker.shape)) + " "
            + std::string(names.textOf(asker.purpose));
    return row;
}

void compareSummary(const MemoryRecording& memory, const Json& summary)
{
    const auto number = [](const Json& text) { return std::stoll(text.get<std::string>()); };
    std::int64_t peak = 0;
    std::set<std::int64_t> lifetimePeaks;
    for (const Stated& stated : memory.stated) {
        peak = std::max(peak, stated.heap + stated.stack);
        lifetimePeaks.insert(stated.peak);
    }
    EXPECT_EQ(peak, number(summary["peakStats"]["peakBytesInUse"]));
    EXPECT_EQ(memory.capacity, number(summary["memoryCapacity"]));
    // XProf takes that of the last event of the file, which is not the last in time.
    EXPECT_TRUE(lifetimePeaks.contains(number(summary["peakBytesUsageLifetime"])));
}

/// Every snapshot of XProf is an event, at a time that differs by the same amount for the whole file.
void compareWithXProf(const std::string& profile, const std::string& answer, std::size_t snapshots)
{
    SCOPED_TRACE(profile);
    const auto read = readAllocatorEvents(**File::open(profile), {});
    ASSERT_TRUE(read) << read.error().message;
    EXPECT_FALSE(hasWarnings(*read));
    EXPECT_EQ(brokenRecording(*read), "");
    const auto file = *File::open(answer);
    const Json json = Json::parse((*Bytes::read(*file, 0, file->size()))->view());
    const Json& allocators = json["memoryProfilePerAllocator"];
    ASSERT_EQ(read->memories.size(), allocators.size());
    std::set<std::int64_t> shifts;
    std::size_t compared = 0;
    for (const MemoryRecording& memory : read->memories) {
        const std::string id = memory.name.starts_with("TPU ") ? memory.name.substr(4) : memory.name;
        ASSERT_TRUE(allocators.contains(id)) << id;
        std::multimap<std::string, std::int64_t> rows;
        for (std::size_t i = 0; i < memory.events.size(); ++i)
            rows.emplace(rowOf(*read, memory.events[i], memory.stated[i]), memory.events[i].time);
        for (const char* const list : {"memoryProfileSnapshots", "sampledTimelineSnapshots"})
            for (const Json& snapshot : allocators[id].value(list, Json::array())) {
                const auto [begin, end] = rows.equal_range(rowOf(snapshot));
                ASSERT_NE(begin, end) << rowOf(snapshot);
                ++compared;
                if (std::distance(begin, end) == 1)
                    shifts.insert(std::stoll(snapshot["timeOffsetPs"].get<std::string>()) - begin->second);
            }
        compareSummary(memory, allocators[id]["profileSummary"]);
    }
    EXPECT_EQ(shifts.size(), 1U);
    EXPECT_EQ(compared, snapshots);
    std::multiset<std::string> runs;
    for (const Json& run : json.value("hloModules", Json::array()))
        runs.insert(run["planeName"].get<std::string>() + " " + run["name"].get<std::string>() + " "
                    + run["startTimePs"].get<std::string>() + " " + run["endTimePs"].get<std::string>());
    std::multiset<std::string> ours;
    for (const MemoryRecording& memory : read->memories)
        for (const Span& span : memory.spans)
            if (span.isProgram)
                ours.insert("TPU:" + memory.name.substr(4) + " " + std::string(read->names.textOf(span.name)) + " "
                            + std::to_string(span.begin + *shifts.begin()) + " "
                            + std::to_string(span.end + *shifts.begin()));
    EXPECT_EQ(ours, runs);
}

TEST(AllocatorEvents, AreThoseOfXProf)
{
    const std::string folder = dataFolder() + "/history/";
    compareWithXProf(folder + "tf_cpu_bfc.xspace.gz", folder + "tf_cpu_bfc.memory_profile.json.gz", 218);
}

TEST(AllocatorEvents, OfAllSamplesAreThoseOfXProf)
{
    const char* const samples = std::getenv("TIDEMARK_SAMPLES");
    const std::string folder = std::string(samples ? samples : "") + "/memory_profile/";
    if (!samples || !std::filesystem::exists(folder))
        GTEST_SKIP() << "TIDEMARK_SAMPLES names no folder with memory profiles";
    const auto answer = [&](const std::string& name) { return folder + name + ".memory_profile.json.gz"; };
    compareWithXProf(folder + "combined_conv.xplane.pb", answer("combined_conv"), 1288);
    compareWithXProf(folder + "memprofile_stat.xplane.pb", answer("memprofile_stat"), 1946);
    const std::string gpu = "GPU-multi-worker_34.83.195.179_6003";
    compareWithXProf(std::string(samples) + "/xprof_golden/" + gpu + ".xplane.pb", answer(gpu), 3625);
}

// ---- Damage

/// What is asked of a damaged file: no crash, and the events that protobuf's classes find, or a warning or an error. If
/// protobuf rejects the file, `rejected` must be found. Returns whether events of `whole` are missing without any word.
bool isSilentLoss(const std::string& bytes, const std::vector<std::string>& whole,
                  const std::vector<std::string>* rejected)
{
    const FuzzFile inMemory(bytes);
    const auto file = File::open(inMemory.path());
    if (!file)
        return false;
    const auto planes = indexPlanes(**file); // whoever opens the file shows its warnings
    if (!planes || planes->cutAt || !planes->warnings.empty())
        return false;
    const auto read = readAllocatorEvents(**file, {});
    if (read) {
        EXPECT_EQ(brokenRecording(*read), "");
        if (hasWarnings(*read))
            return false;
    } else {
        EXPECT_FALSE(read.error().message.empty());
        if (read.error().kind != ErrorKind::NotFound)
            return false;
    }
    const std::vector<std::string> ours = read ? allocationsIn(*read) : std::vector<std::string>();
    proto::XSpace space;
    if (space.ParseFromString(bytes)) {
        EXPECT_EQ(ours, allocationsIn(space));
    } else if (rejected) {
        EXPECT_EQ(ours, *rejected);
    }
    return ours.size() < whole.size();
}

/// Returns whether damage of the byte can give another valid file without the events: it is in a name, in the id of an
/// event's kind, or in the length of a line, which can swallow what follows.
bool isUndecidable(const std::string& bytes, std::size_t at)
{
    for (const std::string name : {"/host:CPU", "MemoryAllocation", "MemoryDeallocation"})
        for (std::size_t begin = bytes.find(name); begin != std::string::npos; begin = bytes.find(name, begin + 1))
            if (at + 1 >= begin && at < begin + name.size()) // its length is one byte
                return true;
    if (at < 2 || at + 3 > bytes.size())
        return false;
    const bool isEventId = bytes[at - 1] == '\x08' && bytes[at + 1] == '\x10';
    const bool isLineLength = bytes.substr(at - 2, 1) == "\x1a" && bytes.substr(at + 1, 2) == "\x08\x01";
    return isEventId || isLineLength;
}

TEST(AllocatorEvents, NoFlippedBitLosesEventsSilently)
{
    const google::protobuf::LogSilencer quiet;
    const std::string whole = smallAllocatorProfile();
    const std::vector<std::string> events = allocationsIn(recordingOf(whole));
    ASSERT_EQ(events.size(), 4U);
    for (std::size_t bit = 0; bit < 8 * whole.size(); bit += sampleStride()) {
        std::string bytes = whole;
        flip(bytes, {bit / 8, static_cast<int>(bit % 8)});
        const bool isExcused = isUndecidable(whole, bit / 8);
        EXPECT_FALSE(isSilentLoss(bytes, events, isExcused ? nullptr : &events) && !isExcused)
            << "byte " << bit / 8 << " bit " << bit % 8;
    }
}

TEST(AllocatorEvents, SurvivesDamage)
{
    const google::protobuf::LogSilencer quiet;
    const std::string whole = smallAllocatorProfile();
    const std::vector<std::string> events = allocationsIn(recordingOf(whole));
    Damager damager(7);
    for (int i = 0; i < sampleRounds(20000); ++i) {
        SCOPED_TRACE(i);
        isSilentLoss(damager.damaged(whole), events, nullptr);
        if (HasFailure())
            return;
    }
}

} // namespace
} // namespace tidemark::history
