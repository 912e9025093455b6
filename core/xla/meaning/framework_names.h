#pragma once

#include "core/xla/meaning/hlo_graph.h"

namespace tidemark {

/// What the names that a framework gives to operations say of the values they give.
class FrameworkNames
{
public:
    /// Of the instructions that are named after what they do themselves.
    explicit FrameworkNames(const HloGraph& graph);

    /// Named as a part of the backward part ("transpose(jvp…").
    bool isBackward(ValueId value) const { return m_isBackward[value]; }
    /// Whether any value is.
    bool haveBackward() const { return m_haveBackward; }
    /// Named as computed a second time for the backward part.
    bool isRecomputed(ValueId value) const { return m_isRecomputed[value]; }

private:
    ValueTruths m_isBackward;
    ValueTruths m_isRecomputed;
    bool m_haveBackward = false;
};

} // namespace tidemark
