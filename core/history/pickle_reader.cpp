#include "core/history/pickle_reader.h"

#include "core/system/huge_pages.h"

#include <algorithm>
#include <bit>
#include <cstring>
#include <optional>
#include <string>
#include <vector>

namespace tidemark::history {
namespace {

using Value = PickleValue;
using Kind = PickleValue::Kind;

constexpr std::size_t kPickleBlock = std::size_t{256} << 10; // fits into the cache of a processor
constexpr std::size_t kFirstStack = 1024; // values; the stack grows
constexpr std::size_t kMostArgument = 8; // bytes of the longest fixed argument of an opcode
constexpr std::uint64_t kMostPickle = std::uint64_t{8} << 30; // so that every number of an element fits into 32 bits
constexpr std::uint64_t kBytesOfEntry = 24; // bytes of a file for each entry of the memo, in recorded files at least
constexpr std::uint64_t kMostReserved = std::uint64_t{1} << 22; // entries
static_assert(Value::kMostText < kPickleBlock, "a text that is kept fits into one block");

/// The opcodes that are read.
enum class Op : std::uint8_t {
    Mark = '(',
    Stop = '.',
    None = 'N',
    NewTrue = 0x88,
    NewFalse = 0x89,
    BinInt = 'J',
    BinInt1 = 'K',
    BinInt2 = 'M',
    Long1 = 0x8a,
    Long4 = 0x8b,
    BinFloat = 'G',
    ShortBinUnicode = 0x8c,
    BinUnicode = 'X',
    BinUnicode8 = 0x8d,
    ShortBinString = 'U',
    BinString = 'T',
    ShortBinBytes = 'C',
    BinBytes = 'B',
    BinBytes8 = 0x8e,
    EmptyTuple = ')',
    Tuple = 't',
    Tuple1 = 0x85,
    Tuple2 = 0x86,
    Tuple3 = 0x87,
    EmptyList = ']',
    List = 'l',
    Append = 'a',
    Appends = 'e',
    EmptyDict = '}',
    Dict = 'd',
    SetItem = 's',
    SetItems = 'u',
    BinPut = 'q',
    LongBinPut = 'r',
    Memoize = 0x94,
    BinGet = 'h',
    LongBinGet = 'j',
    Proto = 0x80,
    Frame = 0x95,
};

/// An opcode that is refused.
struct RefusedOp {
    std::uint8_t op;
    std::string_view name;
};
/// Those that make objects or run code, and those that Python writes for none of the values that are read.
constexpr RefusedOp kRefusedOps[] = {
    {'c', "GLOBAL"},
    {0x93, "STACK_GLOBAL"},
    {'R', "REDUCE"},
    {'b', "BUILD"},
    {'i', "INST"},
    {'o', "OBJ"},
    {0x81, "NEWOBJ"},
    {0x92, "NEWOBJ_EX"},
    {'P', "PERSID"},
    {'Q', "BINPERSID"},
    {0x82, "EXT1"},
    {0x83, "EXT2"},
    {0x84, "EXT4"},
    {0x8f, "EMPTY_SET"},
    {0x90, "ADDITEMS"},
    {0x91, "FROZENSET"},
    {0x96, "BYTEARRAY8"},
    {0x97, "NEXT_BUFFER"},
    {0x98, "READONLY_BUFFER"},
    {'0', "POP"},
    {'1', "POP_MARK"},
    {'2', "DUP"},
    {'I', "INT"},
    {'L', "LONG"},
    {'F', "FLOAT"},
    {'S', "STRING"},
    {'V', "UNICODE"},
    {'g', "GET"},
    {'p', "PUT"},
};

/// Reads a little-endian number. REQUIRES: its bytes
template <class Number>
Number load(const char* from)
{
    static_assert(std::endian::native == std::endian::little, "other processors need a swap of bytes");
    Number number;
    std::memcpy(&number, from, sizeof number);
    return number;
}

/// The contents of lists by the opcodes that append all their items. The memo never changes an entry, so the same
/// opcodes make the same list. Stacks are mostly such lists. A program has far fewer different ones than events, and
/// repeats them mostly in the same order.
class KnownRows
{
public:
    struct Row {
        std::uint32_t begin = 0; // in m_bytes
        std::uint32_t size = 0;
        std::uint32_t content = 0; // what the sink returned
        std::uint32_t next = 0; // the row that came after this one the last time
        std::uint32_t older = 0; // the row before this one of those with the same first bytes
    };

    /// Returns the row that is at `at`. Null: it is not known.
    const Row* find(const char* at, const char* end)
    {
        std::uint32_t row = m_rows[m_last].next;
        if (!isAt(m_rows[row], at, end)) {
            row = m_starts[startOf(at, end)];
            for (std::size_t i = 0; !isAt(m_rows[row], at, end); ++i) {
                row = m_rows[row].older;
                if (row == 0 || i == kMostTries)
                    return nullptr;
            }
        }
        m_last = m_rows[m_last].next = row;
        return &m_rows[row];
    }
    /// `end` is that of the bytes which can be read.
    void add(std::string_view row, const char* end, std::uint32_t content)
    {
        if (m_bytes.size() + m_rows.size() * sizeof(Row) > kMostBytes)
            *this = {};
        const auto position = static_cast<std::uint32_t>(m_rows.size());
        std::uint32_t& start = m_starts[startOf(row.data(), end)];
        m_rows.push_back(
            {static_cast<std::uint32_t>(m_bytes.size()), static_cast<std::uint32_t>(row.size()), content, 0, start});
        m_bytes.append(row);
        start = m_last = m_rows[m_last].next = position;
    }

private:
    static constexpr std::size_t kStarts = std::size_t{1} << 12;
    static constexpr std::size_t kMostBytes = std::size_t{8} << 20;
    static constexpr std::size_t kMostStart = 128; // bytes
    static constexpr std::size_t kMostTries = 16;

    bool isAt(const Row& row, const char* at, const char* end) const
    {
        return row.size > 0 && row.size <= static_cast<std::size_t>(end - at)
            && std::memcmp(m_bytes.data() + row.begin, at, row.size) == 0;
    }
    /// A hash of the first bytes, up to one that may be the end of the row.
    static std::size_t startOf(const char* at, const char* end)
    {
        const std::string_view bytes(at, std::min(kMostStart, static_cast<std::size_t>(end - at)));
        return std::hash<std::string_view>()(bytes.substr(0, bytes.find(static_cast<char>(Op::Appends)))) % kStarts;
    }

    std::vector<Row> m_rows{1}; // the first is none
    std::vector<std::uint32_t> m_starts = std::vector<std::uint32_t>(kStarts); // rows by their first bytes
    std::uint32_t m_last = 0;
    std::string m_bytes;
};

/// The stack machine that a pickle is a program for. After a function has returned false, m_error is set.
class PickleMachine
{
public:
    PickleMachine(const File& file, PickleSink& sink, const Progress& progress)
        : m_file(file)
        , m_sink(sink)
        , m_progress(progress)
        , m_what(Progress::reading(file.path()))
        , m_block(std::min<std::uint64_t>(kPickleBlock, file.size()), '\0')
        , m_at(m_block.data())
        , m_end(m_block.data())
    {
        // An entry takes more bytes in the file. Memory that is not used is not taken from the system.
        m_memo.reserve(std::min<std::uint64_t>(file.size() / kBytesOfEntry, kMostReserved));
        sys::preferHugePages(m_memo.data(), m_memo.capacity() * sizeof m_memo[0]);
    }

    Result<Value> run()
    {
        if (m_file.size() > kMostPickle)
            return Error{ErrorKind::TooLarge, m_file.path() + " has more than 8 GiB, which is too large for a pickle.",
                         std::nullopt};
        if (!start())
            return *m_error;
        while (!m_isStopped) {
            carryOutFrequent();
            if (!step())
                return *m_error;
        }
        return m_stack.front();
    }

private:
    /// An entry of the memo. Python puts no numbers into it, so these are kept elsewhere and entries are small.
    struct Memoized {
        Kind kind = Kind::Unset;
        std::uint32_t id = 0; // Value::id; the position in m_numbers if it has a number
    };
    static bool hasNumber(Kind kind) { return kind == Kind::Int || kind == Kind::Float || kind == Kind::Bool; }

    bool start();
    void carryOutFrequent();
    const char* appendRow(const Value& list, const char* at, const char* end, std::span<Value> room);
    bool step();
    bool other(Op op);
    bool number(Op op);
    bool text(Op op);
    bool container(Op op);

    bool refill(std::size_t bytes);
    template <class Number>
    bool read(Number& number);
    bool readLong(std::uint64_t size);
    bool readText(std::uint64_t size, bool isText);
    bool skip(std::uint64_t size);

    bool push(const Value& value)
    {
        if (m_depth == m_stack.size())
            m_stack.resize(m_depth * 2);
        m_stack[m_depth++] = value;
        return true;
    }
    bool push(Kind kind, std::int64_t value = 0, std::uint32_t id = 0) { return push(Value{kind, id, value}); }
    bool pushNew(Kind kind, std::uint32_t& count);
    bool get(std::uint64_t index);
    Memoized memoized(const Value& value);
    [[gnu::cold]] bool unwritten(std::uint64_t index);
    bool put(std::uint64_t index);
    [[gnu::cold]] bool putElsewhere(std::uint64_t index);
    bool collectTuple(std::size_t size);
    bool popMark(std::size_t& begin);
    bool change(Kind kind, std::size_t begin);
    bool frame();
    bool stop();

    std::uint64_t offsetOf(const char* place) const { return m_blockEnd - static_cast<std::uint64_t>(m_end - place); }
    std::size_t floor() const { return m_marks.empty() ? 0 : m_marks.back(); }
    // Cold functions are not inlined, so that the frequent ones stay small.
    [[gnu::cold]] bool fail(ErrorKind kind, std::string_view words);
    [[gnu::cold]] bool malformed(std::string_view words);
    [[gnu::cold]] bool truncated();
    [[gnu::cold]] bool refuse(std::uint8_t op);

    const File& m_file;
    PickleSink& m_sink;
    const Progress& m_progress;
    std::string m_what;
    std::string m_block;
    const char* m_at; // the next byte, in m_block
    const char* m_end; // the end of the bytes that are in m_block
    std::uint64_t m_blockEnd = 0; // offset of m_end in the file
    std::uint64_t m_frameEnd = 0;
    std::uint64_t m_opOffset = 0; // of the opcode that is carried out
    std::vector<Value> m_stack = std::vector<Value>(kFirstStack); // the first m_depth count
    std::size_t m_depth = 0;
    std::vector<std::size_t> m_marks; // depths that the stack had
    std::vector<Memoized> m_memo;
    std::vector<std::int64_t> m_numbers; // of entries of the memo
    KnownRows m_rows;
    std::uint32_t m_lists = 0;
    std::uint32_t m_dicts = 0;
    bool m_isStopped = false;
    std::optional<Error> m_error;
};

bool PickleMachine::fail(ErrorKind kind, std::string_view words)
{
    m_error = Error{kind, (m_file.path() + " ").append(words), m_opOffset};
    return false;
}

bool PickleMachine::malformed(std::string_view words)
{
    return fail(ErrorKind::Malformed, std::string("is damaged: ").append(words));
}

bool PickleMachine::truncated()
{
    return fail(ErrorKind::Truncated, "ends inside a value. Copy or write the file again.");
}

bool PickleMachine::refuse(std::uint8_t op)
{
    constexpr std::string_view kDigits = "0123456789abcdef";
    const std::string at = " at byte " + std::to_string(m_opOffset);
    const auto known = std::ranges::find(kRefusedOps, op, &RefusedOp::op);
    if (known != std::end(kRefusedOps))
        return fail(
            ErrorKind::Unsupported,
            "has the pickle opcode " + std::string(known->name) + at
                + ". Tidemark reads only pickles of plain dicts, lists, texts and numbers, and runs no code of a "
                  "file.");
    return fail(ErrorKind::Unsupported,
                std::string("has the byte 0x") + kDigits[op >> 4] + kDigits[op & 15] + at
                    + ", which is no opcode of a pickle. The file may be damaged.");
}

/// Makes at least so many bytes available, or all that are left.
bool PickleMachine::refill(std::size_t bytes)
{
    const auto left = static_cast<std::size_t>(m_end - m_at);
    std::memmove(m_block.data(), m_at, left);
    m_at = m_block.data();
    m_end = m_at + left;
    while (static_cast<std::size_t>(m_end - m_at) < bytes && m_blockEnd < m_file.size()) {
        if (m_progress.cancelled()) {
            m_error = Progress::cancelledError();
            return false;
        }
        const auto used = static_cast<std::size_t>(m_end - m_at);
        const auto count = m_file.readAt(m_blockEnd, std::span(m_block).subspan(used));
        if (!count) {
            m_error = count.error();
            return false;
        }
        if (*count == 0)
            return truncated();
        m_end += *count;
        m_blockEnd += *count;
        m_progress.at(m_blockEnd, m_file.size(), Progress::Unit::Bytes, m_what);
    }
    return true;
}

/// Reads a fixed argument, which is little-endian. step() has made its bytes available, unless the file ends.
template <class Number>
bool PickleMachine::read(Number& number)
{
    if (static_cast<std::size_t>(m_end - m_at) < sizeof number)
        return truncated();
    number = load<Number>(m_at);
    m_at += sizeof number;
    return true;
}

bool PickleMachine::skip(std::uint64_t size)
{
    if (size > m_file.size() - offsetOf(m_at))
        return truncated();
    while (size > static_cast<std::uint64_t>(m_end - m_at)) {
        size -= static_cast<std::uint64_t>(m_end - m_at);
        m_at = m_end;
        if (!refill(1))
            return false;
    }
    m_at += size;
    return true;
}

/// Reads a text that is kept, or skips bytes that are not.
bool PickleMachine::readText(std::uint64_t size, bool isText)
{
    if (size > m_file.size() - offsetOf(m_at))
        return truncated();
    if (!isText || size > Value::kMostText)
        return skip(size) && push(Kind::Opaque);
    if (size > static_cast<std::uint64_t>(m_end - m_at) && !refill(size))
        return false;
    push(Kind::Text, 0, m_sink.text({m_at, static_cast<std::size_t>(size)}));
    m_at += size;
    return true;
}

/// Reads an integer of so many bytes in two's complement.
bool PickleMachine::readLong(std::uint64_t size)
{
    if (size > sizeof(std::int64_t))
        return skip(size) && push(Kind::WideInt);
    if (size > static_cast<std::uint64_t>(m_end - m_at) && !refill(size))
        return false;
    if (size > static_cast<std::uint64_t>(m_end - m_at))
        return truncated();
    std::uint64_t bits = size > 0 && (m_at[size - 1] & 0x80) != 0 ? ~std::uint64_t{0} : 0;
    for (std::size_t i = size; i-- > 0;)
        bits = bits << 8 | static_cast<unsigned char>(m_at[i]);
    m_at += size;
    return push(Kind::Int, static_cast<std::int64_t>(bits));
}

bool PickleMachine::pushNew(Kind kind, std::uint32_t& count)
{
    if (count == ~std::uint32_t{0})
        return fail(ErrorKind::TooLarge, "has more lists or dicts than 32 bits can count.");
    return push(kind, 0, count++);
}

bool PickleMachine::unwritten(std::uint64_t index)
{
    return malformed("it takes entry " + std::to_string(index) + " of the memo, which was never written.");
}

bool PickleMachine::get(std::uint64_t index)
{
    if (index >= m_memo.size() || m_memo[index].kind == Kind::Unset)
        return unwritten(index);
    const Memoized& entry = m_memo[index];
    if (hasNumber(entry.kind))
        return push(entry.kind, m_numbers[entry.id]);
    return push(entry.kind, 0, entry.id);
}

PickleMachine::Memoized PickleMachine::memoized(const Value& value)
{
    if (!hasNumber(value.kind))
        return {value.kind, value.id};
    m_numbers.push_back(value.number);
    return {value.kind, static_cast<std::uint32_t>(m_numbers.size() - 1)};
}

/// Writes an entry of the memo. Python numbers the entries in order.
bool PickleMachine::put(std::uint64_t index)
{
    if (m_depth <= floor())
        return malformed("it writes the memo without a value.");
    if (index != m_memo.size())
        return putElsewhere(index);
    m_memo.push_back(memoized(m_stack[m_depth - 1]));
    return true;
}

/// Writes an entry out of order. Nothing writes one twice. An entry far above the others would need memory that has no
/// bytes in the file.
bool PickleMachine::putElsewhere(std::uint64_t index)
{
    if (index < m_memo.size() && m_memo[index].kind != Kind::Unset)
        return malformed("it writes entry " + std::to_string(index) + " of the memo twice.");
    if (index > m_opOffset)
        return malformed("it writes entry " + std::to_string(index) + " of the memo, which is too high.");
    if (index >= m_memo.size())
        m_memo.resize(index + 1);
    m_memo[index] = memoized(m_stack[m_depth - 1]);
    return true;
}

bool PickleMachine::popMark(std::size_t& begin)
{
    if (m_marks.empty())
        return malformed("a mark is missing.");
    begin = m_marks.back();
    m_marks.pop_back();
    return true;
}

bool PickleMachine::collectTuple(std::size_t size)
{
    if (m_depth - floor() < size)
        return malformed("a tuple has too few values.");
    m_depth -= size;
    return push(Kind::Opaque);
}

/// Puts the values from `begin` on into the list or dict before them.
bool PickleMachine::change(Kind kind, std::size_t begin)
{
    const bool isList = kind == Kind::List;
    if (begin <= floor() || begin > m_depth)
        return malformed("a value is missing on its stack.");
    const Value& target = m_stack[begin - 1];
    if (target.kind != kind)
        return malformed(isList ? "it appends to a value that is no list."
                                : "it sets an item of a value that is no dict.");
    const auto items = std::span<const Value>(m_stack).subspan(begin, m_depth - begin);
    if (!isList && items.size() % 2 != 0)
        return malformed("a key of a dict has no value.");
    const bool isTaken
        = isList ? m_sink.append(target.id, items, m_opOffset) : m_sink.setItems(target.id, items, m_opOffset);
    if (!isTaken)
        return malformed("it changes a list or dict that is part of another one already.");
    m_depth = begin;
    return true;
}

/// Checks that frames do not overlap and that the file has all their bytes. Their content needs nothing else.
bool PickleMachine::frame()
{
    std::uint64_t size = 0;
    if (!read(size))
        return false;
    const std::uint64_t at = offsetOf(m_at);
    if (m_opOffset < m_frameEnd)
        return malformed("a frame starts inside another one.");
    if (size > m_file.size() - at)
        return fail(ErrorKind::Truncated, "ends inside a frame of its pickle. Copy or write the file again.");
    m_frameEnd = at + size;
    return true;
}

bool PickleMachine::stop()
{
    if (m_depth != 1 || !m_marks.empty())
        return malformed("its stack does not hold exactly one value at the end.");
    if (offsetOf(m_at) != m_file.size())
        return malformed("bytes follow the end of its pickle.");
    m_isStopped = true;
    return true;
}

bool PickleMachine::start()
{
    if (!refill(2))
        return false;
    if (!isPickle({m_at, static_cast<std::size_t>(m_end - m_at)}))
        return fail(ErrorKind::Unsupported, "is no pickle of protocol 2 to 5.");
    m_at += 2;
    return true;
}

/// Appends the entries of the memo that the opcodes from `at` on take to a list, and returns the end of the opcode that
/// appends. `room` is for them. Returns null if something is unusual.
const char* PickleMachine::appendRow(const Value& list, const char* at, const char* end, std::span<Value> room)
{
    if (const KnownRows::Row* const row = m_rows.find(at, end); row && m_sink.repeat(list.id, row->content))
        return at + row->size;
    const char* const begin = at;
    std::size_t count = 0;
    for (; at < end && (static_cast<Op>(*at) == Op::LongBinGet || static_cast<Op>(*at) == Op::BinGet); ++count) {
        const bool isLong = static_cast<Op>(*at) == Op::LongBinGet;
        const std::size_t index = isLong ? load<std::uint32_t>(at + 1) : load<std::uint8_t>(at + 1);
        if (count == room.size() || index >= m_memo.size() || m_memo[index].kind < Kind::Text)
            return nullptr;
        room[count] = {m_memo[index].kind, m_memo[index].id, 0};
        at += isLong ? 5 : 2;
    }
    if (count == 0 || at >= end || static_cast<Op>(*at) != Op::Appends
        || !m_sink.append(list.id, room.first(count), offsetOf(at)))
        return nullptr;
    if (const auto content = m_sink.contentOf(list.id))
        m_rows.add({begin, at + 1}, end, *content);
    return at + 1;
}

/// Carries out the opcodes of which a snapshot mostly consists, as long as nothing is unusual: they are in the block
/// with their arguments, and the memo and the stack are as they have to be. step() does the first other one, with all
/// checks. The state is in local variables, so that it stays in registers.
void PickleMachine::carryOutFrequent()
{
    const char* at = m_at;
    const char* const last = m_end - std::min<std::ptrdiff_t>(m_end - m_at, kMostArgument + 2);
    Value* top = m_stack.data() + m_depth;
    Value* const full = m_stack.data() + m_stack.size();
    const auto take = [&](std::size_t index, std::ptrdiff_t bytes) {
        if (index >= m_memo.size() || m_memo[index].kind < Kind::Text)
            return false;
        *top++ = {m_memo[index].kind, m_memo[index].id, 0};
        at += bytes;
        return true;
    };
    // A stack: a list of entries of the memo.
    const auto takeRow = [&] {
        if (top == m_stack.data() + floor() || top[-1].kind != Kind::List)
            return false;
        const char* const past = appendRow(top[-1], at + 1, last, {top, full});
        at = past ? past : at;
        return past != nullptr;
    };
    const auto add = [&](Kind kind, std::uint32_t id, std::int64_t number, std::ptrdiff_t bytes) {
        *top++ = {kind, id, number};
        at += bytes;
        return true;
    };
    const auto addNew
        = [&](Kind kind, std::uint32_t& count) { return count != ~std::uint32_t{0} && add(kind, count++, 0, 1); };
    const auto addLong = [&] {
        const auto size = static_cast<std::uint8_t>(at[1]);
        if (size == 0 || size > sizeof(std::int64_t))
            return false;
        const std::size_t unused = 64 - std::size_t{8} * size;
        return add(Kind::Int, 0, static_cast<std::int64_t>(load<std::uint64_t>(at + 2) << unused) >> unused, 2 + size);
    };
    const auto carryOut = [&] {
        switch (static_cast<Op>(*at)) {
        case Op::LongBinGet:
            return take(load<std::uint32_t>(at + 1), 5);
        case Op::BinGet:
            return take(load<std::uint8_t>(at + 1), 2);
        case Op::BinInt:
            return add(Kind::Int, 0, load<std::int32_t>(at + 1), 5);
        case Op::BinInt1:
            return add(Kind::Int, 0, load<std::uint8_t>(at + 1), 2);
        case Op::BinInt2:
            return add(Kind::Int, 0, load<std::uint16_t>(at + 1), 3);
        case Op::Long1:
            return addLong();
        case Op::EmptyDict:
            return addNew(Kind::Dict, m_dicts);
        case Op::EmptyList:
            return addNew(Kind::List, m_lists);
        case Op::Mark:
            if (takeRow())
                return true;
            m_marks.push_back(static_cast<std::size_t>(top - m_stack.data()));
            ++at;
            return true;
        case Op::Memoize:
            if (top == m_stack.data() + floor() || hasNumber(top[-1].kind))
                return false;
            m_memo.push_back({top[-1].kind, top[-1].id});
            ++at;
            return true;
        default:
            return false;
        }
    };
    while (at < last && top < full && carryOut()) { }
    m_at = at;
    m_depth = static_cast<std::size_t>(top - m_stack.data());
}

/// Carries out one opcode.
bool PickleMachine::step()
{
    if (static_cast<std::size_t>(m_end - m_at) <= kMostArgument && m_blockEnd < m_file.size()
        && !refill(1 + kMostArgument))
        return false;
    m_opOffset = offsetOf(m_at);
    if (m_at == m_end)
        return fail(ErrorKind::Truncated, "ends in the middle of its pickle. Copy or write the file again.");
    const auto op = static_cast<Op>(*m_at++);
    std::uint8_t byte = 0;
    std::uint32_t index = 0;
    std::size_t begin = 0;
    switch (op) {
    case Op::BinGet:
        return read(byte) && get(byte);
    case Op::LongBinGet:
        return read(index) && get(index);
    case Op::Mark:
        m_marks.push_back(m_depth);
        return true;
    case Op::Memoize:
        return put(m_memo.size());
    case Op::BinPut:
        return read(byte) && put(byte);
    case Op::LongBinPut:
        return read(index) && put(index);
    case Op::EmptyDict:
        return pushNew(Kind::Dict, m_dicts);
    case Op::SetItems:
        return popMark(begin) && change(Kind::Dict, begin);
    case Op::EmptyList:
        return pushNew(Kind::List, m_lists);
    case Op::Appends:
        return popMark(begin) && change(Kind::List, begin);
    case Op::BinInt:
    case Op::BinInt1:
    case Op::BinInt2:
    case Op::Long1:
    case Op::Long4:
    case Op::BinFloat:
        return number(op);
    default:
        return other(op);
    }
}

bool PickleMachine::number(Op op)
{
    std::int32_t whole = 0;
    std::uint8_t byte = 0;
    std::uint16_t two = 0;
    std::uint64_t bits = 0;
    switch (op) {
    case Op::BinInt:
        return read(whole) && push(Kind::Int, whole);
    case Op::BinInt1:
        return read(byte) && push(Kind::Int, byte);
    case Op::BinInt2:
        return read(two) && push(Kind::Int, two);
    case Op::Long1:
        return read(byte) && readLong(byte);
    case Op::Long4:
        if (!read(whole))
            return false;
        if (whole < 0)
            return malformed("an integer has a negative length.");
        return readLong(static_cast<std::uint64_t>(whole));
    default: // BinFloat, the only number that is big-endian
        if (!read(bits))
            return false;
        return push(Kind::Float, static_cast<std::int64_t>(__builtin_bswap64(bits)));
    }
}

bool PickleMachine::other(Op op)
{
    switch (op) {
    case Op::None:
        return push(Kind::None);
    case Op::NewTrue:
        return push(Kind::Bool, 1);
    case Op::NewFalse:
        return push(Kind::Bool, 0);
    case Op::ShortBinUnicode:
    case Op::BinUnicode:
    case Op::BinUnicode8:
    case Op::ShortBinString:
    case Op::BinString:
    case Op::ShortBinBytes:
    case Op::BinBytes:
    case Op::BinBytes8:
        return text(op);
    case Op::Frame:
        return frame();
    case Op::Stop:
        return stop();
    case Op::Proto:
        return malformed("its protocol number occurs twice.");
    default:
        return container(op);
    }
}

/// Reads a text or bytes. The length has 1, 4 or 8 bytes.
bool PickleMachine::text(Op op)
{
    std::uint8_t small = 0;
    std::uint32_t size = 0;
    std::uint64_t large = 0;
    switch (op) {
    case Op::ShortBinUnicode:
    case Op::ShortBinString:
    case Op::ShortBinBytes:
        return read(small) && readText(small, op != Op::ShortBinBytes);
    case Op::BinUnicode8:
    case Op::BinBytes8:
        return read(large) && readText(large, op == Op::BinUnicode8);
    default:
        return read(size) && readText(size, op != Op::BinBytes);
    }
}

bool PickleMachine::container(Op op)
{
    std::size_t begin = 0;
    switch (op) {
    case Op::EmptyTuple:
        return push(Kind::Opaque);
    case Op::Tuple1:
        return collectTuple(1);
    case Op::Tuple2:
        return collectTuple(2);
    case Op::Tuple3:
        return collectTuple(3);
    case Op::Tuple:
        return popMark(begin) && collectTuple(m_depth - begin);
    case Op::Append:
        return change(Kind::List, m_depth - std::min<std::size_t>(m_depth, 1));
    case Op::SetItem:
        return change(Kind::Dict, m_depth - std::min<std::size_t>(m_depth, 2));
    case Op::List:
    case Op::Dict: {
        const bool isList = op == Op::List;
        if (!popMark(begin) || !pushNew(isList ? Kind::List : Kind::Dict, isList ? m_lists : m_dicts))
            return false;
        const auto end = m_stack.begin() + static_cast<std::ptrdiff_t>(m_depth);
        std::rotate(m_stack.begin() + static_cast<std::ptrdiff_t>(begin), end - 1, end);
        return change(isList ? Kind::List : Kind::Dict, begin + 1);
    }
    default:
        return refuse(static_cast<std::uint8_t>(op));
    }
}

} // namespace

bool isPickle(std::string_view start)
{
    return start.size() > 2 && start[0] == '\x80' && start[1] >= 2 && start[1] <= 5;
}

Result<PickleValue> readPickle(const File& file, PickleSink& sink, const Progress& progress)
{
    return PickleMachine(file, sink, progress).run();
}

} // namespace tidemark::history
