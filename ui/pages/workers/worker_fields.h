#pragma once

#include "core/view/workers.h"
#include "ui/tables/column_header.h"

#include <QString>

#include <map>
#include <optional>
#include <string>
#include <vector>

namespace tidemark::ui {

/// A column of the table of workers.
struct WorkerField {
    enum class Kind { Name, Program, Session, Path, Chips, Bytes, Checks };
    Kind kind = Kind::Bytes;
    QString title;
    QString help; // what the figure is
    std::size_t column = 0; // of kind Bytes: into WorkerTable::columns
    std::string category; // id, of those that are of one
    bool isPeak = false; // that the workers are compared by
    bool isMoreBetter = false;
    ColumnHeader::Column header;

    /// A filter looks in it.
    bool isText() const
    {
        return kind == Kind::Name || kind == Kind::Program || kind == Kind::Session || kind == Kind::Path;
    }
};

/// The capacity of each worker's own device, in bytes, by its file. Files whose device is not known are not in it.
using WorkerCapacities = std::map<const FileEntry*, std::int64_t>;

/// Workers as a table shows them: its columns, and what is usual in each.
struct WorkerTable {
    WorkerTable(std::shared_ptr<const Workers> all, WorkerCapacities ofDevices);

    std::optional<std::int64_t> bytes(std::size_t worker, const WorkerField& field) const;
    /// How far a worker is from what more than half of those with the same program name have: 0 where it is no
    /// different, or where most differ from each other.
    std::int64_t change(std::size_t worker, const WorkerField& field) const;
    const WorkerField& peak() const;
    bool differs(std::size_t worker) const { return isDiffering[worker]; }
    /// Some of the workers alone, in this order; ranges, and by what those that are left differ, are as of all.
    Workers only(const std::vector<std::size_t>& some) const;

    std::shared_ptr<const Workers> workers; // at least one
    WorkerCapacities capacities;
    std::optional<std::int64_t> capacity; // that all workers have; absent: they differ, or one is not known
    std::vector<WorkerColumn> columns; // those of Workers, then what is in no report on workers
    std::vector<WorkerField> fields;
    std::vector<ColumnRange> ranges; // of all workers, beside the columns
    std::vector<std::optional<std::int64_t>> usual; // by programOf() and column, one program after the other
    std::vector<std::size_t> programOf; // by worker, into the names of programs
    std::vector<bool> isDiffering; // by worker: its file is one of Workers::differing
};

} // namespace tidemark::ui
