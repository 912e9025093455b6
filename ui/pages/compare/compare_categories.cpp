#include "ui/pages/compare/compare_categories.h"

#include "ui/tables/column_header.h"
#include "ui/theme/text.h"

#include <QSignalBlocker>

namespace tidemark::ui {
namespace {

constexpr int kNameWidth = 150;
constexpr int kBytesWidth = 80;
constexpr int kChangeWidth = 92;
constexpr int kBarWidth = 48;

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
    bar.ifRoom = 1; // numbers are told whole before it
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
    auto* header = new ColumnHeader(categoryColumns(), -1, Qt::AscendingOrder, this);
    setHorizontalHeader(header);
    header->setSectionsClickable(false);
    header->setSortIndicatorShown(false);
    header->resetColumns();
    connect(this, &QAbstractItemView::entered, this, [this](const QModelIndex& index) { setHovered(index.row()); });
    connect(this, &QAbstractItemView::viewportEntered, this, [this] { setHovered(-1); });
    connect(selectionModel(), &QItemSelectionModel::selectionChanged, this, &CompareCategories::chosenChanged);
}

void CompareCategories::setComparison(std::shared_ptr<const Comparison> comparison)
{
    m_hovered = -1;
    const std::vector<int> selected = selectedRows();
    const auto mark = selected.empty() ? std::nullopt : std::optional(m_model->markAt(selected.front()));
    const QSignalBlocker quiet(this);
    m_model->setComparison(std::move(comparison));
    const int row = mark ? m_model->placeOf(*mark) : -1;
    if (row < 0)
        return;
    setAutoScroll(false); // the user may have gone elsewhere
    selectionModel()->setCurrentIndex(m_model->index(row, 0),
                                      QItemSelectionModel::ClearAndSelect | QItemSelectionModel::Rows);
    setAutoScroll(true);
}

void CompareCategories::setShowsRoles(bool shows)
{
    m_hovered = -1;
    m_model->setShowsRoles(shows);
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
