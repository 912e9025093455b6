#include "ui/panels/breakdown_panel.h"

#include "ui/panels/facts_label.h"
#include "ui/state/grouped.h"
#include "ui/tables/flat_table.h"
#include "ui/theme/text.h"
#include "ui/widgets/pop_up.h"

#include <QClipboard>
#include <QGuiApplication>
#include <QHeaderView>
#include <QKeyEvent>
#include <QMenu>
#include <QVBoxLayout>

#include <algorithm>
#include <map>

namespace tidemark::ui {
namespace {

// In pixels.
constexpr int kBar = 44;
constexpr int kAroundTitle = 12;

constexpr double kShareOfNames = 0.45; // of the width, guaranteed to names that need it
// Columns that are hidden to keep that share, the least important first.
constexpr BreakdownModel::Column kGivingWay[] = {BreakdownModel::Bar, BreakdownModel::Count, BreakdownModel::Share};

} // namespace

BreakdownPanel::BreakdownPanel(ViewState* state, QWidget* parent)
    : QWidget(parent)
    , m_state(state)
    , m_model(new BreakdownModel(state, this))
    , m_table(new FlatTable(this))
{
    m_table->setModel(m_model);
    m_table->setAccessibleName(tr("Breakdown of the level at the cursor"));
    QHeaderView* header = m_table->horizontalHeader();
    header->setMinimumSectionSize(36);
    header->setTextElideMode(Qt::ElideRight);
    header->setSectionResizeMode(QHeaderView::Fixed);
    header->setSectionResizeMode(BreakdownModel::Name, QHeaderView::Stretch);
    m_table->setCopiedColumns(
        {BreakdownModel::Name, BreakdownModel::Count, BreakdownModel::Size, BreakdownModel::Share});
    m_table->setSelectionMode(QAbstractItemView::SingleSelection);
    m_table->installEventFilter(this);
    connect(m_table, &QAbstractItemView::clicked, this, [this](const QModelIndex& index) { act(index.row()); });
    m_table->setLastRowFrozen(true);
    m_table->setContextMenuPolicy(Qt::CustomContextMenu);
    connect(m_table, &QAbstractItemView::doubleClicked, this,
            [this](const QModelIndex& index) { select(index.row()); });
    connect(m_table, &QWidget::customContextMenuRequested, this, &BreakdownPanel::popUpMenu);
    state->onChange(Aspect::Filter, this, &BreakdownPanel::followFacet);
    connect(m_model, &QAbstractItemModel::modelReset, this, [this] {
        fitColumns();
        followFacet();
    });

    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(0);
    layout->addWidget(m_table, 1);
    layout->addWidget(new FactsLabel(state, this));
    fitColumns();
    followFacet();
}

/// The width of the widest cell of a column.
int BreakdownPanel::widthOf(int column) const
{
    if (column == BreakdownModel::Bar)
        return kBar;
    const QAbstractItemView& lines = *m_table;
    const QString title = m_model->headerData(column, Qt::Horizontal).toString();
    const QHeaderView* header = m_table->horizontalHeader();
    return std::max({lines.sizeHintForColumn(column), header->fontMetrics().horizontalAdvance(title) + kAroundTitle,
                     header->minimumSectionSize()});
}

/// Gives the names the width that the other columns leave.
void BreakdownPanel::fitColumns()
{
    std::map<int, int> widths;
    for (const int column : {BreakdownModel::Count, BreakdownModel::Bar, BreakdownModel::Size, BreakdownModel::Share})
        widths[column] = widthOf(column);
    // The scroll bar may not be up to date yet.
    const bool scrolls
        = m_model->rowCount() * m_table->verticalHeader()->defaultSectionSize() > m_table->viewport()->height();
    const int room = width() - (scrolls ? style()->pixelMetric(QStyle::PM_ScrollBarExtent) : 0);
    int name = room;
    for (const auto& [column, width] : widths)
        name -= width;
    const int least = std::min(static_cast<int>(kShareOfNames * room), widthOf(BreakdownModel::Name));
    for (const int column : kGivingWay) {
        const bool isShown = name >= least;
        if (!isShown)
            name += widths[column];
        m_table->setColumnHidden(column, !isShown);
    }
    for (const auto& [column, width] : widths)
        m_table->horizontalHeader()->resizeSection(column, width);
}

void BreakdownPanel::act(int line)
{
    if (m_model->isRow(line))
        m_state->focus().setPinned(m_model->rowsOf(line).front());
    else if (const auto facet = m_model->facetOf(line))
        m_state->filter().toggleFacet(*facet);
    else
        followFacet(); // the click selected the total
}

void BreakdownPanel::select(int line)
{
    const ViewState::Batch batch(*m_state);
    // The first click of a double click may have removed the facet.
    if (const auto facet = m_model->facetOf(line); facet && !m_model->isRow(line))
        m_state->filter().setFacet(*facet);
    m_state->focus().setSelected(m_model->rowsOf(line));
}

void BreakdownPanel::setOpen(int line, bool open)
{
    const auto facet = m_model->facetOf(line);
    m_model->setOpen(line, open);
    if (facet)
        m_table->setCurrentIndex(m_model->index(m_model->lineOf(*facet).value_or(line), 0));
}

void BreakdownPanel::followFacet()
{
    std::optional<int> line; // of the filter's facet for the current way
    for (const Facet& facet : m_state->filter().facets())
        if (!line)
            line = m_model->lineOf(facet);
    if (line)
        m_table->selectRow(*line);
    else
        m_table->clearSelection();
}

bool BreakdownPanel::takeKey(int key)
{
    const QModelIndex current = m_table->currentIndex();
    if (!current.isValid())
        return false;
    switch (key) {
    case Qt::Key_Return:
    case Qt::Key_Enter:
        act(current.row());
        return true;
    case Qt::Key_Space:
        select(current.row());
        return true;
    case Qt::Key_Right:
        setOpen(current.row(), true);
        return true;
    case Qt::Key_Left:
        setOpen(current.row(), false);
        return true;
    default:
        return false;
    }
}

bool BreakdownPanel::eventFilter(QObject* watched, QEvent* event)
{
    if (event->type() == QEvent::KeyPress) {
        const auto* key = static_cast<QKeyEvent*>(event);
        if (key->modifiers().setFlag(Qt::KeypadModifier, false) == Qt::NoModifier && takeKey(key->key()))
            return true;
    }
    return QWidget::eventFilter(watched, event);
}

QMenu* BreakdownPanel::makeMenu(int line)
{
    auto* menu = new QMenu(this);
    const auto facet = m_model->facetOf(line);
    const auto add = [&](const char* name, const QString& text, auto&& act) {
        QAction* action = menu->addAction(text, this, act);
        action->setObjectName(QLatin1String(name));
        return action;
    };
    if (facet) {
        const bool isSet = m_state->filter().has(*facet);
        add("filter", isSet ? tr("Show All Again") : tr("Show Only %1").arg(facet->text),
            [this, facet] { m_state->filter().toggleFacet(*facet); });
        const bool isOpen = m_model->isOpen(line);
        add("largest", isOpen ? tr("Hide the Largest") : tr("Show the %1 Largest").arg(BreakdownModel::kLargest),
            [this, line, isOpen] { setOpen(line, !isOpen); });
    }
    const std::vector<RowId> rows = m_model->rowsOf(line);
    add("select", tr("Select %1").arg(grouped(rows.size())), [this, rows] { m_state->focus().setSelected(rows); });
    menu->addSeparator();
    add("copyRows", tr("Copy the Breakdown"),
        [this] { QGuiApplication::clipboard()->setText(m_table->allRowsAsText()); });
    // The menu refers to the current lines.
    connect(m_model, &QAbstractItemModel::modelReset, menu, &QWidget::close);
    return menu;
}

void BreakdownPanel::popUpMenu(const QPoint& at)
{
    QModelIndex index = m_table->indexAt(at);
    if (!index.isValid())
        index = m_table->currentIndex();
    if (index.isValid())
        popUp(makeMenu(index.row()), m_table->viewport()->mapToGlobal(at));
}

void BreakdownPanel::resizeEvent(QResizeEvent* event)
{
    QWidget::resizeEvent(event);
    fitColumns();
}

void BreakdownPanel::changeEvent(QEvent* event)
{
    QWidget::changeEvent(event);
    if (event->type() == QEvent::FontChange)
        fitColumns();
}

} // namespace tidemark::ui
