#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace tidemark {

/// A problem in the input that was survived. `text` describes the first occurrence.
struct Warning {
    std::string code; // stable, kebab-case, for programs
    std::string text;
    std::uint64_t count = 1;
    std::optional<std::uint64_t> offset; // byte in the file of the first occurrence

    /// The text with "(3 times, first at byte 17)" where there is more to say than one occurrence.
    std::string describe() const;
    friend bool operator==(const Warning&, const Warning&) = default;
};

/// Counts warnings by code, in order of first occurrence. Memory is bounded by the number of codes.
class Warnings
{
public:
    void add(std::string_view code, std::string_view text, std::optional<std::uint64_t> offset = std::nullopt);
    /// Counts together what is the same in words too: those of a code that stand apart there stay apart.
    void add(const Warnings& other);
    /// Adds one that is not counted with others of its code: about another file.
    void addApart(Warning warning);
    const std::vector<Warning>& list() const { return m_list; }
    bool empty() const { return m_list.empty(); }

private:
    std::vector<Warning> m_list;
};

} // namespace tidemark
