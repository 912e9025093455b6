#include "core/history/pickle_reader.h"

#include <algorithm>
#include <cstring>
#include <optional>
#include <string>
#include <vector>

namespace tidemark::history {
namespace {

using Value = PickleValue;
using Kind = PickleValue::Kind;

constexpr std::size_t kPickleBlock = std::size_t{256} << 10; // fits into the cache of a processor
constexpr std::size_t kMostArgument = 8; // bytes of the longest fixed argument of an opcode
constexpr std::uint64_t kMostPickle = std::uint64_t{8} << 30; // so that every number of an element fits into 32 bits
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
    { }

    Result<Value> run()
    {
        if (m_file.size() > kMostPickle)
            return Error{ErrorKind::TooLarge, m_file.path() + " has more than 8 GiB, which is too large for a pickle.",
                         std::nullopt};
        if (!start())
            return *m_error;
        while (!m_isStopped)
            if (!step())
                return *m_error;
        return m_stack.front();
    }

private:
    bool start();
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

    bool push(Kind kind, std::int64_t value = 0, std::uint32_t id = 0)
    {
        m_stack.push_back({kind, id, value});
        return true;
    }
    bool pushNew(Kind kind, std::uint32_t& count);
    bool get(std::uint64_t index);
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
    std::vector<Value> m_stack;
    std::vector<std::size_t> m_marks; // sizes that the stack had
    std::vector<Value> m_memo;
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
    std::uint64_t bits = 0;
    for (std::size_t i = 0; i < sizeof number; ++i)
        bits |= std::uint64_t{static_cast<unsigned char>(m_at[i])} << (8 * i);
    number = static_cast<Number>(bits);
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
    m_stack.push_back(m_memo[index]);
    return true;
}

/// Writes an entry of the memo. Python numbers the entries in order.
bool PickleMachine::put(std::uint64_t index)
{
    if (m_stack.size() <= floor())
        return malformed("it writes the memo without a value.");
    if (index != m_memo.size())
        return putElsewhere(index);
    m_memo.push_back(m_stack.back());
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
    m_memo[index] = m_stack.back();
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
    if (m_stack.size() - floor() < size)
        return malformed("a tuple has too few values.");
    m_stack.resize(m_stack.size() - size);
    return push(Kind::Opaque);
}

/// Puts the values from `begin` on into the list or dict before them.
bool PickleMachine::change(Kind kind, std::size_t begin)
{
    const bool isList = kind == Kind::List;
    if (begin <= floor() || begin > m_stack.size())
        return malformed("a value is missing on its stack.");
    const Value& target = m_stack[begin - 1];
    if (target.kind != kind)
        return malformed(isList ? "it appends to a value that is no list."
                                : "it sets an item of a value that is no dict.");
    const auto items = std::span<const Value>(m_stack).subspan(begin);
    if (!isList && items.size() % 2 != 0)
        return malformed("a key of a dict has no value.");
    const bool isTaken
        = isList ? m_sink.append(target.id, items, m_opOffset) : m_sink.setItems(target.id, items, m_opOffset);
    if (!isTaken)
        return malformed("it changes a list or dict that is part of another one already.");
    m_stack.resize(begin);
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
    if (m_stack.size() != 1 || !m_marks.empty())
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

/// Carries out one opcode. The frequent ones are here.
bool PickleMachine::step()
{
    if (static_cast<std::size_t>(m_end - m_at) <= kMostArgument && m_blockEnd < m_file.size()
        && !refill(1 + kMostArgument))
        return false;
    m_opOffset = offsetOf(m_at);
    if (m_at == m_end)
        return fail(ErrorKind::Truncated, "ends before its pickle does. Copy or write the file again.");
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
        m_marks.push_back(m_stack.size());
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
        return malformed("the number of its protocol follows twice.");
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
        return popMark(begin) && collectTuple(m_stack.size() - begin);
    case Op::Append:
        return change(Kind::List, m_stack.size() - std::min<std::size_t>(m_stack.size(), 1));
    case Op::SetItem:
        return change(Kind::Dict, m_stack.size() - std::min<std::size_t>(m_stack.size(), 2));
    case Op::List:
    case Op::Dict: {
        const bool isList = op == Op::List;
        if (!popMark(begin) || !pushNew(isList ? Kind::List : Kind::Dict, isList ? m_lists : m_dicts))
            return false;
        std::rotate(m_stack.begin() + static_cast<std::ptrdiff_t>(begin), m_stack.end() - 1, m_stack.end());
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
