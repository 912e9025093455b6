#pragma once

#include "core/tenstorrent/xla/ir_lines.h"
#include "ui/pages/operations/shown_operations.h"
#include "ui/state/units.h"
#include "ui/theme/colors.h"

namespace tidemark::ui {

/// Links in what follows: to an operation of the profile, and to a memory.
constexpr auto kOperationLink = "operation:";
constexpr auto kMemoryLink = "memory:";

/// Where each memory is fullest, as rich text with links: the one shown in full, with what it is of.
QString peaksHtml(const ShownOperations& shown, const Units& units, const Colors& colors);

/// An operation as rich text: what it is, takes and gives, where it comes from, what it does to each memory.
QString operationHtml(const ShownOperations& shown, const ttxla::IrLines& ir, std::size_t at, const Units& units,
                      const Colors& colors);

} // namespace tidemark::ui
