#pragma once

#include "core/view/view.h"

#include <QString>

#include <functional>
#include <memory>
#include <string>

namespace tidemark::ui {

struct MarkedParts;

/// One group of a grouping of rows. It does not belong to a particular view.
struct Facet {
    std::string grouping; // one of the constants below, or the id of one of Rows::groupings
    std::string group; // the id of a kind or category, a role, the least number of cells, a range "10-100" of them, a
                       // range of cells "64-269", or what Grouping::isIn() takes
    QString text; // the label: "Temporary", "Opcode fusion"
    bool isItself = false; // in a tree: without the parts inside the group
    bool isProbable = false; // of a category: only the rows that weak evidence put into it

    static constexpr auto kByKind = "kind";
    static constexpr auto kByCategory = "category";
    static constexpr auto kByRole = "role";
    static constexpr auto kByIdle = "idle"; // at the cursor
    static constexpr auto kByMarked = "marked"; // compared with the cursor
    static constexpr auto kByRange = "range"; // of cells
    static Facet of(const RowKind& kind);
    static Facet of(const RowCategory& category);
    static Facet ofProbable(const RowCategory& category);
    static Facet of(const Grouping& grouping, const std::string& group);
    static Facet ofItself(const Grouping& grouping, const std::string& group);
    /// `role` is a value of RowMeanings::roleGroupOf().
    static Facet ofRole(const std::string& role);
    /// Keeps rows by where they are live: at the marked step, at the cursor, or at both. See MarkedParts.
    static Facet ofMarked(StepId marked, const MarkedParts& parts, const Axis& axis);
    /// Keeps rows that are live in a cell of a range.
    static Facet ofRange(StepRange range, const Axis& axis);
    /// Returns whether the rows that it keeps depend on the cursor.
    bool isAtCursor() const { return grouping == kByIdle || grouping == kByMarked; }
    /// Keeps rows that nothing reads for at least `cells` cells around the cursor, and for fewer than `below` if that
    /// is not 0.
    static Facet ofIdle(std::uint32_t cells, const Axis& axis, std::uint32_t below = 0);

    /// Returns whether the view has this grouping and, if the view lists all groups of the grouping, this group.
    bool isIn(const View& view) const;

    friend bool operator==(const Facet& a, const Facet& b)
    {
        return a.grouping == b.grouping && a.group == b.group && a.isItself == b.isItself
            && a.isProbable == b.isProbable;
    }
};

/// The data that facets are evaluated on.
struct FacetGround {
    std::shared_ptr<const View> view;
    std::shared_ptr<const RowMeanings> meanings; // null: not known
    std::shared_ptr<const RowUses> uses; // null: not known
    StepId cursor{0};
};

/// Returns a function that returns whether a facet keeps a row of the view. The function is empty, which means all
/// rows, if the facet depends on data that is not known yet. Evaluates each row once in advance if evaluating is slow.
/// REQUIRES: a facet that is in the view
std::function<bool(RowId)> matcherOf(const Facet& facet, const FacetGround& ground);

} // namespace tidemark::ui
