#pragma once

#include "core/rules/attribution_rules.h"
#include "core/view/memory_facts.h"

#include <optional>
#include <string>
#include <vector>

namespace tidemark {

/// Rows that belong together. `occupied` is their contribution to the level, `size` is the sum of their sizes, which is
/// larger where memory is re-used in place. In bytes.
struct RowSum {
    std::uint64_t count = 0;
    std::int64_t occupied = 0; // Σ (size − overlap)
    std::int64_t size = 0;

    void add(std::int64_t bytes, std::int64_t overlap)
    {
        ++count;
        occupied += bytes - overlap;
        size += bytes;
    }
};

struct KindSum : RowSum {
    RowKind kind;
};

struct RoleSum : RowSum {
    std::string role; // name of the role; may be empty
};

struct CategorySum : RowSum {
    RowCategory category;
    std::int64_t argumentsSize = 0; // the part of `size` that is arguments
    std::int64_t uncertain = 0; // the part of `occupied` whose category is only probable
    std::string largest; // name of the largest row, the first among equals; empty without rows
    std::string rule; // text of the rule that decided the category of that row; empty without rows
    /// The roles that occur. One entry without a name stands for a category of the user's rules and for unknown rows.
    /// Empty for seed 004's rules.
    std::vector<RoleSum> roles;

    bool isUncertain() const { return uncertain > 0 && uncertain == occupied; }
    std::string label() const { return isUncertain() ? probable(category.label) : category.label; } // as Group::label()
};

/// A level of a view by kinds and by categories. In bytes. Absent values are unknown.
struct AttributedLevel {
    StepId step{0};
    std::optional<std::int64_t> upstreamPeakBytes; // peak in the tool that made the file
    std::int64_t peakBytes = 0; // peak of the level
    std::int64_t levelBytes = 0; // level at the step
    std::optional<std::int64_t> argumentsBytes;
    std::optional<std::int64_t> paddingBytes; // padding at the peak
    std::optional<std::int64_t> fragmentationBytes; // allocated and not occupied at the peak
    std::int64_t neededBytes = 0; // need of all memories that share the capacity
    std::vector<KindSum> kinds; // all kinds of the view in its order; they add up to the level
    std::vector<CategorySum>
        categories; // all categories in their order; with seed 004's rules they add up to the arguments
    std::uint64_t gradientHits = 0; // result of gradientHits()
    std::vector<MemoryFact> facts; // facts of the view; empty with seed 004's rules
    std::vector<Check> checks; // checks of these sums against other figures
};

/// REQUIRES: a step of the view. Errors: those of meaningsBy(). Cost: that of meanings and facts, and one description
/// of each live row.
Result<AttributedLevel> attributeLevel(const View& view, StepId step, const AttributionRules& rules,
                                       const Progress& progress = {});

/// The checks of a view, followed by those of one of its levels that are not in the list yet.
std::vector<Check> checksOf(const View& view, const AttributedLevel& level);

/// The checks of a view, and those of an attribution of its peak by the built-in rules: seed 004's checks, and that
/// categories and donated arguments add up. Only the view's own checks when it has no rows or its kind has no meanings.
/// Errors: Cancelled. Cost: that of the meanings, and one description of each row that is live at the peak.
Result<std::vector<Check>> allChecks(const View& view, const Progress& progress = {});

} // namespace tidemark
