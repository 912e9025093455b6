#pragma once

#include "core/xla/replay/space_timeline.h"

#include <string>
#include <vector>

namespace tidemark::xla {

/// The kind of the allocation that holds a buffer. A donated argument is a Parameter (see liveOut and aliased).
enum class BufferKind { Parameter, Output, Constant, ThreadLocal, Temporary };

/// Returns the kinds with their labels, in the order of BufferKind.
std::vector<RowKind> bufferKinds();

BufferKind kindOf(const Allocation& allocation);

/// Adds the facts of one row. Cost: decodes one instruction, which takes a few microseconds.
void describe(const SpaceTimeline& timeline, const BufferRow& row, Facts& facts);
/// See Rows::identify().
void identify(const SpaceTimeline& timeline, const BufferRow& row, Facts& facts);

/// Returns only the name.
std::string nameOf(const SpaceTimeline& timeline, const BufferRow& row);

/// Returns only Facts::argument.
std::string argumentOf(const SpaceTimeline& timeline, const BufferRow& row);

/// Returns Facts::argument, otherwise Facts::opName. A copy that the compiler made and that has neither gets the name
/// of the value that it copies.
std::string frameworkNameOf(const SpaceTimeline& timeline, const BufferRow& row);

/// Sets only Facts::sourceFile, sourceLine, sourceOf and stack.
void describeSource(const SpaceTimeline& timeline, const BufferRow& row, Facts& facts);

/// Returns the shape without its layout; empty when it is unknown.
std::string plainShapeOf(const SpaceTimeline& timeline, const BufferRow& row);

/// Returns the names of SpaceTimeline::sharersOf(row), at most `limit`.
std::vector<std::string> sharerNames(const SpaceTimeline& timeline, RowId row, std::size_t limit = 1000);

} // namespace tidemark::xla
