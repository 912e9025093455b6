#include "core/history/allocator_events.h"
#include "tests/fuzz/fuzz_file.h"
#include "tests/support/allocator_profile.h"

#include <algorithm>

namespace {

using namespace tidemark;

/// Names of allocators are left out: the reader gives other names to those without one.
std::vector<std::string> withoutNames(std::vector<std::string> events)
{
    for (std::string& event : events)
        event.erase(0, event.rfind(' ', event.rfind(' ') - 1));
    std::ranges::sort(events);
    return events;
}

/// Serializes the file again, because protobuf merges what damage has written twice, and the reader warns of it.
void compareWithOracle(const std::uint8_t* data, std::size_t size)
{
    proto::XSpace space;
    if (!space.ParseFromArray(data, static_cast<int>(size)))
        return;
    space.DiscardUnknownFields();
    const test::FuzzFile file(space.SerializeAsString());
    const auto opened = File::open(file.path());
    if (!opened)
        return;
    const auto recording = history::readAllocatorEvents(**opened, {});
    const std::vector<std::string> found = recording ? test::allocationsIn(*recording) : std::vector<std::string>();
    test::require(withoutNames(found) == withoutNames(test::allocationsIn(space))
                      ? ""
                      : "the events are not those that protobuf finds");
}

} // namespace

/// Fuzzes the reader of allocator events, with protobuf's classes as an oracle.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size)
{
    const test::FuzzFile file(data, size);
    const auto opened = File::open(file.path());
    if (!opened)
        return 0;
    const auto recording = history::readAllocatorEvents(**opened, {});
    test::require(recording ? test::brokenRecording(*recording)
                            : std::string(recording.error().message.empty() ? "an error without a text" : ""));
    compareWithOracle(data, size);
    return 0;
}
