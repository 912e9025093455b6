#pragma once

#include "ui/state/aspects.h"
#include "ui/state/facet.h"
#include "ui/state/text_matches.h"

#include <QCoreApplication>
#include <QString>

#include <functional>
#include <memory>
#include <vector>

namespace tidemark::ui {

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
    /// Returns whether the rows that pass depend on the cursor.
    bool isAtCursor() const;

    const QString& text() const { return m_matches.text(); }
    /// Reports a change only if the words differ.
    void setText(const QString& text);
    /// At most one facet of each grouping, in the order in which they were set. Empty: all rows.
    const std::vector<Facet>& facets() const { return m_facets; }
    /// The facet of this grouping. Null: all groups.
    const Facet* facetBy(const std::string& grouping) const;
    bool has(const Facet& facet) const;
    /// Replaces the facet of the same grouping. Ignores a facet that the view does not have. REQUIRES: a view
    void setFacet(const Facet& facet);
    void dropFacet(const std::string& grouping);
    /// Sets a facet, or removes it if it is already set.
    void toggleFacet(const Facet& facet);
    /// Returns whether all rows pass.
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
