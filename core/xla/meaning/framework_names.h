#pragma once

#include "core/xla/meaning/hlo_graph.h"

namespace tidemark::xla {

/// The facts about values that the framework's names of operations state.
class FrameworkNames
{
public:
    /// Uses only the names of instructions that are named after their own operation.
    explicit FrameworkNames(const HloGraph& graph);

    /// Returns whether the name puts the value in the backward part ("transpose(jvp…").
    bool isBackward(ValueId value) const { return m_isBackward[value]; }
    /// Returns whether any value is named as backward.
    bool haveBackward() const { return m_haveBackward; }
    /// Returns whether JAX named operations. It marks the operations of a backward part that it derives.
    bool areOfJax() const { return m_areOfJax; }
    /// Returns whether the name marks the value as recomputed for the backward part.
    bool isRecomputed(ValueId value) const { return m_isRecomputed[value]; }

private:
    ValueTruths m_isBackward;
    ValueTruths m_isRecomputed;
    bool m_haveBackward = false;
    bool m_areOfJax = false;
};

} // namespace tidemark::xla
