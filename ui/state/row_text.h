#pragma once

#include "core/groups/source_frame.h"
#include "core/view/check.h"
#include "ui/state/units.h"
#include "ui/state/view_state.h"
#include "ui/theme/colors.h"

#include <QString>

#include <vector>

namespace tidemark::ui {

/// Whether the axis has cells to choose from. A message has none, and a file that does not say when memory is live has
/// one level for all the time.
bool hasCells(const Axis& axis);
/// When the bytes of an axis without cells are live: "all the time", or "in use" for a recording of one moment.
QString timeWithoutCells(const View& view);
/// The word for the cells of an axis: "steps", "phases".
QString cellsText(const Axis& axis);
/// "1 step", "1,401 steps"
QString countedCells(const Axis& axis, std::size_t count);
/// The word for one cell, at the beginning of a sentence: "Step", "Phase".
QString cellTitle(const Axis& axis);
/// "1,401". On an axis of time, the time at which the cell begins: "1.25 ms". Also accepts Id(count).
QString positionText(const Axis& axis, StepId at);
/// "step 1,401". Without an axis: "the message".
QString cellText(const Axis& axis, StepId at);
/// "steps 64–267": the first and the last cell. On an axis of time, the begin of the first and the end of the last.
QString rangeText(const Axis& axis, StepRange range);
/// The total for shares of rows: at the step of the peak the peak, which may be inside the step, and elsewhere the
/// level after the step. REQUIRES: a view
std::int64_t bytesAtCursor(const ViewState& state);
/// "step 131 of 478"; the only one without the number of all. REQUIRES: an axis with cells
QString cellOfAllText(const Axis& axis, StepId at);
/// The share of bytes in bytesAtCursor(): "18.5 % of the peak", "2.1 % of step 12", "50.0 % of what is listed".
QString shareText(const ViewState& state, std::int64_t bytes);
/// The share of a row. A row that is not live at the cursor has at most a share of the peak: "not live at step 75".
QString shareText(const ViewState& state, RowId row);
/// The words for a row and for rows, in the middle of a sentence: "buffer", "buffers". Null: there is no view yet.
QString rowWord(const View* view);
QString rowsWord(const View* view);
/// "1 buffer", "268 buffers"
QString countedRows(const View* view, std::size_t count);
/// The first and the last cell of its life: "steps 64–267", "always live".
QString lifetimeText(const View& view, RowId row);

/// "init_carry[2], param.5": the label, and the name if it differs.
QString namesText(const Facts& facts);

/// All known facts of a row as plain text, one per line. REQUIRES: a row of the view shown
QString detailsText(const ViewState& state, RowId row);

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

/// "models/lm.py:33:10 in Net.__call__". Only the place if the function is not known.
std::string callText(const CallFrame& frame);

/// "models/lm.py:33", with the whole path. Empty if the file does not contain it.
std::string fullSource(const Facts& facts);

/// A line of the display of a row's source.
struct SourceLine {
    QString text; // "lm.py:33 in Net.__call__"
    QString place; // "models/lm.py:33"
    bool isInLibrary = false;
};

/// The source line and its calls, innermost first. Only the calls if they begin with the source line.
std::vector<SourceLine> sourceLines(const Facts& facts);
/// "source of fusion.67, which this is a copy of". Empty if the source is the row's own.
QString sourceNote(const Facts& facts);
/// The note and all source lines, one per line.
QString sourceText(const Facts& facts);

/// "The rows at the peak add up to it".
QString checkTitle(const Check& check);

/// The checks as rich text, failed ones first. Each shows both sides and, if they differ, the difference. Exact amounts
/// are in tool tips.
QString checksHtml(const std::vector<Check>& checks, const Units& units, const Colors& colors);

/// "5 checks passed", "✕ 1 of 5 checks". Remarks are not counted. Empty if there is no check.
QString checksSummary(const CheckCounts& counts);
QString checksSummary(const std::vector<Check>& checks);

} // namespace tidemark::ui
