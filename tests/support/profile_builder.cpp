#include "tests/support/profile_builder.h"

#include "tests/support/wire_writer.h"

#include <charconv>
#include <map>
#include <optional>
#include <sstream>
#include <stdexcept>

namespace tidemark::test {
namespace {

using proto::BufferAllocationProto;
using proto::HeapSimulatorTrace;

std::int64_t numberOf(std::string_view text)
{
    std::int64_t value = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
    if (error != std::errc() || end != text.data() + text.size())
        throw std::invalid_argument("no number: " + std::string(text));
    return value;
}

std::vector<std::int64_t> listOf(std::string_view text)
{
    std::vector<std::int64_t> values;
    while (!text.empty()) {
        const std::size_t comma = text.find(',');
        values.push_back(numberOf(text.substr(0, comma)));
        text.remove_prefix(comma == std::string_view::npos ? text.size() : comma + 1);
    }
    return values;
}

class PlanWriter
{
public:
    PlanWriter()
    {
        auto& module = *m_hlo.mutable_hlo_module();
        module.set_name("jit_test");
        module.set_entry_computation_name("main");
        module.set_id(1);
        module.set_entry_computation_id(1);
        auto& entry = *module.add_computations();
        entry.set_name("main");
        entry.set_id(1);
        m_hlo.mutable_buffer_assignment();
    }

    void addLine(const std::vector<std::string>& words)
    {
        const std::string& first = words.front();
        if (first == "temp" || first == "param" || first == "output" || first == "constant" || first == "local")
            addAllocation(words);
        else if (first == "trace")
            addTrace(words);
        else
            addBuffer(words);
    }

    proto::HloProto take() { return std::move(m_hlo); }

private:
    void addAllocation(const std::vector<std::string>& words)
    {
        auto& plan = *m_hlo.mutable_buffer_assignment();
        auto& allocation = *plan.add_buffer_allocations();
        allocation.set_index(plan.buffer_allocations_size() - 1);
        std::size_t at = 1;
        if (words[0] == "param") {
            allocation.set_is_entry_computation_parameter(true);
            allocation.set_parameter_number(numberOf(words.at(at++)));
        }
        allocation.set_size(numberOf(words.at(at++)));
        allocation.set_is_thread_local(words[0] == "local");
        allocation.set_maybe_live_out(words[0] == "output");
        allocation.set_is_constant(words[0] == "constant");
        for (; at < words.size(); ++at) {
            if (words[at] == "space")
                allocation.set_color(numberOf(words.at(++at)));
            else if (words[at] == "output")
                allocation.set_maybe_live_out(true);
            else if (words[at] == "constant")
                allocation.set_is_constant(true);
            else if (words[at] == "tuple")
                allocation.set_is_tuple(true);
            else
                throw std::invalid_argument("unknown word: " + words[at]);
        }
        m_allocation = &allocation;
    }

    void addBuffer(const std::vector<std::string>& words)
    {
        std::string name = words.at(0);
        std::vector<std::int64_t> index;
        if (const std::size_t brace = name.find('{'); brace != std::string::npos) {
            index = listOf(std::string_view(name).substr(brace + 1, name.size() - brace - 2));
            name.resize(brace);
        }
        const std::int64_t id = ++m_buffers;
        m_ids[words.at(0)] = id;
        auto& buffer = *m_hlo.mutable_buffer_assignment()->add_logical_buffers();
        buffer.set_id(id);
        buffer.set_size(numberOf(words.at(2)));
        buffer.set_color(m_allocation->color());
        buffer.mutable_defined_at()->set_instruction_id(100 + id);
        for (const std::int64_t i : index)
            buffer.mutable_defined_at()->add_shape_index(i);
        auto& instruction = *m_hlo.mutable_hlo_module()->mutable_computations(0)->add_instructions();
        instruction.set_id(100 + id);
        instruction.set_name(name);
        const bool isArgument = m_allocation->is_entry_computation_parameter() && m_allocation->assigned_size() == 0;
        instruction.set_opcode(isArgument ? "parameter" : "fusion");
        if (isArgument)
            instruction.set_parameter_number(m_allocation->parameter_number());
        instruction.mutable_metadata()->set_op_name("jit(test)/" + name);
        for (std::size_t at = 3; at < words.size(); ++at)
            if (words[at] == "space")
                buffer.set_color(numberOf(words.at(++at)));
            else
                *instruction.mutable_shape() = shapeFromText(words[at]);
        auto& assigned = *m_allocation->add_assigned();
        assigned.set_logical_buffer_id(id);
        assigned.set_offset(numberOf(words.at(1)));
        assigned.set_size(buffer.size());
    }

    void addTrace(const std::vector<std::string>& words)
    {
        auto& trace = *m_hlo.mutable_buffer_assignment()->add_heap_simulator_traces();
        for (std::size_t i = 1; i < words.size(); ++i) {
            auto& event = *trace.add_events();
            const std::string& word = words[i];
            const std::size_t equals = word.find('=');
            std::string name = equals == std::string::npos ? word.substr(1) : word.substr(0, equals);
            if (equals != std::string::npos) {
                event.set_kind(HeapSimulatorTrace::Event::SHARE_WITH);
                event.set_share_with_canonical_id(m_ids.at(word.substr(equals + 1)));
            } else {
                event.set_kind(word[0] == '+' ? HeapSimulatorTrace::Event::ALLOC : HeapSimulatorTrace::Event::FREE);
            }
            event.set_buffer_id(m_ids.at(name));
            event.set_computation_name("main");
            event.set_instruction_name(name);
        }
    }

    proto::HloProto m_hlo;
    BufferAllocationProto* m_allocation = nullptr;
    std::map<std::string, std::int64_t> m_ids;
    std::int64_t m_buffers = 0;
};

std::string mapEntry(std::uint32_t field, std::uint64_t key, std::string_view value)
{
    return bytesField(field, numberField(1, key) + bytesField(2, value));
}

/// Returns the number in the brackets at the end; nullopt if there are no brackets.
std::optional<std::uint64_t> programIdOf(std::string_view name)
{
    std::uint64_t id = 0;
    const std::size_t open = name.rfind('(');
    if (open == std::string_view::npos)
        return std::nullopt;
    const auto [end, error] = std::from_chars(name.data() + open + 1, name.data() + name.size(), id);
    return error == std::errc() ? std::optional(id) : std::nullopt;
}

std::string metadataPlane(const std::vector<NamedHlo>& modules, const ContainerStyle& style)
{
    const std::string entries = moduleEntries(modules, style);
    const std::string names = mapEntry(5, 1, numberField(1, 1) + bytesField(2, "jax_version"))
        + mapEntry(5, 4, numberField(1, 4) + bytesField(2, style.hloStat))
        + mapEntry(5, 5, numberField(1, 5) + bytesField(2, "program_id"));
    const std::string head = numberField(1, 9) + bytesField(2, "/host:metadata");
    const std::string version = bytesField(6, numberField(1, 1) + bytesField(5, "0.10.2"));
    return style.planeNameLast ? version + entries + names + head : head + names + entries + version;
}

std::string devicePlane(const ContainerStyle& style)
{
    std::string line = numberField(1, 1) + bytesField(2, "XLA Ops");
    for (std::size_t i = 0; i < style.deviceEvents; ++i)
        line += bytesField(4, numberField(1, 7) + numberField(2, 1000 * i) + numberField(3, 10));
    const std::string head = numberField(1, 1) + bytesField(2, style.deviceName);
    std::string rest = mapEntry(4, 7, numberField(1, 7) + bytesField(2, "%fusion.7 = f32[]"));
    if (!style.deviceType.empty())
        rest += mapEntry(5, 1, numberField(1, 1) + bytesField(2, "device_type_string"))
            + bytesField(6, numberField(1, 1) + bytesField(5, style.deviceType));
    if (style.deviceMemory != 0)
        rest += mapEntry(5, 2, numberField(1, 2) + bytesField(2, "memory_size"))
            + bytesField(6, numberField(1, 2) + numberField(3, style.deviceMemory));
    return style.planeNameLast ? bytesField(3, line) + rest + head : head + bytesField(3, line) + rest;
}

} // namespace

proto::ShapeProto shapeFromText(std::string_view text)
{
    static const std::map<std::string_view, int> kTypes
        = {{"pred", 1}, {"s8", 2},   {"s32", 4},  {"s64", 5},   {"u8", 6},
           {"u32", 8},  {"f16", 10}, {"f32", 11}, {"bf16", 16}, {"token", 17}};
    const std::size_t open = text.find('[');
    proto::ShapeProto shape;
    shape.set_element_type(kTypes.at(text.substr(0, open)));
    for (const std::int64_t dimension : listOf(text.substr(open + 1, text.size() - open - 2)))
        shape.add_dimensions(dimension);
    for (int i = shape.dimensions_size() - 1; i >= 0; --i)
        shape.mutable_layout()->add_minor_to_major(i);
    return shape;
}

proto::HloProto planFromText(std::string_view text)
{
    PlanWriter writer;
    std::istringstream lines{std::string(text)};
    for (std::string line; std::getline(lines, line);) {
        std::istringstream stream(line.substr(0, line.find('#')));
        std::vector<std::string> words;
        for (std::string word; stream >> word;)
            words.push_back(word);
        if (!words.empty())
            writer.addLine(words);
    }
    return writer.take();
}

std::string hloBytes(std::string_view text)
{
    return planFromText(text).SerializeAsString();
}

std::string moduleEntries(const std::vector<NamedHlo>& modules, const ContainerStyle& style)
{
    std::string entries;
    std::uint64_t key = 0;
    for (const NamedHlo& module : modules) {
        std::string stats = bytesField(5, numberField(1, 4) + bytesField(6, module.hlo));
        if (style.hasProgramIdStat)
            stats += bytesField(5, numberField(1, 5) + numberField(3, programIdOf(module.name).value_or(100 + key)));
        ++key;
        entries += mapEntry(4, key, numberField(1, key) + bytesField(2, module.name) + stats);
    }
    return entries;
}

std::string containerBytes(const std::vector<NamedHlo>& modules, const ContainerStyle& style)
{
    const std::string device = bytesField(1, devicePlane(style));
    const std::string metadata = bytesField(1, metadataPlane(modules, style));
    std::string bytes = style.deviceFirst ? device + metadata : metadata + device;
    bytes += bytesField(1, numberField(1, 3) + bytesField(2, "/host:CPU"));
    for (const std::string& host : style.hostnames)
        bytes += bytesField(4, host);
    return bytes;
}

} // namespace tidemark::test
