#include "ui/docks/breakdown_panel.h"

#include "ui/docks/facts_label.h"
#include "ui/state/grouped.h"
#include "ui/tables/flat_table.h"

#include <QClipboard>
#include <QComboBox>
#include <QGuiApplication>
#include <QHBoxLayout>
#include <QHeaderView>
#include <QKeyEvent>
#include <QLabel>
#include <QMenu>
#include <QSignalBlocker>
#include <QVBoxLayout>

#include <algorithm>
#include <numeric>

namespace tidemark::ui {

BreakdownPanel::BreakdownPanel(ViewState* state, QWidget* parent)
    : QWidget(parent)
    , m_state(state)
    , m_model(new BreakdownModel(state, this))
    , m_ways(new QComboBox(this))
    , m_table(new FlatTable(this))
{
    m_ways->setAccessibleName(tr("Break down by"));
    connect(m_ways, &QComboBox::currentIndexChanged, this, [this](int way) {
        m_isChosen = true;
        m_model->setWay(way);
    });
    connect(state, &ViewState::viewChanged, this, &BreakdownPanel::refreshWays);
    connect(&state->colorBy(), &ColorBy::changed, this, [this] {
        m_isChosen = false;
        refreshWays();
    });
    auto* label = new QLabel(tr("By"), this);
    label->setBuddy(m_ways);

    m_table->setModel(m_model);
    m_table->setAccessibleName(tr("Breakdown of the level at the cursor"));
    QHeaderView* header = m_table->horizontalHeader();
    header->setMinimumSectionSize(36);
    header->setSectionResizeMode(QHeaderView::ResizeToContents);
    header->setSectionResizeMode(BreakdownModel::Name, QHeaderView::Stretch);
    header->setSectionResizeMode(BreakdownModel::Bar, QHeaderView::Fixed);
    header->resizeSection(BreakdownModel::Bar, 44);
    m_table->setSelectionMode(QAbstractItemView::SingleSelection);
    m_table->setContextMenuPolicy(Qt::CustomContextMenu);
    m_table->installEventFilter(this);
    connect(m_table, &QAbstractItemView::clicked, this, [this](const QModelIndex& index) { act(index.row()); });
    connect(m_table, &QAbstractItemView::doubleClicked, this,
            [this](const QModelIndex& index) { select(index.row()); });
    connect(m_table, &QWidget::customContextMenuRequested, this, &BreakdownPanel::popUpMenu);
    connect(&state->filter(), &Filter::changed, this, &BreakdownPanel::followFacet);
    connect(m_model, &QAbstractItemModel::modelReset, this, &BreakdownPanel::followFacet);

    auto* row = new QHBoxLayout;
    row->setContentsMargins(9, 4, 8, 4);
    row->setSpacing(6);
    row->addWidget(label);
    row->addWidget(m_ways);
    row->addStretch(1);
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(0);
    layout->addLayout(row);
    layout->addWidget(m_table, 1);
    layout->addWidget(new FactsLabel(state, this));
    refreshWays();
}

void BreakdownPanel::act(int line)
{
    if (m_model->isRow(line))
        m_state->focus().setPinned(m_model->rowsOf(line).front());
    else if (const auto facet = m_model->facetOf(line))
        m_state->filter().toggleFacet(*facet);
}

void BreakdownPanel::select(int line)
{
    // The click before it may have taken the facet away.
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
    std::optional<int> line; // of the one by the way of this table
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
        add("filter", isSet ? tr("Show the Others Too") : tr("Show Only %1").arg(facet->text),
            [this, facet] { m_state->filter().toggleFacet(*facet); });
        const bool isOpen = m_model->isOpen(line);
        add("largest", isOpen ? tr("Hide the Largest") : tr("Show the %1 Largest").arg(BreakdownModel::kLargest),
            [this, line, isOpen] { setOpen(line, !isOpen); });
    }
    const std::vector<RowId> rows = m_model->rowsOf(line);
    add("select", tr("Select %1").arg(grouped(static_cast<std::int64_t>(rows.size()))),
        [this, rows] { m_state->focus().setSelected(rows); });
    menu->addSeparator();
    add("copyRows", tr("Copy the Breakdown"), [this] {
        std::vector<int> lines(static_cast<std::size_t>(m_model->rowCount()));
        std::iota(lines.begin(), lines.end(), 0);
        QGuiApplication::clipboard()->setText(m_table->rowsAsText(lines));
    });
    // Its lines are of what is shown now.
    connect(m_model, &QAbstractItemModel::modelReset, menu, &QWidget::close);
    return menu;
}

void BreakdownPanel::popUpMenu(const QPoint& at)
{
    QModelIndex index = m_table->indexAt(at);
    if (!index.isValid())
        index = m_table->currentIndex();
    if (!index.isValid())
        return;
    QMenu* menu = makeMenu(index.row());
    menu->setAttribute(Qt::WA_DeleteOnClose);
    menu->popup(m_table->viewport()->mapToGlobal(at));
}

void BreakdownPanel::refreshWays()
{
    if (!m_isChosen) {
        const bool byCategory
            = m_state->colorBy().way() == ColorBy::Way::Category && !m_state->isEmpty() && m_state->view()->meanings;
        m_model->setWay(byCategory ? BreakdownModel::kByCategory : BreakdownModel::kByKind);
    }
    const QStringList ways = m_model->ways();
    const QSignalBlocker quiet(m_ways);
    m_ways->clear();
    m_ways->addItems(ways);
    const int way = m_model->way() < ways.size() ? m_model->way() : 0;
    m_ways->setCurrentIndex(way);
    m_model->setWay(way);
}

} // namespace tidemark::ui
