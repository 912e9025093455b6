#include "ui/pages/workers/workers_list.h"

#include "ui/tables/flat_table.h"
#include "ui/tables/table_roles.h"
#include "ui/theme/text.h"
#include "ui/widgets/fonts.h"
#include "ui/widgets/nothing_label.h"
#include "ui/widgets/rule.h"

#include <QHBoxLayout>
#include <QKeyEvent>
#include <QLabel>
#include <QScrollBar>
#include <QSortFilterProxyModel>
#include <QVBoxLayout>

#include <algorithm>
#include <tuple>

namespace tidemark::ui {
namespace {

constexpr int kNarrow = 1000;
constexpr int kRule = 4; // maximum height of the rule below the ranges

class SortedWorkers : public QSortFilterProxyModel
{
public:
    SortedWorkers(const WorkersModel* model, QObject* parent)
        : QSortFilterProxyModel(parent)
        , m_model(model)
    {
        setSortRole(SortRole);
    }
    void setWords(const QString& text, const std::vector<int>& columns)
    {
        m_words = text.toLower().split(u' ', Qt::SkipEmptyParts);
        m_columns = columns;
        invalidateFilter();
    }

protected:
    bool filterAcceptsRow(int row, const QModelIndex&) const override
    {
        if (m_words.isEmpty())
            return true;
        const QString text = m_model->searchText(row, m_columns);
        return std::ranges::all_of(m_words, [&](const QString& word) { return text.contains(word); });
    }

    /// Equal rows keep their natural order, whatever was filtered before.
    bool lessThan(const QModelIndex& left, const QModelIndex& right) const override
    {
        if (QSortFilterProxyModel::lessThan(left, right))
            return true;
        if (QSortFilterProxyModel::lessThan(right, left))
            return false;
        return sortOrder() == Qt::DescendingOrder ? left.row() > right.row() : left.row() < right.row();
    }

private:
    const WorkersModel* m_model;
    QStringList m_words;
    std::vector<int> m_columns; // the searched columns
};

} // namespace

WorkersList::WorkersList(const Units* units, QWidget* parent)
    : QWidget(parent)
    , m_rangesModel(new WorkersModel(WorkersModel::Rows::Ranges, units, this))
    , m_model(new WorkersModel(WorkersModel::Rows::Workers, units, this))
    , m_sorted(new SortedWorkers(m_model, this))
    , m_ranges(new FlatTable(this))
    , m_workers(new FlatTable(this))
    , m_nothing(makeNothingLabel(m_workers->viewport()))
    , m_besideRanges(new QWidget(this))
{
    m_sorted->setSourceModel(m_model);
    m_ranges->setModel(m_rangesModel);
    m_workers->setModel(m_sorted);
    m_ranges->setAccessibleName(tr("Minimum, average and maximum of all workers"));
    m_workers->setAccessibleName(tr("Workers"));
    m_ranges->setSelectionMode(QAbstractItemView::NoSelection);
    m_ranges->setFocusPolicy(Qt::NoFocus);
    m_ranges->setAlternatingRowColors(false);
    m_ranges->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    m_ranges->setVerticalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    m_ranges->setFrameShape(QFrame::NoFrame);
    m_workers->horizontalHeader()->hide();
    m_workers->installEventFilter(this);
    m_ranges->viewport()->installEventFilter(this);
    m_workers->viewport()->installEventFilter(this);
    setFocusProxy(m_workers);
    connect(m_nothing, &QLabel::linkActivated, this, &WorkersList::clearRequested);

    auto* above = new QHBoxLayout;
    above->setContentsMargins(0, 0, 0, 0);
    above->setSpacing(0);
    above->addWidget(m_ranges, 1);
    above->addWidget(m_besideRanges);
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(0);
    layout->addLayout(above);
    layout->addWidget(makeRule(this));
    layout->addWidget(m_workers, 1);

    QScrollBar* across = m_workers->horizontalScrollBar();
    connect(across, &QScrollBar::valueChanged, m_ranges->horizontalScrollBar(), &QScrollBar::setValue);
    connect(m_ranges->horizontalScrollBar(), &QScrollBar::valueChanged, across, &QScrollBar::setValue);
    const QScrollBar* down = m_workers->verticalScrollBar();
    connect(down, &QScrollBar::rangeChanged, this, [this, down](int least, int most) {
        m_besideRanges->setFixedWidth(most > least ? down->sizeHint().width() : 0);
    });
    m_besideRanges->setFixedWidth(0);
    connect(m_workers, &QAbstractItemView::doubleClicked, this, [this](const QModelIndex& index) {
        emit opened(static_cast<std::size_t>(m_sorted->mapToSource(index).row()));
    });
    connect(m_workers->selectionModel(), &QItemSelectionModel::currentRowChanged, this, &WorkersList::currentChanged);
    connect(m_sorted, &QAbstractItemModel::layoutChanged, this, &WorkersList::shownChanged);
}

void WorkersList::makeHeader()
{
    std::vector<QString> names;
    std::vector<ColumnHeader::Column> columns;
    for (const WorkerField& field : m_model->table()->fields) {
        names.push_back(field.title + (field.header.isShown ? u'+' : u'-'));
        columns.push_back(field.header);
    }
    if (names == m_columns)
        return; // the user's column settings stay
    m_columns = std::move(names);
    m_header = new ColumnHeader(std::move(columns), 0, Qt::AscendingOrder, m_ranges);
    m_ranges->setHorizontalHeader(m_header);
    m_header->setSortIndicatorShown(true);
    m_header->setTextElideMode(Qt::ElideRight);
    connect(m_header, &QHeaderView::sectionResized, this, &WorkersList::followHeader);
    connect(m_header, &QHeaderView::sectionMoved, this, &WorkersList::followHeader);
    connect(m_header, &QHeaderView::sortIndicatorChanged, m_sorted, &QSortFilterProxyModel::sort);
    m_header->setNarrow(width() < grown(kNarrow, font()));
    m_header->resetColumns();
    m_ranges->setFixedHeight(m_header->sizeHint().height()
                             + m_rangesModel->rowCount() * m_ranges->verticalHeader()->defaultSectionSize());
}

void WorkersList::followHeader()
{
    QHeaderView* own = m_workers->horizontalHeader();
    own->setStretchLastSection(false);
    own->setMinimumSectionSize(m_header->minimumSectionSize());
    for (int section = 0; section < m_header->count(); ++section) {
        own->setSectionHidden(section, m_header->isSectionHidden(section));
        if (!m_header->isSectionHidden(section))
            own->resizeSection(section, m_header->sectionSize(section));
    }
    for (int visual = 0; visual < m_header->count(); ++visual)
        own->moveSection(own->visualIndex(m_header->logicalIndex(visual)), visual);

    std::vector<int> texts;
    for (int section = 0; section < m_header->count(); ++section)
        if (m_rangesModel->table()->fields[static_cast<std::size_t>(section)].isText()
            && m_header->sectionSize(section) > 0)
            texts.push_back(section);
    if (texts == m_searched)
        return;
    m_searched = std::move(texts);
    if (!m_filter.isEmpty())
        applyFilter();
}

std::optional<std::size_t> WorkersList::find(const Worker& wanted) const
{
    const auto key
        = [](const Worker& worker) { return std::tie(worker.file().path, worker.entry().name, worker.entry().id); };
    const std::vector<Worker>& workers = m_model->table()->workers->list;
    const auto found = std::ranges::find(workers, key(wanted), key);
    return found == workers.end() ? std::nullopt : std::optional(static_cast<std::size_t>(found - workers.begin()));
}

bool WorkersList::setTable(std::shared_ptr<const WorkerTable> table)
{
    const std::shared_ptr<const WorkerTable> old = m_model->table();
    const auto before = current();
    m_rangesModel->setTable(table);
    m_model->setTable(table);
    makeHeader();
    m_sorted->sort(m_header->sortIndicatorSection(), m_header->sortIndicatorOrder());
    followHeader();
    const auto kept = before ? find(old->workers->list[*before]) : std::nullopt;
    setCurrent(kept.value_or(0));
    m_before.reset();
    keepOneSelected();
    refreshNothing();
    emit shownChanged();
    emit currentChanged();
    return kept.has_value();
}

void WorkersList::setScale(std::int64_t bytes)
{
    m_model->setScale(bytes);
}

void WorkersList::setFilter(const QString& text)
{
    m_filter = text.trimmed();
    applyFilter();
}

void WorkersList::applyFilter()
{
    if (const auto selected = current())
        m_before = selected;
    static_cast<SortedWorkers*>(m_sorted)->setWords(m_filter, m_searched);
    keepOneSelected();
    refreshNothing();
    emit shownChanged();
}

void WorkersList::keepOneSelected()
{
    const std::vector<std::size_t> all = shown();
    if (all.empty() || m_workers->selectionModel()->hasSelection())
        return;
    const bool isBeforeShown = m_before && std::ranges::find(all, *m_before) != all.end();
    setCurrent(isBeforeShown ? *m_before : current().value_or(all.front()));
}

void WorkersList::refreshNothing()
{
    m_nothing->setVisible(m_sorted->rowCount() == 0 && m_model->rowCount() > 0);
    if (m_nothing->isHidden())
        return;
    const Words& words = m_model->table()->workers->list.front().document->catalogue().words;
    m_nothing->setText(tr("No %1 matches “%2”. %3")
                           .arg(text(words.source).toHtmlEscaped(), m_filter.toHtmlEscaped(),
                                QStringLiteral("<a href=\"clear\">%1</a>").arg(tr("Clear the filter"))));
    m_nothing->setGeometry(m_workers->viewport()->rect());
}

int WorkersList::fullHeight() const
{
    const int rows = m_model->rowCount() * m_workers->verticalHeader()->defaultSectionSize();
    return m_ranges->minimumHeight() + kRule + rows + m_workers->horizontalScrollBar()->sizeHint().height();
}

void WorkersList::resizeEvent(QResizeEvent* event)
{
    QWidget::resizeEvent(event);
    if (m_header)
        m_header->setNarrow(width() < grown(kNarrow, font()));
}

std::vector<std::size_t> WorkersList::shown() const
{
    std::vector<std::size_t> workers;
    for (int row = 0; row < m_sorted->rowCount(); ++row)
        workers.push_back(static_cast<std::size_t>(m_sorted->mapToSource(m_sorted->index(row, 0)).row()));
    return workers;
}

std::optional<std::size_t> WorkersList::current() const
{
    const QModelIndex index = m_workers->currentIndex();
    return index.isValid() ? std::optional(static_cast<std::size_t>(m_sorted->mapToSource(index).row())) : std::nullopt;
}

QModelIndex WorkersList::indexOf(std::size_t worker) const
{
    return m_sorted->mapFromSource(m_model->index(static_cast<int>(worker), 0));
}

void WorkersList::setCurrent(std::size_t worker)
{
    const QModelIndex index = indexOf(worker);
    if (!index.isValid())
        return;
    m_workers->setCurrentIndex(index);
    m_workers->scrollTo(index);
}

bool WorkersList::eventFilter(QObject* watched, QEvent* event)
{
    // The header resizes its last column without a signal, so its widths are read after the layout.
    if (event->type() == QEvent::Resize && watched == m_ranges->viewport() && m_header)
        QMetaObject::invokeMethod(this, &WorkersList::followHeader, Qt::QueuedConnection);
    if (event->type() == QEvent::Resize && watched == m_workers->viewport())
        m_nothing->setGeometry(m_workers->viewport()->rect());
    if (event->type() == QEvent::KeyPress) {
        const int key = static_cast<QKeyEvent*>(event)->key();
        if ((key == Qt::Key_Return || key == Qt::Key_Enter) && current()) {
            emit opened(*current());
            return true;
        }
    }
    return QWidget::eventFilter(watched, event);
}

} // namespace tidemark::ui
