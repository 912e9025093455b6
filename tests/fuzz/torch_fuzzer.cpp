#include "core/history/torch_snapshot.h"
#include "tests/fuzz/fuzz_file.h"

#include <algorithm>

namespace {

using namespace tidemark;
using namespace tidemark::history;

void requireAsker(const Names& names, AskerId id)
{
    const Asker& asker = names.askerOf(id);
    for (const FrameId frame : names.stackOf(asker.stack))
        names.textOf(names.frameOf(frame).file);
    names.textOf(asker.purpose);
    names.textOf(asker.note);
}

void requireSound(const Recording& recording, const MemoryRecording& memory)
{
    std::int64_t sum = 0;
    for (const Event& event : memory.events) {
        test::require(event.size >= 0 && event.requested >= -1 ? "" : "an event of less than nothing");
        requireAsker(recording.names, event.asker);
    }
    test::require(std::ranges::is_sorted(memory.events, {}, &Event::time) ? "" : "events out of order");
    for (const Block& block : memory.atEnd.value_or(std::vector<Block>())) {
        test::require(block.size >= 0 && block.requested <= block.size ? "" : "a block of less than nothing");
        requireAsker(recording.names, block.asker);
        sum += block.size;
    }
    test::require(sum >= 0 ? "" : "a sum that overflows");
    for (const Segment& segment : memory.segments)
        test::require(segment.size >= 0 ? "" : "a segment of less than nothing");
    for (const Span& span : memory.spans)
        test::require(span.begin <= span.end ? "" : "a span that ends before it begins");
    test::require(std::ranges::is_sorted(memory.spans, {}, &Span::begin) ? "" : "spans out of order");
}

} // namespace

/// Fuzzes memory snapshots of PyTorch.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size)
{
    if (size == 0)
        return 0;
    const test::FuzzFile input(data, size);
    const auto file = File::open(input.path());
    if (!file)
        return 0;
    const auto recording = readTorchSnapshot(**file, {});
    if (!recording) {
        test::require(recording.error().offset.value_or(0) <= size ? "" : "an error after the end");
        return 0;
    }
    for (const MemoryRecording& memory : recording->memories)
        requireSound(*recording, memory);
    return 0;
}
