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
    std::optional<std::int64_t> memory = std::nullopt; // the one it is about; none: the whole program, or file

    /// The text with "(3 times, first at byte 17)" where there is more to say than one occurrence.
    std::string describe() const;
    friend bool operator==(const Warning&, const Warning&) = default;
};

/// Counts warnings by code and memory, in order of first occurrence. Bounded: past kMostScoped those about one memory
/// count with those about the whole program.
class Warnings
{
public:
    static constexpr std::size_t kMostScoped = 1000;

    void add(std::string_view code, std::string_view text, std::optional<std::uint64_t> offset = std::nullopt,
             std::optional<std::int64_t> memory = std::nullopt);
    /// Adds one about a thing that its text names: others of the code stand beside it, as each thing that is damaged is
    /// to be named. Of one code 20 are; the rest are counted in one more.
    void addNamed(std::string_view code, std::string_view text, std::optional<std::uint64_t> offset = std::nullopt,
                  std::optional<std::int64_t> memory = std::nullopt);
    /// Counts together what is the same in words too: those of a code that stand apart there stay apart.
    void add(const Warnings& other);
    /// The same of those that concern one memory: about it, or about the whole program.
    void addConcerning(std::int64_t memory, const Warnings& other);
    /// Adds all by code, as if each had been added here; those about no memory as being about the one given.
    void addByCode(const Warnings& other, std::optional<std::int64_t> memory = std::nullopt);
    /// Adds one that is not counted with others of its code: about another file.
    void addApart(Warning warning);
    /// Adds all so, each with the name of the file that it is about before its text.
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
