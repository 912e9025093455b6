#include "tests/support/allocator_profile.h"

#include <google/protobuf/io/coded_stream.h>
#include <google/protobuf/io/zero_copy_stream_impl_lite.h>

#include <algorithm>
#include <map>

namespace tidemark::test {
namespace {

constexpr std::int64_t kMostPossible = std::int64_t{1} << 60;

template <class Entries>
std::int64_t idIn(Entries& entries, const std::string& name)
{
    for (const auto& [id, entry] : entries)
        if (entry.name() == name)
            return id;
    const auto id = static_cast<std::int64_t>(entries.size()) + 1;
    entries[id].set_id(id);
    entries[id].set_name(name);
    return id;
}

std::string described(const std::string& allocator, bool isFree, std::uint64_t address, std::int64_t size)
{
    return allocator + (isFree ? " -" : " +") + std::to_string(address) + " " + std::to_string(size);
}

/// The facts of one event that allocationsIn() needs.
struct OracleEvent {
    std::string allocator;
    std::int64_t index = -1;
    std::int64_t ordinal = -1;
    std::uint64_t address = 0;
    std::int64_t size = -1;
};

bool isNumber(const proto::XStat& stat)
{
    return stat.value_case() == proto::XStat::kInt64Value || stat.value_case() == proto::XStat::kUint64Value;
}

std::uint64_t numberOf(const proto::XStat& stat)
{
    return stat.value_case() == proto::XStat::kInt64Value ? static_cast<std::uint64_t>(stat.int64_value())
                                                          : stat.uint64_value();
}

void takeStat(const proto::XPlane& plane, const proto::XStat& stat, OracleEvent& event)
{
    const auto nameOf = [&](std::uint64_t id) {
        const auto found = plane.stat_metadata().find(static_cast<std::int64_t>(id));
        return found == plane.stat_metadata().end() ? std::string() : found->second.name();
    };
    const std::string name = nameOf(static_cast<std::uint64_t>(stat.metadata_id()));
    const auto number = static_cast<std::int64_t>(numberOf(stat));
    const bool isPossible = isNumber(stat) && number >= 0;
    if (name == "allocator_name")
        event.allocator = stat.value_case() == proto::XStat::kRefValue ? nameOf(stat.ref_value()) : stat.str_value();
    else if (name == "index_on_host" && isPossible && number <= INT32_MAX)
        event.index = number;
    else if (name == "device_ordinal" && isPossible && number <= INT32_MAX)
        event.ordinal = number;
    else if (name == "addr" && isNumber(stat))
        event.address = numberOf(stat);
    else if (name == "allocation_bytes" && isPossible && number <= kMostPossible)
        event.size = number;
}

} // namespace

AllocatorProfile::AllocatorProfile()
{
    proto::XPlane& plane = *m_space.add_planes();
    plane.set_id(1);
    plane.set_name("/host:CPU");
    for (const char* const name : {"MemoryAllocation", "MemoryDeallocation", "ExecutorState::Process"})
        eventId(plane, name);
}

std::int64_t AllocatorProfile::statId(proto::XPlane& plane, const std::string& name)
{
    return idIn(*plane.mutable_stat_metadata(), name);
}

std::int64_t AllocatorProfile::eventId(proto::XPlane& plane, const std::string& name)
{
    return idIn(*plane.mutable_event_metadata(), name);
}

proto::XLine& AllocatorProfile::line(const std::string& name, std::int64_t begin)
{
    proto::XLine& line = *host().add_lines();
    line.set_id(host().lines_size());
    line.set_name(name);
    line.set_timestamp_ns(begin);
    return line;
}

proto::XEvent& AllocatorProfile::add(proto::XLine& line, const BuiltAllocation& allocation, bool areReferences)
{
    proto::XEvent& event = *line.add_events();
    event.set_metadata_id(eventId(host(), allocation.isFree ? "MemoryDeallocation" : "MemoryAllocation"));
    event.set_offset_ps(allocation.offset);
    const auto stat = [&](const char* name) -> proto::XStat& {
        proto::XStat& added = *event.add_stats();
        added.set_metadata_id(statId(name));
        return added;
    };
    const auto text = [&](const char* name, const std::string& value) {
        proto::XStat& added = stat(name);
        if (areReferences)
            added.set_ref_value(static_cast<std::uint64_t>(statId(value)));
        else
            added.set_str_value(value);
    };
    if (allocation.allocator.empty())
        stat("index_on_host").set_int64_value(allocation.index);
    else
        text("allocator_name", allocation.allocator);
    stat("bytes_reserved").set_int64_value(kStack);
    stat("bytes_allocated").set_int64_value(allocation.heap);
    stat("bytes_available").set_int64_value(kCapacity - kStack - allocation.heap);
    stat("fragmentation").set_double_value(0.25);
    stat("peak_bytes_in_use").set_int64_value(kCapacity / 2);
    stat("requested_bytes").set_int64_value(allocation.size - 1);
    stat("allocation_bytes").set_int64_value(allocation.size);
    stat("addr").set_uint64_value(allocation.address);
    if (!allocation.op.empty())
        text("tf_op", allocation.op);
    stat("id").set_int64_value(0);
    stat("group_id").set_int64_value(7);
    stat("data_type").set_int64_value(allocation.isFree ? 0 : 14);
    if (!allocation.isFree) {
        text("region_type", "output");
        text("shape", "[8,16]");
    }
    return event;
}

void AllocatorProfile::addOther(proto::XLine& line)
{
    proto::XEvent& event = *line.add_events();
    event.set_metadata_id(eventId(host(), "ExecutorState::Process"));
    event.set_offset_ps(5);
    event.add_stats()->set_metadata_id(statId("id"));
}

proto::XPlane& AllocatorProfile::device(const std::string& name, std::int64_t begin)
{
    proto::XPlane& plane = *m_space.add_planes();
    plane.set_name(name);
    const auto addLine = [&](const char* lineName) -> proto::XLine& {
        proto::XLine& line = *plane.add_lines();
        line.set_name(lineName);
        line.set_timestamp_ns(begin);
        return line;
    };
    const auto add = [&](proto::XLine& line, const char* event, std::int64_t offset, std::int64_t duration) {
        proto::XEvent& added = *line.add_events();
        added.set_metadata_id(eventId(plane, event));
        added.set_offset_ps(offset);
        added.set_duration_ps(duration);
    };
    add(addLine("Steps"), "12", 0, 90);
    proto::XLine& modules = addLine("XLA Modules");
    add(modules, "jit_step(123)", 50, 30);
    add(modules, "jit_step(123)", 10, 20);
    add(addLine("XLA Ops"), "fusion", 10, 5);
    return plane;
}

std::string AllocatorProfile::bytes() const
{
    std::string bytes;
    {
        google::protobuf::io::StringOutputStream stream(&bytes);
        google::protobuf::io::CodedOutputStream out(&stream);
        out.SetSerializationDeterministic(true);
        m_space.SerializeToCodedStream(&out);
    }
    return bytes;
}

std::string smallAllocatorProfile()
{
    AllocatorProfile profile;
    proto::XLine& first = profile.line("python", 2000);
    profile.add(first, {100, false, 0x1000, 256, 256, "model/dense"});
    profile.addOther(first);
    profile.add(first, {300, true, 0x1000, 256, 512, {}});
    proto::XLine& second = profile.line("tf_Compute", 2000);
    profile.add(second, {200, false, 0x2000, 512, 768, "model/loss"}, false);
    profile.add(second, {250, false, 0x9000, 128, 128, "copy", "gpu_host_bfc"}, false);
    profile.device("/device:GPU:0", 1999);
    return profile.bytes();
}

std::vector<std::string> allocationsIn(const proto::XSpace& space)
{
    std::vector<std::string> all;
    for (const proto::XPlane& plane : space.planes()) {
        if (!plane.name().starts_with("/host:"))
            continue;
        for (const proto::XLine& line : plane.lines())
            for (const proto::XEvent& event : line.events()) {
                const auto entry = plane.event_metadata().find(event.metadata_id());
                const std::string name = entry == plane.event_metadata().end() ? "" : entry->second.name();
                if (name != "MemoryAllocation" && name != "MemoryDeallocation")
                    continue;
                OracleEvent facts;
                for (const proto::XStat& stat : event.stats())
                    takeStat(plane, stat, facts);
                const std::int64_t number = facts.index >= 0 ? facts.index : facts.ordinal;
                const std::string allocator = facts.allocator.empty() ? std::to_string(number) : facts.allocator;
                if (facts.address != 0 && facts.size >= 0)
                    all.push_back(described(allocator, name == "MemoryDeallocation", facts.address, facts.size));
            }
    }
    std::ranges::sort(all);
    return all;
}

std::vector<std::string> allocationsIn(const history::Recording& recording)
{
    std::vector<std::string> all;
    for (const history::MemoryRecording& memory : recording.memories) {
        // Allocators without a name are called "TPU 0".
        const bool isNumbered
            = memory.name.starts_with("TPU ") || memory.name.starts_with("GPU ") || memory.name.starts_with("device ");
        const std::string name = isNumbered             ? memory.name.substr(memory.name.find(' ') + 1)
            : memory.name == "allocator without a name" ? "-1"
                                                        : memory.name;
        for (const history::Event& event : memory.events)
            all.push_back(described(name, event.action == history::Action::Free, event.address, event.size));
    }
    std::ranges::sort(all);
    return all;
}

bool hasWarnings(const history::Recording& recording)
{
    return !recording.warnings.empty()
        || std::ranges::any_of(recording.memories, [](const auto& memory) { return !memory.warnings.empty(); });
}

std::string brokenRecording(const history::Recording& recording)
{
    const history::Names& names = recording.names;
    const auto isKnown = [&](history::AskerId asker) { return !asker || asker.index() < names.askers(); };
    for (const history::MemoryRecording& memory : recording.memories) {
        if (!memory.stated.empty() && memory.stated.size() != memory.events.size())
            return "not one figure for each event";
        if (!std::ranges::is_sorted(memory.events, {}, &history::Event::time))
            return "events out of order";
        if (!std::ranges::is_sorted(memory.spans, {}, &history::Span::begin))
            return "spans out of order";
        for (const history::Event& event : memory.events)
            if (event.size < 0 || event.time < 0 || !isKnown(event.asker))
                return "an impossible event";
        for (const history::Span& span : memory.spans)
            if (span.begin < 0 || span.end < span.begin)
                return "an impossible span";
        for (const history::Stated& stated : memory.stated)
            if (stated.heap < 0 || stated.stack < 0 || stated.free < 0)
                return "an impossible figure";
        std::int64_t sum = 0;
        for (const history::Block& block : memory.atEnd.value_or(std::vector<history::Block>())) {
            if (block.size < 0 || block.count < 0 || !isKnown(block.asker)
                || __builtin_add_overflow(sum, block.size, &sum))
                return "an impossible block";
            for (const history::FrameId frame : names.stackOf(names.askerOf(block.asker).stack))
                if (frame.index() >= names.frames())
                    return "a frame that does not exist";
        }
        if (memory.events.empty() && !memory.atEnd)
            return "a memory without content";
    }
    return {};
}

} // namespace tidemark::test
