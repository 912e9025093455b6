#pragma once

#include "core/tenstorrent/xla/ir_lines.h"
#include "ui/pages/operations/shown_operations.h"
#include "ui/state/units.h"
#include "ui/theme/colors.h"

namespace tidemark::ui {

/// Prefixes of links in the rich text below: to an operation of the profile, and to a memory.
constexpr auto kOperationLink = "operation:";
constexpr auto kMemoryLink = "memory:";

/// The peaks of each memory as rich text with links. The current memory is shown in full, with its allocations.
QString peaksHtml(const ShownOperations& shown, const Units& units, const Colors& colors);

/// An operation as rich text: its name, inputs, results, source, and effect on each memory.
QString operationHtml(const ShownOperations& shown, const ttxla::IrLines& ir, std::size_t at, const Units& units,
                      const Colors& colors);

} // namespace tidemark::ui
