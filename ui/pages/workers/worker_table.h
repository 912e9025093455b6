#pragma once

#include "core/compare/workers.h"
#include "ui/charts/bar_plot.h"
#include "ui/tables/column_header.h"

#include <QString>

#include <algorithm>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace tidemark::ui {

struct WorkerField {
    enum class Kind { Name, Program, Session, Path, Chips, Bytes, Checks };
    Kind kind = Kind::Bytes;
    QString title;
    QString help; // explains the figure
    std::size_t column = 0; // for Kind::Bytes: index into WorkerTable::columns
    std::string category; // id of a category column
    bool isPeak = false; // true for the peak that workers are compared by
    bool isMoreBetter = false;
    ColumnHeader::Column header;

    bool isText() const
    {
        return kind == Kind::Name || kind == Kind::Program || kind == Kind::Session || kind == Kind::Path;
    }
};

/// The capacity of each worker's device in bytes, by file. Files whose device is not known have no entry.
using WorkerCapacities = std::map<const FileEntry*, std::int64_t>;

/// The table of workers: its columns, and the usual value of each.
struct WorkerTable {
    WorkerTable(std::shared_ptr<const Workers> all, WorkerCapacities ofDevices);

    std::optional<std::int64_t> bytes(std::size_t worker, const WorkerField& field) const;
    /// The difference of a worker from the usual value among workers with the same program name. The usual value is
    /// that of more than half of them. Returns 0 if the worker has the usual value, or if there is none.
    std::int64_t change(std::size_t worker, const WorkerField& field) const;
    const WorkerField& peak() const { return *std::ranges::find_if(fields, &WorkerField::isPeak); }
    bool differs(std::size_t worker) const { return differences[worker] != nullptr; }
    /// The table with only some workers, in this order. Ranges and differences stay relative to all workers.
    Workers only(const std::vector<std::size_t>& some) const;

    std::shared_ptr<const Workers> workers; // not empty
    WorkerCapacities capacities;
    std::optional<std::int64_t> capacity; // capacity that all workers share; absent: they differ, or one is not known
    std::vector<WorkerColumn> columns; // columns of Workers, then additional columns
    std::vector<WorkerField> fields;
    std::vector<ColumnRange> ranges; // ranges of all workers, in the same order
    std::vector<std::optional<std::int64_t>> usual; // usual values by program and column, one program after the other
    std::vector<std::size_t> programOf; // program of each worker, as an index into their names
    std::vector<const DifferingWorker*> differences; // by worker: that of its file and program name; null: none
};

/// A bar for each of these workers, stacked by category. The bar of a worker whose program differs from that of most
/// workers has the difference above it.
BarPlot workerBars(std::shared_ptr<const WorkerTable> table, std::vector<std::size_t> order, ByteUnit unit);

} // namespace tidemark::ui
