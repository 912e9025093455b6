#include "ui/pages/compare/compare_categories.h"

#include "ui/theme/text.h"

#include <QPaintEvent>
#include <QPainter>
#include <QScrollBar>
#include <QSignalBlocker>

#include <array>
#include <map>

namespace tidemark::ui {
namespace {

constexpr int kNameWidth = 150;
constexpr int kBytesWidth = 80;
constexpr int kChangeWidth = 92;
constexpr int kBarWidth = 48;
constexpr int kShortName = 96; // pixels; no header makes the column narrower
constexpr std::array kCategoryNumbers
    = {CompareCategoriesModel::InA, CompareCategoriesModel::InB, CompareCategoriesModel::Change};

std::vector<ColumnHeader::Column> categoryColumns()
{
    std::vector<ColumnHeader::Column> columns(CompareCategoriesModel::Count);
    for (ColumnHeader::Column& column : columns) {
        column.width = kBytesWidth;
        column.isShown = column.isShownNarrow = column.isFixed = column.fitsTitle = true;
    }
    columns[CompareCategoriesModel::Name].width = kNameWidth;
    columns[CompareCategoriesModel::Name].givesWay = true;
    columns[CompareCategoriesModel::Change].width = kChangeWidth;
    ColumnHeader::Column& bar = columns[CompareCategoriesModel::Bar];
    bar.width = kBarWidth;
    bar.isShown = bar.isShownNarrow = bar.fitsTitle = false;
    bar.ifRoom = 1; // the numbers get their full width first
    bar.grows = true;
    return columns;
}

} // namespace

CompareCategories::CompareCategories(const Units* units, QWidget* parent)
    : FlatTable(parent)
    , m_model(new CompareCategoriesModel(units, this))
{
    setModel(m_model);
    setAccessibleName(tr("Difference by category"));
    setSelectionMode(SingleSelection);
    setMouseTracking(true);
    m_header = new ColumnHeader(categoryColumns(), -1, Qt::AscendingOrder, this);
    setHorizontalHeader(m_header);
    m_header->setSectionsClickable(false);
    m_header->setSortIndicatorShown(false);
    m_header->resetColumns();
    connect(this, &QAbstractItemView::entered, this, [this](const QModelIndex& index) { setHovered(index.row()); });
    connect(this, &QAbstractItemView::viewportEntered, this, [this] { setHovered(-1); });
    connect(selectionModel(), &QItemSelectionModel::selectionChanged, this, &CompareCategories::chosenChanged);
    connect(selectionModel(), &QItemSelectionModel::selectionChanged, viewport(), [this] { viewport()->update(); });
    connect(units, &Units::changed, this, [this] { fitNumbers(true); });
}

void CompareCategories::fitNumbers(bool mayShrink)
{
    std::map<int, int> needed;
    for (const CompareCategoriesModel::Column column : kCategoryNumbers)
        needed[column] = sizeHintForColumn(column);
    m_header->setNeeded(std::move(needed), mayShrink);
}

int CompareCategories::leastWidth() const
{
    int width = kShortName + style()->pixelMetric(QStyle::PM_ScrollBarExtent, nullptr, this);
    for (const CompareCategoriesModel::Column column : kCategoryNumbers)
        width += m_header->widthAtFirst(column);
    return width;
}

QRect CompareCategories::totalOverOthers() const
{
    const int last = m_model->rowCount() - 1;
    if (last < 0)
        return {};
    const int top = viewport()->height() - rowHeight(last);
    return rowViewportPosition(last) <= top ? QRect() : QRect(0, top, viewport()->width(), rowHeight(last));
}

QModelIndex CompareCategories::indexAt(const QPoint& at) const
{
    return totalOverOthers().contains(at) ? m_model->index(m_model->rowCount() - 1, columnAt(at.x()))
                                          : FlatTable::indexAt(at);
}

void CompareCategories::scrollTo(const QModelIndex& index, ScrollHint hint)
{
    FlatTable::scrollTo(index, hint);
    QScrollBar* bar = verticalScrollBar();
    while (totalOverOthers().intersects(visualRect(index)) && bar->value() < bar->maximum())
        bar->setValue(bar->value() + 1);
}

void CompareCategories::paintEvent(QPaintEvent* event)
{
    FlatTable::paintEvent(event);
    const QRect total = totalOverOthers();
    if (!event->rect().intersects(total))
        return;
    QPainter painter(viewport());
    QStyleOptionViewItem option;
    initViewItemOption(&option);
    for (const int column : shownColumns()) {
        const QModelIndex index = m_model->index(m_model->rowCount() - 1, column);
        option.rect = QRect(columnViewportPosition(column), total.top(), columnWidth(column), total.height());
        option.state.setFlag(QStyle::State_Selected, selectionModel()->isSelected(index));
        itemDelegate()->paint(&painter, option, index);
    }
}

void CompareCategories::scrollContentsBy(int dx, int dy)
{
    FlatTable::scrollContentsBy(dx, dy);
    viewport()->update(); // the total does not scroll
}

void CompareCategories::setComparison(std::shared_ptr<const Comparison> comparison)
{
    m_hovered = -1;
    const std::vector<int> selected = selectedRows();
    const auto mark = selected.empty() ? std::nullopt : std::optional(m_model->markAt(selected.front()));
    const QSignalBlocker quiet(this);
    m_model->setComparison(std::move(comparison));
    fitNumbers(false);
    const int row = mark ? m_model->placeOf(*mark) : -1;
    if (row < 0)
        return;
    setAutoScroll(false); // the user may have scrolled elsewhere
    selectionModel()->setCurrentIndex(m_model->index(row, 0),
                                      QItemSelectionModel::ClearAndSelect | QItemSelectionModel::Rows);
    setAutoScroll(true);
}

void CompareCategories::setShowsRoles(bool shows)
{
    m_hovered = -1;
    m_model->setShowsRoles(shows);
    fitNumbers(false);
    emit chosenChanged();
}

std::optional<CompareCategories::Chosen> CompareCategories::chosen() const
{
    const std::vector<int> selected = selectedRows();
    const int row = m_hovered >= 0 ? m_hovered : selected.empty() ? -1 : selected.front();
    const ComparedCategory* of = row >= 0 ? m_model->categoryAt(row) : nullptr;
    if (!of)
        return std::nullopt;
    const ComparedCategory::Role* role = m_model->roleAt(row);
    const Compared& held = role ? static_cast<const Compared&>(*role) : *of;
    return Chosen{role && !role->name.empty() ? QStringLiteral("%1, %2").arg(text(of->category.label), text(role->name))
                                              : text(of->category.label),
                  {held.a.rows, held.b.rows}};
}

void CompareCategories::setHovered(int row)
{
    if (row == m_hovered)
        return;
    m_hovered = row;
    emit chosenChanged();
}

void CompareCategories::leaveEvent(QEvent* event)
{
    FlatTable::leaveEvent(event);
    setHovered(-1);
}

} // namespace tidemark::ui
