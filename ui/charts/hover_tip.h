#pragma once

#include "ui/state/view_state.h"

#include <QStringList>

namespace tidemark::ui {

/// "steps 64–268": born at 64, freed at 268; "always live".
QString lifetimeText(const SpaceTimeline& timeline, const BufferRow& row);

/// What the tip over a step says, line by line, as plain text; the first line is its heading.
QStringList stepTip(const ViewState& state, std::uint32_t step);

/// The tip over a buffer, as rich text; what comes from the file is escaped.
QString rowTip(const ViewState& state, std::uint32_t row);

/// Everything known of a buffer as plain text, one fact a line.
QString rowText(const ViewState& state, std::uint32_t row);

/// A text of the file.
QString fromFile(std::string_view text);

} // namespace tidemark::ui
