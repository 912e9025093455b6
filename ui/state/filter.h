#pragma once

#include "core/view/view.h"
#include "ui/state/aspects.h"
#include "ui/state/text_matches.h"

#include <QCoreApplication>
#include <QString>

#include <algorithm>
#include <functional>
#include <memory>
#include <string>
#include <vector>

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

/// The names of rows that share the memory of a row, as far as a search looks at them.
std::vector<std::string> searchedSharers(const Rows& rows, RowId row);

/// The filter of the view's rows: all words of a text, and at most one group of each grouping. Every part of the window
/// that shows rows uses it.
class Filter : public StatePart
{
    Q_DECLARE_TR_FUNCTIONS(Filter)

public:
    using StatePart::StatePart;

    /// Sets another view. Keeps the text, and the facets that the view has. Reports nothing.
    void reset(std::shared_ptr<const View> view, StepId cursor);
    /// Sets the categories. Reports a change if there is a text or a facet that depends on meanings. REQUIRES:
    /// meanings of the view
    void setMeanings(std::shared_ptr<const RowMeanings> meanings);
    /// Reports a change if there is a facet of idle time. REQUIRES: uses of the view
    void setUses(std::shared_ptr<const RowUses> uses);
    /// Reports nothing, because the state reports the cursor.
    void setCursor(StepId cursor);
    bool isAtCursor() const { return std::ranges::any_of(m_facets, &Facet::isAtCursor); }

    const QString& text() const { return m_matches.text(); }
    /// Reports a change only if the words differ.
    void setText(const QString& text);
    /// At most one facet of each grouping, in the order in which they were set. Empty: all rows.
    const std::vector<Facet>& facets() const { return m_facets; }
    /// The facet of this grouping. Null: all groups.
    const Facet* facetBy(const std::string& grouping) const;
    bool has(const Facet& facet) const { return std::ranges::find(m_facets, facet) != m_facets.end(); }
    /// Replaces the facet of the same grouping. Ignores a facet that the view does not have. REQUIRES: a view
    void setFacet(const Facet& facet);
    void dropFacet(const std::string& grouping);
    /// Sets a facet, or removes it if it is already set.
    void toggleFacet(const Facet& facet);
    bool isEmpty() const { return m_matches.isEmpty() && m_facets.empty(); }
    void clear();
    /// The filter in words: "“conv”, Temporary".
    QString description() const;

    /// Returns whether a row passes all facets and the text. Every word of the text must occur, ignoring case, in the
    /// searched columns, the source lines, the searched texts of the groupings, the names of known arrays ("logits"),
    /// or the names that share the row's memory. If the text contains a brace, the names of similar parts of a tree are
    /// searched too ("layer_{0..23}"). Without a brace each row is described only once, as long as the cached texts of
    /// all rows stay within a budget. REQUIRES: a row of the view
    bool matches(RowId row) const;

private:
    void readAll();
    void readFacets();
    void readFacetsAtCursor();
    void reportFacets();

    FacetGround m_ground;
    std::vector<Facet> m_facets;
    std::vector<std::function<bool(RowId)>> m_matchers; // by facet, from matcherOf()
    mutable TextMatches m_matches; // by row
    bool m_withAlike = false; // the text has a brace: names of similar parts are searched
};

} // namespace tidemark::ui
