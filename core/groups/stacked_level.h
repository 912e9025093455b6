#pragma once

#include "core/base/progress.h"
#include "core/view/view.h"

#include <memory>
#include <span>
#include <vector>

namespace tidemark {

/// Positions of groups.
using GroupIndex = std::uint16_t;

/// A layer of a stack. Sizes in bytes.
struct StackLayer {
    std::optional<GroupIndex> group; // none for the rest
    std::int64_t floor = 0; // bytes of rows that are always live and no temporaries; at most the minimum of the layer
    std::int64_t most = 0; // maximum over the steps
};

/// The level of a view over its axis, divided by groups of its rows. Memory that live rows share belongs to the first
/// of them in the order of Rows::live. At each step a layer is Σ (size − overlap) over the live rows of its groups, and
/// the layers add up to the level of a view that keeps its invariant. Rows that contradict others, because more of them
/// share memory than a plan allows, are in the rest layer, with the part of the level that no other layer has.
/// Immutable. 16 bytes for each change of a layer at a step; most plans have one change in each step.
class StackedLevel
{
public:
    /// A row that changes its group during its life.
    struct Regrouping {
        StepId step;
        RowId row;
        GroupIndex group = 0;
    };
    struct Groups {
        std::size_t count = 0;
        std::function<GroupIndex(RowId)> of; // group of a row at its birth, below `count`
        std::vector<Regrouping> later = {}; // sorted by step. If there are any, layers have no floor.
    };
    /// Cost: O((rows + regroupings) log rows + steps), for any overlaps. Errors: Cancelled.
    static Result<std::shared_ptr<const StackedLevel>> of(const View& view, const Groups& groups,
                                                          const Progress& progress = {});

    /// The largest amount of each group over the steps. Cost and errors: as of().
    static Result<std::vector<std::int64_t>> mostOf(const View& view, const Groups& groups,
                                                    const Progress& progress = {});

    /// From the bottom up in the order of the groups, without groups that never have a byte. The rest is the last
    /// layer; usually there is none.
    const std::vector<StackLayer>& layers() const { return m_layers; }
    /// The bytes of each layer at a step. Cost: hundreds of additions and one for each layer. REQUIRES: a step of the
    /// view
    std::vector<std::int64_t> at(StepId step) const;
    std::uint64_t memoryUse() const;

private:
    struct Change {
        std::int64_t bytes = 0;
        std::uint32_t step = 0;
        GroupIndex layer = 0;
    };
    class Sweep;

    void choose(const std::vector<StackLayer>& groups);
    void index(std::uint32_t steps);

    std::vector<StackLayer> m_layers;
    std::vector<Change> m_changes; // sorted by step
    std::vector<std::size_t> m_firstChanges; // index of the first change of each block of steps
    std::vector<std::int64_t> m_before; // for each block: the layers before its first change
};

} // namespace tidemark
