#include "core/history/heap_profile.h"
#include "proto/pprof.pb.h"
#include "tests/fuzz/fuzz_file.h"
#include "tests/support/allocator_profile.h"

#include <optional>

namespace {

using namespace tidemark;

std::int64_t bytesIn(const history::Recording& recording)
{
    std::int64_t sum = 0;
    for (const history::MemoryRecording& memory : recording.memories)
        for (const history::Block& block : *memory.atEnd)
            sum += block.size;
    return sum;
}

std::int64_t bytesIn(const proto::pprof::Profile& profile)
{
    int size = -1;
    for (int i = 0; i < profile.sample_type_size(); ++i) {
        const std::int64_t name = profile.sample_type(i).type();
        if (name > 0 && name < profile.string_table_size() && profile.string_table(static_cast<int>(name)) == "space")
            size = i;
    }
    std::int64_t sum = 0;
    for (const proto::pprof::Sample& sample : profile.sample())
        sum += size >= 0 && size < sample.value_size() ? sample.value(size) : 0;
    return sum;
}

} // namespace

/// Fuzzes the reader of device memory profiles. Without a warning, the sum is the one that protobuf's classes find.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size)
{
    const std::string_view bytes(reinterpret_cast<const char*>(data), size);
    history::isHeapProfile(bytes);
    const test::FuzzFile file(data, size);
    const auto opened = File::open(file.path());
    if (!opened)
        return 0;
    const auto recording = history::readHeapProfile(**opened, {});
    if (!recording) {
        test::require(recording.error().message.empty() ? "an error without a text" : "");
        return 0;
    }
    test::require(test::brokenRecording(*recording));
    proto::pprof::Profile profile;
    if (!test::hasWarnings(*recording) && profile.ParseFromArray(data, static_cast<int>(size)))
        test::require(bytesIn(*recording) == bytesIn(profile) ? "" : "the sum is not the one that protobuf finds");
    return 0;
}
