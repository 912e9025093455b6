#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace tidemark {

/// A problem in the input from which the program recovered. `text` describes the first occurrence.
struct Warning {
    std::string code; // stable, kebab-case, for programs
    std::string text;
    std::uint64_t count = 1;
    std::optional<std::uint64_t> offset; // byte in the file of the first occurrence
    std::optional<std::int64_t> memory = std::nullopt; // the memory that it is about; absent: the whole program or file
    std::string file = {}; // its file, or "FILE, PROGRAM"; empty: the only file or program that is read

    /// Returns the file and the text, with "(3 times, first at byte 17)" if there is more than one occurrence or an
    /// offset.
    std::string describe() const;
    friend bool operator==(const Warning&, const Warning&) = default;
};

/// Counts warnings by code and memory, in the order of their first occurrences. Bounded: after kMostScoped entries, a
/// new warning about one memory counts as one about the whole program.
class Warnings
{
public:
    static constexpr std::size_t kMostScoped = 1000;

    void add(std::string_view code, std::string_view text, std::optional<std::uint64_t> offset = std::nullopt,
             std::optional<std::int64_t> memory = std::nullopt);
    /// Adds a warning whose text names a damaged thing. Warnings of the same code with other texts are listed
    /// separately, at most 20 for each code; the others are counted in one more entry.
    void addNamed(std::string_view code, std::string_view text, std::optional<std::uint64_t> offset = std::nullopt,
                  std::optional<std::int64_t> memory = std::nullopt);
    /// Adds the warnings of `other`. Warnings with the same code, memory, file and text are counted together; others
    /// stay separate.
    void add(const Warnings& other);
    /// Adds those warnings that are about the memory or about the whole program.
    void addConcerning(std::int64_t memory, const Warnings& other);
    /// Adds all warnings by code, as if each had been added here. Warnings about no memory count as warnings about
    /// `memory`.
    void addByCode(const Warnings& other, std::optional<std::int64_t> memory = std::nullopt);
    /// Adds a warning that is not counted with others of its code, because it is about another file.
    void addApart(Warning warning);
    /// Adds all warnings with addApart(), each with this name before the text: that of a part of the file.
    void addOfPart(std::string_view part, const Warnings& other);
    /// Adds all warnings with addApart() as warnings of this file. A file that they have is named in their text.
    void addOf(std::string_view file, const Warnings& other);
    const std::vector<Warning>& list() const { return m_list; }
    bool empty() const { return m_list.empty(); }

private:
    Warning& count(std::string_view code, std::string_view text, std::optional<std::uint64_t> offset,
                   std::optional<std::int64_t> memory);
    void add(const Warning& warning);

    std::vector<Warning> m_list;
};

} // namespace tidemark
