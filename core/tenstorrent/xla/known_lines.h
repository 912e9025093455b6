#pragma once

#include "core/tenstorrent/xla/memory_state.h"
#include "core/tenstorrent/xla/profile.h"

#include <array>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

namespace tidemark::ttxla {

/// Remembers the lines of a writer. Runs of a program repeat them, so that one comparison recognises most lines.
class KnownLines
{
public:
    /// Returns the known operation with this text, or none if the text is new.
    FactsId operation(std::string_view text) const;
    /// Returns whether the text of the operation contains no control character.
    bool isClean(FactsId id) const { return m_operations[id.index()].isClean; }
    /// Adds a new operation. REQUIRES: `id` is one above the last id added
    void add(std::string_view text, FactsId id);
    /// Records that the operation was executed last. None: the operation is not known.
    void execute(FactsId id);
    /// The type in the memory states of the last operation. None if there was none or it is not set yet.
    NameId type() const { return m_last.isNone() ? NameId() : m_operations[m_last.index()].type; }
    void setType(NameId type);

    /// Returns the last state line of some memory if it has the same text, else null.
    const MemoryLine* memory(std::string_view text) const;
    void set(std::string_view text, const MemoryLine& line);

private:
    struct Operation {
        std::string_view text; // a key of m_byText
        FactsId next; // the operation that followed it last time; none if there is no such operation
        NameId type;
        bool isClean;
    };
    struct Line {
        std::string text;
        MemoryLine line;
    };
    /// Allows look-ups in a table of strings by string_view.
    struct TextHash {
        using is_transparent = void;
        std::size_t operator()(std::string_view text) const { return std::hash<std::string_view>()(text); }
    };

    std::unordered_map<std::string, FactsId, TextHash, std::equal_to<>> m_byText;
    std::vector<Operation> m_operations; // by FactsId
    FactsId m_last;
    std::array<Line, kMemories> m_lines;
};

} // namespace tidemark::ttxla
