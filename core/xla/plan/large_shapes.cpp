#include "core/xla/plan/large_shapes.h"

#include "core/wire/wire_reader.h"
#include "core/xla/plan/field_ref.h"
#include "proto/hlo.pb.h"

namespace tidemark::xla {
namespace {

bool isElement(const WireReader& field)
{
    return field.field() == proto::ShapeProto::kTupleShapesFieldNumber && field.isBytes();
}

} // namespace

void LargeShapes::prepare(ShapeView shape, std::span<const std::int64_t> index)
{
    if (shape.size() >= kLarge && !m_measures.contains(shape.data()))
        m_measures.emplace(shape.data(), measureShape(shape));
    for (const std::int64_t wanted : index) {
        if (shape.size() < kLarge)
            return;
        if (!m_elements.contains(shape.data())) {
            std::vector<std::uint32_t>& elements = m_elements[shape.data()];
            Damage known; // measureShape() reports the damage
            for (WireReader reader(shape, known); reader.next();)
                if (isElement(reader))
                    elements.push_back(static_cast<std::uint32_t>(reader.offset()));
        }
        const auto next = element(shape, wanted);
        if (!next)
            return;
        shape = *next;
    }
    if (shape.size() >= kLarge && !m_measures.contains(shape.data()))
        m_measures.emplace(shape.data(), measureShape(shape));
}

std::optional<ShapeView> LargeShapes::subshape(ShapeView shape, std::span<const std::int64_t> index) const
{
    for (const std::int64_t wanted : index) {
        const auto next = element(shape, wanted);
        if (!next)
            return std::nullopt;
        shape = *next;
    }
    return shape;
}

ArrayMeasure LargeShapes::measure(ShapeView shape) const
{
    const auto known = shape.size() < kLarge ? m_measures.end() : m_measures.find(shape.data());
    return known == m_measures.end() ? measureShape(shape) : known->second;
}

std::optional<ShapeView> LargeShapes::element(ShapeView tuple, std::int64_t index) const
{
    const auto elements = tuple.size() < kLarge ? m_elements.end() : m_elements.find(tuple.data());
    if (elements == m_elements.end())
        return tidemark::subshape(tuple, {&index, 1});
    if (index < 0 || index >= static_cast<std::int64_t>(elements->second.size()))
        return std::nullopt;
    return FieldRef{elements->second[static_cast<std::size_t>(index)]}.in(tuple);
}

} // namespace tidemark::xla
