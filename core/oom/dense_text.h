#pragma once

#include "core/text/amount.h"

#include <string>
#include <string_view>
#include <vector>

namespace tidemark::oom {

/// Whether an amount must have a unit. If the unit is always written, an amount without one has been cut.
enum class Unit { Written, MayBeLeftOut };

/// A text without blanks and without the backslashes before quotes, so that sentences are found in wrapped lines. It
/// keeps the source position of each character.
class DenseText
{
public:
    static constexpr std::size_t npos = std::string_view::npos;

    explicit DenseText(std::string source);

    std::string_view text() const { return m_text; }
    std::string_view source() const { return m_source; }
    std::size_t sourceOf(std::size_t dense) const;

    /// Returns the position after `phrase`, which is written without blanks. Returns npos if the phrase does not occur
    /// from `from` on.
    std::size_t after(std::string_view phrase, std::size_t from = 0) const;
    /// Reads the amount at `at` and moves `at` past it.
    std::optional<Amount> amountAt(std::size_t& at, Unit unit) const;
    /// Returns the letters, digits and underscores at `at` in lower case: the name of a memory.
    std::string wordAt(std::size_t at) const;
    /// Returns the text up to the next blank: a name that ends a sentence. It may be wrapped over lines before its full
    /// stop.
    std::string sentenceEndAt(std::size_t at) const;

private:
    static constexpr std::size_t kLongestName = 1000;
    char nextInSource(std::size_t dense) const;
    /// Returns the end of the number without a unit at `at` if other digits follow it after a blank. Returns npos for
    /// any other number, also for one that is wrapped.
    std::size_t endOfBareNumber(std::size_t at) const;

    std::string m_source;
    std::string m_text;
    std::vector<std::uint32_t> m_places;
};

/// Where terminals and pagers wrap lines: at any character, or at blanks only.
enum class Division { InNames, BetweenWords };

/// Joins the lines that a terminal or a pager has wrapped. `division`: whether a line may have been wrapped inside a
/// name.
std::string joinedLines(std::string_view text, Division division);

std::string withoutBlanks(std::string_view text);

} // namespace tidemark::oom
