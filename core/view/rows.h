#pragma once

#include "core/include/tidemark/buffer.h"
#include "core/view/axis.h"
#include "core/view/curve.h"
#include "core/view/step_series.h"

#include <algorithm>
#include <cstring>
#include <optional>
#include <type_traits>
#include <vector>

namespace tidemark {

struct RowTag;
/// The position in Rows of an item that takes memory: a buffer, an allocation, a phase.
using RowId = Id<RowTag>;

/// Whether a Stored has the memory layout of a T: it is the same type, or the number of an id.
template <class T, class Stored>
inline constexpr bool kLiesAs = std::is_same_v<T, Stored>;
template <class Tag>
inline constexpr bool kLiesAs<Id<Tag>, std::uint32_t> = sizeof(Id<Tag>) == sizeof(std::uint32_t);

/// One value for each row, read in place from an array of values or from a member of an array of structs.
template <class T>
class RowValues
{
    static_assert(std::is_trivially_copyable_v<T>);

public:
    RowValues() = default;
    /// `first` is the value of row 0, and the value of each next row is `stride` bytes further. The memory must outlive
    /// this object.
    template <class Stored>
    requires kLiesAs<T, Stored> RowValues(const Stored* first, std::size_t stride)
        : m_first(static_cast<const char*>(static_cast<const void*>(first)))
        , m_stride(stride)
    { }

    /// Whether there are values.
    explicit operator bool() const { return m_first != nullptr; }
    /// REQUIRES: a row of the table
    T operator[](RowId row) const
    {
        T value;
        std::memcpy(&value, m_first + row.index() * m_stride, sizeof(T));
        return value;
    }

private:
    const char* m_first = nullptr;
    std::size_t m_stride = 0;
};

/// The kind of a row: exactly one of a few, in the fixed order of Rows::kinds.
struct RowKind {
    // Ids that the attribution uses.
    static constexpr std::string_view kParameter = "parameter";
    static constexpr std::string_view kOutput = "output";
    static constexpr std::string_view kTemporary = "temporary";

    std::string id; // id for programs: "parameter"
    std::string label; // label for users: "Argument"
    Hue hue = Hue::Temporary;
};

/// A row that is live at a step, with the bytes that earlier rows of the same set already cover (in-place re-use).
struct LiveRow {
    RowId row;
    std::int64_t overlap = 0; // bytes
    friend bool operator==(const LiveRow&, const LiveRow&) = default;
};

/// The columns that a kind of document can fill, in their default order in a table. Settings store the number, so a new
/// column is added at the end.
enum class RowColumn : std::uint8_t {
    Name,
    Size,
    Padding,
    Kind,
    Category,
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
    Role,
    Rule,
    Overlap,
    Idle,
};
constexpr int kRowColumns = static_cast<int>(RowColumn::Idle) + 1; // the last one

/// Returns whether a path in a tree, "a/b/c", equals another path or is below it.
inline bool isInPart(std::string_view part, std::string_view other)
{
    return part == other || (part.size() > other.size() && part[other.size()] == '/' && part.starts_with(other));
}

/// A grouping of rows other than by kind.
struct Grouping {
    std::string id; // "opcode"
    std::string label; // "Opcode"
    std::function<std::string(RowId)> groupOf; // valid UTF-8, never empty
    bool isTree = false; // groups are paths: parts between slashes, the outermost first
    /// The label of a group.
    std::function<std::string(const std::string&)> textOf = [](const std::string& group) { return group; };
    /// The text of a row that the filter searches in addition to the facts. May be empty. Null: none.
    std::function<std::string(RowId)> searched = nullptr;
    /// Returns whether the group of a row is only probable. Null: all are certain.
    std::function<bool(RowId)> isProbable = nullptr;
    /// Returns whether a row of `group` belongs to `wanted`: the same group, or one below it in a tree.
    bool isIn(std::string_view group, std::string_view wanted) const
    {
        return isTree ? isInPart(group, wanted) : group == wanted;
    }
};

/// The address `size` bytes after `begin`, or the highest address. REQUIRES: size >= 0
constexpr std::int64_t addressPast(std::int64_t begin, std::int64_t size)
{
    return begin + std::min(size, INT64_MAX - std::max<std::int64_t>(begin, 0));
}

/// The rows of a view. A row lives in cells [start, end). All functions may be called from any thread. The defaults of
/// functions that a kind does not set find nothing.
struct Rows {
    std::size_t count = 0;
    std::string one = "buffer"; // word for a row inside a sentence
    std::string many = "buffers";
    RowValues<std::int64_t> size; // in bytes
    RowValues<std::int64_t> unpadded; // in bytes, at most size; negative if unknown
    RowValues<std::int64_t> offset; // offset in the holder, in bytes
    /// The number of the allocation that holds the row. live() lists the rows of one holder in the order of its ids.
    /// Without values no two rows share memory.
    RowValues<std::uint32_t> holder;
    RowValues<StepId> start;
    RowValues<StepId> end;
    RowValues<std::uint8_t> kind; // index in `kinds`
    std::vector<RowKind> kinds;
    std::vector<RowColumn> columns; // columns that rows may fill; empty if the kind has no rows
    std::vector<Grouping> groupings;
    std::string usualGrouping; // id of the grouping to begin with; empty: the categories, or the types
    std::string usualTree; // id of the grouping that a tree of the rows begins with; empty: see shownLevels()
    /// A range of memory in which rows have offsets, from begin to end.
    struct Region {
        std::uint32_t holder = 0; // holder of its rows; all rows if they have no holder
        std::optional<std::int64_t> allocation; // number in the file; absent if it has none
        std::int64_t begin = 0; // first address in each bank
        std::int64_t end = 0;
        std::int64_t banks = 1; // number of banks: each has an equal part of every row at the same offset
        std::optional<std::uint64_t> address = std::nullopt; // address of `begin` in the device

        /// The origin of the addresses that users see. The device's addresses are shown in addition.
        std::int64_t origin() const { return address ? begin : 0; }
    };
    std::optional<std::uint64_t> address; // address in the device from which offsets count; absent if unknown
    std::vector<Region> regions; // sorted by holder; empty if the addresses of rows are unknown
    /// A range of addresses in a region that the allocator holds in some cells.
    struct Held {
        std::uint32_t holder = 0; // that of the region
        std::int64_t begin = 0;
        std::int64_t end = 0;
        StepRange steps;
    };
    /// The ranges that the allocator holds, in any order. At one step they do not overlap. No row lies in two of them.
    /// Empty: the allocator holds the whole regions at every step.
    std::vector<Held> held;
    /// The regions, or the parts of them that the allocator holds at a step, by holder and address.
    std::vector<Region> heldAt(StepId step) const;

    /// Whether the file does not say when the rows are live, though some have the same place in memory. At such a step
    /// the sizes add up to more than the level, and an overlap is the chance of the order, not a share of the memory.
    bool shareAtUnknownTimes = false;

    /// Fills all of `facts` except the members of RowMeanings, which become empty. Cost: microseconds.
    std::function<void(RowId, Facts&)> describe = [](RowId, Facts& facts) { facts = {}; };
    /// Fills only the facts that distinguish rows, at a lower cost: op name, opcode, argument, shape without layout,
    /// and the name if the first three are empty. The other members are undefined. Null: use describe().
    std::function<void(RowId, Facts&)> identify;
    const std::function<void(RowId, Facts&)>& identifier() const { return identify ? identify : describe; }
    /// Only Facts::name.
    std::function<std::string(RowId)> name = [](RowId) { return std::string(); };
    /// Only Facts::label(). Null: every row's label is its name.
    std::function<std::string(RowId)> givenLabel;
    std::string label(RowId row) const { return givenLabel ? givenLabel(row) : name(row); }
    /// The number of buffers that a row stands for. Profiles add up the arrays of one stack.
    std::function<std::size_t(RowId)> pieces = [](RowId) { return std::size_t{1}; };
    /// Names of the other buffers that live in a row's memory during its life, at most `limit`, and their number.
    struct Names {
        std::vector<std::string> shown;
        std::size_t all = 0;
    };
    std::function<Names(RowId, std::size_t limit)> sharers = [](RowId, std::size_t) { return Names(); };
    /// The rows that are live in a cell, in the document's own order, which defines the overlaps. Σ (size − overlap) is
    /// the level. Cost: at most a pass over all rows and a sort of the live ones.
    std::function<std::vector<LiveRow>(StepId)> live = [](StepId) { return std::vector<LiveRow>(); };
    /// All rows in the same order, each with its overlap in the cell of its birth. Cost: a sort of all.
    std::function<std::vector<LiveRow>()> all = [] { return std::vector<LiveRow>(); };
    /// A buffer without a known live range. It is in no curve and in no row of the table. Its members correspond to
    /// those of rows.
    struct Unplaced {
        std::int64_t size = 0;
        std::int64_t unpadded = 0;
        std::int64_t offset = 0;
        std::uint8_t kind = 0;
        Facts facts; // the facts that describe() fills
    };
    using TakeUnplaced = std::function<void(Unplaced&)>; // the function may change its argument
    /// Calls `take` for all such buffers, always in the same order.
    std::function<void(const TakeUnplaced& take)> unplaced = [](const TakeUnplaced&) {};

    /// The bytes that the layout adds to the array. Absent: unknown.
    std::optional<std::int64_t> padding(RowId row) const
    {
        return unpadded[row] < 0 ? std::nullopt : std::optional(size[row] - unpadded[row]);
    }
    bool fills(RowColumn column) const { return std::ranges::find(columns, column) != columns.end(); }
    const RowKind& kindOf(RowId row) const { return kinds[kind[row]]; }
    /// Whether the row is free memory. Allocators list that too.
    bool isFree(RowId row) const { return kind && kindOf(row).id == "free"; }
    bool isLive(RowId row, StepId step) const { return start[row] <= step && step < end[row]; }
    /// Whether the row is live in a cell of the range.
    bool isLiveIn(RowId row, StepRange range) const
    {
        return start[row].value < range.end && range.begin < end[row].value;
    }
};

} // namespace tidemark
