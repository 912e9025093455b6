#pragma once

#include "core/compare/argument_shapes.h"
#include "core/compare/attributed_level.h"
#include "core/rules/seed_004.h"
#include "core/view/choice.h"
#include "core/view/document.h"

#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace tidemark {

/// A query about all workers.
struct WorkersQuestion {
    Choice choice;
    std::optional<std::uint64_t> step; // none for the peak of each program
    AttributionRules rules;
    bool withSeed004Line = false;
    bool withViewChecks = false; // also run the checks of each view, before those of its level
};

/// A program in a file.
struct Worker {
    std::shared_ptr<const Document> document;
    ProgramId program;
    std::int64_t memory = 0;
    std::optional<Digest> digest; // absent if it cannot be read; it then equals no program
    std::shared_ptr<const AttributedLevel> level; // shared by equal programs; null if it has no such memory or step
    std::shared_ptr<const Seed004Line> seed004; // null also if it was not requested
    std::optional<Error> error = std::nullopt; // the reason why it has no level
    std::shared_ptr<const std::vector<ArgumentShape>> arguments = nullptr; // shared like `level`
    std::string session = {}; // only if the workers are of several sessions

    const FileEntry& file() const { return document->catalogue().fileOf(program); }
    const ProgramEntry& entry() const { return document->catalogue().programs[program.index()]; }
    /// The worker's label in lists, as valid UTF-8: its host, or its file, after its session if there are several.
    std::string name() const;
};

/// A number of bytes for each worker: a column of the table of workers.
struct WorkerColumn {
    std::string id; // "category_kv_cache_bytes"
    /// Absent when the worker has no level, or the level has no such number.
    std::function<std::optional<std::int64_t>(const Worker&)> bytes;
    std::optional<std::size_t> kind = std::nullopt; // index in Workers::kinds if it has the bytes of a kind
    std::optional<std::size_t> category
        = std::nullopt; // index in Workers::categories if it has the bytes of a category
};

/// The minimum, mean and maximum of a column over the workers whose programs have one name. Absent when no worker has a
/// number.
struct ColumnRange {
    std::string program; // name without id
    std::string column; // id of the column
    std::optional<std::int64_t> least;
    std::optional<std::int64_t> average; // rounded to the nearest byte
    std::optional<std::int64_t> most;
};

/// A file whose program of a name differs from the program that most files have.
struct DifferingWorker {
    std::size_t worker = 0; // the first worker with that file and name
    std::size_t common = 0; // the first worker with the program that most files have
    std::string text; // the difference, for users
    /// Which arguments have other shapes: "init_carry[2] has 24 instead of 16 in dimension 1". Empty: none has, or the
    /// file has no paths of arguments.
    AmountText arguments = {};
};

/// The warnings of reading a program, shared by the workers whose programs are equal.
struct ProgramProblems {
    std::vector<std::size_t>
        workers; // positions in the list, at least one; the problems are those of the first worker's view
    Warnings problems;
};

/// All workers of a query.
struct Workers {
    std::vector<Worker> list; // in natural order of session, host and path, then by name and id
    std::vector<RowKind> kinds; // the kinds of every level
    std::vector<RowCategory> categories; // the categories of every level
    std::vector<WorkerColumn> columns; // peaks, level, arguments, then kinds and categories
    std::vector<ColumnRange> ranges; // by name of the program, then by column
    std::vector<DifferingWorker> differing; // by name of the program, then in the order of the list
    Warnings warnings; // warnings about workers without a level and unreadable files
    std::vector<ProgramProblems> problems; // problems of the programs that have any, sorted by the first worker

    /// The warnings followed by the problems, each once for all equal programs, with file and program where there are
    /// several. Warnings for which the function returns true are left out because they are shown elsewhere. Bounded:
    /// beyond 20 of a code only the number of programs is given.
    Warnings allWarnings(const std::function<bool(const ProgramProblems&)>& isShownElsewhere = {}) const;
};

/// The minimum, mean and maximum of a column over these workers.
ColumnRange rangeOf(const std::string& program, const WorkerColumn& column, const std::vector<const Worker*>& workers);

/// Attributes the level of every worker that findPerFile() finds in each document. If any file names its host, files
/// that name none are left out with a warning. Errors: no program has that name,
/// host or memory; no worker has a level (with the first worker's reason); Cancelled. Cost: reads and digests each
/// program, and decodes each different one, a few at a time on all processors.
Result<Workers> attributeWorkers(const Documents& documents, const WorkersQuestion& question,
                                 const Progress& progress = {});

/// The workers that one capture recorded, in the files of a session folder, or of the session folders of one run.
struct WorkerSession {
    std::string name; // "run/2026_11_20_09_00_00"; empty: the files that are of no session
    std::vector<std::string> paths; // of the files, sorted
    std::size_t workers = 0; // those that attributeWorkers() finds in these files

    bool contains(const FileEntry& file) const;
};

/// The sessions of all documents of this kind, in natural order of their names. They count the workers with a program
/// of this name, or all workers if the name is empty. Opens no file.
std::vector<WorkerSession> workerSessions(const Documents& documents, const std::string& kind,
                                          const std::string& program = {});

} // namespace tidemark
