#pragma once

#include "ui/tables/buffer_model.h"

#include <iosfwd>
#include <span>

namespace tidemark::ui {

/// Rows of a model of buffers as tab-separated text with a header line, in the columns given, as shown or with plain
/// bytes.
QString rowsAsText(const QList<QModelIndex>& rows, const QList<int>& columns, int role = Qt::DisplayRole);

/// Everything known of one buffer, a fact a line.
QString detailsAsText(const ViewState& state, const BufferFacts& facts, std::uint32_t row);

/// CSV with the columns of the command line's `buffers`.
void writeCsv(std::ostream& out, const SpaceTimeline& timeline, std::span<const LiveRow> rows);

void copyText(const QString& text);

} // namespace tidemark::ui
