#pragma once

#include "core/history/asker_texts.h"
#include "core/history/history.h"
#include "core/view/document.h"

namespace tidemark::history {

/// A history with the words for its rows: what the callbacks of a view share.
struct Shown {
    History history;
    AskerTexts askers;
    std::vector<Grouping> paths; // see pathGroupings(); valid as long as this object

    explicit Shown(History paired);
    Shown(const Shown&) = delete;
    Shown& operator=(const Shown&) = delete;

    /// "aten::mm"; "(in use before, source unknown)" if nothing is known of what asked
    std::string nameOf(RowId row) const;
    void describe(RowId row, Facts& facts) const;
    /// The facts by which allocations of two files are matched: the op name has the source line, too.
    void identify(RowId row, Facts& facts) const;
    /// "allocation at 1.402 s", "start of the recording"
    std::string labelOf(StepId cell) const;
};

/// A profile of one moment.
struct Profile {
    std::string name; // of its file
    std::shared_ptr<const Shown> shown;
};

/// Makes the view of one allocator. `profiles` are the profiles of the program at several steps, this one included, in
/// their order; none if there are no others.
std::shared_ptr<const View> makeHistoryView(std::shared_ptr<const Shown> shown, std::int64_t memory,
                                            const FileEntry& file, const ProgramEntry& entry,
                                            std::vector<Profile> profiles = {});

/// Spans of time as ranges of cells. Spans without an event inside are left out.
std::vector<Mark> marksOf(const History& history);

/// The kinds of rows, by Allocation::kind.
std::vector<RowKind> rowKinds();

/// The figures for a device.
Figures figuresOf(const Shown& shown, const Device* chosen, std::int64_t memory);

/// Checks that rows, the allocator's own figures and the state at the end agree.
std::vector<Check> checksOf(const Shown& shown);

/// What was in use at a moment.
struct InUse {
    std::int64_t bytes = 0;
    std::optional<FreeMemory> segments; // absent if segments are not known
    std::string holder; // the known asker that holds most: "aten::relu (models.py:181)"; empty if none is known
    std::int64_t holderBytes = 0;
    std::vector<RowId> holderRows; // the largest first
};

/// Cost: a pass over the rows, and that of History::freeAt().
InUse inUseAt(const Shown& shown, StepId cell);

/// Why the peak is there, or why an allocation failed.
Explanation explain(const Shown& shown, const std::vector<Profile>& profiles, const Figures& figures);

} // namespace tidemark::history
