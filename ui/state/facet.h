#pragma once

#include "core/view/view.h"

#include <QString>

#include <functional>
#include <memory>
#include <string>

namespace tidemark::ui {

struct MarkedParts;

/// One group of a way to group rows, of no particular view.
struct Facet {
    std::string grouping; // one of those below, or the id of one of Rows::groupings
    std::string group; // the id of a kind or category, a role, the least number of cells, a range "10-100" of them, or
                       // what Grouping::isIn() takes
    QString text; // what it is called: "Temporary", "Opcode fusion"
    bool isItself = false; // of a tree: without the parts that lie in the group

    static constexpr auto kByKind = "kind";
    static constexpr auto kByCategory = "category";
    static constexpr auto kByRole = "role";
    static constexpr auto kByIdle = "idle"; // around the cursor
    static constexpr auto kByMarked = "marked"; // against the cursor
    static Facet of(const RowKind& kind);
    static Facet of(const RowCategory& category);
    static Facet of(const Grouping& grouping, const std::string& group);
    static Facet ofItself(const Grouping& grouping, const std::string& group);
    /// As RowMeanings::roleGroupOf() says it.
    static Facet ofRole(const std::string& role);
    /// Rows by where they live: at the marked step, at the cursor, at both. As MarkedParts has them.
    static Facet ofMarked(StepId marked, const MarkedParts& parts, const Axis& axis);
    /// What it keeps depends on the cursor.
    bool isAtCursor() const { return grouping == kByIdle || grouping == kByMarked; }
    /// Rows that nothing reads for so many cells around the cursor, or more; below so many, if that is not 0.
    static Facet ofIdle(std::uint32_t cells, const Axis& axis, std::uint32_t below = 0);

    /// The view has such a way to group rows and, where it names all its groups, this group.
    bool isIn(const View& view) const;

    friend bool operator==(const Facet& a, const Facet& b)
    {
        return a.grouping == b.grouping && a.group == b.group && a.isItself == b.isItself;
    }
};

/// What facets are compared with.
struct FacetGround {
    std::shared_ptr<const View> view;
    std::shared_ptr<const RowMeanings> meanings; // null: not known
    std::shared_ptr<const RowUses> uses; // null: not known
    StepId cursor{0};
};

/// Whether a facet keeps a row of the view; empty, for all of them, where it is about what nobody knows yet. Looks at
/// each row once where that takes a while. REQUIRES: a facet that is in the view
std::function<bool(RowId)> matcherOf(const Facet& facet, const FacetGround& ground);

} // namespace tidemark::ui
