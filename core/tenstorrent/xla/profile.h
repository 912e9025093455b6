#pragma once

#include "core/base/id.h"
#include "core/base/warnings.h"
#include "core/tenstorrent/xla/inputs_registry.h"
#include "core/tenstorrent/xla/operation_facts.h"

#include <string>
#include <vector>

namespace tidemark::ttxla {

struct FactsTag;
/// A position in Profile::facts.
using FactsId = Id<FactsTag>;
struct NameTag;
/// A position in Profile::names.
using NameId = Id<NameTag>;

/// What an element of Profile::operations is.
enum class OperationKind : std::uint8_t {
    Plain, // in upstream's lists
    Deallocate, // upstream leaves these two out
    GetDevice,
    Submit, // "before submit": the program that follows, where the log has no blocks of its operations
    Submitted, // "after submit": nothing happens in it
    Snapshot, // a block alone, of which the log does not say where it was taken
};

/// An operation that was executed, or another moment of which the log tells what memory held.
struct Operation {
    FactsId facts; // none: the log has its block alone
    NameId type; // "MatmulOp" or "before submit"; none: it has no block
    NameId constEval; // the graph that it runs in; none: in the main program
    std::uint64_t line = 0; // of the log; of lists their position
    std::uint32_t index = UINT32_MAX; // among those that upstream lists; UINT32_MAX: it does not
    OperationKind kind = OperationKind::Plain;
    bool isCacheMiss = false; // its graph runs since its result is not in the cache
    bool isWeight = false; // of const-eval, or one of its inputs has the shape of a weight
    bool hasState = false; // its block is there
    bool isLast = false; // of its program: the states that follow are no result of it

    bool isListed() const { return index != UINT32_MAX; }
};

enum class RangeKind : std::uint8_t { ConstEval, Execution, Session };

/// Operations [begin, end) that belong together.
struct Range {
    std::string name; // "main"; of a session the test, or "program_0"; valid UTF-8
    RangeKind kind = RangeKind::Execution;
    std::uint32_t begin = 0;
    std::uint32_t end = 0;
    std::uint32_t number = 0; // of those with the same name and kind, from 1
};

/// A dump of a module that the log has.
struct ModuleDump {
    std::string stage; // "ttir"
    std::string text; // lines, each with its end; valid UTF-8
    std::uint64_t line = 0; // of the log, of the first
    std::uint32_t operation = 0; // that comes next
};

/// An allocation that failed, as tt-metal's allocator says. Bytes; absent: older ones do not tell.
struct OutOfMemory {
    std::uint64_t line = 0;
    std::uint32_t operation = 0; // that was executed: the last before it; operations.size(): none
    std::optional<Memory> memory;
    std::string buffer; // "DRAM"
    std::int64_t bytes = 0;
    std::int64_t banks = 0;
    std::int64_t perBank = 0;
    std::optional<std::int64_t> bankSize;
    std::optional<std::int64_t> allocated;
    std::optional<std::int64_t> free;
    std::optional<std::int64_t> largest;

    enum class Cause { Unknown, TooBig, Fragmented, Contradicting };
    /// TooBig: more than is free in a bank. Fragmented: there is as much, but no block as large.
    Cause cause() const;
};
/// Reads the sentence wherever it stands in the line; absent where it is not there or its numbers are cut.
std::optional<OutOfMemory> readOutOfMemory(std::string_view text);

/// A block of an allocator's table.
struct AllocatorBlock {
    std::int64_t address = 0; // in each bank
    std::int64_t size = 0; // in each bank
    bool isAllocated = false;
};

/// When a state was taken.
enum class Moment : std::uint8_t { Before, After };

/// Where a profile comes from, for people and for what can be told of it.
enum class Origin : std::uint8_t { Log, Lists, Report, BlockTables };

/// What one process of a run told of its operations and its device's memory, in the order of the log. Immutable once
/// read.
struct Profile {
    Origin origin = Origin::Log;
    Moment moment = Moment::Before; // of all states
    std::string name; // of the run, from the name of its file or folder
    std::string rank; // who wrote it, as the log tells; empty: it does not
    std::vector<Operation> operations;
    std::vector<MemoryStates> states; // one for each operation; nothing is known of it where it has none
    std::vector<OperationFacts> facts; // what operations are the same share
    std::vector<std::string> names;
    std::vector<Range> ranges; // by their beginnings
    std::vector<ModuleDump> modules;
    InputsRegistry inputs;
    std::vector<std::vector<std::uint32_t>> weights; // for each operation, positions in inputs.entries
    std::vector<OutOfMemory> shortages;
    /// Of records with tables, for each operation and memory, by address; else empty.
    std::vector<std::array<std::vector<AllocatorBlock>, kMemories>> blocks;
    std::vector<std::string> relations; // of lists that do not fit together, in words; empty: they do
    Warnings warnings;

    const OperationFacts* factsOf(const Operation& operation) const
    {
        return operation.facts.isNone() ? nullptr : &facts[operation.facts.index()];
    }
    std::string_view nameOf(NameId id) const { return id.isNone() ? std::string_view() : names[id.index()]; }
    /// "ttnn.matmul"; the type of the block where nothing else is told.
    std::string_view labelOf(const Operation& operation) const;
    /// What is in a memory before and after an operation. Nothing is known after the last of a log, session or program,
    /// and where the next operation has no block.
    const BankState& before(std::size_t operation, Memory memory) const;
    const BankState& after(std::size_t operation, Memory memory) const;
    std::size_t listed() const; // operations that upstream lists
    const ModuleDump* firstModule(std::string_view stage) const; // null where there is none
    /// Finds out which operations are the last of a program or session, once its ranges are known. Between two programs
    /// their arguments and results come and go, and after a session another process may run.
    void markLast();
    std::vector<const Range*> rangesOf(RangeKind kind) const;
    /// Whether any state of the memory is told.
    bool tells(Memory memory) const;
};

} // namespace tidemark::ttxla
