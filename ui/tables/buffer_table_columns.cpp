// The columns of the table: which there are, how wide, what of that is remembered.
#include "ui/tables/buffer_table.h"

#include <QDataStream>
#include <QGuiApplication>
#include <QHeaderView>
#include <QIODevice>
#include <QMenu>
#include <QScopedValueRollback>

#include <algorithm>
#include <array>
#include <map>

namespace tidemark::ui {
namespace {

constexpr int kNarrowestShape = 96;

constexpr std::array kNarrowHidden = {BufferColumn::Type, BufferColumn::Source, BufferColumn::OpName};

bool isShownAtFirst(BufferColumn column, bool narrow)
{
    return column <= BufferColumn::OpName
        && !(narrow && std::ranges::find(kNarrowHidden, column) != kNarrowHidden.end());
}

int widthAtFirst(BufferColumn column)
{
    static const std::map<BufferColumn, int> kWidths
        = {{BufferColumn::Name, 180},     {BufferColumn::Size, 190},   {BufferColumn::Shape, 236},
           {BufferColumn::Lifetime, 130}, {BufferColumn::OpName, 96},  {BufferColumn::Layout, 180},
           {BufferColumn::Type, 104},     {BufferColumn::Opcode, 104}, {BufferColumn::Source, 104}};
    const auto width = kWidths.find(column);
    return width == kWidths.end() ? 84 : width->second;
}

} // namespace

void BufferTable::setNarrow(bool narrow)
{
    m_isNarrow = narrow;
    for (const BufferColumn column : kNarrowHidden)
        if (!m_chosen.contains(column))
            setColumnHidden(static_cast<int>(column), !isShownAtFirst(column, narrow));
    fitShape();
}

void BufferTable::setColumnChosen(BufferColumn column, bool isShown)
{
    m_chosen[column] = isShown;
    setColumnHidden(static_cast<int>(column), !isShown);
    fitShape();
}

void BufferTable::addColumnActions(QMenu* menu)
{
    for (int i = 0; i < kBufferColumns; ++i) {
        const auto column = static_cast<BufferColumn>(i);
        QAction* action = menu->addAction(columnTitle(column));
        action->setCheckable(true);
        action->setChecked(!isColumnHidden(i));
        action->setEnabled(column != BufferColumn::Name);
        connect(action, &QAction::toggled, this, [this, column](bool on) { setColumnChosen(column, on); });
    }
    menu->addSeparator();
    menu->addAction(tr("Reset Columns"), this, &BufferTable::resetColumns);
}

void BufferTable::resetColumns()
{
    m_chosen.clear();
    m_isShapeChosen = false;
    for (int i = 0; i < kBufferColumns; ++i) {
        const auto column = static_cast<BufferColumn>(i);
        horizontalHeader()->moveSection(horizontalHeader()->visualIndex(i), i);
        setColumnWidth(i, widthAtFirst(column));
        setColumnHidden(i, !isShownAtFirst(column, m_isNarrow));
    }
    sortByColumn(static_cast<int>(BufferColumn::Size), Qt::DescendingOrder);
    fitShape();
}

void BufferTable::fitShape()
{
    constexpr int kShape = static_cast<int>(BufferColumn::Shape);
    int others = 0;
    int last = 0; // takes what is left
    for (int visual = 0; visual < kBufferColumns; ++visual) {
        const int column = horizontalHeader()->logicalIndex(visual);
        if (isColumnHidden(column))
            continue;
        last = column;
        if (column != kShape)
            others += columnWidth(column);
    }
    if (m_isShapeChosen || isColumnHidden(kShape) || last == kShape)
        return;
    others += widthAtFirst(static_cast<BufferColumn>(last)) - columnWidth(last);
    const QScopedValueRollback guard(m_isFitting, true);
    setColumnWidth(kShape,
                   std::clamp(viewport()->width() - others, kNarrowestShape, widthAtFirst(BufferColumn::Shape)));
}

void BufferTable::onSectionResized(int column)
{
    const bool isByHand = !m_isFitting && (QGuiApplication::mouseButtons() & Qt::LeftButton);
    if (isByHand && column == static_cast<int>(BufferColumn::Shape))
        m_isShapeChosen = true;
}

void BufferTable::resizeEvent(QResizeEvent* event)
{
    QTableView::resizeEvent(event);
    fitShape();
}

QByteArray BufferTable::saveColumns() const
{
    QByteArray state;
    QDataStream stream(&state, QIODevice::WriteOnly);
    stream << horizontalHeader()->saveState() << static_cast<qint32>(m_chosen.size());
    for (const auto& [column, isShown] : m_chosen)
        stream << static_cast<qint32>(column) << isShown;
    stream << m_isShapeChosen;
    return state;
}

void BufferTable::restoreColumns(const QByteArray& state)
{
    QDataStream stream(state);
    QByteArray header;
    qint32 count = 0;
    stream >> header >> count;
    if (stream.status() != QDataStream::Ok || !horizontalHeader()->restoreState(header))
        return;
    m_chosen.clear();
    for (qint32 i = 0; i < count && i < kBufferColumns; ++i) {
        qint32 column = 0;
        bool isShown = false;
        stream >> column >> isShown;
        if (column >= 0 && column < kBufferColumns)
            m_chosen[static_cast<BufferColumn>(column)] = isShown;
    }
    m_isShapeChosen = false;
    stream >> m_isShapeChosen;
    setNarrow(m_isNarrow);
    sortByColumn(horizontalHeader()->sortIndicatorSection(), horizontalHeader()->sortIndicatorOrder());
}

} // namespace tidemark::ui
