#pragma once

#include "core/tenstorrent/xla/memory_state.h"
#include "core/tenstorrent/xla/profile.h"

#include <array>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

namespace tidemark::ttxla {

/// What lines of a writer said before: runs of a program repeat them, and most can be told by one comparison.
class KnownLines
{
public:
    /// The operation that was executed with this text; none: it is new.
    FactsId operation(std::string_view text) const;
    /// Whether its text was written in one piece.
    bool isClean(FactsId id) const { return m_operations[id.index()].isClean; }
    /// A new one. REQUIRES: `id` is one above the last
    void add(std::string_view text, FactsId id);
    /// Now it is the operation that was executed last; none: what that was is not known.
    void execute(FactsId id);
    /// The type that the block of the last operation had; none: it had none, or is to be set.
    NameId type() const { return m_last.isNone() ? NameId() : m_operations[m_last.index()].type; }
    void setType(NameId type);

    /// The last line of its memory, when it was the same text; null: it was not.
    const MemoryLine* memory(std::string_view text) const;
    void set(std::string_view text, const MemoryLine& line);

private:
    struct Operation {
        std::string_view text; // a key of m_byText
        FactsId next; // that was executed after it, when it last was; none: it was not, or nothing was
        NameId type;
        bool isClean;
    };
    struct Line {
        std::string text;
        MemoryLine line;
    };
    /// Lets a table of texts be asked for views of them.
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
