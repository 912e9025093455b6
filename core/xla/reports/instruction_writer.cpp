#include "core/xla/reports/instruction_writer.h"

#include "core/shapes/element_type.h"
#include "core/shapes/shape.h"
#include "core/shapes/written_shape.h"
#include "core/wire/wire_writer.h"
#include "core/xla/reports/allocation_line.h"
#include "proto/hlo.pb.h"

#include <algorithm>

namespace tidemark::xla {
namespace {

using proto::HloComputationProto;
using proto::HloInstructionProto;
using proto::HloModuleProto;
using proto::ShapeProto;

constexpr std::int64_t kEntryId = 1;

} // namespace

std::int64_t InstructionWriter::add(const ReportedValue& value, std::optional<std::int64_t> parameter)
{
    std::size_t position = m_definitions.size();
    if (value.isNamed)
        position = m_byName.try_emplace(value.name, position).first->second;
    if (position == m_definitions.size())
        m_definitions.push_back({value.name, {}, std::nullopt});
    Definition& definition = m_definitions[position];
    if (parameter)
        definition.parameter = parameter;
    if (!value.shape.empty())
        definition.parts.push_back({value.path, value.shape});
    constexpr std::size_t kFillersPerValue = 32;
    m_fillers += kFillersPerValue;
    return static_cast<std::int64_t>(position) + 1;
}

std::string InstructionWriter::read(std::string_view shape)
{
    if (auto bytes = readShapeText(shape)) {
        m_hasTiles = m_hasTiles || tidemark::hasTiles(*bytes);
        return std::move(*bytes);
    }
    if (m_unread++ == 0)
        m_firstUnread = shape;
    return {};
}

/// An element of a tuple whose shape is built from the shapes of its parts.
struct InstructionWriter::Element {
    std::vector<std::int64_t> path;
    std::string_view shape;
};

/// Elements that are not reported have no shape. Returns an empty shape if too many are missing; compilers write no
/// such tuples.
std::string InstructionWriter::tupleOf(const std::vector<Part>& parts)
{
    std::vector<Element> elements;
    for (const Part& part : parts)
        elements.push_back({pathNumbers(part.path), part.shape});
    std::ranges::sort(elements, {}, &Element::path);
    std::vector<std::string> open(1); // the tuples being written, outermost first
    std::vector<std::int64_t> at(1, 0); // index of the next element in each
    const auto close = [&] {
        const std::string inner = numberField(ShapeProto::kElementTypeFieldNumber, kTuple) + open.back();
        open.pop_back();
        at.pop_back();
        open.back() += bytesField(ShapeProto::kTupleShapesFieldNumber, inner);
        ++at.back();
    };
    for (const Element& element : elements) {
        std::size_t same = 0; // number of open tuples that contain the element
        while (same + 1 < open.size() && same + 1 < element.path.size() && element.path[same] == at[same])
            ++same;
        while (open.size() > same + 1)
            close();
        for (std::size_t depth = same; depth < element.path.size(); ++depth) {
            const std::int64_t missing = element.path[depth] - at.back();
            if (missing < 0) // it is a duplicate, or part of an element already written
                break;
            if (static_cast<std::uint64_t>(missing) > m_fillers)
                return {};
            m_fillers -= static_cast<std::size_t>(missing);
            for (; at.back() < element.path[depth]; ++at.back())
                open.back() += bytesField(ShapeProto::kTupleShapesFieldNumber, {});
            if (depth + 1 < element.path.size()) {
                open.emplace_back();
                at.push_back(0);
                continue;
            }
            open.back() += bytesField(ShapeProto::kTupleShapesFieldNumber, read(element.shape));
            ++at.back();
        }
    }
    while (open.size() > 1)
        close();
    return numberField(ShapeProto::kElementTypeFieldNumber, kTuple) + open.back();
}

std::string InstructionWriter::shapeOf(const Definition& definition)
{
    const auto whole = std::ranges::find_if(definition.parts, [](const Part& part) { return part.path.empty(); });
    if (whole != definition.parts.end())
        return read(whole->shape);
    return definition.parts.empty() ? std::string() : tupleOf(definition.parts);
}

std::string InstructionWriter::module(std::string_view name, std::uint64_t id)
{
    std::string entry = bytesField(HloComputationProto::kNameFieldNumber, "entry")
        + numberField(HloComputationProto::kIdFieldNumber, kEntryId);
    for (std::size_t i = 0; i < m_definitions.size(); ++i) {
        const Definition& definition = m_definitions[i];
        std::string instruction = bytesField(HloInstructionProto::kNameFieldNumber, definition.name);
        if (definition.parameter)
            instruction += bytesField(HloInstructionProto::kOpcodeFieldNumber, "parameter")
                + numberField(HloInstructionProto::kParameterNumberFieldNumber,
                              static_cast<std::uint64_t>(*definition.parameter));
        if (const std::string shape = shapeOf(definition); !shape.empty())
            instruction += bytesField(HloInstructionProto::kShapeFieldNumber, shape);
        instruction += numberField(HloInstructionProto::kIdFieldNumber, i + 1);
        entry += bytesField(HloComputationProto::kInstructionsFieldNumber, instruction);
    }
    return bytesField(HloModuleProto::kNameFieldNumber, name)
        + bytesField(HloModuleProto::kEntryComputationNameFieldNumber, "entry")
        + bytesField(HloModuleProto::kComputationsFieldNumber, entry) + numberField(HloModuleProto::kIdFieldNumber, id)
        + numberField(HloModuleProto::kEntryComputationIdFieldNumber, kEntryId);
}

} // namespace tidemark::xla
