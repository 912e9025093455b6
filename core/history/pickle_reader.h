#pragma once

#include "core/base/progress.h"
#include "core/files/file.h"

#include <cstdint>
#include <optional>
#include <span>
#include <string_view>

namespace tidemark::history {

/// A value of a pickle. It is small, because the reader keeps one for each entry of the pickle's memo.
struct PickleValue {
    enum class Kind : std::uint8_t {
        Unset, // no value: a place in the memo that was never written
        None,
        Bool,
        Int,
        WideInt, // an integer that does not fit into `number`
        Float,
        Text,
        List,
        Dict,
        Opaque, // a tuple, bytes, or a text above kMostText bytes: their content is not kept
    };
    static constexpr std::uint32_t kMostText = 1U << 16;

    Kind kind = Kind::Unset;
    std::uint32_t id = 0; // Text: what the sink returned. List, Dict: 0 for the first of the file, 1 for the second …
    std::int64_t number = 0; // Int; Bool: 0 or 1; Float: its bits
};

/// Takes the content of the lists and dicts of a pickle. The reader keeps none of it.
class PickleSink
{
public:
    virtual ~PickleSink() = default;
    /// Returns a number for a text, which is that of PickleValue::id. The view is valid during the call.
    virtual std::uint32_t text(std::string_view text) = 0;
    /// Appends items to a list. `offset` is the byte of the opcode. Returns false if the list may not change any more.
    virtual bool append(std::uint32_t list, std::span<const PickleValue> items, std::uint64_t offset) = 0;
    /// A number for the content of a list, for repeat(). Nothing: the sink cannot repeat it.
    virtual std::optional<std::uint32_t> contentOf(std::uint32_t list) = 0;
    /// Gives a list the content of another one, as appending the same items would. Returns false, and changes nothing,
    /// if append() has to be called.
    virtual bool repeat(std::uint32_t list, std::uint32_t content) = 0;
    /// Puts pairs of a key and a value into a dict. Returns false if the dict may not change any more.
    virtual bool setItems(std::uint32_t dict, std::span<const PickleValue> pairs, std::uint64_t offset) = 0;
};

/// Returns whether a file starts as a pickle of protocol 2 to 5.
bool isPickle(std::string_view start);

/// Reads a pickle and returns its value. It knows no class and calls nothing: it reads only the opcodes that Python
/// writes for dicts, lists, tuples, texts, bytes, numbers, None and booleans. Source: Lib/pickletools.py of CPython.
///
/// Errors: Unsupported for any other opcode, by name; Truncated; Malformed for a pickle that Python would not write;
/// TooLarge; Cancelled; failed reading. All name the file. Cost: one pass; 16 bytes for each entry of the memo and of
/// the stack.
Result<PickleValue> readPickle(const File& file, PickleSink& sink, const Progress& progress);

} // namespace tidemark::history
