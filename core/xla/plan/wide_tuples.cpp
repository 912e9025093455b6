#include "core/xla/plan/wide_tuples.h"

#include "core/wire/wire_reader.h"
#include "proto/hlo.pb.h"

namespace tidemark {

void WideTuples::prepare(ShapeView shape, std::span<const std::int64_t> index)
{
    for (const std::int64_t wanted : index) {
        if (wanted >= kWide && !m_elements.contains(shape.data())) {
            std::vector<std::uint32_t>& elements = m_elements[shape.data()];
            for (WireReader reader(shape); reader.next();)
                if (reader.field() == proto::ShapeProto::kTupleShapesFieldNumber)
                    elements.push_back(static_cast<std::uint32_t>(reader.offset()));
        }
        const auto next = element(shape, wanted);
        if (!next)
            return;
        shape = *next;
    }
}

std::optional<ShapeView> WideTuples::subshape(ShapeView shape, std::span<const std::int64_t> index) const
{
    for (const std::int64_t wanted : index) {
        const auto next = element(shape, wanted);
        if (!next)
            return std::nullopt;
        shape = *next;
    }
    return shape;
}

std::optional<ShapeView> WideTuples::element(ShapeView tuple, std::int64_t index) const
{
    const auto elements = index < kWide ? m_elements.end() : m_elements.find(tuple.data());
    if (elements == m_elements.end())
        return tidemark::subshape(tuple, {&index, 1});
    if (index >= static_cast<std::int64_t>(elements->second.size()))
        return std::nullopt;
    WireReader reader(tuple.substr(elements->second[static_cast<std::size_t>(index)]));
    reader.next();
    return reader.bytes();
}

} // namespace tidemark
