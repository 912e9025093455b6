#include "ui/state/row_columns.h"

#include "ui/theme/text.h"

#include <algorithm>
#include <array>

namespace tidemark::ui {
namespace {

std::string orEmpty(const std::optional<std::int64_t>& number)
{
    return number ? std::to_string(*number) : std::string();
}

constexpr std::array kColumns = {
    ColumnInfo{.column = RowColumn::Name,
               .title = QT_TR_NOOP("Name"),
               .holds = Holds::Code,
               .inTable = InTable::Always,
               .width = 180,
               .isSearched = true,
               .text = [](const View&, RowId, const Facts& facts) { return facts.label(); }},
    ColumnInfo{.column = RowColumn::Size,
               .title = QT_TR_NOOP("Size"),
               .holds = Holds::Bytes,
               .inTable = InTable::Always,
               .width = 142,
               .isInCard = true,
               .isInDetails = true,
               .number = [](const View& view, const LiveRow& live) { return view.rows.size[live.row]; }},
    ColumnInfo{.column = RowColumn::Unpadded,
               .title = QT_TR_NOOP("Unpadded"),
               .holds = Holds::Bytes,
               .isInCard = true,
               .isInDetails = true,
               .number = [](const View& view, const LiveRow& live) { return view.rows.unpadded[live.row]; }},
    ColumnInfo{.column = RowColumn::Padding,
               .title = QT_TR_NOOP("Padding"),
               .help = QT_TR_NOOP("Bytes that the layout adds to the array's own"),
               .holds = Holds::Bytes,
               .inTable = InTable::WhereThereIsRoom,
               .number
               = [](const View& view, const LiveRow& live) { return view.rows.padding(live.row).value_or(-1); }},
    ColumnInfo{.column = RowColumn::Overlap,
               .title = QT_TR_NOOP("Overlap"),
               .help = QT_TR_NOOP("Memory that an earlier row already counts, because it is re-used in place"),
               .holds = Holds::Bytes,
               .number = [](const View&, const LiveRow& live) { return live.overlap; }},
    ColumnInfo{.column = RowColumn::Shape,
               .title = QT_TR_NOOP("Shape"),
               .holds = Holds::Code,
               .inTable = InTable::Always,
               .width = 236,
               .isSearched = true,
               .isInCard = true,
               .isInDetails = true,
               .text = [](const View&, RowId, const Facts& facts) { return facts.shape; }},
    ColumnInfo{.column = RowColumn::Layout,
               .title = QT_TR_NOOP("Layout"),
               .holds = Holds::Code,
               .width = 180,
               .isInCard = true,
               .text = [](const View&, RowId, const Facts& facts) { return facts.layout; }},
    ColumnInfo{.column = RowColumn::Kind,
               .title = QT_TR_NOOP("Type"),
               .help = QT_TR_NOOP("The kind of allocation that contains it"),
               .width = 190,
               .isSearched = true,
               .isInCard = true,
               .isInDetails = true,
               .number = [](const View& view, const LiveRow& live) { return std::int64_t{view.rows.kind[live.row]}; },
               .text = [](const View& view, RowId row, const Facts&) { return view.rows.kindOf(row).label; }},
    ColumnInfo{.column = RowColumn::Category,
               .title = QT_TR_NOOP("Category"),
               .help = QT_TR_NOOP("What the memory is used for, derived from names, operations and data flow"),
               .inTable = InTable::Always,
               .width = 190,
               .isSearched = true,
               .isInCard = true,
               .isInDetails = true,
               .isOfMeanings = true,
               .rank
               = [](const RowMeanings& meanings, RowId row) { return std::int64_t{meanings.category[row.index()]}; },
               .text = [](const View&, RowId, const Facts& facts) { return facts.categoryLabel; }},
    ColumnInfo{.column = RowColumn::Role,
               .title = QT_TR_NOOP("Role"),
               .help = QT_TR_NOOP("How the category's memory is kept: the argument itself, a copy, saved for later"),
               .isSearched = true,
               .isInDetails = true,
               .isOfMeanings = true,
               .text = [](const View&, RowId, const Facts& facts) { return facts.role; }},
    ColumnInfo{.column = RowColumn::Rule,
               .title = QT_TR_NOOP("Rule"),
               .help = QT_TR_NOOP("The rule that decided the category"),
               .width = 236,
               .isInCard = true,
               .isInDetails = true,
               .isOfMeanings = true,
               .text = [](const View&, RowId, const Facts& facts) { return facts.rule; }},
    ColumnInfo{.column = RowColumn::Opcode,
               .title = QT_TR_NOOP("Opcode"),
               .holds = Holds::Code,
               .width = 104,
               .isSearched = true,
               .isInDetails = true,
               .text = [](const View&, RowId, const Facts& facts) { return facts.opcode; }},
    ColumnInfo{.column = RowColumn::Lifetime,
               .title = QT_TR_NOOP("Lifetime"),
               .holds = Holds::Life,
               .inTable = InTable::Always,
               .width = 112,
               .isInCard = true,
               .isInDetails = true,
               .number
               = [](const View& view, const LiveRow& live) { return std::int64_t{view.rows.start[live.row].value}; }},
    ColumnInfo{.column = RowColumn::Born,
               .title = QT_TR_NOOP("Born"),
               .help = QT_TR_NOOP("The %1 that allocates it"),
               .holds = Holds::Position,
               .number
               = [](const View& view, const LiveRow& live) { return std::int64_t{view.rows.start[live.row].value}; }},
    ColumnInfo{.column = RowColumn::Freed,
               .title = QT_TR_NOOP("Freed"),
               .help = QT_TR_NOOP("The first %1 at which it is no longer live"),
               .holds = Holds::Position,
               .number
               = [](const View& view, const LiveRow& live) { return std::int64_t{view.rows.end[live.row].value}; }},
    ColumnInfo{.column = RowColumn::Idle,
               .title = QT_TR_NOOP("Idle"),
               .help = QT_TR_NOOP("Number of %1s around the cursor in which nothing reads it"),
               .holds = Holds::Count,
               .isInCard = true,
               .idleSteps = [](const RowUses& uses, const View& view, RowId row,
                               StepId at) { return std::int64_t{uses.idle(view.rows, row, at).steps}; }},
    ColumnInfo{.column = RowColumn::Allocation,
               .title = QT_TR_NOOP("Allocation"),
               .holds = Holds::Count,
               .isInCard = true,
               .isInDetails = true,
               .text = [](const View&, RowId, const Facts& facts) { return orEmpty(facts.allocation); }},
    ColumnInfo{.column = RowColumn::Offset,
               .title = QT_TR_NOOP("Offset"),
               .help = QT_TR_NOOP("Address inside its allocation"),
               .holds = Holds::Address,
               .isInDetails = true,
               .number = [](const View& view, const LiveRow& live) { return view.rows.offset[live.row]; }},
    ColumnInfo{.column = RowColumn::Id,
               .title = QT_TR_NOOP("Id"),
               .holds = Holds::Count,
               .text = [](const View&, RowId, const Facts& facts) { return orEmpty(facts.id); }},
    ColumnInfo{.column = RowColumn::OpName,
               .title = QT_TR_NOOP("Op name"),
               .holds = Holds::Code,
               .inTable = InTable::WhereThereIsRoom,
               .width = 220,
               .isSearched = true,
               .isInCard = true,
               .isInDetails = true,
               .text = [](const View&, RowId, const Facts& facts) { return facts.opName; }},
    ColumnInfo{.column = RowColumn::Source,
               .title = QT_TR_NOOP("Source"),
               .holds = Holds::Code,
               .inTable = InTable::Always,
               .width = 160,
               .isSearched = true,
               .isInCard = true,
               .isInDetails = true,
               .text = [](const View&, RowId, const Facts& facts) { return shortSource(facts); }},
};
static_assert(kColumns.size() == kRowColumns);
static_assert(std::ranges::all_of(kColumns, [](const ColumnInfo& column) {
    return (!column.isSearched || column.text) && (!column.isInDetails || column.text || column.number);
}));

constexpr auto kPositions = [] {
    std::array<std::size_t, kRowColumns> positions{};
    for (std::size_t i = 0; i < kColumns.size(); ++i)
        positions[static_cast<std::size_t>(kColumns[i].column)] = i;
    return positions;
}();

} // namespace

std::span<const ColumnInfo> rowColumnInfos()
{
    return kColumns;
}

const ColumnInfo& infoOf(RowColumn column)
{
    return kColumns[kPositions[static_cast<std::size_t>(column)]];
}

QString columnTitle(const ColumnInfo& column)
{
    return UiText::tr(column.title);
}

QString columnHelp(const ColumnInfo& column, const Axis& axis)
{
    return UiText::tr(column.help).replace(QStringLiteral("%1"), text(axis.cell));
}

bool isNumber(const ColumnInfo& column)
{
    return column.holds == Holds::Bytes || column.holds == Holds::Address || column.holds == Holds::Position
        || column.holds == Holds::Count;
}

bool isMonospace(const ColumnInfo& column)
{
    return column.holds == Holds::Code || column.holds == Holds::Address;
}

} // namespace tidemark::ui
