#pragma once

#include "core/view/rows.h"

#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <vector>

namespace tidemark {

/// Of what the bytes of rows are.
struct RowCategory {
    std::string id; // "model_parameters"; empty: its rows have no category, and no report lists it
    std::string label; // "Model parameters"
    std::string help = {}; // what is meant by it, a phrase; may be empty
    bool isUsers = false; // new in the user's rules: told by its name however small
};

/// The meaning of every row of a view, an array beside its rows: made anew when rules change, while the view stays.
/// Exactly one category and at most one role a row, of its whole life.
struct RowMeanings {
    std::vector<RowCategory> categories; // in the order of reports; the last is the one for what nothing decides
    std::vector<std::string> roles; // how bytes are held; the first is "", for none
    std::vector<std::uint16_t> category; // by row, into categories
    std::vector<std::uint8_t> role; // by row, into roles
    std::vector<bool> hasState; // by row: an argument that is updated, where there is optimizer state; empty: not known
    /// What decided and on what evidence, in words. Valid UTF-8, never empty. Cost: microseconds.
    std::function<std::string(RowId)> rule;
    /// Of what Rows::unplaced tells, by its place in that order, whatever the user's rules are; null: not known.
    std::shared_ptr<const RowMeanings> unplaced;

    /// Fills those of `facts` that are about meaning. REQUIRES: a row
    void tell(RowId row, Facts& facts) const
    {
        facts.category = categoryOf(row).id;
        facts.categoryLabel = categoryOf(row).label;
        facts.role = roleOf(row);
        facts.rule = rule(row);
    }

    const RowCategory& categoryOf(RowId row) const { return categories[category[row.index()]]; }
    const std::string& roleOf(RowId row) const { return roles[role[row.index()]]; }
    /// The same where every row is in a group: never empty.
    std::string roleGroupOf(RowId row) const { return roleOf(row).empty() ? "(no role)" : roleOf(row); }
    std::uint16_t unknown() const { return static_cast<std::uint16_t>(categories.size() - 1); }
};

/// All that is known of a row: what the file tells and, where `meanings` are known, what its bytes are.
inline void describeWithMeaning(const Rows& rows, const RowMeanings* meanings, RowId row, Facts& facts)
{
    rows.describe(row, facts);
    if (meanings)
        meanings->tell(row, facts);
}

} // namespace tidemark
