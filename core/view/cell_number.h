#pragma once

#include "core/view/axis.h"

namespace tidemark {

/// What people count the first cell of an axis as: phases from 1, since nothing numbers them; steps and operations from
/// 0, as the tools do that number them. Programs are given the position of a cell, whatever the axis.
constexpr std::uint32_t firstNumber(AxisKind kind)
{
    return kind == AxisKind::Phases ? 1 : 0;
}

inline std::uint32_t cellNumber(const Axis& axis, StepId cell)
{
    return cell.value + firstNumber(axis.kind);
}

} // namespace tidemark
