#include "core/files/bytes.h"
#include "core/history/heap_profile.h"
#include "proto/pprof.pb.h"
#include "tests/fuzz/fuzz_file.h"
#include "tests/support/allocator_profile.h"
#include "tests/support/damager.h"
#include "tests/support/framing.h"
#include "tests/support/sample_stride.h"
#include "tests/support/samples.h"
#include "tests/support/temp_folder.h"
#include "tests/support/warning_codes.h"
#include "tests/support/wire_writer.h"

#include <gtest/gtest.h>

#include <google/protobuf/stubs/logging.h>

#include <algorithm>
#include <map>

namespace tidemark::history {
namespace {

using namespace test;
namespace pprof = proto::pprof;
using Lines = std::vector<std::string>;

Result<Recording> readHeap(const std::string& bytes)
{
    const FuzzFile inMemory(bytes);
    const auto file = File::open(inMemory.path());
    return file ? readHeapProfile(**file, {}) : Result<Recording>(file.error());
}

Recording heapOf(const std::string& bytes)
{
    auto recording = readHeap(bytes);
    EXPECT_TRUE(recording) << recording.error().message;
    return recording ? std::move(*recording) : Recording();
}

/// A profile in the layout of JAX: builds the table of texts.
class BuiltHeap
{
public:
    BuiltHeap()
    {
        text("");
        type("allocations", "count");
        type("space", "bytes");
    }

    pprof::Profile profile;

    std::int64_t text(const std::string& words)
    {
        const auto [known, isNew] = m_texts.emplace(words, profile.string_table_size());
        if (isNew)
            profile.add_string_table(words);
        return known->second;
    }
    void type(const std::string& name, const std::string& unit)
    {
        pprof::ValueType& added = *profile.add_sample_type();
        added.set_type(text(name));
        added.set_unit(text(unit));
    }
    std::uint64_t function(const std::string& name, const std::string& file)
    {
        pprof::Function& added = *profile.add_function();
        added.set_id(static_cast<std::uint64_t>(profile.function_size()));
        added.set_name(text(name));
        added.set_filename(text(file));
        return added.id();
    }
    /// A place with functions and lines, the innermost first.
    std::uint64_t location(const std::vector<std::pair<std::uint64_t, std::int64_t>>& lines)
    {
        pprof::Location& added = *profile.add_location();
        added.set_id(static_cast<std::uint64_t>(profile.location_size()));
        for (const auto& [function, line] : lines) {
            added.add_line()->set_function_id(function);
            added.mutable_line()->rbegin()->set_line(line);
        }
        return added.id();
    }
    pprof::Sample& sample(const std::vector<std::uint64_t>& locations, std::int64_t count, std::int64_t size,
                          const std::string& kind, const std::string& device)
    {
        pprof::Sample& added = *profile.add_sample();
        for (const std::uint64_t id : locations)
            added.add_location_id(id);
        added.add_value(count);
        added.add_value(size);
        label(added, "kind", kind);
        if (!device.empty())
            label(added, "device", device);
        return added;
    }
    void label(pprof::Sample& sample, const std::string& key, const std::string& value)
    {
        pprof::Label& added = *sample.add_label();
        added.set_key(text(key));
        added.set_str(text(value));
    }
    std::string bytes() const { return profile.SerializeAsString(); }

private:
    std::map<std::string, int> m_texts;
};

/// "TPU_0: 2x 4096 buffer mul a.py:3 < main a.py:9" for each block.
Lines blocksOf(const Recording& recording)
{
    const Names& names = recording.names;
    Lines all;
    for (const MemoryRecording& memory : recording.memories)
        for (const Block& block : memory.atEnd.value_or(std::vector<Block>())) {
            const Asker& asker = names.askerOf(block.asker);
            std::string line = memory.name + ": " + std::to_string(block.count) + "x " + std::to_string(block.size)
                + " " + std::string(names.textOf(asker.purpose));
            for (const FrameId id : names.stackOf(asker.stack)) {
                const Frame& frame = names.frameOf(id);
                line += " < " + std::string(names.textOf(frame.function)) + " " + std::string(names.textOf(frame.file))
                    + ":" + std::to_string(frame.line);
            }
            all.push_back(line);
        }
    std::ranges::sort(all);
    return all;
}

/// The same, decoded with protobuf's classes.
Lines blocksOf(const pprof::Profile& profile)
{
    const auto text = [&](std::int64_t id) {
        return id >= 0 && id < profile.string_table_size() ? profile.string_table(static_cast<int>(id)) : std::string();
    };
    std::map<std::uint64_t, const pprof::Function*> functions;
    for (const pprof::Function& function : profile.function())
        functions.emplace(function.id(), &function);
    std::map<std::uint64_t, std::string> locations;
    for (const pprof::Location& location : profile.location()) {
        std::string lines;
        for (const pprof::Line& line : location.line()) {
            const auto found = functions.find(line.function_id());
            const pprof::Function function = found == functions.end() ? pprof::Function() : *found->second;
            lines += " < " + text(function.name() != 0 ? function.name() : function.system_name()) + " "
                + text(function.filename()) + ":" + std::to_string(line.line());
        }
        locations.emplace(location.id(), lines);
    }
    int count = -1;
    int size = -1;
    for (int i = 0; i < profile.sample_type_size(); ++i) {
        count = text(profile.sample_type(i).type()) == "allocations" ? i : count;
        size = text(profile.sample_type(i).type()) == "space" ? i : size;
    }
    std::map<std::string, Lines> devices; // without a device: ""
    std::map<std::string, std::int64_t> sums;
    for (const pprof::Sample& sample : profile.sample()) {
        std::map<std::string, std::string> labels;
        for (const pprof::Label& label : sample.label()) {
            const std::string key = text(label.key());
            const std::string number = (key == "device" ? "device " : "") + std::to_string(label.num());
            labels[key] = label.str() != 0 ? text(label.str()) : number;
        }
        std::string line
            = std::to_string(sample.value(count)) + "x " + std::to_string(sample.value(size)) + " " + labels["kind"];
        for (const std::uint64_t id : sample.location_id())
            line += locations[id];
        devices[labels["device"]].push_back(line);
        sums[labels["device"]] += sample.value(size);
    }
    Lines all;
    for (const auto& [device, lines] : devices) {
        std::string name = device.empty() ? "executables" : device;
        if (device.empty() && devices.size() == 2)
            name = devices.rbegin()->first;
        else if (device.empty() && devices.size() > 2 && sums[""] == 0)
            continue;
        for (const std::string& line : lines)
            all.push_back(name + ": " + line);
    }
    std::ranges::sort(all);
    return all;
}

BuiltHeap smallHeap()
{
    BuiltHeap heap;
    const std::uint64_t mul = heap.function("mul", "a.py");
    const std::uint64_t main = heap.function("main", "b.py");
    const std::uint64_t inner = heap.location({{mul, 3}, {main, 4}}); // mul is inlined into main
    const std::uint64_t outer = heap.location({{main, 9}});
    heap.sample({inner, outer}, 2, 4096, "buffer", "TPU_0");
    heap.sample({outer}, 1, 100, "buffer", "TPU_0");
    heap.sample({outer}, 1, 5, "executable", "");
    return heap;
}

TEST(HeapProfile, ReadsEveryFact)
{
    const Recording recording = heapOf(smallHeap().bytes());
    EXPECT_FALSE(hasWarnings(recording));
    EXPECT_EQ(blocksOf(recording),
              (Lines{"TPU_0: 1x 100 buffer < main b.py:9", "TPU_0: 1x 5 executable < main b.py:9",
                     "TPU_0: 2x 4096 buffer < mul a.py:3 < main b.py:4 < main b.py:9"}));
    const MemoryRecording& memory = recording.memories.at(0);
    EXPECT_TRUE(memory.events.empty());
    EXPECT_FALSE(memory.hasTimes);
    EXPECT_FALSE(memory.capacity);
    EXPECT_EQ(memory.atEnd->at(0).address, 0U);
    EXPECT_EQ(memory.atEnd->at(0).requested, -1);
    EXPECT_EQ(brokenRecording(recording), "");
}

TEST(HeapProfile, PutsProgramsIntoTheirOwnRecordingIfThereAreSeveralDevices)
{
    BuiltHeap heap = smallHeap();
    heap.sample({1}, 1, 7, "buffer", "TPU_10");
    heap.sample({1}, 1, 8, "buffer", "TPU_2");
    const Recording recording = heapOf(heap.bytes());
    Lines names;
    for (const MemoryRecording& memory : recording.memories)
        names.push_back(memory.name);
    EXPECT_EQ(names, (Lines{"executables", "TPU_0", "TPU_2", "TPU_10"}));
    heap.profile.mutable_sample(2)->set_value(1, 0);
    EXPECT_EQ(heapOf(heap.bytes()).memories.size(), 3U); // they take nothing
}

TEST(HeapProfile, FindsTypesByNameInAnyOrder)
{
    BuiltHeap heap = smallHeap();
    heap.type("other", "count");
    heap.profile.mutable_sample_type()->SwapElements(0, 2); // other, space, allocations
    for (pprof::Sample& sample : *heap.profile.mutable_sample()) {
        sample.add_value(sample.value(0));
        sample.set_value(0, 77);
    }
    EXPECT_EQ(blocksOf(heapOf(heap.bytes())), blocksOf(heapOf(smallHeap().bytes())));
}

TEST(HeapProfile, ReadsUnpackedNumbersAndLabelsOfNumbers)
{
    BuiltHeap heap = smallHeap();
    heap.profile.clear_sample();
    const std::string device = numberField(1, static_cast<std::uint64_t>(heap.text("device"))) + numberField(3, 4);
    const std::string sample = numberField(1, 2) + numberField(2, 3) + numberField(2, 64)
        + bytesField(3,
                     numberField(1, static_cast<std::uint64_t>(heap.text("kind")))
                         + numberField(2, static_cast<std::uint64_t>(heap.text("buffer"))))
        + bytesField(3, device);
    const Recording recording = heapOf(heap.bytes() + bytesField(2, sample));
    EXPECT_EQ(blocksOf(recording), Lines{"device 4: 3x 64 buffer < main b.py:9"});
    EXPECT_FALSE(hasWarnings(recording));
}

TEST(HeapProfile, RefusesOtherProfiles)
{
    const auto messageOf = [](const std::vector<std::pair<std::string, std::string>>& types) {
        BuiltHeap heap;
        heap.profile.clear_sample_type();
        for (const auto& [name, unit] : types)
            heap.type(name, unit);
        const auto recording = readHeap(heap.bytes());
        EXPECT_FALSE(recording);
        EXPECT_EQ(recording.error().kind, ErrorKind::Unsupported);
        EXPECT_TRUE(isHeapProfile(heap.bytes()));
        return recording.error().message;
    };
    EXPECT_NE(messageOf({{"samples", "count"}, {"cpu", "nanoseconds"}}).find("samples (count), cpu (nanoseconds)"),
              std::string::npos);
    EXPECT_NE(messageOf({{"alloc_space", "bytes"}, {"inuse_space", "bytes"}}).find("inuse_space (bytes)"),
              std::string::npos);
    messageOf({{"allocations", "count"}, {"space", "pages"}});
    messageOf({{"allocations", "count"}});
}

TEST(HeapProfile, LeavesOutSamplesThatCannotBe)
{
    const auto codes = [](const auto& change) {
        BuiltHeap heap = smallHeap();
        change(heap);
        const Recording recording = heapOf(heap.bytes());
        EXPECT_EQ(brokenRecording(recording), "");
        return codesIn(recording.warnings);
    };
    const auto valued = [&](int position, std::int64_t value) {
        return codes([=](BuiltHeap& heap) { heap.profile.mutable_sample(0)->set_value(position, value); });
    };
    EXPECT_EQ(valued(1, -1), Lines{"unreadable-sample 1"});
    EXPECT_EQ(valued(0, -1), Lines{"unreadable-sample 1"});
    EXPECT_EQ(valued(1, INT64_MAX), Lines{"unreadable-sample 1"});
    EXPECT_EQ(codes([](BuiltHeap& heap) {
                  heap.sample({1}, 1, std::int64_t{1} << 60, "buffer", "TPU_0");
                  heap.sample({1}, 1, std::int64_t{1} << 60, "buffer", "TPU_0");
              }),
              Lines{"unreadable-sample 2"}); // the sum would be too large
    EXPECT_EQ(codes([](BuiltHeap& heap) { heap.profile.mutable_sample(0)->add_value(1); }),
              Lines{"unreadable-sample 1"});
}

TEST(HeapProfile, WarnsOfMissingNames)
{
    const auto codes = [](const auto& change) {
        BuiltHeap heap = smallHeap();
        change(heap);
        const Recording recording = heapOf(heap.bytes());
        EXPECT_EQ(recording.memories.at(0).atEnd->size(), 3U);
        return codesIn(recording.warnings);
    };
    EXPECT_EQ(codes([](BuiltHeap& heap) { heap.profile.mutable_sample(0)->set_location_id(0, 99); }),
              Lines{"dangling-id 1"});
    EXPECT_EQ(codes([](BuiltHeap& heap) { heap.profile.mutable_location(1)->mutable_line(0)->set_function_id(99); }),
              Lines{"dangling-id 1"});
    EXPECT_EQ(codes([](BuiltHeap& heap) { heap.profile.mutable_function(1)->set_name(99); }), Lines{"dangling-text 1"});
    EXPECT_EQ(codes([](BuiltHeap& heap) { heap.profile.mutable_function(1)->set_id(1); }),
              (Lines{"repeated-id 1", "dangling-id 2"}));
    EXPECT_EQ(codes([](BuiltHeap& heap) { heap.profile.mutable_location(1)->mutable_line(0)->set_line(-3); }),
              Lines{"unreadable-line 1"});
    EXPECT_EQ(codes([](BuiltHeap& heap) { heap.label(*heap.profile.mutable_sample(0), "device", "TPU_0"); }),
              Lines{"repeated-label 1"});
    EXPECT_EQ(
        codes([](BuiltHeap& heap) { heap.profile.mutable_sample(2)->mutable_label(0)->set_str(heap.text("buffer")); }),
        Lines{"sample-without-device 1"});
}

TEST(HeapProfile, IsCutWithAnError)
{
    const std::string whole = smallHeap().bytes();
    for (std::size_t size = 1; size < whole.size(); ++size) {
        const auto recording = readHeap(whole.substr(0, size));
        EXPECT_TRUE(!recording || hasWarnings(*recording)) << size;
        if (!recording) {
            EXPECT_EQ(recording.error().kind, ErrorKind::Malformed);
            EXPECT_TRUE(recording.error().offset);
        }
    }
}

TEST(HeapProfile, StaysLinearForLongStacks)
{
    // One place with many lines that every sample repeats many times.
    BuiltHeap heap;
    const std::uint64_t function = heap.function("f", "a.py");
    const std::uint64_t place
        = heap.location(std::vector<std::pair<std::uint64_t, std::int64_t>>(10000, {function, 1}));
    for (std::int64_t i = 0; i < 200; ++i)
        heap.sample(std::vector<std::uint64_t>(static_cast<std::size_t>(10 + i), place), 1, i, "buffer", "TPU_0");
    const Recording recording = heapOf(heap.bytes());
    EXPECT_EQ(recording.memories.at(0).atEnd->size(), 200U);
    EXPECT_EQ(recording.warnings.list().at(0).code, "long-stacks");
}

TEST(HeapProfile, IsRecognised)
{
    EXPECT_TRUE(isHeapProfile(smallHeap().bytes()));
    EXPECT_FALSE(isHeapProfile(smallAllocatorProfile()));
    EXPECT_FALSE(isHeapProfile(""));
    EXPECT_FALSE(isHeapProfile("\x0a"));
    EXPECT_FALSE(isHeapProfile(std::string("\x0a\x04\x08\x01\x10", 5)));
    EXPECT_TRUE(isHeapProfile(std::string("\x0a\x04\x08\x01\x10\x02", 6)));
    EXPECT_FALSE(isHeapProfile(std::string("\x0a\x02\x08\x01", 4))); // no unit
    EXPECT_FALSE(isHeapProfile("plain text"));
}

std::string unpacked(const std::string& path)
{
    const auto file = *File::open(path);
    return std::string((*Bytes::read(*file, 0, file->size()))->view());
}

TEST(HeapProfile, OfJaxHasItsTotals)
{
    // tests/data/README.md: the totals of an independent decoder
    const std::map<std::string, std::int64_t> kTotals
        = {{"jax_end", 20221956}, {"jax_step0", 38346764}, {"jax_step4", 39395340}};
    for (const auto& [name, total] : kTotals) {
        const std::string bytes = unpacked(dataFolder() + "/history/" + name + ".pprof.gz");
        EXPECT_TRUE(isHeapProfile(bytes));
        const Recording recording = heapOf(bytes);
        EXPECT_FALSE(hasWarnings(recording));
        ASSERT_EQ(recording.memories.size(), 2U);
        std::vector<std::int64_t> sums;
        for (const MemoryRecording& memory : recording.memories) {
            std::int64_t sum = 0;
            for (const Block& block : *memory.atEnd)
                sum += block.size;
            sums.push_back(sum);
        }
        EXPECT_EQ(recording.memories[0].name, "cpu:0");
        EXPECT_EQ(recording.memories[1].name, "cpu:1");
        EXPECT_EQ(sums, (std::vector<std::int64_t>{total, 2000000}));
        pprof::Profile profile;
        ASSERT_TRUE(profile.ParseFromString(bytes));
        EXPECT_EQ(blocksOf(recording), blocksOf(profile));
    }
}

/// No crash; what protobuf accepts gives the blocks that its classes find, or a warning or an error; what it rejects
/// gives those of the whole file, or a warning or an error. Returns whether blocks are missing without any word.
bool isSilentLoss(const std::string& bytes, const Lines& whole)
{
    const auto read = readHeap(bytes);
    if (!read) {
        EXPECT_FALSE(read.error().message.empty());
        return false;
    }
    EXPECT_EQ(brokenRecording(*read), "");
    if (hasWarnings(*read))
        return false;
    const Lines ours = blocksOf(*read);
    pprof::Profile profile;
    if (profile.ParseFromString(bytes)) {
        EXPECT_EQ(ours, blocksOf(profile));
    } else {
        EXPECT_EQ(ours, whole);
    }
    return ours.size() < whole.size();
}

TEST(HeapProfile, NoFlippedBitLosesBlocksSilently)
{
    const google::protobuf::LogSilencer quiet;
    const std::string whole = smallHeap().bytes();
    const Lines blocks = blocksOf(heapOf(whole));
    for (std::size_t bit = 0; bit < 8 * whole.size(); bit += sampleStride()) {
        std::string bytes = whole;
        flip(bytes, {bit / 8, static_cast<int>(bit % 8)});
        EXPECT_FALSE(isSilentLoss(bytes, blocks)) << "byte " << bit / 8 << " bit " << bit % 8;
    }
}

TEST(HeapProfile, SurvivesDamage)
{
    const google::protobuf::LogSilencer quiet;
    const std::vector<std::string> files = {smallHeap().bytes(), unpacked(dataFolder() + "/history/jax_end.pprof.gz")};
    const std::vector<Lines> blocks = {blocksOf(heapOf(files[0])), blocksOf(heapOf(files[1]))};
    Damager damager(11);
    for (int i = 0; i < sampleRounds(12000); ++i) {
        SCOPED_TRACE(i);
        const std::size_t which = i % 4 == 0 ? 1 : 0;
        isSilentLoss(damager.damaged(files[which]), blocks[which]);
        if (HasFailure())
            return;
    }
}

} // namespace
} // namespace tidemark::history
