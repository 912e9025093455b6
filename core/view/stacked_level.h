#pragma once

#include "core/base/progress.h"
#include "core/view/view.h"

#include <memory>
#include <span>
#include <vector>

namespace tidemark {

/// Positions of groups, of which a stack shows some by themselves.
using GroupIndex = std::uint16_t;

/// A layer of a stack. Sizes in bytes.
struct StackLayer {
    std::optional<GroupIndex> group; // none: the rest, of several groups
    std::int64_t floor = 0; // of rows that are always there and no temporaries; at most what the layer has at any step
    std::int64_t most = 0; // at one step
};

/// The level of a view over its axis, by groups of its rows. What live rows share belongs to the first of them in the
/// order of Rows::live: a layer has at a step what Σ (size − overlap) over the rows of its groups is there, and at
/// every step the layers add up to the level of a view that keeps its invariant. Rows that contradict others, in that
/// more share memory than any plan lets, are of the rest with what of the level no other has. Immutable; 16 bytes for
/// each change of a layer at a step, which most plans have one of in each step.
class StackedLevel
{
public:
    /// Layers with a group of their own: those that are named whatever they have, then by what each has at most; the
    /// first ones of equals. Where only one more is left, it is no rest either.
    static constexpr std::size_t kNamed = 8;

    struct Groups {
        std::size_t count = 0;
        std::function<GroupIndex(RowId)> of; // below count
        std::function<bool(GroupIndex)> isNamed = {}; // whatever it has; null: none
    };
    /// Cost: O(rows log rows + steps), however they overlap. Errors: Cancelled.
    static Result<std::shared_ptr<const StackedLevel>> of(const View& view, const Groups& groups,
                                                          const Progress& progress = {});

    /// From the bottom up, in the order of the groups, without those that never have a byte; the rest is the last.
    const std::vector<StackLayer>& layers() const { return m_layers; }
    /// Bytes of each layer at a step. Cost: hundreds of additions. REQUIRES: a step of the view
    std::vector<std::int64_t> at(StepId step) const;
    std::uint64_t memoryUse() const;

private:
    struct Change {
        std::int64_t bytes = 0;
        std::uint32_t step = 0;
        GroupIndex layer = 0;
    };
    class Sweep;

    void choose(const std::vector<StackLayer>& layers, const Groups& groups);
    void index(std::uint32_t steps);

    std::vector<StackLayer> m_layers;
    std::vector<Change> m_changes; // by step
    std::vector<std::size_t> m_firstChanges; // of each block of steps
    std::vector<std::int64_t> m_before; // of each block: the layers before its first change
};

} // namespace tidemark
