#include "core/oom/message.h"

#include "core/base/characters.h"
#include "core/base/find.h"
#include "core/base/text.h"

#include <algorithm>

namespace tidemark::oom {
namespace {

// Numbers above those that any platform uses.
constexpr std::int64_t kSharedMemory = 100;
constexpr std::int64_t kOtherMemory = 101;

constexpr std::array<std::string_view, 4> kTenstorrent = {"dram", "l1", "l1_small", "trace"};

} // namespace

std::string_view kindName(Kind kind)
{
    static constexpr std::array<std::string_view, 18> kNames = {"compile",
                                                                "scoped",
                                                                "too_large",
                                                                "runtime_allocation",
                                                                "program_load",
                                                                "gpu_plan",
                                                                "bfc",
                                                                "gpu_short",
                                                                "device",
                                                                "host",
                                                                "gpu_program_load",
                                                                "shared_memory",
                                                                "tt_allocation",
                                                                "tt_program",
                                                                "wrong_argument",
                                                                "serving",
                                                                "unknown",
                                                                "state"};
    return kNames[static_cast<std::size_t>(kind)];
}

const Amount* Message::figure(std::string_view name) const
{
    const auto* const found = findFirst(figures, name, &Figure::name);
    return found && found->amount ? &*found->amount : nullptr;
}

std::string Message::word(std::string_view name) const
{
    for (const auto& [each, text] : words)
        if (each == name)
            return text;
    return {};
}

std::optional<std::int64_t> Message::unallocated() const
{
    if (const Amount* const stated = figure("reserved but not allocated"))
        return stated->bytes;
    const Amount* const reservedAll = figure("reserved by PyTorch");
    const Amount* const allocated = figure("allocated by PyTorch");
    if (!reservedAll || !allocated)
        return std::nullopt;
    return reservedAll->bytes - allocated->bytes;
}

std::string Message::capacityHeading() const
{
    for (const Figure& figure : figures)
        if (figure.name.ends_with(" capacity"))
            return figure.name;
    return {};
}

bool isItemOf(const Figure& figure, std::string_view heading)
{
    const std::string_view name = figure.name;
    return name.starts_with(heading) && name.substr(heading.size()).starts_with(kItemSeparator)
        && name.find(kItemSeparator, heading.size() + kItemSeparator.size()) == std::string_view::npos;
}

Platform platformOf(const Message& message)
{
    switch (message.kind) {
    case Kind::GpuPlan:
    case Kind::Bfc:
    case Kind::GpuShort:
    case Kind::GpuProgramLoad:
    case Kind::SharedMemory:
        return Platform::Gpu;
    case Kind::Device:
    case Kind::Host:
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

bool isOfPlatform(const Message& message, Platform platform)
{
    const Platform own = platformOf(message);
    return own == Platform::Unknown || platform == Platform::Unknown || own == platform;
}

MemoryName memoryOf(const Message& message)
{
    if (message.kind == Kind::SharedMemory)
        return {kSharedMemory, "shared memory", "shared memory"};
    if (message.memory.empty())
        return {0, "device memory", "device memory"};
    std::string name = validUtf8(message.memory);
    std::ranges::transform(name, name.begin(), toUpper);
    if (message.kind == Kind::TtAllocation || message.kind == Kind::TtProgram || message.kind == Kind::State) {
        const auto found = std::ranges::find(kTenstorrent, message.memory);
        const std::int64_t number = found == kTenstorrent.end() ? kOtherMemory : found - kTenstorrent.begin();
        return {number, name, name};
    }
    const auto number = parseSpace(platformOf(message), message.memory);
    if (!number)
        return {kOtherMemory, name, name};
    const auto known = spaceName(platformOf(message), *number);
    if (known)
        return {*number, std::string(*known), spaceText(platformOf(message), *number)};
    return {*number, name, message.memory == "host" ? "host memory" : name};
}

} // namespace tidemark::oom
