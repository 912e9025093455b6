#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace tidemark::xla {

/// The attributes and types of a module in MLIR bytecode, by their numbers. Its operations are not read. A request for
/// a missing entry or one of another kind returns an empty value. Refers to the bytes that it was read from.
class MlirTypes
{
public:
    using Dictionary = std::map<std::string_view, std::uint64_t>; // attributes by name

    /// Returns nothing for damaged bytes and for bytes that are no bytecode. Cost: linear in the bytes.
    static std::optional<MlirTypes> read(std::string_view bytes);

    /// The text of an attribute or type of another dialect.
    std::string_view text(std::uint64_t attribute) const;
    std::optional<std::int64_t> integer(std::uint64_t attribute) const;
    std::vector<std::uint64_t> array(std::uint64_t attribute) const;
    Dictionary dictionary(std::uint64_t attribute) const;
    /// The first dictionary with an entry of that name.
    Dictionary dictionaryWith(std::string_view name) const;
    /// The argument types of a function, given the attribute that holds the function's type.
    std::vector<std::uint64_t> inputs(std::uint64_t attribute) const;

    struct Memory {
        std::vector<std::int64_t> dimensions;
        std::string element; // "bf16"
        std::int64_t bits = 0; // bits of an element
        std::string_view space; // "#tpu.memory_space<vmem>"
    };
    /// The memory space of a memref.
    std::optional<Memory> memory(std::uint64_t type) const;

private:
    struct Entry {
        std::string_view bytes;
        bool isCoded = false; // true: in its dialect's encoding. False: as text
        bool isBuiltin = false;
    };
    class Reader;

    std::string_view string(std::uint64_t number) const
    {
        return number < m_strings.size() ? m_strings[number] : std::string_view();
    }
    /// Returns a reader after the code of an attribute or type of the builtin dialect. The reader is at its end for any
    /// other entry.
    static Reader readerOf(const std::vector<Entry>& entries, std::uint64_t number, std::uint64_t code);

    std::vector<std::string_view> m_strings;
    std::vector<Entry> m_attributes;
    std::vector<Entry> m_types;
};

} // namespace tidemark::xla
