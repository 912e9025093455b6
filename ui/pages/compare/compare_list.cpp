#include "ui/pages/compare/compare_list.h"

#include "ui/state/grouped.h"
#include "ui/state/row_text.h"
#include "ui/tables/flat_table.h"
#include "ui/theme/text.h"
#include "ui/theme/tool_tip.h"
#include "ui/widgets/elided_label.h"
#include "ui/widgets/fonts.h"
#include "ui/widgets/switch_button.h"

#include <QEvent>
#include <QHBoxLayout>
#include <QItemSelection>
#include <QLabel>
#include <QMenu>
#include <QSignalBlocker>
#include <QStyle>
#include <QToolButton>
#include <QVBoxLayout>

#include <algorithm>
#include <array>
#include <map>
#include <set>
#include <string_view>
#include <tuple>
#include <utility>

namespace tidemark::ui {
namespace {

constexpr int kTitledList = 900; // minimum width for a title
constexpr int kNarrowList = 640;
constexpr int kLeastList = 480; // a fixed width, because the switches change with the cursors
constexpr std::array kNumbers = {CompareRowsModel::InA, CompareRowsModel::InB, CompareRowsModel::Change};
constexpr std::array kStateOrder
    = {ChangeState::Less, ChangeState::More, ChangeState::OnlyA, ChangeState::OnlyB, ChangeState::Same};

QString countText(std::size_t groups)
{
    return grouped(static_cast<std::int64_t>(groups));
}

/// Identifies a group wherever the cursors are. The views point into the group and must not outlive it.
using GroupMark
    = std::tuple<std::string_view, bool, std::string_view, std::string_view, std::string_view, std::string_view>;

GroupMark markOf(const ComparedGroup& of)
{
    // With op names, the opcode is only that of the largest row, so it does not identify the group.
    const bool hasPaths = !of.path.empty() || of.isOfSeveralPaths;
    return {of.path, of.isOfSeveralPaths, of.shape, of.kind, hasPaths ? std::string_view() : of.opcode, of.name};
}

QItemSelection rowsMarked(const CompareRowsModel& model, const std::set<GroupMark>& marks)
{
    QItemSelection rows;
    const int count = marks.empty() ? 0 : model.rowCount();
    int begin = -1; // first row of a run of marked rows
    for (int row = 0; row <= count; ++row) {
        if (row < count && marks.contains(markOf(model.group(row)))) {
            begin = begin < 0 ? row : begin;
        } else if (begin >= 0) {
            rows.append(QItemSelectionRange(model.index(begin, 0), model.index(row - 1, CompareRowsModel::Count - 1)));
            begin = -1;
        }
    }
    return rows;
}

std::vector<ColumnHeader::Column> columns()
{
    std::vector<ColumnHeader::Column> all(CompareRowsModel::Count);
    const auto shown = [&](CompareRowsModel::Column column, int width, bool isShownNarrow) {
        ColumnHeader::Column& of = all[static_cast<std::size_t>(column)];
        of.width = width;
        of.isShown = true;
        of.isShownNarrow = isShownNarrow;
        of.fitsTitle = true;
    };
    shown(CompareRowsModel::Path, 400, true);
    shown(CompareRowsModel::Shape, 150, false);
    all[CompareRowsModel::Kind].width = 90;
    all[CompareRowsModel::Category].width = 150;
    shown(CompareRowsModel::InA, 110, true);
    shown(CompareRowsModel::InB, 110, true);
    shown(CompareRowsModel::Change, 90, true);
    shown(CompareRowsModel::State, 60, true);
    all[CompareRowsModel::Path].isFixed = true;
    all[CompareRowsModel::Path].givesWay = true;
    all[CompareRowsModel::Shape].grows = true;
    return all;
}

} // namespace

CompareList::CompareList(const Units* units, QWidget* parent)
    : QWidget(parent)
    , m_units(units)
    , m_model(new CompareRowsModel(units, this))
    , m_table(new FlatTable(this))
    , m_nothing(new QLabel(m_table->viewport()))
{
    m_table->setModel(m_model);
    m_table->setAccessibleName(tr("What differs, by op name"));
    m_header = new ColumnHeader(columns(), CompareRowsModel::Change, Qt::DescendingOrder, m_table);
    m_table->setHorizontalHeader(m_header);
    m_header->setSortIndicatorShown(true);
    m_header->setSectionsClickable(true);
    m_header->resetColumns();
    m_table->setMouseTracking(true);
    m_table->viewport()->installEventFilter(this);
    m_nothing->setTextInteractionFlags(Qt::LinksAccessibleByMouse | Qt::LinksAccessibleByKeyboard);
    m_nothing->setAlignment(Qt::AlignCenter);
    m_nothing->setWordWrap(true);
    m_nothing->hide();
    connect(m_nothing, &QLabel::linkActivated, this, &CompareList::showAll);
    m_footer = new ElidedLabel(this);
    m_footer->setObjectName(QStringLiteral("compareFooter"));
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(0);
    m_bar = makeBar();
    column->addWidget(m_bar);
    column->addWidget(m_table, 1);
    auto* foot = new QHBoxLayout;
    foot->setContentsMargins(9, 3, 8, 4);
    foot->addWidget(m_footer);
    column->addLayout(foot);
    setFocusProxy(m_table);
    setMinimumWidth(grown(kLeastList, font()));
    refreshNames();
    connect(m_table, &QAbstractItemView::entered, this,
            [this](const QModelIndex& index) { emit hovered(&m_model->group(index.row())); });
    connect(m_table, &QAbstractItemView::viewportEntered, this, [this] { emit hovered(nullptr); });
    connect(m_table->selectionModel(), &QItemSelectionModel::selectionChanged, this, &CompareList::selectionChanged);
    // The path column changes its width when a column is shown or hidden.
    connect(m_header, &QHeaderView::sectionResized, this, &CompareList::refreshNames);
    connect(m_header, &QHeaderView::sortIndicatorChanged, m_model, &CompareRowsModel::sort);
    connect(m_model, &QAbstractItemModel::modelReset, this, [this] {
        emit hovered(nullptr); // another group may be under the pointer
        emit selectionChanged();
    });
    connect(units, &Units::changed, this, [this] {
        fitNumbers(true);
        refresh();
    });
}

void CompareList::fitNumbers(bool mayShrink)
{
    const int beside = 2 * (style()->pixelMetric(QStyle::PM_FocusFrameHMargin, nullptr, m_table) + 1) + 1;
    std::map<int, int> needed;
    for (const CompareRowsModel::Column column : kNumbers)
        needed[column] = m_table->fontMetrics().horizontalAdvance(m_model->longestNumber(column)) + beside;
    m_header->setNeeded(std::move(needed), mayShrink);
    fitColumns();
}

void CompareList::fitColumns()
{
    m_header->setNarrow(width() < grown(kNarrowList, font()) + m_header->growth());
    refreshNames();
}

QWidget* CompareList::makeBar()
{
    auto* bar = new QWidget(this);
    m_title = new ElidedLabel(bar);
    auto* line = new QHBoxLayout(bar);
    line->setContentsMargins(9, 4, 8, 4);
    line->setSpacing(4);
    line->addWidget(m_title, 1000);
    line->addStretch(1); // if there is no title
    for (const ChangeState state : kStateOrder) {
        auto* button = new SwitchButton(bar);
        button->setChecked(CompareRowsModel::kDiffering[static_cast<std::size_t>(state)]);
        connect(button, &QToolButton::toggled, this, &CompareList::takeStates);
        m_buttons[static_cast<std::size_t>(state)] = button;
        line->addWidget(button);
    }
    auto* columnsButton = new QToolButton(bar);
    columnsButton->setText(tr("Columns"));
    columnsButton->setToolTip(tr("Choose the columns of the table"));
    columnsButton->setFocusPolicy(Qt::StrongFocus);
    columnsButton->setPopupMode(QToolButton::InstantPopup);
    columnsButton->setMenu(new QMenu(columnsButton));
    connect(columnsButton->menu(), &QMenu::aboutToShow, this, [this, menu = columnsButton->menu()] {
        menu->clear();
        m_header->addColumnActions(menu);
    });
    line->addWidget(columnsButton);
    return bar;
}

void CompareList::setComparison(std::shared_ptr<const Comparison> comparison)
{
    std::set<GroupMark> selectedMarks;
    for (const ComparedGroup* each : selected())
        selectedMarks.insert(markOf(*each));
    std::set<GroupMark> currentMark;
    const QModelIndex current = m_table->currentIndex();
    const int column = current.column();
    const bool isSeen = m_table->viewport()->rect().intersects(m_table->visualRect(current));
    if (current.isValid())
        currentMark.insert(markOf(m_model->group(current.row())));
    const auto before = std::exchange(m_comparison, std::move(comparison)); // the marks point into it
    {
        const QSignalBlocker quiet(this);
        m_model->setComparison(m_comparison);
        m_table->setAutoScroll(false);
        if (const QItemSelection row = rowsMarked(*m_model, currentMark); !row.isEmpty())
            m_table->selectionModel()->setCurrentIndex(m_model->index(row.front().top(), column),
                                                       QItemSelectionModel::NoUpdate);
        m_table->setAutoScroll(true);
        m_table->selectionModel()->select(rowsMarked(*m_model, selectedMarks), QItemSelectionModel::ClearAndSelect);
    }
    fitNumbers(false);
    if (isSeen && m_table->currentIndex().isValid())
        m_table->scrollTo(m_table->currentIndex());
    refresh();
}

void CompareList::setText(const QString& text)
{
    m_model->setText(text);
    refresh();
}

void CompareList::setCompact(bool isCompact)
{
    if (isCompact == m_isCompact)
        return;
    m_isCompact = isCompact;
    refreshButtons();
}

void CompareList::setShapesFirst(bool areFirst)
{
    m_model->setShapesFirst(areFirst);
    if (areFirst != m_areShapesFirst)
        m_header->moveSection(m_header->visualIndex(CompareRowsModel::Shape), areFirst ? 0 : 1);
    m_areShapesFirst = areFirst;
}

void CompareList::takeStates()
{
    std::array<bool, CompareRowsModel::kStates> shown{};
    for (std::size_t i = 0; i < shown.size(); ++i)
        shown[i] = m_buttons[i]->isChecked();
    if (shown == m_model->states())
        return;
    m_model->setStates(shown);
    refresh();
}

bool CompareList::showsUsualStates() const
{
    return m_model->states() == CompareRowsModel::kDiffering;
}

void CompareList::showUsualStates()
{
    for (std::size_t i = 0; i < m_buttons.size(); ++i)
        m_buttons[i]->setChecked(CompareRowsModel::kDiffering[i]);
}

void CompareList::showAll()
{
    for (QToolButton* each : m_buttons)
        each->setChecked(true);
    emit allRequested();
}

void CompareList::goBy(int by)
{
    const int rows = m_model->rowCount();
    if (rows == 0)
        return;
    const QModelIndex current = m_table->selectionModel()->hasSelection() ? m_table->currentIndex() : QModelIndex();
    const int from = current.isValid() ? current.row() : by > 0 ? -1 : rows;
    m_table->setCurrentIndex(m_model->index((from + by + rows) % rows, 0));
}

std::vector<const ComparedGroup*> CompareList::selected() const
{
    std::vector<const ComparedGroup*> groups;
    for (const int place : m_table->selectedRows())
        groups.push_back(&m_model->group(place));
    return groups;
}

void CompareList::refresh()
{
    const QString rows = rowsWord(m_comparison ? m_comparison->a.view.get() : nullptr);
    std::size_t differing = 0;
    for (const ChangeState state : kStateOrder) {
        const CompareRowsModel::Sum& sum = m_model->sums()[static_cast<std::size_t>(state)];
        differing += state == ChangeState::Same ? 0 : sum.groups;
        QToolButton* of = button(state);
        of->setToolTip(plainToolTip(
            tr("%1: %2 of %3, %4").arg(capitalised(stateText(state)), groupsText(sum.groups), rows, bytesOf(state))));
        of->setAccessibleName(of->toolTip());
    }
    m_title->setFullText(
        (differing == 1 ? tr("%1 of %2 differs") : tr("%1 of %2 differ")).arg(groupsText(differing), rows));
    refreshButtons();
    refreshNothing();
    refreshFooter();
    if (m_comparison)
        emit shownChanged();
}

QString CompareList::bytesOf(ChangeState state) const
{
    const CompareRowsModel::Sum& sum = m_model->sums()[static_cast<std::size_t>(state)];
    return state == ChangeState::Same ? m_units->bytes(sum.a) : changeText(sum.change(), m_units->unit());
}

void CompareList::refreshButtons()
{
    const auto setTexts = [this](bool withBytes) {
        for (const ChangeState state : kStateOrder) {
            const std::size_t groups = m_model->sums()[static_cast<std::size_t>(state)].groups;
            QString words = QStringLiteral("%1 %2").arg(stateText(state), countText(groups));
            if (withBytes && groups > 0)
                words += QStringLiteral(" · ") + bytesOf(state);
            button(state)->setText(words);
        }
    };
    const bool mayHaveBytes = m_comparison && !m_isCompact;
    setTexts(mayHaveBytes);
    if (mayHaveBytes && m_bar->layout()->minimumSize().width() > width())
        setTexts(false);
}

void CompareList::refreshNames()
{
    m_model->setNamesShapes(m_header->isSectionHidden(CompareRowsModel::Shape));
}

void CompareList::refreshFooter()
{
    if (!m_comparison) {
        m_footer->setFullText({});
        return;
    }
    const ByteUnit unit = m_units->unit();
    const CompareRowsModel::Sum& shown = m_model->shown();
    const CompareRowsModel::Sum& all = m_model->all();
    const QString groups = tr("%1 of %2").arg(countText(shown.groups), groupsText(all.groups));
    const QString sides = tr(" · A %1 · B %2").arg(m_units->bytes(shown.a), m_units->bytes(shown.b));
    QString change = tr(" · B − A %1").arg(changeText(shown.change(), unit));
    if (all.change() != shown.change())
        change += tr(" · not shown %1 · total %2")
                      .arg(changeText(all.change() - shown.change(), unit), changeText(all.change(), unit));
    change += m_model->addsUp() ? tr(", the change of the level")
                                : tr("; the rest of the level's change, %1, is not listed")
                                      .arg(changeText(m_comparison->change() - all.change(), unit));
    m_footer->setFullText(groups + sides + change);
    m_footer->setShorterText(groups + change); // the table shows both sides
}

void CompareList::refreshNothing()
{
    const std::size_t all = m_model->all().groups;
    m_nothing->setVisible(m_model->shown().groups == 0 && all > 0);
    if (m_nothing->isHidden())
        return;
    const auto same = m_model->sums()[static_cast<std::size_t>(ChangeState::Same)].groups;
    const QString words = same == all ? tr("Nothing differs. <a href=\"all\">Show %1 without changes</a>")
                                      : tr("None of %1 is shown. <a href=\"all\">Show all</a>");
    m_nothing->setText(words.arg(groupsText(all)));
    m_nothing->setGeometry(m_table->viewport()->rect());
}

void CompareList::resizeEvent(QResizeEvent* event)
{
    QWidget::resizeEvent(event);
    fitColumns();
    m_title->setVisible(width() >= grown(kTitledList, font())); // the line below the table says the same
    refreshButtons();
}

bool CompareList::eventFilter(QObject* watched, QEvent* event)
{
    if (watched == m_table->viewport() && event->type() == QEvent::Leave)
        emit hovered(nullptr);
    if (watched == m_table->viewport() && event->type() == QEvent::Resize)
        m_nothing->setGeometry(m_table->viewport()->rect());
    return QWidget::eventFilter(watched, event);
}

} // namespace tidemark::ui
