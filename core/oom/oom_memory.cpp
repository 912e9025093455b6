#include "core/oom/oom_memory.h"

#include "core/base/characters.h"
#include "core/base/text.h"
#include "core/text/text_cursor.h"

#include <algorithm>
#include <array>

namespace tidemark::oom {
namespace {

// Numbers above those that any platform uses.
constexpr std::int64_t kSharedMemory = 100;
constexpr std::int64_t kOtherMemory = 101;

constexpr std::array<std::string_view, 4> kTenstorrent = {"dram", "l1", "l1_small", "trace"};

} // namespace

Platform platformOf(const Report& report)
{
    switch (report.kind) {
    case Kind::GpuPlan:
    case Kind::Bfc:
    case Kind::GpuShort:
    case Kind::GpuProgramLoad:
    case Kind::SharedMemory:
        return Platform::Gpu;
    case Kind::TtAllocation:
    case Kind::TtProgram:
    case Kind::Serving: // the words are the same on all platforms
    case Kind::Unknown:
    case Kind::State:
        return Platform::Unknown;
    default:
        return Platform::Tpu;
    }
}

bool isOfPlatform(const Report& report, Platform platform)
{
    const Platform own = platformOf(report);
    return own == Platform::Unknown || platform == Platform::Unknown || own == platform;
}

MemoryName memoryOf(const Report& report)
{
    if (report.kind == Kind::SharedMemory)
        return {kSharedMemory, "shared memory", "shared memory"};
    if (report.memory.empty())
        return {0, "device memory", "device memory"};
    std::string name = validUtf8(report.memory);
    std::ranges::transform(name, name.begin(), toUpper);
    if (report.kind == Kind::TtAllocation || report.kind == Kind::TtProgram || report.kind == Kind::State) {
        const auto found = std::ranges::find(kTenstorrent, report.memory);
        const std::int64_t number = found == kTenstorrent.end() ? kOtherMemory : found - kTenstorrent.begin();
        return {number, name, name};
    }
    const auto number = parseSpace(platformOf(report), report.memory);
    if (!number)
        return {kOtherMemory, name, name};
    const std::string known(spaceName(platformOf(report), *number).value_or(name));
    return {*number, known, spaceText(platformOf(report), *number)};
}

} // namespace tidemark::oom
