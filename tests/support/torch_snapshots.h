#pragma once

#include "tests/support/pickle_writer.h"

#include <random>

namespace tidemark::test {

/// Parts of memory snapshots of PyTorch, with the keys and their order that PyTorch writes.
inline Py torchFrame(const std::string& name, int line)
{
    return Py::Dict{{"name", name}, {"filename", "/train/" + name + ".py"}, {"line", line}};
}

inline Py torchEvent(const std::string& action, std::int64_t address, std::int64_t size, std::int64_t time,
                     const Py& frames = Py::List())
{
    return Py::Dict{{"action", action},    {action == "oom" ? "device_free" : "addr", address},
                    {"size", size},        {"stream", 0},
                    {"time_us", time},     {"compile_context", "N/A"},
                    {"user_metadata", ""}, {"frames", frames}};
}

inline Py torchBlock(std::int64_t address, std::int64_t size, std::int64_t requested, const std::string& state,
                     const Py& frames = Py::List())
{
    return Py::Dict{
        {"address", address}, {"size", size}, {"requested_size", requested}, {"state", state}, {"frames", frames}};
}

inline Py torchSegment(std::int64_t device, std::int64_t address, std::int64_t size, std::int64_t active,
                       const Py::List& blocks)
{
    return Py::Dict{{"device", device},
                    {"address", address},
                    {"total_size", size},
                    {"allocated_size", active},
                    {"active_size", active},
                    {"requested_size", active},
                    {"stream", 0},
                    {"segment_type", "large"},
                    {"segment_pool_id", Py::Tuple{{0, 0}}},
                    {"is_expandable", false},
                    {"frames", Py::List()},
                    {"blocks", blocks}};
}

inline Py torchAnnotation(const std::string& stage, const std::string& name, std::int64_t device, std::int64_t time)
{
    return Py::Dict{{"stage", stage}, {"name", name}, {"device", device}, {"time_us", time}};
}

/// roundup_power2_divisions with the same number for all sizes.
inline Py torchSettings(std::int64_t divisions)
{
    Py each = Py::Dict();
    for (int power = 0; power < 16; ++power)
        each.add(std::to_string(1 << power), divisions);
    return Py::Dict{
        {"PYTORCH_CUDA_ALLOC_CONF", ""}, {"garbage_collection_threshold", 0.25}, {"roundup_power2_divisions", each}};
}

inline Py torchSnapshot(const Py& segments, const Py& traces, const Py& annotations = Py::List(),
                        std::int64_t divisions = 0)
{
    return Py::Dict{{"segments", segments},
                    {"device_traces", traces},
                    {"allocator_settings", torchSettings(divisions)},
                    {"external_annotations", annotations}};
}

/// A small snapshot without contradictions: one segment with slots of 4 KiB that are allocated and freed at random.
inline Py randomTorchSnapshot(std::uint32_t seed)
{
    constexpr std::int64_t kSlot = 4096;
    constexpr std::int64_t kStart = 0x7f0000000000;
    constexpr std::size_t kSlots = 8;
    std::mt19937 random(seed);
    std::vector<Py> stacks;
    for (int i = 0; i < 3; ++i)
        stacks.push_back(Py::List{torchFrame("step" + std::to_string(i), 10 + i), torchFrame("main", 1)});
    std::vector<std::int64_t> live(kSlots); // requested sizes; 0: free
    live[0] = 1000; // from before the recording
    std::int64_t time = 1'700'000'000'000'000;
    Py::List events{torchEvent("segment_alloc", kStart, kSlot * kSlots, time, stacks[0])};
    for (int i = 0; i < 20; ++i) {
        const std::size_t slot = 1 + random() % (kSlots - 1);
        const std::int64_t address = kStart + kSlot * static_cast<std::int64_t>(slot);
        const Py& stack = stacks[random() % stacks.size()];
        time += 1 + static_cast<std::int64_t>(random() % 1000);
        if (live[slot] == 0) {
            live[slot] = 1 + static_cast<std::int64_t>(random() % kSlot);
            events.push_back(torchEvent("alloc", address, live[slot], time, stack));
        } else {
            events.push_back(torchEvent("free_requested", address, live[slot], time, stack));
            events.push_back(torchEvent("free_completed", address, live[slot], time + 1, stack));
            time += 1;
            live[slot] = 0;
        }
    }
    Py::List blocks;
    std::int64_t active = 0;
    for (std::size_t slot = 0; slot < kSlots; ++slot) {
        const std::int64_t address = kStart + kSlot * static_cast<std::int64_t>(slot);
        const std::int64_t size = (std::max<std::int64_t>(live[slot], 1) + 511) / 512 * 512;
        if (live[slot] > 0)
            blocks.push_back(torchBlock(address, size, live[slot], "active_allocated", stacks[0]));
        if (live[slot] == 0)
            blocks.push_back(torchBlock(address, kSlot, 0, "inactive"));
        else if (size < kSlot)
            blocks.push_back(torchBlock(address + size, kSlot - size, 0, "inactive"));
        active += live[slot] > 0 ? size : 0;
    }
    const Py annotations = Py::List{torchAnnotation("START", "Optimizer.step#AdamW.step", 0, 1'700'000'000'000'100),
                                    torchAnnotation("END", "Optimizer.step#AdamW.step", 0, 1'700'000'000'000'900)};
    return torchSnapshot(Py::List{torchSegment(0, kStart, kSlot * kSlots, active, blocks)}, Py::List{Py(events)},
                         annotations);
}

} // namespace tidemark::test
