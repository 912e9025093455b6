#include "ui/pages/operations/operation_lists.h"

#include <QComboBox>
#include <QKeyEvent>
#include <QLabel>
#include <QPushButton>
#include <QStackedWidget>
#include <QVBoxLayout>

#include <algorithm>

namespace tidemark::ui {

OperationLists::OperationLists(const Units* units, QWidget* parent)
    : QWidget(parent)
    , m_which(new QComboBox(this))
    , m_tables(new QStackedWidget(this))
{
    m_which->setAccessibleName(tr("List of operations"));
    auto* copy = new QPushButton(tr("Copy Table"), this);
    copy->setToolTip(tr("Put all rows shown on the clipboard"));
    copy->setAutoDefault(false);
    connect(copy, &QPushButton::clicked, this, [this] { table()->copyAll(); });
    auto* tools = new QHBoxLayout;
    tools->setContentsMargins(8, 6, 8, 6);
    tools->setSpacing(6);
    tools->addWidget(m_which);
    tools->addStretch(1);
    tools->addWidget(copy);
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(0);
    column->addLayout(tools);
    column->addWidget(m_tables, 1);
    for (int list = 0; list < kOperationLists; ++list) {
        m_which->addItem(listTitle(static_cast<OperationList>(list)));
        m_lists[static_cast<std::size_t>(list)].table
            = new GridTable(units, listColumns(static_cast<OperationList>(list)),
                            listTitle(static_cast<OperationList>(list)), m_tables);
        makeList(static_cast<OperationList>(list));
    }
    connect(m_which, &QComboBox::currentIndexChanged, this, &OperationLists::showList);
}

void OperationLists::makeList(OperationList list)
{
    GridTable* const table = m_lists[at(list)].table;
    table->setSelectionMode(QAbstractItemView::SingleSelection);
    table->installEventFilter(this);
    connect(table, &FlatTable::copied, this,
            [this](const QString& what) { emit statusMessage(tr("Copied %1").arg(what)); });
    connect(table->selectionModel(), &QItemSelectionModel::currentRowChanged, this,
            [this, list](const QModelIndex& now) {
                if (now.isValid() && !m_isFilling)
                    tellOf(list, now.row());
            });
    connect(table, &QAbstractItemView::clicked, this,
            [this, list](const QModelIndex& now) { tellOf(list, now.row()); });
    connect(table, &QAbstractItemView::doubleClicked, this, &OperationLists::opened);
    auto* nothing = new QLabel(emptyText(list), m_tables);
    nothing->setAlignment(Qt::AlignCenter);
    nothing->setWordWrap(true);
    m_tables->addWidget(table);
    m_tables->addWidget(nothing);
}

void OperationLists::tellOf(OperationList list, int row)
{
    emit operationChosen((*m_lists[at(list)].operations)[static_cast<std::size_t>(row)]);
}

void OperationLists::setShown(std::shared_ptr<const ShownOperations> shown)
{
    const bool isOther = !m_shown || m_shown->profile != shown->profile;
    if (isOther || m_shown->extent.begin != shown->extent.begin || m_shown->extent.end != shown->extent.end) {
        m_matches
            = TextMatches(shown->extent.count(), [of = shown->profile, begin = shown->extent.begin](std::size_t i) {
                  return searchedText(*of, of->operations[begin + i]);
              });
        m_matches.setText(m_text);
    }
    m_shown = std::move(shown);
    m_isFilling = true;
    for (int i = 0; i < kOperationLists; ++i) {
        const auto list = static_cast<OperationList>(i);
        if (list == OperationList::All)
            continue;
        OperationGrid made = gridOf(*m_shown, list);
        m_lists[at(list)].operations = std::make_shared<const std::vector<std::size_t>>(std::move(made.operations));
        m_lists[at(list)].table->setGrid(std::move(made.grid));
    }
    m_isFilling = false;
    m_isAllStale = true;
    if (isOther && !m_lists[at(OperationList::Failed)].operations->empty())
        m_which->setCurrentIndex(static_cast<int>(OperationList::Failed));
    showList();
}

void OperationLists::setText(const QString& text)
{
    if (text == m_text)
        return;
    m_text = text;
    m_matches.setText(text);
    m_isAllStale = true;
    if (!text.isEmpty())
        m_which->setCurrentIndex(static_cast<int>(OperationList::All));
    showList();
}

void OperationLists::refreshAll()
{
    m_isAllStale = false;
    auto found = std::make_shared<std::vector<std::size_t>>();
    const ttxla::Extent extent = m_shown->extent;
    for (std::size_t i = 0; i < extent.count(); ++i)
        if ((!m_shown->as.isAsUpstream || m_shown->operation(extent.begin + i).isListed()) && m_matches.matches(i))
            found->push_back(extent.begin + i);
    m_isFilling = true;
    List& all = m_lists[at(OperationList::All)];
    all.operations = found;
    all.table->setGrid(gridOfAll(m_shown, std::move(found)));
    m_isFilling = false;
}

void OperationLists::showList()
{
    m_now = static_cast<OperationList>(m_which->currentIndex());
    if (!m_shown)
        return;
    if (m_now == OperationList::All && m_isAllStale)
        refreshAll();
    m_tables->setCurrentIndex(2 * m_which->currentIndex() + (m_lists[at(m_now)].operations->empty() ? 1 : 0));
    showOperation(m_operation);
    emit listChanged();
}

void OperationLists::showOperation(std::size_t operation)
{
    m_operation = operation;
    if (m_now != OperationList::All || m_isAllStale)
        return;
    const List& all = m_lists[at(OperationList::All)];
    const auto found = std::ranges::lower_bound(*all.operations, operation);
    if (found == all.operations->end() || *found != operation)
        return;
    const QModelIndex row = all.table->gridModel()->index(static_cast<int>(found - all.operations->begin()), 0);
    if (all.table->currentIndex().row() == row.row())
        return;
    m_isFilling = true;
    all.table->setCurrentIndex(row);
    m_isFilling = false;
}

void OperationLists::goToMatch(int by)
{
    const int count = table()->gridModel()->rowCount();
    if (count == 0)
        return;
    const QModelIndex current = table()->currentIndex();
    int row = by > 0 ? 0 : count - 1;
    if (current.isValid())
        row = (current.row() + by + count) % count;
    table()->setCurrentIndex(table()->gridModel()->index(row, 0));
}

bool OperationLists::eventFilter(QObject* watched, QEvent* event)
{
    if (event->type() != QEvent::KeyPress)
        return QWidget::eventFilter(watched, event);
    const int key = static_cast<QKeyEvent*>(event)->key();
    if (watched == table() && (key == Qt::Key_Return || key == Qt::Key_Enter)) {
        emit opened();
        return true;
    }
    return QWidget::eventFilter(watched, event);
}

} // namespace tidemark::ui
