#pragma once

#include "core/text/amount.h"

#include <string>
#include <string_view>
#include <vector>

namespace tidemark::oom {

/// Whether an amount has its unit: one whose unit is always written is cut without.
enum class Unit { Written, MayBeLeftOut };

/// A text without its blanks and the backslashes before its quotes, so that sentences are found however their lines
/// were wrapped, and where each of its characters came from.
class DenseText
{
public:
    static constexpr std::size_t npos = std::string_view::npos;

    explicit DenseText(std::string source);

    std::string_view text() const { return m_text; }
    std::string_view source() const { return m_source; }
    std::size_t sourceOf(std::size_t dense) const;

    /// Where `phrase`, written without blanks, ends; npos if it does not occur from `from` on.
    std::size_t after(std::string_view phrase, std::size_t from = 0) const;
    /// The amount there, and from where on it has been read.
    std::optional<Amount> amountAt(std::size_t& at, Unit unit) const;
    /// Letters, digits and underscores there, in lower case: the name of a memory.
    std::string wordAt(std::size_t at) const;
    /// Up to the next blank: a name that ends a sentence, and may be divided over lines before its full stop.
    std::string sentenceEndAt(std::size_t at) const;
    /// As written, blanks and all, up to `end`, exclusive; lines are joined.
    std::string textUpTo(std::size_t at, std::string_view end) const;

private:
    static constexpr std::size_t kLongestName = 1000;
    char nextInSource(std::size_t dense) const;

    std::string m_source;
    std::string m_text;
    std::vector<std::uint32_t> m_places;
};

/// Where terminals and pagers divide lines: anywhere, or at blanks.
enum class Division { InNames, BetweenWords };

/// Makes one line of those that a terminal or a pager made of it. `division`: whether a name may go on in the next.
std::string joinedLines(std::string_view text, Division division);

std::string withoutBlanks(std::string_view text);

} // namespace tidemark::oom
