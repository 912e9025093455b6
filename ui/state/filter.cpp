#include "ui/state/filter.h"

#include "ui/state/row_columns.h"
#include "ui/state/source_text.h"

#include <QStringList>

namespace tidemark::ui {
namespace {

constexpr std::size_t kSharersSearched = 1000;

std::string searchText(const View& view, const RowMeanings* meanings, RowId row, Facts& facts)
{
    describe(view.rows, meanings, row, facts);
    std::string text = view.rows.kindOf(row).id + '\n' + facts.name + '\n' + facts.category + '\n' + fullSource(facts);
    for (const ColumnInfo& column : rowColumnInfos())
        if (column.isSearched)
            text += '\n' + column.text(view, row, facts);
    for (const std::string& frame : facts.stack)
        text += '\n' + frame;
    for (const std::string& name : view.rows.sharers(row, kSharersSearched).shown)
        text += '\n' + name;
    return text;
}

} // namespace

Filter::Filter(QObject* parent)
    : QObject(parent)
{ }

void Filter::reset(std::shared_ptr<const View> view)
{
    m_view = std::move(view);
    m_meanings.reset();
    if (m_facet && !(m_view && FacetMatches::canMatch(*m_facet, *m_view)))
        m_facet.reset();
    readAnew();
}

void Filter::setMeanings(std::shared_ptr<const RowMeanings> meanings)
{
    m_meanings = std::move(meanings);
    readAnew();
    if (!m_matches.isEmpty() || (m_facet && m_facet->grouping == Facet::kByCategory))
        emit changed();
}

void Filter::readAnew()
{
    const QString text = m_matches.text();
    m_matches = {};
    if (m_view)
        m_matches = TextMatches(m_view->rows.count,
                                [view = m_view.get(), meanings = m_meanings, facts = Facts()](std::size_t row) mutable {
                                    return searchText(*view, meanings.get(), RowId::at(row), facts);
                                });
    m_matches.setText(text);
    readFacet();
}

void Filter::readFacet()
{
    m_facetMatches = m_facet ? FacetMatches(*m_facet, *m_view, m_meanings.get()) : FacetMatches();
}

void Filter::setText(const QString& text)
{
    if (text == m_matches.text())
        return;
    m_matches.setText(text);
    emit changed();
}

void Filter::setFacet(std::optional<Facet> facet)
{
    if (facet && !FacetMatches::canMatch(*facet, *m_view))
        facet.reset();
    if (facet == m_facet)
        return;
    m_facet = std::move(facet);
    readFacet();
    emit changed();
}

void Filter::toggleFacet(const Facet& facet)
{
    setFacet(facet == m_facet ? std::nullopt : std::optional(facet));
}

void Filter::clear()
{
    if (isEmpty())
        return;
    m_matches.setText({});
    m_facet.reset();
    readFacet();
    emit changed();
}

QString Filter::description() const
{
    QStringList parts;
    if (!m_matches.isEmpty())
        parts << tr("“%1”").arg(text().trimmed());
    if (m_facet)
        parts << m_facet->text;
    return parts.join(QStringLiteral(", "));
}

bool Filter::matches(RowId row) const
{
    return m_facetMatches.matches(row) && m_matches.matches(row.index());
}

} // namespace tidemark::ui
