#pragma once

#include "core/tenstorrent/xla/operations_report.h"
#include "core/view/document.h"

namespace tidemark::ttxla {

/// A program of a profile: all of it, or a range that it marks.
struct ProgramExtent {
    std::shared_ptr<const Profile> profile;
    Extent extent;
};

/// A memory of a program over its operations. `file` and `entry` are its entries in the catalogue.
std::shared_ptr<const View> makeProfileView(const ProgramExtent& program, Memory memory, const FileEntry& file,
                                            const ProgramEntry& entry);

/// A memory over the operations of a program, as the page of operations shows it.
struct OperationsView {
    std::shared_ptr<const View> view; // curves and marks, without rows
    std::shared_ptr<const Levels> levels;
    OperationsReport report;
};
/// `of` is the view of the same program and memory. Cost: some passes over all states.
OperationsView makeOperationsView(const ProgramExtent& program, Memory memory, const View& of, ShownAs as);

/// Of the memories that the program tells of. Cost: reads all states.
ProgramOutline outlineOf(const ProgramExtent& program);

/// What is to be known of the profile; nothing is wrong with its file.
Warnings remarksOn(const Profile& profile, Memory memory, const Levels& levels);

} // namespace tidemark::ttxla
