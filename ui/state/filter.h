#pragma once

#include "ui/state/facet.h"
#include "ui/state/text_matches.h"

#include <QObject>
#include <QString>

#include <memory>
#include <optional>

namespace tidemark::ui {

/// Which rows of the view the user wants to see: all words of a text, and one group or all. All that shows rows obeys
/// it.
class Filter : public QObject
{
    Q_OBJECT

public:
    explicit Filter(QObject* parent = nullptr);

    /// Another view; text stays, a facet stays if the view can match it. Tells nothing.
    void reset(std::shared_ptr<const View> view);
    /// From now on categories are known: tells where a text or a category is asked for. REQUIRES: of the view
    void setMeanings(std::shared_ptr<const RowMeanings> meanings);

    const QString& text() const { return m_matches.text(); }
    void setText(const QString& text);
    /// nullopt: all rows.
    const std::optional<Facet>& facet() const { return m_facet; }
    /// One that the view cannot match is none. REQUIRES for a facet: a view
    void setFacet(std::optional<Facet> facet);
    /// Sets it, or none where it is set already.
    void toggleFacet(const Facet& facet);
    /// Nothing is left out.
    bool isEmpty() const { return m_matches.isEmpty() && !m_facet; }
    void clear();
    /// "“conv”, Temporary": what is asked for, in words.
    QString description() const;

    /// True when the row passes facet and text: the columns that are searched, the source lines and names that share
    /// its memory are looked through for every word, any case. A row is described once, whatever is typed, as long as
    /// what is kept of all stays within a budget. REQUIRES: a row of the view
    bool matches(RowId row) const;

signals:
    void changed();

private:
    void readAnew();
    void readFacet();

    std::shared_ptr<const View> m_view;
    std::shared_ptr<const RowMeanings> m_meanings; // null: not known
    std::optional<Facet> m_facet;
    mutable FacetMatches m_facetMatches; // of the rows
    mutable TextMatches m_matches; // of the rows
};

} // namespace tidemark::ui
