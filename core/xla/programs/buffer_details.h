#pragma once

#include "core/xla/replay/space_timeline.h"

#include <string>
#include <vector>

namespace tidemark {

/// What kind of allocation a buffer lives in. A donated argument is a Parameter (see liveOut and aliased).
enum class BufferKind { Parameter, Output, Constant, ThreadLocal, Temporary };

/// What they are called, in their order.
std::vector<RowKind> bufferKinds();

BufferKind kindOf(const Allocation& allocation);

/// The facts of one row. Cost: decodes one instruction; a few microseconds.
void describe(const SpaceTimeline& timeline, const BufferRow& row, Facts& facts);
/// As Rows::identify.
void identify(const SpaceTimeline& timeline, const BufferRow& row, Facts& facts);

/// The name alone.
std::string nameOf(const SpaceTimeline& timeline, const BufferRow& row);

/// Facts::argument alone.
std::string argumentOf(const SpaceTimeline& timeline, const BufferRow& row);

/// Facts::argument, else Facts::opName; of a copy that the compiler made and gave no such name that of what it copies.
std::string frameworkNameOf(const SpaceTimeline& timeline, const BufferRow& row);

/// Facts::sourceFile, sourceLine, sourceOf and stack alone.
void describeSource(const SpaceTimeline& timeline, const BufferRow& row, Facts& facts);

/// The shape without its layout alone; empty without one.
std::string plainShapeOf(const SpaceTimeline& timeline, const BufferRow& row);

/// Names of SpaceTimeline::sharersOf(row), at most `limit`.
std::vector<std::string> sharerNames(const SpaceTimeline& timeline, RowId row, std::size_t limit = 1000);

} // namespace tidemark
