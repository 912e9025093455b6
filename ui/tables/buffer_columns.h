#pragma once

#include "ui/tables/buffer_facts.h"

#include <QVariant>

namespace tidemark::ui {

/// What the table of live buffers can show, in the order it does at first.
enum class BufferColumn {
    Name,
    Size,
    Padding,
    Type,
    Shape,
    Lifetime,
    Source,
    OpName,
    Unpadded,
    Layout,
    Opcode,
    Offset,
    Born,
    Freed,
    Id,
    Allocation,
    Overlap,
};
constexpr int kBufferColumns = 17;

/// One row of the table: all that a cell is made from.
struct BufferCell {
    const ViewState& state;
    const BufferFacts& facts;
    LiveRow live;
    const BufferRow& row() const { return state.timeline()->rows[live.row.value]; }
    const BufferDetails& details() const { return facts.of(live.row.value); }
};

QString columnTitle(BufferColumn column);
QString columnHelp(BufferColumn column);
/// Numbers, which stand at the right.
bool isNumber(BufferColumn column);
/// Bytes, of which the largest are wanted first.
bool isSize(BufferColumn column);
/// Names, shapes and places of a program.
bool isMonospace(BufferColumn column);

QString cellText(const BufferCell& cell, BufferColumn column);
/// Bytes and steps as plain integers, else as cellText.
QString plainText(const BufferCell& cell, BufferColumn column);
/// What the column sorts by: raw bytes and steps, text for names.
QVariant sortKey(const BufferCell& cell, BufferColumn column);
QString cellToolTip(const BufferCell& cell, BufferColumn column);

} // namespace tidemark::ui
