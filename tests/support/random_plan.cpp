#include "tests/support/random_plan.h"

#include <google/protobuf/descriptor.h>

#include <algorithm>
#include <limits>
#include <vector>

namespace tidemark::test {
namespace {

using google::protobuf::FieldDescriptor;
using google::protobuf::Message;
using proto::HeapSimulatorTrace;

std::int64_t below(std::mt19937& random, std::int64_t end)
{
    return std::uniform_int_distribution<std::int64_t>(0, std::max<std::int64_t>(end, 1) - 1)(random);
}

class Maker
{
public:
    explicit Maker(std::mt19937& random)
        : m_random(random)
    {
        auto& module = *m_hlo.mutable_hlo_module();
        module.set_name("jit_random");
        module.set_entry_computation_id(5);
        module.add_computations()->set_id(5);
        m_hlo.mutable_buffer_assignment();
    }

    int addAllocation(bool mayBeTemporary)
    {
        auto& plan = *m_hlo.mutable_buffer_assignment();
        auto& allocation = *plan.add_buffer_allocations();
        allocation.set_index(plan.buffer_allocations_size() - 1);
        allocation.set_size(1 + below(m_random, 1000));
        allocation.set_color(below(m_random, 3));
        switch (mayBeTemporary ? below(m_random, 9) : 1 + below(m_random, 4)) {
        case 1:
            allocation.set_is_entry_computation_parameter(true);
            allocation.set_parameter_number(m_parameters++);
            allocation.set_maybe_live_out(below(m_random, 3) == 0);
            break;
        case 2:
            allocation.set_maybe_live_out(true);
            break;
        case 3:
            allocation.set_is_constant(true);
            break;
        case 4:
            allocation.set_is_thread_local(true);
            break;
        default:
            break;
        }
        return plan.buffer_allocations_size() - 1;
    }

    std::int64_t addBuffer(int at)
    {
        auto& plan = *m_hlo.mutable_buffer_assignment();
        auto& allocation = *plan.mutable_buffer_allocations(at);
        auto& buffer = *plan.add_logical_buffers();
        buffer.set_id(m_nextId += 1 + below(m_random, 3));
        buffer.set_size(below(m_random, allocation.size() + 1));
        buffer.set_color(below(m_random, 5) == 0 ? below(m_random, 3) : allocation.color());
        auto& instruction = *m_hlo.mutable_hlo_module()->mutable_computations(0)->add_instructions();
        instruction.set_id((std::int64_t{7} << 32) + buffer.id());
        instruction.set_name("op." + std::to_string(buffer.id()));
        buffer.mutable_defined_at()->set_instruction_id(instruction.id());
        setShape(*instruction.mutable_shape(), *buffer.mutable_defined_at(), buffer.size(), 0);
        // Values that reuse the memory of a donated argument come after the argument, and sometimes before it.
        const bool isArgument
            = allocation.is_entry_computation_parameter() && m_arguments < m_parameters && below(m_random, 3) != 0;
        instruction.set_opcode(isArgument ? "parameter" : "fusion");
        if (isArgument) {
            m_arguments = m_parameters;
            instruction.set_parameter_number(allocation.parameter_number());
            *allocation.mutable_parameter_shape_index() = buffer.defined_at().shape_index();
        }
        auto& assigned = *allocation.add_assigned();
        assigned.set_logical_buffer_id(buffer.id());
        assigned.set_size(buffer.size());
        assigned.set_offset(below(m_random, allocation.size() - buffer.size() + 1));
        return buffer.id();
    }

    HeapSimulatorTrace& addTrace() { return *m_hlo.mutable_buffer_assignment()->add_heap_simulator_traces(); }

    void addEvent(HeapSimulatorTrace& trace, int kind, std::int64_t buffer, std::int64_t other = 0)
    {
        auto& event = *trace.add_events();
        event.set_kind(static_cast<HeapSimulatorTrace::Event::Kind>(kind));
        event.set_buffer_id(buffer);
        event.set_instruction_name("op." + std::to_string(buffer));
        if (kind == HeapSimulatorTrace::Event::SHARE_WITH)
            event.set_share_with_canonical_id(other);
    }

    std::mt19937& random() { return m_random; }
    proto::HloProto& hlo() { return m_hlo; }

private:
    void setShape(proto::ShapeProto& shape, proto::LogicalBufferProto::Location& path, std::int64_t size, int depth)
    {
        if (depth < 3 && below(m_random, 6) == 0) {
            shape.set_element_type(13);
            const std::int64_t wanted = below(m_random, 3);
            path.add_shape_index(wanted);
            for (std::int64_t i = 0; i <= wanted; ++i) {
                auto& element = *shape.add_tuple_shapes();
                if (i < wanted)
                    element.set_element_type(11);
                else
                    setShape(element, path, size, depth + 1);
            }
            return;
        }
        static constexpr int kTypes[] = {2, 11, 16, 21, 13, 14, 99};
        shape.set_element_type(kTypes[below(m_random, 7)]);
        shape.add_dimensions(below(m_random, size + 2));
    }

    std::mt19937& m_random;
    proto::HloProto m_hlo;
    std::int64_t m_nextId = 0;
    std::int64_t m_parameters = 0; // argument allocations so far
    std::int64_t m_arguments = 0; // argument allocations with an argument so far
};

/// Adds the trace of one allocation in which every buffer is allocated once.
void addConsistentTrace(Maker& maker, const std::vector<std::int64_t>& buffers)
{
    std::mt19937& random = maker.random();
    auto& trace = maker.addTrace();
    std::vector<std::int64_t> unborn = buffers;
    std::ranges::shuffle(unborn, random);
    std::vector<std::int64_t> live, born;
    while (!unborn.empty() || (!live.empty() && below(random, 5) != 0)) {
        const bool dies = unborn.empty() || (!live.empty() && below(random, 5) < 2);
        if (dies) {
            const auto at = live.begin() + below(random, static_cast<std::int64_t>(live.size()));
            maker.addEvent(trace, HeapSimulatorTrace::Event::FREE, *at);
            live.erase(at);
            continue;
        }
        const std::int64_t buffer = unborn.back();
        unborn.pop_back();
        if (!born.empty() && below(random, 4) == 0) {
            const std::int64_t other
                = born[static_cast<std::size_t>(below(random, static_cast<std::int64_t>(born.size())))];
            maker.addEvent(trace, HeapSimulatorTrace::Event::SHARE_WITH, buffer, other);
        } else {
            maker.addEvent(trace, HeapSimulatorTrace::Event::ALLOC, buffer);
        }
        live.push_back(buffer);
        born.push_back(buffer);
    }
}

/// Adds a trace in which reference counts allow every event and freed buffers are allocated again.
void addTraceOfManyLives(Maker& maker, const std::vector<std::int64_t>& buffers)
{
    std::mt19937& random = maker.random();
    auto& trace = maker.addTrace();
    std::vector<std::int64_t> dead = buffers;
    std::vector<std::int64_t> live, born;
    for (std::int64_t events = below(random, 6 * std::ssize(buffers)); events > 0; --events) {
        auto& from = dead.empty() || (!live.empty() && below(random, 2) == 0) ? live : dead;
        const auto at = from.begin() + below(random, std::ssize(from));
        const std::int64_t buffer = *at;
        from.erase(at);
        if (&from == &live) {
            maker.addEvent(trace, HeapSimulatorTrace::Event::FREE, buffer);
            dead.push_back(buffer);
            continue;
        }
        const std::int64_t other
            = born.empty() ? buffer : born[static_cast<std::size_t>(below(random, std::ssize(born)))];
        if (other != buffer && below(random, 3) == 0)
            maker.addEvent(trace, HeapSimulatorTrace::Event::SHARE_WITH, buffer, other);
        else
            maker.addEvent(trace, HeapSimulatorTrace::Event::ALLOC, buffer);
        live.push_back(buffer);
        born.push_back(buffer);
    }
}

std::int64_t hurtfulValue(std::int64_t value, std::mt19937& random)
{
    constexpr std::int64_t kMost = std::numeric_limits<std::int64_t>::max();
    const std::int64_t values[] = {0,
                                   1,
                                   -1,
                                   2,
                                   13,
                                   value / 2 + 1,
                                   1 << 20,
                                   std::int64_t{1} << 31,
                                   std::int64_t{1} << 32,
                                   std::int64_t{1} << 49,
                                   std::int64_t{1} << 50,
                                   std::int64_t{1} << 62,
                                   kMost,
                                   -kMost - 1,
                                   -4096,
                                   below(random, 100),
                                   below(random, kMost)};
    switch (below(random, 4)) {
    case 0:
        return static_cast<std::int64_t>(static_cast<std::uint64_t>(value) + 1);
    case 1:
        return static_cast<std::int64_t>(static_cast<std::uint64_t>(value) ^ (std::uint64_t{1} << below(random, 63)));
    default:
        return values[below(random, std::ssize(values))];
    }
}

struct Place {
    Message* message;
    const FieldDescriptor* field;
    int index; // −1: not repeated
};

void collect(Message& message, std::vector<Place>& places)
{
    const auto* reflection = message.GetReflection();
    for (int i = 0; i < message.GetDescriptor()->field_count(); ++i) {
        const FieldDescriptor* field = message.GetDescriptor()->field(i);
        const int count = field->is_repeated() ? reflection->FieldSize(message, field) : 0;
        if (field->cpp_type() == FieldDescriptor::CPPTYPE_MESSAGE) {
            for (int k = 0; k < count; ++k)
                collect(*reflection->MutableRepeatedMessage(&message, field, k), places);
            if (!field->is_repeated() && reflection->HasField(message, field))
                collect(*reflection->MutableMessage(&message, field), places);
        } else if (field->cpp_type() != FieldDescriptor::CPPTYPE_STRING) {
            for (int k = 0; k < count; ++k)
                places.push_back({&message, field, k});
            if (!field->is_repeated())
                places.push_back({&message, field, -1});
        }
    }
}

template <class T, class Get, class SetOne, class SetRepeated>
void change(const Place& place, std::mt19937& random, Get get, SetOne setOne, SetRepeated setRepeated)
{
    const auto* reflection = place.message->GetReflection();
    const auto value = static_cast<T>(hurtfulValue(static_cast<std::int64_t>(get(reflection)), random));
    if (place.index < 0)
        (reflection->*setOne)(place.message, place.field, value);
    else
        (reflection->*setRepeated)(place.message, place.field, place.index, value);
}

void mutate(const Place& place, std::mt19937& random)
{
    using google::protobuf::Reflection;
    Message& message = *place.message;
    const FieldDescriptor* field = place.field;
    const auto* reflection = message.GetReflection();
    switch (field->cpp_type()) {
    case FieldDescriptor::CPPTYPE_INT64:
        change<std::int64_t>(
            place, random,
            [&](auto* r) {
                return place.index < 0 ? r->GetInt64(message, field) : r->GetRepeatedInt64(message, field, place.index);
            },
            &Reflection::SetInt64, &Reflection::SetRepeatedInt64);
        break;
    case FieldDescriptor::CPPTYPE_INT32:
        change<std::int32_t>(
            place, random,
            [&](auto* r) {
                return place.index < 0 ? r->GetInt32(message, field) : r->GetRepeatedInt32(message, field, place.index);
            },
            &Reflection::SetInt32, &Reflection::SetRepeatedInt32);
        break;
    case FieldDescriptor::CPPTYPE_BOOL:
        if (place.index < 0)
            reflection->SetBool(&message, field, !reflection->GetBool(message, field));
        else
            reflection->SetRepeatedBool(&message, field, place.index,
                                        !reflection->GetRepeatedBool(message, field, place.index));
        break;
    case FieldDescriptor::CPPTYPE_ENUM:
        reflection->SetEnumValue(&message, field, static_cast<int>(below(random, 4)));
        break;
    default:
        break;
    }
}

} // namespace

proto::HloProto consistentPlan(std::mt19937& random)
{
    Maker maker(random);
    const std::int64_t allocations = 1 + below(random, 6);
    for (std::int64_t i = 0; i < allocations; ++i) {
        const int at = maker.addAllocation(true);
        std::vector<std::int64_t> buffers;
        for (std::int64_t k = below(random, 14); k > 0; --k)
            buffers.push_back(maker.addBuffer(at));
        const auto& allocation = maker.hlo().buffer_assignment().buffer_allocations(at);
        const bool temporary = !allocation.is_thread_local() && !allocation.maybe_live_out()
            && !allocation.is_constant() && !allocation.is_entry_computation_parameter();
        if (temporary && !buffers.empty() && below(random, 5) != 0)
            addConsistentTrace(maker, buffers);
    }
    return maker.hlo();
}

proto::HloProto planOfManyLives(std::mt19937& random)
{
    Maker maker(random);
    std::vector<std::int64_t> elsewhere;
    for (std::int64_t allocations = 1 + below(random, 4); allocations > 0; --allocations) {
        const int at = maker.addAllocation(true);
        std::vector<std::int64_t> buffers;
        for (std::int64_t k = 1 + below(random, 8); k > 0; --k)
            buffers.push_back(maker.addBuffer(at));
        std::vector<std::int64_t> traced = buffers;
        if (!elsewhere.empty() && below(random, 3) == 0)
            traced.push_back(elsewhere[static_cast<std::size_t>(below(random, std::ssize(elsewhere)))]);
        if (below(random, 6) != 0)
            addTraceOfManyLives(maker, traced);
        elsewhere.insert(elsewhere.end(), buffers.begin(), buffers.end());
    }
    return maker.hlo();
}

proto::HloProto contradictoryPlan(std::mt19937& random)
{
    Maker maker(random);
    std::vector<std::int64_t> buffers = {0, 4711};
    const std::int64_t allocations = 1 + below(random, 5);
    for (std::int64_t i = 0; i < allocations; ++i) {
        const int at = maker.addAllocation(true);
        for (std::int64_t k = below(random, 6); k > 0; --k)
            buffers.push_back(maker.addBuffer(at));
    }
    auto& plan = *maker.hlo().mutable_buffer_assignment();
    const auto anyBuffer = [&] { return buffers[static_cast<std::size_t>(below(random, std::ssize(buffers)))]; };
    for (auto& allocation : *plan.mutable_buffer_allocations())
        for (auto& assigned : *allocation.mutable_assigned()) {
            if (below(random, 4) == 0)
                assigned.set_offset(below(random, 3000) - 1000);
            if (below(random, 15) == 0)
                assigned.set_logical_buffer_id(anyBuffer());
        }
    for (auto& buffer : *plan.mutable_logical_buffers()) {
        if (below(random, 8) == 0)
            buffer.set_size(below(random, 5000) - 500);
        if (below(random, 20) == 0)
            buffer.set_id(anyBuffer());
    }
    for (std::int64_t traces = below(random, 3) + 1; traces > 0; --traces) {
        auto& trace = maker.addTrace();
        for (std::int64_t events = below(random, 60); events > 0; --events)
            maker.addEvent(trace, static_cast<int>(below(random, 20) == 0 ? 3 : below(random, 3)), anyBuffer(),
                           anyBuffer());
    }
    return maker.hlo();
}

void mutateIntegers(Message& message, int count, std::mt19937& random)
{
    std::vector<Place> places;
    collect(message, places);
    for (; count > 0 && !places.empty(); --count)
        mutate(places[static_cast<std::size_t>(below(random, std::ssize(places)))], random);
}

} // namespace tidemark::test
