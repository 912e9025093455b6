#pragma once

#include "ui/state/facet.h"
#include "ui/state/text_matches.h"

#include <QObject>
#include <QString>

#include <functional>
#include <memory>
#include <vector>

namespace tidemark::ui {

/// Which rows of the view the user wants to see: all words of a text, and of each way to group rows one group or all.
/// All that shows rows obeys it.
class Filter : public QObject
{
    Q_OBJECT

public:
    explicit Filter(QObject* parent = nullptr);

    /// Another view; text stays, and those facets that are in it. Tells nothing.
    void reset(std::shared_ptr<const View> view, StepId cursor);
    /// From now on categories are known: tells where a text or a meaning is asked for. REQUIRES: of the view
    void setMeanings(std::shared_ptr<const RowMeanings> meanings);
    /// Tells where it is asked for how long rows lie unread. REQUIRES: of the view
    void setUses(std::shared_ptr<const RowUses> uses);
    /// Tells nothing: ViewState::liveChanged follows.
    void setCursor(StepId cursor);
    /// What it leaves depends on the cursor.
    bool isAtCursor() const;

    const QString& text() const { return m_matches.text(); }
    /// Tells of other words alone.
    void setText(const QString& text);
    /// At most one of each grouping, as they were set; none: all rows.
    const std::vector<Facet>& facets() const { return m_facets; }
    /// Null: all groups of this grouping.
    const Facet* facetBy(const std::string& grouping) const;
    bool has(const Facet& facet) const;
    /// In the place of one of its grouping; of one that is not in the view there is none. REQUIRES: a view
    void setFacet(const Facet& facet);
    void dropFacet(const std::string& grouping);
    /// Sets it, or drops it where it is set already.
    void toggleFacet(const Facet& facet);
    /// Nothing is left out.
    bool isEmpty() const { return m_matches.isEmpty() && m_facets.empty(); }
    void clear();
    /// "“conv”, Temporary": what is asked for, in words.
    QString description() const;

    /// True when the row passes all facets and the text: the columns that are searched, the source lines, what
    /// groupings let it find, with a brace in the text the part of a tree it is in ("layer_{0..23}"), and names that
    /// share its memory are looked through for every word, any case. A row is described once, whatever is typed without
    /// a brace, as long as what is kept of all stays within a budget. REQUIRES: a row of the view
    bool matches(RowId row) const;

signals:
    void changed();

private:
    void readAnew();
    void readFacets();
    void readFacetsAtCursor();
    void tell(); // facets are others

    FacetGround m_ground;
    std::vector<Facet> m_facets;
    std::vector<std::function<bool(RowId)>> m_matchers; // by facet, as matcherOf() makes them
    mutable TextMatches m_matches; // of the rows
    bool m_withAlike = false; // names of parts that are alike are searched: the text has a brace
};

} // namespace tidemark::ui
