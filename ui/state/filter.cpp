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
    std::string text = view.rows.kindOf(row).id + '\n' + facts.category + '\n' + fullSource(facts);
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
    if (m_kind) {
        const std::string id = m_view ? m_view->rows.kinds[*m_kind].id : std::string();
        m_kind.reset();
        for (std::size_t i = 0; view && i < view->rows.kinds.size(); ++i)
            if (view->rows.kinds[i].id == id)
                m_kind = static_cast<std::uint8_t>(i);
    }
    m_view = std::move(view);
    m_meanings.reset();
    readAnew();
}

void Filter::setMeanings(std::shared_ptr<const RowMeanings> meanings)
{
    m_meanings = std::move(meanings);
    readAnew();
    if (!m_matches.isEmpty())
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
}

void Filter::setText(const QString& text)
{
    if (text == m_matches.text())
        return;
    m_matches.setText(text);
    emit changed();
}

void Filter::setKind(std::optional<std::uint8_t> kind)
{
    if (kind == m_kind)
        return;
    m_kind = kind;
    emit changed();
}

void Filter::clear()
{
    if (text().isEmpty() && !m_kind)
        return;
    m_matches.setText({});
    m_kind.reset();
    emit changed();
}

QString Filter::description() const
{
    QStringList parts;
    if (!m_matches.isEmpty())
        parts << tr("“%1”").arg(text().trimmed());
    if (m_kind && m_view)
        parts << QString::fromStdString(m_view->rows.kinds[*m_kind].label);
    return parts.join(QStringLiteral(", "));
}

bool Filter::matches(RowId row) const
{
    return (!m_kind || m_view->rows.kind[row] == *m_kind) && m_matches.matches(row.index());
}

} // namespace tidemark::ui
