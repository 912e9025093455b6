#include "core/xla/advice/in_place.h"

#include "core/shapes/array_shape.h"

namespace tidemark::xla {
namespace {

/// Returns whether a value is computed inside a fusion or is only another name, so that it takes no memory.
bool isOnTheWay(const HloGraph& graph, ValueId value)
{
    const GraphNode& node = graph.nodeOf(value);
    const bool isName
        = node.opcode == Opcode::Alias || node.opcode == Opcode::Tuple || node.opcode == Opcode::GetTupleElement;
    const InstructionId caller = graph.caller(graph.definedBy(value));
    return isName || (caller && graph.module().opcodeOf(caller) == "fusion");
}

/// Returns the order of an array's dimensions in memory. Dimensions of size 1 outside the tile are left out, because
/// their position makes no difference.
std::vector<std::int64_t> orderOf(const ArrayShape& array)
{
    const ArrayLayout& layout = *array.layout;
    const std::size_t inTile = layout.tiles.empty() ? 0 : layout.tiles.front().size();
    std::vector<std::int64_t> order;
    for (std::size_t i = 0; i < layout.minorToMajor.size(); ++i) {
        const std::int64_t dimension = layout.minorToMajor[i];
        const bool isKnown = dimension >= 0 && dimension < static_cast<std::int64_t>(array.dimensions.size());
        if (i < inTile || !isKnown || array.dimensions[static_cast<std::size_t>(dimension)] != 1)
            order.push_back(dimension);
    }
    return order;
}

bool lieAlike(ShapeView one, ShapeView other)
{
    const ArrayShape a = readArrayShape(one);
    const ArrayShape b = readArrayShape(other);
    if (a.type != b.type || a.dimensions != b.dimensions || a.layout.has_value() != b.layout.has_value())
        return false;
    return !a.layout
        || (a.layout->tiles == b.layout->tiles && a.layout->elementBits == b.layout->elementBits
            && orderOf(a) == orderOf(b));
}

/// Returns whether the copy changes only the memory of the array.
bool isPlainCopy(const HloGraph& graph, ValueId to, ValueId from)
{
    return graph.module().opcodeOf(graph.definedBy(to)) == "copy" && lieAlike(graph.shapeOf(to), graph.shapeOf(from));
}

using Step = std::pair<ValueId, bool>; // with whether elements keep their places up to here

} // namespace

std::set<ValueId> inPlaceSources(const HloGraph& graph, ValueId to)
{
    std::set<ValueId> sources;
    std::set<ValueId> moved;
    std::set<Step> seen;
    std::vector<Step> open{{to, true}};
    while (!open.empty()) {
        const auto [value, isSamePlaceHere] = open.back();
        open.pop_back();
        if (!seen.emplace(value, isSamePlaceHere).second)
            continue;
        for (const Source& source : graph.sources(value)) {
            const bool keepsPlace = source.flow == Flow::Same || source.flow == Flow::Elementwise
                || source.flow == Flow::Base || isPlainCopy(graph, value, source.value);
            const bool isSamePlace = isSamePlaceHere && keepsPlace;
            (isSamePlace ? sources : moved).insert(source.value);
            if (isOnTheWay(graph, source.value))
                open.emplace_back(source.value, isSamePlace);
        }
    }
    std::erase_if(sources, [&](ValueId value) { return moved.contains(value); });
    return sources;
}

bool canBeWrittenInPlace(const HloGraph& graph, ValueId to, ValueId from)
{
    return inPlaceSources(graph, to).contains(from);
}

} // namespace tidemark::xla
