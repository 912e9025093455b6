#pragma once

#include "core/tenstorrent/xla/operations_report.h"
#include "core/view/document.h"

namespace tidemark::ttxla {

/// A program of a profile: the whole profile, or one of its ranges.
struct ProgramExtent {
    std::shared_ptr<const Profile> profile;
    Extent extent;
};

/// Creates the view of a memory of a program over its operations. `file` and `entry` are its entries in the catalogue.
std::shared_ptr<const View> makeProfileView(const ProgramExtent& program, Memory memory, const FileEntry& file,
                                            const ProgramEntry& entry);

/// A memory over the operations of a program, for the page of operations.
struct OperationsView {
    std::shared_ptr<const View> view; // curves and marks only, without rows
    std::shared_ptr<const Levels> levels;
    OperationsReport report;
};
/// `of` is the view of the same program and memory. Cost: several passes over all states.
OperationsView makeOperationsView(const ProgramExtent& program, Memory memory, const View& of, ShownAs as);

/// The outline of the memories that the program has states of. Cost: reads all states.
ProgramOutline outlineOf(const ProgramExtent& program);

/// Returns remarks on how to read the profile. They are not faults of its file.
Warnings remarksOn(const Profile& profile, Memory memory, const Levels& levels);

} // namespace tidemark::ttxla
