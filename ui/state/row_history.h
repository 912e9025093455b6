#pragma once

#include "ui/state/view_state.h"

namespace tidemark::ui {

/// "used", "taken over", "freed".
QString eventWord(RowEventKind kind);
/// "used by fusion.12", "taken over by fusion.13", "freed".
QString eventText(const ViewState& state, const RowEvent& event);
/// "fusion.12, 5 uses, 1 hand-over": the events of a row as text, for the accessible description. Empty: not known yet.
QString historyText(const ViewState& state, RowId row);
/// How long nothing reads a row around the cursor, and the events around that time: "idle for 201 steps around the peak
/// (used by fusion.12 at 67, next used by fusion.301 at 268)". Empty if it is not known, or if the row is not live at
/// the cursor.
QString idleText(const ViewState& state, RowId row);

/// Idle rows are shaded by the power of ten of their idle steps: 0, from 1, from 10, from 100, from 1,000 on.
constexpr int kIdleShades = 5;
int idleShade(std::uint32_t steps);
/// The least number of idle steps of a shade.
std::uint32_t idleShadeFrom(int shade);
/// "1–9"
QString idleShadeText(int shade);

} // namespace tidemark::ui
