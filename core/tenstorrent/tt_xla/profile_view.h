#pragma once

#include "core/tenstorrent/tt_xla/profile_figures.h"
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

/// The outline of the memories that the program has states of. Cost: reads all states.
ProgramOutline outlineOf(const ProgramExtent& program);

/// A curve of levels for a view.
Curve curveOf(CurveRole role, const char* name, const Values& values);

} // namespace tidemark::ttxla
