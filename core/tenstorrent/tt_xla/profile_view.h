#pragma once

#include "core/tenstorrent/tt_xla/operation_rows.h"
#include "core/view/document.h"

namespace tidemark::ttxla {

/// A memory of a program, with its levels and rows.
struct ShownMemory {
    ShownMemory(std::shared_ptr<const Profile> of, Memory shown, Extent operations);

    std::shared_ptr<const Profile> profile;
    Memory memory;
    Extent extent;
    Levels levels;
    std::shared_ptr<const OperationRows> rows;
};

/// Returns whether the profile was read from upstream's lists or report, which lack the moments before tensors are
/// deallocated.
bool isOfRecords(const Profile& profile);
/// Returns why the true peak may be higher than the known one, or an empty text if it is not.
std::string peakDoubt(const Profile& profile, const Levels& peaks);

/// Computes the figures. The capacity is that of `chosen`, which may be null, else that of the profile.
Figures figuresOf(const ShownMemory& shown, const Device* chosen);

/// Checks the relations that must hold. Each failed check names the first operation that breaks the relation. Amounts
/// of a log have three decimals of a MB, so that sums may be off by 0.001 MB. Amounts of tables are exact.
std::vector<Check> checksOf(const ShownMemory& shown);

/// Findings about high memory use: each failed allocation in the memory, and the tile padding of the results that are
/// live at the peak. The amounts are estimates.
std::vector<Finding> findingsOf(const ShownMemory& shown);

/// An operation and its bytes, of the banks that the levels count.
struct OperationAmount {
    std::size_t operation = 0; // index in the profile
    std::int64_t bytes = 0;
};
/// Returns the `most` operations that add the most to the level, the largest first. Deallocations are left out.
std::vector<OperationAmount> primeSuspects(const Profile& profile, Extent extent, const Levels& levels,
                                           std::size_t most);
/// Returns the `most` largest entries, the largest first.
std::vector<OperationAmount> largestOf(std::vector<OperationAmount> all, std::size_t most);

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
