#pragma once

#include "core/view/axis.h"
#include "core/view/curve.h"

#include <algorithm>
#include <cstring>
#include <optional>
#include <type_traits>
#include <vector>

namespace tidemark {

struct RowTag;
/// Something that takes memory: a buffer, an allocation, a phase. A position in Rows.
using RowId = Id<RowTag>;

/// Whether a Stored lies in memory as a T does: it is one, or the number of an id.
template <class T, class Stored>
inline constexpr bool kLiesAs = std::is_same_v<T, Stored>;
template <class Tag>
inline constexpr bool kLiesAs<Id<Tag>, std::uint32_t> = sizeof(Id<Tag>) == sizeof(std::uint32_t);

/// One value per row, read where it lies: an array of its own or a member of an array of structs.
template <class T>
class RowValues
{
    static_assert(std::is_trivially_copyable_v<T>);

public:
    RowValues() = default;
    /// `first` is the value of row 0; that of the next row lies `stride` bytes further. The memory must outlive this.
    template <class Stored>
        requires kLiesAs<T, Stored>
    RowValues(const Stored* first, std::size_t stride)
        : m_first(static_cast<const char*>(static_cast<const void*>(first)))
        , m_stride(stride)
    { }

    /// There are values.
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

/// What a row belongs to: exactly one of a few kinds, in the fixed order of Rows::kinds.
struct RowKind {
    // What attribution asks for by its id.
    static constexpr std::string_view kParameter = "parameter";
    static constexpr std::string_view kOutput = "output";
    static constexpr std::string_view kTemporary = "temporary";

    std::string id; // "parameter": for programs
    std::string label; // "Argument": for people
    Hue hue = Hue::Temporary;
};

/// A row at a step, with the part of its range that earlier rows of the same set already cover (in-place re-use).
struct LiveRow {
    RowId row;
    std::int64_t overlap = 0; // bytes
    friend bool operator==(const LiveRow&, const LiveRow&) = default;
};

/// A place that a program was in when it made what a row is of.
struct CallFrame {
    std::string place; // "lm.py:33:10"
    std::string function; // "Net.__call__"; empty: the file does not tell

    friend bool operator==(const CallFrame&, const CallFrame&) = default;
};

/// What a file tells of a row, as valid UTF-8. Empty text, no number and line 0: it does not tell. Meant to be filled
/// again and again.
struct Facts {
    std::optional<std::int64_t> id; // the file's own
    std::string instruction; // that defines it: "fusion.67"
    std::vector<std::int64_t> shapeIndex;
    std::string name; // "fusion.67{1}"; never empty
    std::string shape; // with layout
    std::string shapeWithoutLayout;
    std::string layout;
    std::string opName;
    std::string opcode;
    std::string argument; // path of the argument whose memory it is: "params['embed']"; empty for others
    std::string sourceFile;
    std::int64_t sourceLine = 0;
    std::string sourceOf; // the instruction whose source this is, where a copy has none of its own; else empty
    std::vector<CallFrame> stack; // innermost first
    std::optional<std::int64_t> allocation; // the file's own number of what holds it
    bool liveOut = false;
    bool aliased = false; // an argument whose memory an output takes over
    // Empty unless RowMeanings told them.
    std::string category; // "model_parameters"
    std::string categoryLabel; // "Model parameters"
    std::string role; // "held"
    std::string rule; // what decided

    /// What people call it: an argument by its path, where that is one of the user's program, anything else by its
    /// name.
    const std::string& label() const;
};

/// Columns that a kind of document can fill, in the order in which a table shows them at first. A new one stands at the
/// end, as settings keep its number.
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

/// Whether a part of a tree, "a/b/c", is another or lies in it.
inline bool isInPart(std::string_view part, std::string_view other)
{
    return part == other || (part.size() > other.size() && part[other.size()] == '/' && part.starts_with(other));
}

/// Another way to group rows than by kind.
struct Grouping {
    std::string id; // "opcode"
    std::string label; // "Opcode"
    std::function<std::string(RowId)> groupOf; // valid UTF-8, never empty
    bool isTree = false; // groups are paths: parts between slashes, the outermost first
    /// What a group is called.
    std::function<std::string(const std::string&)> textOf = [](const std::string& group) { return group; };
    /// What the filter finds of a row beside its facts, from a look at that row alone; may be empty. Null: nothing.
    std::function<std::string(RowId)> searched = nullptr;
    /// Whether a row of `group` belongs to `wanted`: it is that group, or lies in that part of the tree.
    bool isIn(std::string_view group, std::string_view wanted) const
    {
        return isTree ? isInPart(group, wanted) : group == wanted;
    }
};

/// The address behind `size` bytes from `begin`, or the last there is. REQUIRES: size >= 0
constexpr std::int64_t addressPast(std::int64_t begin, std::int64_t size)
{
    return begin + std::min(size, INT64_MAX - std::max<std::int64_t>(begin, 0));
}

/// What takes the memory of a view. A row lives in cells [start, end). All functions may be called from any thread;
/// those that a kind does not give find nothing.
struct Rows {
    std::size_t count = 0;
    std::string one = "buffer"; // what a row is called, in the middle of a sentence
    std::string many = "buffers";
    RowValues<std::int64_t> size; // bytes
    RowValues<std::int64_t> unpadded; // bytes, at most size; negative: not known
    RowValues<std::int64_t> offset; // in what holds it, bytes
    /// A number for what holds it: those that one holds stand in live() in the order of their ids. No values: no two
    /// rows share memory.
    RowValues<std::uint32_t> holder;
    RowValues<StepId> start;
    RowValues<StepId> end;
    RowValues<std::uint8_t> kind; // into kinds
    std::vector<RowKind> kinds;
    std::vector<RowColumn> columns; // those that are ever filled; none: the kind knows no rows
    std::vector<Grouping> groupings;
    /// Memory in which rows lie at their offsets, from begin to end.
    struct Region {
        std::uint32_t holder = 0; // whose rows lie in it; all rows where they have none
        std::optional<std::int64_t> allocation; // the file's own number; absent: it has none
        std::int64_t begin = 0; // of each bank
        std::int64_t end = 0;
        std::int64_t banks = 1; // that every row lies in, at the same offset, with an equal part of its size
        std::optional<std::uint64_t> address = std::nullopt; // of its begin in the device

        /// Where what people are told of its addresses begins: the device's own are told beside it.
        std::int64_t origin() const { return address ? begin : 0; }
    };
    std::optional<std::uint64_t> address; // in the device, that offsets count from; absent: it is not known
    std::vector<Region> regions; // by holder; none: it is not known where rows lie

    /// Fills all of `facts` but what RowMeanings tell, which is then empty. Cost: microseconds.
    std::function<void(RowId, Facts&)> describe = [](RowId, Facts& facts) { facts = {}; };
    /// Of `facts` what tells rows from others, for less: op name, opcode, argument and shape without layout, and the
    /// name where there is none of the first three; nothing else in them counts. Null: describe().
    std::function<void(RowId, Facts&)> identify;
    /// Facts::name alone.
    std::function<std::string(RowId)> name = [](RowId) { return std::string(); };
    /// Facts::label() alone; null: every row is called by its name.
    std::function<std::string(RowId)> givenLabel;
    std::string label(RowId row) const { return givenLabel ? givenLabel(row) : name(row); }
    /// Names of what else lives in the memory of a row during its life, at most `limit`, and how many there are.
    struct Names {
        std::vector<std::string> shown;
        std::size_t all = 0;
    };
    std::function<Names(RowId, std::size_t limit)> sharers = [](RowId, std::size_t) { return Names(); };
    /// The rows of a cell in the document's own order, which overlaps are counted in. Σ size − overlap is the level.
    /// Cost: at most a pass over all rows and a sort of the live ones.
    std::function<std::vector<LiveRow>(StepId)> live = [](StepId) { return std::vector<LiveRow>(); };
    /// All rows in the same order, each with its overlap in the cell of its birth. Cost: a sort of all.
    std::function<std::vector<LiveRow>()> all = [] { return std::vector<LiveRow>(); };
    /// What has no known life: it is in no curve, and no row of the table. Its members are as those of rows.
    struct Unplaced {
        std::int64_t size = 0;
        std::int64_t unpadded = 0;
        std::int64_t offset = 0;
        std::uint8_t kind = 0;
        Facts facts; // as of describe()
    };
    using TakeUnplaced = std::function<void(Unplaced&)>; // which may be changed
    /// Calls `take` for all there is, always in the same order.
    std::function<void(const TakeUnplaced& take)> unplaced = [](const TakeUnplaced&) {};

    /// What layouts add to the array's own bytes; absent: not known.
    std::optional<std::int64_t> padding(RowId row) const
    {
        return unpadded[row] < 0 ? std::nullopt : std::optional(size[row] - unpadded[row]);
    }
    bool fills(RowColumn column) const { return std::ranges::find(columns, column) != columns.end(); }
    const RowKind& kindOf(RowId row) const { return kinds[kind[row]]; }
    /// Allocators list what of their memory is free, too.
    bool isFree(RowId row) const { return kind && kindOf(row).id == "free"; }
    bool isLive(RowId row, StepId step) const { return start[row] <= step && step < end[row]; }
};

} // namespace tidemark
