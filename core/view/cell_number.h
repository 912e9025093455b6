#pragma once

#include "core/base/text.h"
#include "core/view/axis.h"

namespace tidemark {

/// The number that users see for a cell: phases count from 1, because no tool numbers them. Steps and operations count
/// from 0, as in the tools that number them. Programs get the cell's position on any axis.
constexpr std::uint32_t firstNumber(AxisKind kind)
{
    return kind == AxisKind::Phases ? 1 : 0;
}

inline std::uint32_t cellNumber(const Axis& axis, StepId cell)
{
    return cell.value + firstNumber(axis.kind);
}

/// "85,492"
inline std::string cellNumberText(const Axis& axis, StepId cell)
{
    return groupedNumber(cellNumber(axis, cell));
}

} // namespace tidemark
