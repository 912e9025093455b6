#include "core/history/torch_snapshot.h"

#include "core/history/pickle_reader.h"
#include "tests/support/damager.h"
#include "tests/support/sample_stride.h"
#include "tests/support/temp_folder.h"
#include "tests/support/torch_snapshots.h"
#include "tests/support/warning_codes.h"

#include <gtest/gtest.h>

#include <map>

namespace tidemark::history {
namespace {

using test::PickleStyle;
using test::PickleWriter;
using test::Py;
using test::torchAnnotation;
using test::torchBlock;
using test::torchEvent;
using test::torchFrame;
using test::torchSegment;
using test::torchSnapshot;

constexpr std::int64_t kStart = 0x7f0000000000;
constexpr std::int64_t kTime = 1'776'479'641'085'368;

class TorchSnapshotTest : public testing::Test
{
protected:
    Result<Recording> readBytes(const std::string& bytes)
    {
        const auto file = File::open(m_folder.write("snapshot.pickle", bytes));
        if (!file)
            return file.error();
        return readTorchSnapshot(**file, {});
    }
    Recording read(const Py& snapshot, const PickleStyle& style = {})
    {
        auto recording = readBytes(PickleWriter::written(snapshot, style));
        EXPECT_TRUE(recording) << recording.error().message;
        return recording ? std::move(*recording) : Recording();
    }
    /// The error of a pickle with these bytes after the number of its protocol.
    Error errorOf(const std::string& opcodes)
    {
        const auto recording = readBytes("\x80\x04" + opcodes);
        EXPECT_FALSE(recording);
        return recording ? Error() : recording.error();
    }

    test::TempFolder m_folder;
};

/// All that a recording says, as text.
std::string described(const Recording& recording)
{
    const Names& names = recording.names;
    const auto askerText = [&](AskerId id) {
        const Asker& asker = names.askerOf(id);
        std::string text;
        for (const FrameId frame : names.stackOf(asker.stack))
            text += std::string(names.textOf(names.frameOf(frame).function)) + ":"
                + std::to_string(names.frameOf(frame).line) + "@" + std::string(names.textOf(names.frameOf(frame).file))
                + " ";
        return text + "purpose=" + std::string(names.textOf(asker.purpose))
            + " note=" + std::string(names.textOf(asker.note));
    };
    const auto number = [](std::int64_t value) { return std::to_string(value) + " "; };
    std::string text;
    for (const MemoryRecording& memory : recording.memories) {
        text += memory.name + (memory.hasTimes ? " with times\n" : "\n");
        for (const Event& event : memory.events)
            text += "event " + number(static_cast<int>(event.action)) + number(static_cast<std::int64_t>(event.address))
                + number(event.size) + number(event.requested) + number(event.time) + askerText(event.asker) + "\n";
        for (const Failure& failure : memory.failures)
            text += "failure " + number(failure.asked) + number(failure.freeOnDevice.value_or(-1)) + "\n";
        text += "stated " + number(memory.statedAtEnd.value_or(-1)) + "\n";
        if (memory.atEnd)
            for (const Block& block : *memory.atEnd)
                text += "block " + number(static_cast<std::int64_t>(block.address)) + number(block.size)
                    + number(block.requested) + askerText(block.asker) + "\n";
        for (const Segment& segment : memory.segments)
            text += "segment " + number(static_cast<std::int64_t>(segment.address)) + number(segment.size) + "\n";
        for (const Span& span : memory.spans)
            text += "span " + std::string(names.textOf(span.name)) + " " + number(span.begin) + number(span.end) + "\n";
        for (const Warning& warning : memory.warnings.list())
            text += warning.describe() + "\n";
    }
    for (const Warning& warning : recording.warnings.list())
        text += warning.describe() + "\n";
    return text;
}

std::int64_t bytesAtEnd(const MemoryRecording& memory)
{
    std::int64_t sum = 0;
    for (const Block& block : *memory.atEnd)
        sum += block.size;
    return sum;
}

/// Two blocks of one segment, both allocated before the first event.
Py twoBlocks()
{
    return torchSegment(0, kStart, 4096, 3072,
                        {torchBlock(kStart, 2048, 2000, "active_allocated"),
                         torchBlock(kStart + 2048, 1024, 1024, "active_pending_free"),
                         torchBlock(kStart + 3072, 1024, 7, "inactive")});
}

std::vector<std::string> codesOf(const Recording& recording)
{
    std::vector<std::string> codes = test::codesIn(recording.warnings);
    for (const MemoryRecording& memory : recording.memories)
        for (const std::string& code : test::codesIn(memory.warnings))
            codes.push_back(code);
    return codes;
}

using Codes = std::vector<std::string>;

TEST(TorchSnapshotStart, IsRecognisedByItsFirstKey)
{
    EXPECT_TRUE(isTorchSnapshot(PickleWriter::written(torchSnapshot(Py::List(), Py::List()))));
    EXPECT_TRUE(isTorchSnapshot(PickleWriter::written(Py::Dict{{"device_traces", Py::List()}}, {.protocol = 2})));
    EXPECT_FALSE(isTorchSnapshot(PickleWriter::written(Py::Dict{{"weights", Py::List()}})));
    EXPECT_TRUE(isTorchSnapshot(PickleWriter::written(Py::List{twoBlocks()}).substr(0, 256)));
    EXPECT_FALSE(isTorchSnapshot("segments"));
    EXPECT_FALSE(isTorchSnapshot(""));
    EXPECT_FALSE(isTorchSnapshot("\x80\x06}segments"));
}

TEST_F(TorchSnapshotTest, ReadsEventsOfEveryDevice)
{
    const Py stack = Py::List{torchFrame("forward", 12), torchFrame("main", 3)};
    Py allocation = torchEvent("alloc", kStart, 1000, kTime + 5, stack);
    allocation.at("user_metadata") = "step 7";
    allocation.at("compile_context") = "0/1";
    const Recording recording = read(
        torchSnapshot(Py::List{torchSegment(2, kStart, 2'097'152, 0, {torchBlock(kStart, 2'097'152, 0, "inactive")})},
                      Py::List{Py::List{torchEvent("snapshot", 0, 0, kTime)}, Py::List(),
                               Py::List{torchEvent("segment_alloc", kStart, 2'097'152, kTime + 4, stack), allocation,
                                        torchEvent("free_requested", kStart, 1000, kTime + 6, stack),
                                        torchEvent("free_completed", kStart, 1000, kTime + 7),
                                        torchEvent("oom", 95'682'560, 5'308'694'528, kTime + 8),
                                        torchEvent("segment_free", kStart, 2'097'152, kTime + 9)}}));
    EXPECT_EQ(recording.format, "PyTorch memory snapshot");
    ASSERT_EQ(recording.memories.size(), 2U);
    const MemoryRecording& first = recording.memories.front();
    EXPECT_EQ(first.name, "GPU 0");
    ASSERT_EQ(first.events.size(), 1U);
    EXPECT_EQ(first.events.front().action, Action::Mark);
    const MemoryRecording& memory = recording.memories.back();
    EXPECT_EQ(memory.name, "GPU 2");
    EXPECT_TRUE(memory.hasTimes);
    ASSERT_EQ(memory.events.size(), 5U);
    EXPECT_EQ(memory.events[0].action, Action::Reserve);
    EXPECT_EQ(memory.events[0].size, 2'097'152);
    EXPECT_EQ(memory.events[0].time, 4'000'000);
    EXPECT_EQ(memory.events[1].action, Action::Allocate);
    EXPECT_EQ(memory.events[1].address, static_cast<std::uint64_t>(kStart));
    EXPECT_EQ(memory.events[1].size, 1024);
    EXPECT_EQ(memory.events[1].requested, 1000);
    EXPECT_EQ(memory.events[2].action, Action::Free);
    EXPECT_EQ(memory.events[2].size, 1024);
    EXPECT_EQ(memory.events[2].time, 7'000'000);
    EXPECT_EQ(memory.events[3].action, Action::Fail);
    EXPECT_EQ(memory.failures.front().asked, 5'308'694'528);
    EXPECT_EQ(memory.failures.front().freeOnDevice, 95'682'560);
    EXPECT_EQ(memory.events[3].address, 0U);
    EXPECT_EQ(memory.events[4].action, Action::Release);
    const Names& names = recording.names;
    const Asker& asker = names.askerOf(memory.events[1].asker);
    EXPECT_EQ(names.textOf(asker.note), "step 7");
    EXPECT_EQ(names.textOf(asker.purpose), "0/1");
    ASSERT_EQ(names.stackOf(asker.stack).size(), 2U);
    const Frame& innermost = names.frameOf(names.stackOf(asker.stack).front());
    EXPECT_EQ(names.textOf(innermost.function), "forward");
    EXPECT_EQ(names.textOf(innermost.file), "/train/forward.py");
    EXPECT_EQ(innermost.line, 12U);
    EXPECT_EQ(names.askerOf(memory.events[0].asker).stack, asker.stack);
    EXPECT_TRUE(names.askerOf(memory.events[0].asker).purpose.isNone());
    EXPECT_TRUE(memory.events[2].asker.isNone());
    EXPECT_EQ(codesOf(recording), Codes());
}

TEST_F(TorchSnapshotTest, ReadsBlocksAndSegmentsAtTheEnd)
{
    Py segment = twoBlocks();
    segment.at("is_expandable") = true;
    const Recording recording = read(torchSnapshot(Py::List{segment}, Py::List{Py(Py::List())}));
    ASSERT_EQ(recording.memories.size(), 1U);
    const MemoryRecording& memory = recording.memories.front();
    EXPECT_FALSE(memory.hasTimes);
    ASSERT_TRUE(memory.atEnd);
    ASSERT_EQ(memory.atEnd->size(), 2U);
    EXPECT_EQ(memory.atEnd->front().size, 2048);
    EXPECT_EQ(memory.atEnd->front().requested, 2000);
    EXPECT_EQ(memory.atEnd->back().address, static_cast<std::uint64_t>(kStart + 2048));
    EXPECT_EQ(memory.statedAtEnd, 3072);
    ASSERT_EQ(memory.segments.size(), 1U);
    EXPECT_EQ(memory.segments.front().size, 4096);
    EXPECT_TRUE(memory.segments.front().isExpandable);
    EXPECT_EQ(codesOf(recording), Codes());
}

TEST_F(TorchSnapshotTest, IsTheSameInEveryProtocolAndOrder)
{
    const Py snapshot = test::randomTorchSnapshot(1);
    const std::string expected = described(read(snapshot));
    EXPECT_NE(expected.find("Optimizer.step#AdamW.step"), std::string::npos);
    for (const int protocol : {2, 3, 4, 5})
        for (const bool oneByOne : {false, true})
            for (const std::size_t batch : {1000U, 3U, 2U})
                EXPECT_EQ(described(read(snapshot, {protocol, oneByOne, batch})), expected) << protocol << oneByOne;
    // Keys in the opposite order.
    const Py event = torchEvent("alloc", kStart, 600, kTime, Py::List{torchFrame("f", 1)});
    Py turned = Py::Dict();
    const auto& items = *std::get<std::shared_ptr<Py::Dict>>(event.content);
    for (auto each = items.rbegin(); each != items.rend(); ++each)
        turned.add(std::get<std::string>(each->first.content), each->second);
    const auto of = [](const Py& one) { return torchSnapshot(Py::List(), Py::List{Py(Py::List{one})}); };
    for (const bool oneByOne : {false, true})
        EXPECT_EQ(described(read(of(turned), {4, oneByOne})), described(read(of(event))));
}

TEST_F(TorchSnapshotTest, AllocationsHaveTheSizeOfTheBlock)
{
    // The allocator did not split the first block: it has 1536 bytes for 600. The second one was requested with another
    // size than the event states.
    const Recording recording = read(torchSnapshot(
        Py::List{torchSegment(0, kStart, 4096, 2560,
                              {torchBlock(kStart, 1536, 600, "active_allocated"),
                               torchBlock(kStart + 1536, 1024, 1024, "active_awaiting_free"),
                               torchBlock(kStart + 2560, 1536, 0, "inactive")})},
        Py::List{Py(Py::List{torchEvent("alloc", kStart, 600, kTime), torchEvent("alloc", kStart + 1536, 700, kTime),
                             torchEvent("alloc", kStart + 2560, 0, kTime),
                             torchEvent("free_completed", kStart + 2560, 0, kTime),
                             torchEvent("free_completed", kStart + 8192, 513, kTime)})}));
    const auto& events = recording.memories.front().events;
    ASSERT_EQ(events.size(), 5U);
    EXPECT_EQ(events[0].size, 1536);
    EXPECT_EQ(events[0].requested, 600);
    EXPECT_EQ(events[1].size, 1024);
    EXPECT_EQ(events[1].requested, 700);
    EXPECT_EQ(events[2].size, 512);
    EXPECT_EQ(events[3].size, 512);
    EXPECT_EQ(events[4].size, 1024);
    EXPECT_EQ(codesOf(recording), Codes({"snapshot-end 1"}));
}

/// The sizes are those of round_size() in CUDACachingAllocator.cpp.
TEST_F(TorchSnapshotTest, SizesAreRoundedToPartsOfPowersOfTwo)
{
    const std::vector<std::pair<std::int64_t, std::int64_t>> sizes{{1, 512},      {2048, 2048},      {2049, 2560},
                                                                   {3000, 3072},  {5000, 5120},      {5121, 6144},
                                                                   {8193, 10240}, {1 << 30, 1 << 30}};
    Py events = Py::List();
    for (std::size_t i = 0; i < sizes.size(); ++i)
        events.add(torchEvent("alloc", kStart + static_cast<std::int64_t>(i), sizes[i].first, kTime));
    Py snapshot = torchSnapshot(Py::List(), Py::List{events}, Py::List(), 4);
    snapshot.remove("segments");
    const Recording recording = read(snapshot);
    const auto& read = recording.memories.front().events;
    ASSERT_EQ(read.size(), sizes.size());
    for (std::size_t i = 0; i < sizes.size(); ++i)
        EXPECT_EQ(read[i].size, sizes[i].second) << sizes[i].first;
    EXPECT_FALSE(recording.memories.front().atEnd);
}

TEST_F(TorchSnapshotTest, AnnotationsBecomeSpans)
{
    const Py events = Py::List{torchEvent("snapshot", 0, 0, kTime), torchEvent("snapshot", 0, 0, kTime + 100)};
    const Py annotations
        = Py::List{torchAnnotation("END", "lost", 0, kTime + 1),   torchAnnotation("START", "step", 0, kTime + 2),
                   torchAnnotation("START", "step", 0, kTime + 3), torchAnnotation("END", "step", 0, kTime + 4),
                   torchAnnotation("START", "open", 0, kTime + 5), torchAnnotation("END", "step", 0, kTime + 6),
                   torchAnnotation("START", "other", 7, kTime + 5)};
    const Recording recording = read(torchSnapshot(Py::List(), Py::List{events}, annotations));
    const auto& spans = recording.memories.front().spans;
    const auto text = [&](std::size_t i) {
        return std::string(recording.names.textOf(spans[i].name)) + " " + std::to_string(spans[i].begin / 1'000'000)
            + " " + std::to_string(spans[i].end / 1'000'000);
    };
    ASSERT_EQ(spans.size(), 4U);
    EXPECT_EQ(text(0), "lost 0 1");
    EXPECT_EQ(text(1), "step 2 6");
    EXPECT_EQ(text(2), "step 3 4");
    EXPECT_EQ(text(3), "open 5 100");
    EXPECT_EQ(codesOf(recording), Codes({"snapshot-device 1"}));
}

TEST_F(TorchSnapshotTest, AnnotationsNeedTimes)
{
    const Py annotations
        = Py::List{torchAnnotation("START", "step", 0, kTime + 2), torchAnnotation("END", "step", 0, kTime)};
    const auto codes = [&](const Py& events) {
        return codesOf(read(torchSnapshot(Py::List{twoBlocks()}, Py::List{events}, annotations)));
    };
    EXPECT_EQ(codes(Py::List()), Codes({"snapshot-annotations 1"}));
    EXPECT_EQ(codes(Py::List{torchEvent("free_requested", kStart, 8, kTime)}), Codes({"snapshot-annotations 1"}));
    EXPECT_EQ(codes(Py::List{torchEvent("snapshot", 0, 0, kTime)}), Codes({"snapshot-annotations 1"}));
}

TEST_F(TorchSnapshotTest, TimesMayBeMissingBackwardsOrFarApart)
{
    const auto of = [](const Py& events) { return torchSnapshot(Py::List(), Py::List{events}); };
    Py old = torchEvent("segment_alloc", kStart, 512, 0);
    old.remove("time_us");
    const Recording untimed = read(of(Py::List{old}));
    EXPECT_FALSE(untimed.memories.front().hasTimes);
    EXPECT_EQ(codesOf(untimed), Codes());
    const Recording partly = read(of(Py::List{old, torchEvent("segment_free", kStart, 512, kTime)}));
    EXPECT_FALSE(partly.memories.front().hasTimes);
    EXPECT_EQ(codesOf(partly), Codes({"snapshot-times 1"}));
    const Recording backwards = read(
        of(Py::List{torchEvent("segment_alloc", kStart, 512, kTime),
                    torchEvent("segment_alloc", kStart, 1024, kTime - 2), torchEvent("oom", 16, 4096, kTime - 1),
                    torchEvent("oom", 32, 8192, kTime - 2), torchEvent("segment_alloc", kStart, 2048, kTime - 2)}));
    ASSERT_EQ(backwards.memories.front().events.size(), 5U);
    EXPECT_EQ(backwards.memories.front().events[0].size, 1024);
    EXPECT_EQ(backwards.memories.front().events[2].size, 2048);
    EXPECT_EQ(backwards.memories.front().failures[0].asked, 8192);
    EXPECT_EQ(backwards.memories.front().failures[1].freeOnDevice, 16);
    EXPECT_EQ(codesOf(backwards), Codes({"snapshot-time-order 1"}));
    const Recording far = read(
        of(Py::List{torchEvent("segment_alloc", kStart, 512, 0), torchEvent("segment_alloc", kStart, 512, kTime)}));
    EXPECT_FALSE(far.memories.front().hasTimes);
    EXPECT_EQ(far.memories.front().events.size(), 2U);
    EXPECT_EQ(codesOf(far), Codes({"snapshot-times 1"}));
}

TEST_F(TorchSnapshotTest, ListsOfTheSameFramesAreTheSameStack)
{
    std::vector<Py> frames;
    for (int i = 0; i < 300; ++i) // so that the memo has entries of one byte and of four
        frames.push_back(torchFrame("f" + std::to_string(i), i));
    constexpr std::size_t kStacks = 5;
    // The stacks come in different orders. Two of them begin with the frames of another one.
    const auto kindOf = [](std::size_t event) { return event / kStacks * event % kStacks; };
    const auto frameOf = [&](std::size_t kind, std::size_t i) { return (kind / 2 * 31 + i * 41) % frames.size(); };
    Py::List events;
    for (std::size_t i = 0; i < 20 * kStacks; ++i) {
        Py::List stack;
        for (std::size_t j = 0; j < 1 + kindOf(i) * 7; ++j)
            stack.push_back(frames[frameOf(kindOf(i), j)]);
        events.push_back(torchEvent("alloc", kStart + static_cast<std::int64_t>(i) * 512, 512,
                                    kTime + static_cast<std::int64_t>(i), Py(stack)));
    }
    const Py snapshot = torchSnapshot(Py::List(), Py::List{Py(events)});
    const Recording recording = read(snapshot);
    ASSERT_EQ(recording.memories.size(), 1U);
    const auto& found = recording.memories.front().events;
    ASSERT_EQ(found.size(), events.size());
    for (std::size_t i = 0; i < found.size(); ++i) {
        const auto stack = recording.names.stackOf(recording.names.askerOf(found[i].asker).stack);
        ASSERT_EQ(stack.size(), 1 + kindOf(i) * 7);
        for (std::size_t j = 0; j < stack.size(); ++j)
            EXPECT_EQ(recording.names.frameOf(stack[j]).line, frameOf(kindOf(i), j));
    }
    EXPECT_EQ(recording.names.askers(), kStacks);
    for (const PickleStyle& style :
         {PickleStyle{.protocol = 2}, PickleStyle{.oneByOne = true}, PickleStyle{.batch = 7}})
        EXPECT_EQ(described(read(snapshot, style)), described(recording));
}

TEST_F(TorchSnapshotTest, ReadsOlderForms)
{
    // Blocks without addresses, whose request and stack are in a history.
    Py first = torchBlock(0, 1024, 0, "active_allocated");
    first.remove("address");
    first.remove("requested_size");
    first.remove("frames");
    first.add("history",
              Py::List{Py::Dict{{"addr", kStart}, {"real_size", 600}, {"frames", Py::List{torchFrame("f", 4)}}}});
    Py second = torchBlock(0, 512, 500, "active_allocated");
    second.remove("address");
    const Py segment = torchSegment(0, kStart, 1536, 1536, {first, second});
    for (const bool isList : {false, true}) {
        const Recording recording
            = read(isList ? Py(Py::List{segment}) : torchSnapshot(Py::List{segment}, Py::List()), {.protocol = 3});
        ASSERT_EQ(recording.memories.size(), 1U);
        const auto& blocks = *recording.memories.front().atEnd;
        ASSERT_EQ(blocks.size(), 2U);
        EXPECT_EQ(blocks[0].address, static_cast<std::uint64_t>(kStart));
        EXPECT_EQ(blocks[0].requested, 600);
        EXPECT_EQ(recording.names.stackOf(recording.names.askerOf(blocks[0].asker).stack).size(), 1U);
        EXPECT_EQ(blocks[1].address, static_cast<std::uint64_t>(kStart + 1024));
        EXPECT_EQ(codesOf(recording), Codes());
    }
}

TEST_F(TorchSnapshotTest, NamesOtherDevices)
{
    Py segment = twoBlocks();
    segment.add("device_type", "xpu");
    EXPECT_EQ(read(torchSnapshot(Py::List{segment}, Py::List())).memories.front().name, "XPU 0");
    segment.at("device_type") = "cuda";
    EXPECT_EQ(read(torchSnapshot(Py::List{segment}, Py::List())).memories.front().name, "GPU 0");
}

TEST_F(TorchSnapshotTest, RefusesOtherPickles)
{
    for (const Py& other : {Py(Py::Dict{{"weights", Py::List{1, 2}}}), Py(Py::List{1}), Py(Py::List()), Py(5),
                            Py("text"), Py(Py::Dict())}) {
        const auto recording = readBytes(PickleWriter::written(other));
        ASSERT_FALSE(recording);
        EXPECT_EQ(recording.error().kind, ErrorKind::Unsupported);
        EXPECT_NE(recording.error().message.find("no memory snapshot of PyTorch"), std::string::npos);
    }
    EXPECT_EQ(codesOf(read(torchSnapshot(Py::List(), Py::List()))), Codes({"snapshot-empty 1"}));
    const auto text = readBytes("no pickle at all");
    ASSERT_FALSE(text);
    EXPECT_EQ(text.error().kind, ErrorKind::Unsupported);
}

TEST_F(TorchSnapshotTest, ReadsAllPlainValues)
{
    // Values of unknown keys may have any plain type.
    Py snapshot = torchSnapshot(Py::List{twoBlocks()}, Py::List());
    const auto unknown
        = [&](const std::string& bytes) { snapshot.at("allocator_settings").add("unknown" + bytes, Py::Raw{bytes}); };
    for (const char* const each : {"N", "\x88", "\x89", ")", "N\x85", "NN\x86", "NNN\x87", "(NNNNt", "(Nl", "(NNd", "]",
                                   "}", "]Na", "}NNs", "Gabcdefgh", "U\x01x", "C\x01x"})
        unknown(each);
    unknown(std::string("K\0", 2));
    unknown(std::string("B\2\0\0\0ab", 7));
    unknown(std::string("T\2\0\0\0ab", 7));
    unknown(std::string("\x8e\2\0\0\0\0\0\0\0ab", 11));
    unknown(std::string("\x8d\2\0\0\0\0\0\0\0ab", 11));
    unknown(std::string("\x8b\2\0\0\0ab", 7));
    unknown(std::string("\x8a\0", 2));
    unknown("\x8a\x14" + std::string(20, 'x'));
    unknown("X" + PickleWriter::bytesOf(300'000, 4) + std::string(300'000, 'x'));
    for (const int protocol : {2, 5}) {
        const Recording recording = read(snapshot, {.protocol = protocol});
        EXPECT_EQ(bytesAtEnd(recording.memories.at(0)), 3072);
        EXPECT_EQ(codesOf(recording), Codes());
    }
}

TEST_F(TorchSnapshotTest, NamesEveryRefusedOpcodeAndItsOffset)
{
    const std::map<std::uint8_t, std::string> refused{{'c', "GLOBAL"},
                                                      {0x93, "STACK_GLOBAL"},
                                                      {'R', "REDUCE"},
                                                      {'b', "BUILD"},
                                                      {'i', "INST"},
                                                      {'o', "OBJ"},
                                                      {0x81, "NEWOBJ"},
                                                      {0x92, "NEWOBJ_EX"},
                                                      {'P', "PERSID"},
                                                      {'Q', "BINPERSID"},
                                                      {0x82, "EXT1"},
                                                      {0x83, "EXT2"},
                                                      {0x84, "EXT4"},
                                                      {0x8f, "EMPTY_SET"},
                                                      {0x90, "ADDITEMS"},
                                                      {0x91, "FROZENSET"},
                                                      {0x96, "BYTEARRAY8"},
                                                      {0x97, "NEXT_BUFFER"},
                                                      {0x98, "READONLY_BUFFER"},
                                                      {'0', "POP"},
                                                      {'1', "POP_MARK"},
                                                      {'2', "DUP"},
                                                      {'I', "INT"},
                                                      {'L', "LONG"},
                                                      {'F', "FLOAT"},
                                                      {'S', "STRING"},
                                                      {'V', "UNICODE"},
                                                      {'g', "GET"},
                                                      {'p', "PUT"}};
    const std::string read("NJKMG.\x88\x89\x8a\x8b\x8c\x8d\x8eXUTCB)t\x85\x86\x87]lae}dsuqr\x94hj\x80\x95(");
    for (int op = 0; op < 256; ++op) {
        if (read.find(static_cast<char>(op)) != std::string::npos)
            continue;
        const Error error = errorOf(std::string("]N") + static_cast<char>(op) + "\n\n\n.");
        EXPECT_EQ(error.kind, ErrorKind::Unsupported) << op;
        EXPECT_EQ(error.offset, 4U) << op;
        const auto name = refused.find(static_cast<std::uint8_t>(op));
        const std::string words = name == refused.end() ? "which is no opcode" : " " + name->second + " at byte 4";
        EXPECT_NE(error.message.find(words), std::string::npos) << error.message;
    }
    EXPECT_EQ(read.size() + refused.size(), 68U); // all opcodes of pickletools, which has 68
}

TEST_F(TorchSnapshotTest, StatesTheOffsetOfDamage)
{
    struct Case {
        std::string opcodes;
        ErrorKind kind;
        std::uint64_t offset;
        std::string words;
    };
    const std::string huge = "\xff\xff\xff\xff\xff\xff\xff\xff";
    for (const Case& each :
         std::vector<Case>{{"", ErrorKind::Unsupported, 0, "no pickle"},
                           {"]", ErrorKind::Truncated, 3, "in the middle"},
                           {"]J", ErrorKind::Truncated, 3, "ends inside"},
                           {"]\x8c\x05x", ErrorKind::Truncated, 3, "ends inside"},
                           {"]\x8d" + huge, ErrorKind::Truncated, 3, "ends inside"},
                           {"]B\xff\xff\xff\xff", ErrorKind::Truncated, 3, "ends inside"},
                           {"]\x8b\xff\xff\xff\xff", ErrorKind::Malformed, 3, "negative length"},
                           {"]\x8a\x05x", ErrorKind::Truncated, 3, "ends inside"},
                           {"]\x8a\xffx", ErrorKind::Truncated, 3, "ends inside"},
                           {"\x95" + huge + "].", ErrorKind::Truncated, 2, "inside a frame"},
                           {"\x95" + PickleWriter::bytesOf(10, 8) + "\x95" + PickleWriter::bytesOf(1, 8) + "N.",
                            ErrorKind::Malformed, 11, "inside another"},
                           {"]h\x07.", ErrorKind::Malformed, 3, "entry 7"},
                           {"]j\x07\x01\0\0.", ErrorKind::Truncated, 3, "ends inside"},
                           {"]q\x01q\x01.", ErrorKind::Malformed, 5, "twice"},
                           {"]r\xff\xff\xff\xff.", ErrorKind::Malformed, 3, "too high"},
                           {"\x94.", ErrorKind::Malformed, 2, "without a value"},
                           {"(\x94.", ErrorKind::Malformed, 3, "without a value"},
                           {"a.", ErrorKind::Malformed, 2, "missing"},
                           {"]a.", ErrorKind::Malformed, 3, "missing"},
                           {"](a.", ErrorKind::Malformed, 4, "missing"},
                           {"](Na.", ErrorKind::Malformed, 5, "missing"},
                           {"(e.", ErrorKind::Malformed, 3, "missing"},
                           {"e.", ErrorKind::Malformed, 2, "mark"},
                           {"N(Ne.", ErrorKind::Malformed, 5, "no list"},
                           {"](NNu.", ErrorKind::Malformed, 6, "no dict"},
                           {"}(Nu.", ErrorKind::Malformed, 5, "no value"},
                           {"}Ns.", ErrorKind::Malformed, 4, "missing"},
                           {"N\x86.", ErrorKind::Malformed, 3, "too few"},
                           {"N(N\x86.", ErrorKind::Malformed, 5, "too few"},
                           {"(Nd.", ErrorKind::Malformed, 4, "no value"},
                           {".", ErrorKind::Malformed, 2, "exactly one"},
                           {"NN.", ErrorKind::Malformed, 4, "exactly one"},
                           {"N(.", ErrorKind::Malformed, 4, "exactly one"},
                           {"N.N", ErrorKind::Malformed, 3, "follow the end"},
                           {"\x80\x04N.", ErrorKind::Malformed, 2, "twice"},
                           {"]\x94h\x00" + std::string("a."), ErrorKind::Malformed, 4, ""},
                           {"]\x94}\x94\x8c\x01xh\x01shN.", ErrorKind::Malformed, 11, "part of another"}}) {
        const Error error = errorOf(each.opcodes);
        EXPECT_EQ(error.kind, each.kind) << error.message;
        EXPECT_EQ(error.offset.value_or(0), each.offset) << error.message;
        EXPECT_NE(error.message.find(each.words), std::string::npos) << error.message;
        EXPECT_NE(error.message.find("snapshot.pickle"), std::string::npos) << error.message;
    }
}

TEST_F(TorchSnapshotTest, CutsAreErrors)
{
    for (const int protocol : {2, 4}) {
        const std::string whole = PickleWriter::written(test::randomTorchSnapshot(2), {.protocol = protocol});
        for (std::size_t size = 1; size < whole.size(); size += 3 * test::sampleStride()) {
            const auto cut = readBytes(whole.substr(0, size));
            ASSERT_FALSE(cut) << size;
            EXPECT_TRUE(size < 3 || cut.error().kind == ErrorKind::Truncated) << size << cut.error().message;
        }
    }
}

TEST_F(TorchSnapshotTest, WarnsOfContradictions)
{
    const auto withEvents
        = [](const Py::List& events) { return torchSnapshot(Py::List{twoBlocks()}, Py::List{Py(events)}); };
    const auto eventCodes = [&](const Py::List& events) { return codesOf(read(withEvents(events))); };
    const auto segmentCodes
        = [&](const Py& segment) { return codesOf(read(torchSnapshot(Py::List{segment}, Py::List()))); };
    const std::int64_t other = kStart + 8192;

    EXPECT_EQ(eventCodes({torchEvent("alloc", kStart, 2000, kTime), torchEvent("alloc", kStart, 2000, kTime)}),
              Codes({"snapshot-allocated-twice 1"}));
    EXPECT_EQ(
        eventCodes({torchEvent("free_completed", other, 8, kTime), torchEvent("free_completed", other, 8, kTime)}),
        Codes({"snapshot-freed-twice 1"}));
    EXPECT_EQ(
        eventCodes({torchEvent("free_requested", other, 8, kTime), torchEvent("free_requested", other, 8, kTime)}),
        Codes({"snapshot-freed-twice 1"}));
    EXPECT_EQ(eventCodes({torchEvent("alloc", other, 8, kTime), torchEvent("free_completed", other, 9, kTime)}),
              Codes({"snapshot-free-size 1"}));
    EXPECT_EQ(eventCodes({torchEvent("alloc", other, 8, kTime)}), Codes({"snapshot-end 1"}));
    EXPECT_EQ(eventCodes({torchEvent("free_completed", kStart, 2000, kTime)}), Codes({"snapshot-end 1"}));
    EXPECT_EQ(eventCodes({torchEvent("alloc", kStart, 2001, kTime)}), Codes({"snapshot-end 1"}));
    EXPECT_EQ(eventCodes({torchEvent("alloc", other, -8, kTime)}), Codes({"snapshot-event 1"}));
    EXPECT_EQ(eventCodes({torchEvent("alloc", other, std::int64_t{1} << 61, kTime)}), Codes({"snapshot-event 1"}));
    EXPECT_EQ(eventCodes({torchEvent("renamed", other, 8, kTime), torchEvent("again", other, 8, kTime)}),
              Codes({"snapshot-actions 1"}));
    Py event = torchEvent("segment_alloc", other, 8, kTime);
    event.at("size") = Py::Raw{"\x8a\x14" + std::string(20, 'x')};
    EXPECT_EQ(eventCodes({event}), Codes({"snapshot-value 1", "snapshot-event 1"}));
    event.at("size") = "8";
    EXPECT_EQ(eventCodes({event}), Codes({"snapshot-value 1", "snapshot-event 1"}));
    event.at("size") = 8;
    event.add("size", 8);
    EXPECT_EQ(eventCodes({event}), Codes({"snapshot-value 1"}));
    EXPECT_EQ(eventCodes({Py(5), torchEvent("segment_alloc", other, 8, kTime)}), Codes({"snapshot-value 1"}));

    EXPECT_EQ(segmentCodes(torchSegment(0, kStart, 4096, 2048, {torchBlock(kStart, 2048, 7, "active_allocated")})),
              Codes({"snapshot-segment-sum 1"}));
    EXPECT_EQ(segmentCodes(torchSegment(0, kStart, 2048, 1024, {torchBlock(kStart, 2048, 7, "active_allocated")})),
              Codes({"snapshot-active-sum 1"}));
    EXPECT_EQ(segmentCodes(torchSegment(0, kStart, 2048, 0, {torchBlock(kStart + 8, 2048, 7, "inactive")})),
              Codes({"snapshot-block 1"}));
    EXPECT_EQ(segmentCodes(torchSegment(0, kStart, 2048, 2048, {torchBlock(kStart, 2048, 7, "unknown")})),
              Codes({"snapshot-block 1"}));
    EXPECT_EQ(segmentCodes(torchSegment(0, kStart, 2048, 2048, {torchBlock(kStart, 2048, 4000, "active_allocated")})),
              Codes({"snapshot-block 1"}));
    EXPECT_EQ(segmentCodes(torchSegment(0, kStart, -2048, 0, {})),
              Codes({"snapshot-segment 1", "snapshot-segment-sum 1"}));
    EXPECT_EQ(segmentCodes(torchSegment(0, kStart, 0, 0, {torchBlock(kStart, -8, 7, "active_allocated")})),
              Codes({"snapshot-block 1"}));
    EXPECT_EQ(segmentCodes(torchSegment(-1, kStart, 0, 0, {})), Codes({"snapshot-device 1", "snapshot-empty 1"}));
}

/// The numbers were computed with Python's pickle module and the rules of torch/cuda/_memory_viz.py.
TEST_F(TorchSnapshotTest, ReadsRealSnapshots)
{
    const char* const samples = std::getenv("TIDEMARK_SAMPLES");
    if (!samples || !std::filesystem::exists(std::string(samples) + "/torch_snapshots"))
        GTEST_SKIP() << "no samples";
    struct Expected {
        std::string file;
        std::string memory;
        std::map<Action, std::size_t> events;
        std::size_t blocks;
        std::int64_t atEnd;
        std::size_t base; // blocks without an allocation
        std::int64_t baseSize;
        std::int64_t reserved; // bytes of the segments
        std::int64_t lastTime; // microseconds after the first event of the file
        std::size_t spans;
    };
    using enum Action;
    for (const Expected& each : std::vector<Expected>{
             {"one_gpu_3_frames",
              "GPU 0",
              {{Allocate, 1721}, {Free, 1721}},
              229,
              1'377'753'600,
              227,
              1'050'073'088,
              14'180'941'824,
              248'181,
              0},
             {"optimizer_annotations",
              "GPU 0",
              {{Allocate, 2162}, {Free, 2162}},
              447,
              3'072'871'424,
              225,
              1'545'204'736,
              4'238'344'192,
              50'647,
              1},
             {"three_gpus_oom_expandable",
              "GPU 0",
              {{Allocate, 2434}, {Free, 1918}, {Reserve, 175}},
              516,
              8'094'645'248,
              0,
              0,
              8'541'700'096,
              2'055'507,
              2},
             {"three_gpus_oom_expandable",
              "GPU 1",
              {{Allocate, 199}, {Free, 175}, {Reserve, 40}, {Release, 6}, {Fail, 1}},
              24,
              403'507'712,
              0,
              0,
              84'202'749'952,
              2'735'414,
              0},
             {"three_gpus_oom_expandable",
              "GPU 2",
              {{Allocate, 392}, {Free, 206}, {Reserve, 78}},
              186,
              20'230'674'944,
              0,
              0,
              21'883'781'120,
              2'333'488,
              0},
             {"without_history", "GPU 1", {}, 179, 545'266'688, 179, 545'266'688, 5'559'549'952, 0, 0},
             {"without_times",
              "GPU 0",
              {{Allocate, 3058}, {Free, 3053}, {Reserve, 584}, {Release, 579}},
              200,
              16'199'101'440,
              195,
              14'034'690'048,
              18'566'086'656,
              0,
              0}}) {
        SCOPED_TRACE(each.file + " " + each.memory);
        const auto file = File::open(std::string(samples) + "/torch_snapshots/" + each.file + ".pickle");
        ASSERT_TRUE(file);
        const auto recording = readTorchSnapshot(**file, {});
        ASSERT_TRUE(recording) << recording.error().message;
        EXPECT_EQ(codesOf(*recording), Codes());
        const auto memory = std::ranges::find(recording->memories, each.memory, &MemoryRecording::name);
        ASSERT_NE(memory, recording->memories.end());
        std::map<Action, std::size_t> events;
        std::map<std::uint64_t, std::int64_t> live;
        for (const Event& event : memory->events) {
            ++events[event.action];
            if (event.action == Action::Allocate)
                live[event.address] = event.size;
            else if (event.action == Action::Free)
                live.erase(event.address);
        }
        for (const Failure& failure : memory->failures) {
            EXPECT_EQ(failure.asked, 5'308'694'528);
            EXPECT_EQ(failure.freeOnDevice, 95'682'560);
        }
        EXPECT_EQ(events, each.events);
        EXPECT_EQ(memory->atEnd->size(), each.blocks);
        EXPECT_EQ(bytesAtEnd(*memory), each.atEnd);
        EXPECT_EQ(memory->statedAtEnd, each.atEnd);
        std::size_t base = 0;
        std::int64_t baseSize = 0;
        for (const Block& block : *memory->atEnd) {
            const auto known = live.find(block.address);
            base += known == live.end();
            baseSize += known == live.end() ? block.size : 0;
            EXPECT_TRUE(known == live.end() || known->second == block.size);
        }
        EXPECT_EQ(base, each.base);
        EXPECT_EQ(baseSize, each.baseSize);
        std::int64_t reserved = 0;
        for (const Segment& segment : memory->segments)
            reserved += segment.size;
        EXPECT_EQ(reserved, each.reserved);
        EXPECT_EQ(memory->hasTimes, each.lastTime > 0);
        EXPECT_EQ(memory->events.empty() ? 0 : memory->events.back().time, each.lastTime * 1'000'000);
        EXPECT_EQ(memory->spans.size(), each.spans);
    }
}

/// How much an answer holds. Sizes are left out, because a flipped bit in a size is only another size.
struct Extent {
    std::map<std::string, std::size_t> events;
    std::map<std::string, std::size_t> blocks;
    std::map<std::string, std::size_t> segments;
    std::map<std::string, std::size_t> spans;
};

Extent extentOf(const Recording& recording)
{
    Extent extent;
    for (const MemoryRecording& memory : recording.memories) {
        extent.events[memory.name] = memory.events.size();
        extent.blocks[memory.name] = memory.atEnd ? memory.atEnd->size() : 0;
        extent.segments[memory.name] = memory.segments.size();
        extent.spans[memory.name] = memory.spans.size();
    }
    return extent;
}

bool isSmaller(const Extent& extent, const Extent& whole)
{
    const auto has = [](const auto& part, const auto& all) {
        return std::ranges::all_of(all, [&](const auto& each) {
            const auto found = part.find(each.first);
            return each.second == 0 || (found != part.end() && found->second >= each.second);
        });
    };
    return !has(extent.events, whole.events) || !has(extent.blocks, whole.blocks)
        || !has(extent.segments, whole.segments) || !has(extent.spans, whole.spans);
}

TEST_F(TorchSnapshotTest, DamageIsNeverSilent)
{
    constexpr int kRounds = 12'000;
    std::size_t errors = 0;
    std::size_t warnings = 0;
    test::Damager damager(7);
    std::map<std::string, std::vector<Extent>> originals;
    for (int round = 0; round < test::sampleRounds(kRounds); ++round) {
        const PickleStyle style{.protocol = round % 2 == 0 ? 4 : 2, .oneByOne = round % 5 == 0};
        const std::string whole
            = PickleWriter::written(test::randomTorchSnapshot(static_cast<std::uint32_t>(round % 7)), style);
        auto& original = originals[whole];
        if (original.empty())
            original.push_back(extentOf(read(test::randomTorchSnapshot(static_cast<std::uint32_t>(round % 7)), style)));
        std::string bytes = whole;
        if (round % 3 == 0) {
            bytes = damager.damaged(whole);
        } else if (round % 3 == 1) {
            const std::size_t at = damager.below(bytes.size());
            bytes[at] = static_cast<char>(bytes[at] ^ (1 << damager.below(8)));
        } else {
            std::swap(bytes[damager.below(bytes.size())], bytes[damager.below(bytes.size())]);
        }
        if (bytes.empty())
            continue;
        const auto recording = readBytes(bytes);
        errors += !recording;
        if (!recording)
            continue;
        warnings += !codesOf(*recording).empty();
        EXPECT_FALSE(codesOf(*recording).empty() && isSmaller(extentOf(*recording), original.front()))
            << round << "\n"
            << described(*recording) << "\nwas\n"
            << described(*readBytes(whole));
    }
    EXPECT_GT(errors, 3000U / test::sampleStride());
    EXPECT_GT(warnings, 500U / test::sampleStride());
}

} // namespace
} // namespace tidemark::history
