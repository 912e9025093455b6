#pragma once

#include "core/view/view.h"

#include <QString>

#include <span>

namespace tidemark::ui {

/// The content of a column. It decides how cells are written and aligned.
enum class Holds : std::uint8_t {
    Bytes, // numbers; the first click on the header sorts the largest first
    Address,
    Position, // on the axis
    Life, // two positions
    Count, // a number that the file may not contain
    Words,
    Code, // names, shapes and places of a program
};

/// When a table shows a column by default.
enum class InTable : std::uint8_t { OnDemand, WhereThereIsRoom, Always };

/// The properties of a column. To add a column, add a line to the table of columns. Depending on that line it then
/// appears in the row tables, in the card and in the text of Copy Details, and the filter searches it.
struct ColumnInfo {
    RowColumn column;
    const char* title;
    const char* help = ""; // a sentence for a tool tip; "%1" is the word for a cell of the axis
    Holds holds = Holds::Words;
    InTable inTable = InTable::OnDemand;
    int width = 84; // for a font of usual size
    bool isSearched = false; // the filter searches its text
    bool isInCard = false; // written as in tables, unless BufferCard has its own text
    bool isInDetails = false; // its text or number is in Copy Details
    bool isOfMeanings = false; // empty until RowMeanings are known
    // A cell shows the first of text, idleSteps and number that its column has. Rows sort by the first of rank,
    // idleSteps, number and text. While the data for rank or idleSteps is not known, they are not sorted.

    /// Bytes, steps, or the position of the kind. Negative bytes mean not known.
    std::int64_t (*number)(const View&, const LiveRow&) = nullptr;
    /// The position, in the order of reports, of a value that comes from meanings.
    std::int64_t (*rank)(const RowMeanings&, RowId) = nullptr;
    /// The number of steps around a step in which nothing reads the row, from its uses.
    std::int64_t (*idleSteps)(const RowUses&, const View&, RowId, StepId) = nullptr;
    /// The text, from the row or from its facts including meanings. Empty if it is not known.
    std::string (*text)(const View&, RowId, const Facts&) = nullptr;
};

/// All columns, in the order in which the details of a row list them.
std::span<const ColumnInfo> rowColumnInfos();
const ColumnInfo& infoOf(RowColumn column);

QString columnTitle(const ColumnInfo& column);
/// Plain text; may be empty.
QString columnHelp(const ColumnInfo& column, const Axis& axis);
/// Returns whether cells are numbers, which are right-aligned.
bool isNumber(const ColumnInfo& column);
bool isMonospace(const ColumnInfo& column);
/// Returns whether a number of the column is known. Negative bytes are not.
inline bool isKnown(const ColumnInfo& column, std::int64_t number)
{
    return column.holds != Holds::Bytes || number >= 0;
}

} // namespace tidemark::ui
