#pragma once

#include "core/base/id.h"
#include "core/base/warnings.h"
#include "core/tenstorrent/tt_xla/operation_facts.h"
#include "core/view/amount_text.h"

#include <string>
#include <vector>

namespace tidemark::ttxla {

struct FactsTag;
/// A position in Profile::facts.
using FactsId = Id<FactsTag>;
struct NameTag;
/// A position in Profile::names.
using NameId = Id<NameTag>;

/// The kind of an element of Profile::operations.
enum class OperationKind : std::uint8_t {
    Plain, // any other operation, which upstream lists
    Deallocate, // upstream lists neither Deallocate nor GetDevice
    GetDevice,
    Submit, // "before submit": the program that follows, if the log has no states of its operations
    Submitted, // "after submit": a moment at which nothing runs
    Snapshot, // memory states without the line that says where they were taken
};

/// Returns the kind of an executed operation.
OperationKind kindOf(const OperationFacts& facts);

/// An executed operation, or another moment at which the log gives memory states.
struct Operation {
    FactsId facts; // none if the log has only its memory states
    NameId type; // "MatmulOp" or "before submit"; none without memory states
    NameId constEval; // const-eval graph that it runs in; none in the main program
    std::uint64_t line = 0; // line of the log, or position in a list
    std::uint32_t index = UINT32_MAX; // index among the operations that upstream lists; UINT32_MAX if not listed
    OperationKind kind = OperationKind::Plain;
    bool isCacheMiss = false; // its const-eval graph runs because its result is not in the cache
    bool isWeight = false; // it runs in const-eval, or an input has the shape of a weight
    bool hasState = false; // the log has its memory states
    bool isLast = false; // last operation of its program: the next states are not its result

    bool isListed() const { return index != UINT32_MAX; }
};

/// Operations [begin, end) of a profile.
struct Extent {
    std::size_t begin = 0;
    std::size_t end = 0;
    std::size_t count() const { return end - begin; }
};

enum class RangeKind : std::uint8_t { ConstEval, Execution };

/// A named range of operations [begin, end).
struct Range {
    std::string name; // "main"; valid UTF-8
    RangeKind kind = RangeKind::Execution;
    std::uint32_t begin = 0;
    std::uint32_t end = 0;
};

/// A module dump in the log.
struct ModuleDump {
    std::string stage; // "ttir"
    std::string text; // lines with their line ends; valid UTF-8
    std::uint64_t line = 0; // line of the log at which the dump begins
};

/// A failed allocation, from the message of tt-metal's allocator. Amounts are in bytes; an absent amount is missing, as
/// in messages of older versions.
struct OutOfMemory {
    std::uint64_t line = 0;
    std::uint32_t operation = 0; // last operation before it; operations.size() if there is none
    std::optional<Memory> memory;
    std::string buffer; // "DRAM"
    std::int64_t bytes = 0;
    std::int64_t banks = 0;
    std::int64_t perBank = 0;
    std::optional<std::int64_t> bankSize;
    std::optional<std::int64_t> free; // in a bank
    std::optional<std::int64_t> largest; // largest free block of a bank

    enum class Cause { Unknown, TooBig, Fragmented, Contradicting };
    /// TooBig: larger than the free bytes of a bank. Fragmented: enough bytes are free, but no block is large enough.
    Cause cause() const;
    /// "An allocation failed in line 189: a DRAM buffer of 12 GiB needs 1 GiB in each of 12 banks, where 839.5 MiB is
    /// free"
    AmountText explained() const;
    /// Returns whether it failed during these operations in this memory, or in an unknown one.
    bool isIn(Memory shown, Extent extent) const;
};
/// Reads the message anywhere in a line. Returns nullopt if it is missing or its numbers are cut.
std::optional<OutOfMemory> readOutOfMemory(std::string_view text);

/// A block of an allocator's table.
struct AllocatorBlock {
    std::int64_t address = 0; // in each bank
    std::int64_t size = 0; // in each bank
    bool isAllocated = false;
};

/// Whether states were taken before or after their operations.
enum class Moment : std::uint8_t { Before, After };

/// The kind of file that a profile was read from. It decides which facts are available.
enum class Origin : std::uint8_t { Log, Lists, Report, BlockTables };

/// The operations and memory states of one process of a run, in the order of the log. Immutable once read.
struct Profile {
    Origin origin = Origin::Log;
    Moment moment = Moment::Before; // when all states were taken
    bool areAmountsPerBank = false; // the file does not state the number of banks, so amounts are those of one
    std::string name; // name of the run, from its file or folder
    std::string rank; // rank of the process, as the log gives it; else empty
    std::vector<Operation> operations;
    std::vector<MemoryStates> states; // one for each operation; all unknown if it has none
    std::vector<OperationFacts> facts; // shared by operations with the same facts
    std::vector<std::string> names;
    std::vector<Range> ranges; // sorted by begin
    std::vector<ModuleDump> modules;
    InputsRegistry inputs;
    std::vector<std::vector<std::uint32_t>> weights; // for each operation, positions in inputs.entries
    std::vector<OutOfMemory> shortages;
    /// The allocator's blocks for each operation and memory, sorted by address. Empty if the profile has no tables.
    std::vector<std::array<std::vector<AllocatorBlock>, kMemories>> blocks;
    std::vector<std::string> relations; // contradictions between the lists, in words; empty if they agree
    Warnings warnings;

    const OperationFacts* factsOf(const Operation& operation) const
    {
        return operation.facts.isNone() ? nullptr : &facts[operation.facts.index()];
    }
    std::string_view nameOf(NameId id) const { return id.isNone() ? std::string_view() : names[id.index()]; }
    /// "ttnn.matmul"; if the name is not known, the type given with the memory states.
    std::string_view labelOf(const Operation& operation) const;
    /// The state of a memory before and after an operation. The state after is unknown for the last operation of a log
    /// or program, and if the next operation has no memory states.
    const BankState& before(std::size_t operation, Memory memory) const;
    const BankState& after(std::size_t operation, Memory memory) const;
    std::size_t listed() const; // number of operations that upstream lists
    const ModuleDump* firstModule(std::string_view stage) const; // null if there is none
    /// Sets Operation::isLast from the ranges. The states after such an operation do not count as its result: between
    /// two programs arguments and results come and go.
    void markLast();
    /// Numbers the operations that upstream lists: those with both their own line and memory states, except
    /// deallocations and operations that get a device. In a log without any operation line, those with known DRAM
    /// states are numbered.
    void numberListed();
    /// Attributes weights to operations by the shapes of their inputs alone, as upstream does. An operation that loads
    /// a graph's result takes all weights with one of its input shapes. Operations inside the graph take the loaded
    /// weights. For other operations each shape stands for one weight, the last one with that shape. Sets `weights` and
    /// Operation::isWeight.
    void attributeWeights();
    std::vector<const Range*> rangesOf(RangeKind kind) const;
    /// Returns whether any state of the memory is known.
    bool hasStates(Memory memory) const;
};

/// A curve with one value for each operation. An unknown value repeats the one before it.
struct Values {
    std::vector<std::int64_t> values;
    std::vector<std::uint8_t> known; // 1 if the value is known

    void add(const std::optional<std::int64_t>& value, std::int64_t otherwise);
    std::int64_t last() const { return values.empty() ? 0 : values.back(); }
};

/// The banks over which bytes are summed: all banks of the device, or only one.
enum class Banks : std::uint8_t { All, One };

/// The level of a memory over an extent of operations, in bytes of all banks or of one bank.
struct Levels {
    std::optional<std::int64_t> base; // level before the first operation
    std::optional<std::int64_t> peak; // highest level before or after an operation; absent if no level is known
    std::size_t peakAt = 0; // first operation that reaches the peak, counted from the extent's begin
    std::size_t unknown = 0; // operations with neither a known level before nor a known level after
    std::optional<std::int64_t> upstreamPeak; // highest level that the page of upstream's profiler shows
    std::optional<std::int64_t> capacity; // largest total of the memory that a state gives
    std::int32_t banks = -1; // negative if not known
    Values before; // level before the operation
    Values level; // level after the operation
    Values inside; // the higher of the levels before and after the operation
    Values fragmentation; // fragmentation after the operation, in permille

    /// The bytes that the operation adds to the level. Absent if the level before or after it is not known.
    std::optional<std::int64_t> increase(std::size_t at) const;
};
Levels levelsOf(const Profile& profile, Memory memory, Extent extent, Banks of = Banks::All);

/// Scales an amount of one bank to the counted banks. Absent if it is not known.
inline std::optional<std::int64_t> amountOf(const BankState& state, std::int64_t perBank, Banks of)
{
    if (of == Banks::All)
        return state.ofAllBanks(perBank);
    return perBank < 0 ? std::nullopt : std::optional(perBank);
}

} // namespace tidemark::ttxla
