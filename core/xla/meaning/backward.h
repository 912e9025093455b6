#pragma once

#include "core/xla/meaning/framework_names.h"
#include "core/xla/meaning/updates.h"

namespace tidemark {

/// Which values depend on the gradient of the loss, that is, belong to the backward part or to the update. Framework
/// names tell ("transpose(jvp…"); without them the earliest gradient of a weight does: the product of a forward value
/// and of one that depends on it, and the second one is where the backward part begins.
class Backward
{
public:
    /// Cost: a sweep over the graph for each place where the backward part begins.
    Backward(const HloGraph& graph, const Arguments& arguments, const Updates& updates, const FrameworkNames& names);

    bool isBackward(ValueId value) const { return m_is[value]; }
    /// Whether there is a backward part at all.
    bool exists() const { return m_exists; }
    /// Named as computed a second time for the backward part, which makes it no part of that.
    bool isRecomputed(ValueId value) const { return m_names.isRecomputed(value); }
    /// By argument: those without a next value that are multiplied, outside updates, with one that has one: the batch,
    /// as it meets the first weights.
    IdVector<ArgumentId, bool> firstFactors() const;

private:
    bool isOfLabels(ValueId value) const;
    void sweep();
    void findWithoutNames();

    const HloGraph& m_graph;
    const Arguments& m_arguments;
    const Updates& m_updates;
    const FrameworkNames& m_names;
    ValueTruths m_is;
    bool m_exists = false;
};

} // namespace tidemark
