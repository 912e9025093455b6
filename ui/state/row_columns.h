#pragma once

#include "core/view/view.h"

#include <QString>

#include <span>

namespace tidemark::ui {

/// What a column holds, which says how its cells are written and where they stand.
enum class Holds : std::uint8_t {
    Bytes, // numbers, of which the largest are wanted first
    Address,
    Position, // on the axis
    Life, // two of them
    Count, // a number that the file may not tell
    Words,
    Code, // names, shapes and places of a program
};

/// When a table shows a column that the user has not chosen.
enum class InTable : std::uint8_t { OnDemand, WhereThereIsRoom, Always };

/// All that the window knows of a column. A new one is a line in the table of them, and then it is in the row tables,
/// in the card, in what Copy Details copies and in what the filter searches, as that line says.
struct ColumnInfo {
    RowColumn column;
    const char* title;
    const char* help = ""; // a sentence for a tool tip; "%1" is what a cell of the axis is called
    Holds holds = Holds::Words;
    InTable inTable = InTable::OnDemand;
    int width = 84; // with a font of common size
    bool isSearched = false; // its text
    bool isInCard = false; // as in tables, where BufferCard has no words of its own
    bool isInDetails = false; // its text, or its number
    bool isOfMeanings = false; // empty before RowMeanings are known
    // Cells are written from the first of these that a column has: text, idleSteps, number. Rows sort by the first of
    // rank, idleSteps, number, text; as long as what the first two need is not known, not at all.
    /// Bytes, steps, the position of the kind. Negative bytes: not known.
    std::int64_t (*number)(const View&, const LiveRow&) = nullptr;
    /// The position in the order of reports, of what meanings tell.
    std::int64_t (*rank)(const RowMeanings&, RowId) = nullptr;
    /// For how many steps around this one nothing reads it, as uses tell.
    std::int64_t (*idleSteps)(const RowUses&, const View&, RowId, StepId) = nullptr;
    /// Words: of the row, or of its facts with those of meanings; empty where nobody tells.
    std::string (*text)(const View&, RowId, const Facts&) = nullptr;
};

/// All columns, in the order in which one row is read.
std::span<const ColumnInfo> rowColumnInfos();
const ColumnInfo& infoOf(RowColumn column);

QString columnTitle(const ColumnInfo& column);
/// Plain text; may be empty.
QString columnHelp(const ColumnInfo& column, const Axis& axis);
/// Numbers stand at the right.
bool isNumber(const ColumnInfo& column);
bool isMonospace(const ColumnInfo& column);
/// Whether such a number of the column is one that the file tells.
inline bool isKnown(const ColumnInfo& column, std::int64_t number)
{
    return column.holds != Holds::Bytes || number >= 0;
}

} // namespace tidemark::ui
