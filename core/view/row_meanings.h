#pragma once

#include "core/base/characters.h"
#include "core/base/text.h"
#include "core/view/check.h"
#include "core/view/rows.h"

#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <vector>

namespace tidemark {

/// The meaning of the bytes of a row.
struct RowCategory {
    std::string id; // "model_parameters"; empty if its rows have no category and no report lists it
    std::string label; // "Model parameters"
    std::string help = {}; // explanation for users, a phrase; may be empty
    bool isUsers = false; // new in the user's rules: always listed by its name

    /// The label inside a sentence: "model parameters". A user's category keeps its capital: "LoRA".
    std::string inSentence() const { return isUsers && isUpper(id.front()) ? label : tidemark::inSentence(label); }
};

/// The label of a category that weak evidence decided: "KV cache (probably)".
inline std::string probable(const std::string& label)
{
    return label + " (probably)";
}

/// The meaning of every row of a view, an array parallel to its rows. It is replaced when rules change, while the view
/// stays. Each row has exactly one category and at most one role, for its whole life.
struct RowMeanings {
    std::vector<RowCategory> categories; // in the order of reports; the last one is for rows that no rule matches
    std::vector<std::string> roles; // names of the roles; the first one is "", for no role
    std::vector<std::uint16_t> category; // for each row: index in `categories`
    std::vector<std::uint8_t> role; // for each row: index in `roles`
    /// For each row: its category without the new ones of the user's rules, as an index in `categories`. It is
    /// unknown() where weak evidence decided. Empty if no rule has a new category.
    std::vector<std::uint16_t> standard;
    std::vector<Check> checks; // remarks about what decided
    std::vector<bool> isUncertain; // for each row: its category is only probable; empty if all are certain
    std::vector<bool> hasState; // for each row: it is an argument with optimizer state; empty if unknown
    /// The text of the rule that decided, with its evidence. Valid UTF-8, never empty. Cost: microseconds.
    std::function<std::string(RowId)> rule;
    /// If a loop fills the row with one value in each iteration, the op name of these values. Empty for other rows, and
    /// if the values have no op name. Null: unknown. Cost: microseconds.
    std::function<std::string(RowId)> stackedBy;
    /// The meaning of the buffers of Rows::unplaced by their position, without the user's rules. Null: unknown.
    std::shared_ptr<const RowMeanings> unplaced;

    /// Fills the members of `facts` that are about meaning. REQUIRES: a row
    void fill(RowId row, Facts& facts) const
    {
        facts.category = categoryOf(row).id;
        facts.categoryLabel = labelOf(row);
        facts.role = roleOf(row);
        facts.rule = rule(row);
        facts.certain = isCertain(row);
    }

    const RowCategory& categoryOf(RowId row) const { return categories[category[row.index()]]; }
    /// The category that a rule of advice or a sentence goes by: a user's new name for a row does not change what it
    /// is.
    const RowCategory& standardCategoryOf(RowId row) const
    {
        const bool isRenamed = !standard.empty() && categoryOf(row).isUsers && standard[row.index()] != unknown();
        return isRenamed ? categories[standard[row.index()]] : categoryOf(row);
    }
    /// "KV cache", or "KV cache (probably)" where weak evidence decided.
    std::string labelOf(RowId row) const
    {
        return isCertain(row) ? categoryOf(row).label : probable(categoryOf(row).label);
    }
    bool isCertain(RowId row) const { return isUncertain.empty() || !isUncertain[row.index()]; }
    const std::string& roleOf(RowId row) const { return roles[role[row.index()]]; }
    /// The same for groupings in which every row has a group: never empty.
    std::string roleGroupOf(RowId row) const { return roleOf(row).empty() ? "(no role)" : roleOf(row); }
    std::uint16_t unknown() const { return static_cast<std::uint16_t>(categories.size() - 1); }
};

/// All facts about a row: the facts of the file and, if `meanings` are known, the meaning of its bytes.
inline void describeWithMeaning(const Rows& rows, const RowMeanings* meanings, RowId row, Facts& facts)
{
    rows.describe(row, facts);
    if (meanings)
        meanings->fill(row, facts);
}

} // namespace tidemark
