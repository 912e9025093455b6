#include "tests/support/profile_builder.h"
#include "tests/support/random_plan.h"
#include "tests/support/samples.h"

#include <array>
#include <fstream>
#include <iostream>

/// random_container FILE SEED COUNT: writes a container of COUNT random programs, jit_r0(1) and so on: consistent ones,
/// ones with several lifetimes per buffer, and small samples with changed flags, colors and events. None contradicts
/// itself (unknown or repeated ids, impossible sizes), because the library repairs such plans while XProf takes them as
/// they are.
namespace {

using namespace tidemark;

/// The unchanged sizes are all below XProf's 16 KiB, which it merges into one row.
void enlarge(proto::HloProto& hlo, std::int64_t factor)
{
    auto& plan = *hlo.mutable_buffer_assignment();
    for (auto& buffer : *plan.mutable_logical_buffers())
        buffer.set_size(buffer.size() * factor);
    for (auto& allocation : *plan.mutable_buffer_allocations()) {
        allocation.set_size(allocation.size() * factor);
        for (auto& assigned : *allocation.mutable_assigned()) {
            assigned.set_size(assigned.size() * factor);
            assigned.set_offset(assigned.offset() * factor);
        }
    }
}

/// XProf aborts at unknown element types. XLA's opaque values and tuples have no dimensions.
void makeValid(proto::ShapeProto& shape)
{
    constexpr int kTuple = 13;
    constexpr int kOpaque = 14;
    constexpr int kLast = 33;
    constexpr int kFloat = 11;
    if (shape.element_type() == kTuple || shape.element_type() == kOpaque)
        shape.clear_dimensions();
    else if (shape.element_type() <= 0 || shape.element_type() > kLast)
        shape.set_element_type(kFloat);
    for (auto& element : *shape.mutable_tuple_shapes())
        makeValid(element);
}

void makeValid(proto::HloProto& hlo)
{
    for (auto& computation : *hlo.mutable_hlo_module()->mutable_computations())
        for (auto& instruction : *computation.mutable_instructions())
            makeValid(*instruction.mutable_shape());
}

void disturb(proto::HloProto& hlo, std::mt19937& random)
{
    auto& plan = *hlo.mutable_buffer_assignment();
    for (auto& allocation : *plan.mutable_buffer_allocations()) {
        if (random() % 6 == 0)
            allocation.set_color(static_cast<std::int64_t>(random() % 3));
        if (random() % 8 == 0)
            allocation.set_maybe_live_out(!allocation.maybe_live_out());
        if (random() % 8 == 0)
            allocation.set_is_constant(!allocation.is_constant());
        if (random() % 12 == 0)
            allocation.set_is_tuple(!allocation.is_tuple());
        if (random() % 12 == 0)
            allocation.set_is_thread_local(!allocation.is_thread_local());
    }
    for (auto& buffer : *plan.mutable_logical_buffers())
        if (random() % 6 == 0)
            buffer.set_color(static_cast<std::int64_t>(random() % 3));
    for (auto& trace : *plan.mutable_heap_simulator_traces()) {
        auto& events = *trace.mutable_events();
        for (int i = events.size(); i > 1 && random() % 3 == 0; --i)
            events.DeleteSubrange(static_cast<int>(random() % static_cast<unsigned>(events.size() - 1)) + 1, 1);
    }
}

proto::HloProto program(int number, const std::vector<test::SampleModule>& samples, std::mt19937& random)
{
    proto::HloProto hlo;
    if (number % 3 == 2) {
        hlo.ParseFromString(samples[random() % samples.size()].bytes);
        disturb(hlo, random);
        return hlo;
    }
    hlo = number % 3 == 0 ? test::consistentPlan(random) : test::planOfManyLives(random);
    makeValid(hlo);
    enlarge(hlo, std::array{1, 64, 4096}[random() % 3]);
    return hlo;
}

} // namespace

int main(int argc, char** argv)
{
    if (argc != 4) {
        std::cerr << "usage: random_container FILE SEED COUNT\n";
        return 2;
    }
    std::mt19937 random(static_cast<std::uint32_t>(std::stoul(argv[2])));
    const std::vector<test::SampleModule> samples = test::sampleModules(20000);
    std::vector<test::NamedHlo> modules;
    for (int i = 0; i < std::stoi(argv[3]); ++i) {
        proto::HloProto hlo = program(i, samples, random);
        // XProf finds a program by the name in its HLO.
        hlo.mutable_hlo_module()->set_name("jit_r" + std::to_string(i));
        hlo.mutable_hlo_module()->set_id(i + 1);
        modules.push_back({"jit_r" + std::to_string(i) + "(" + std::to_string(i + 1) + ")", hlo.SerializeAsString()});
    }
    std::ofstream file(argv[1], std::ios::binary);
    file << test::containerBytes(modules);
    return file.flush() ? 0 : 1;
}
