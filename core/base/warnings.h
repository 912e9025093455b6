#pragma once

#include "core/include/tidemark/warning.h"

#include <string_view>
#include <vector>

namespace tidemark {

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
