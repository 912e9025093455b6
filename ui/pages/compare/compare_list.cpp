#include "ui/pages/compare/compare_list.h"

#include "ui/state/grouped.h"
#include "ui/state/row_text.h"
#include "ui/tables/grid_table.h"
#include "ui/theme/text.h"
#include "ui/theme/tool_tip.h"
#include "ui/widgets/elided_label.h"
#include "ui/widgets/fonts.h"
#include "ui/widgets/switch_button.h"

#include <QEvent>
#include <QHBoxLayout>
#include <QLabel>
#include <QMenu>
#include <QSignalBlocker>
#include <QStyle>
#include <QToolButton>
#include <QVBoxLayout>

#include <algorithm>
#include <array>
#include <map>

namespace tidemark::ui {
namespace {

constexpr int kTitledList = 900; // minimum width for a title
constexpr int kNarrowList = 640;
constexpr int kLeastList = 480; // a fixed width, because the switches change with the cursors
constexpr std::array kNumbers = {CompareGroups::InA, CompareGroups::InB, CompareGroups::Change};
constexpr std::array kStateOrder
    = {ChangeState::Less, ChangeState::More, ChangeState::OnlyA, ChangeState::OnlyB, ChangeState::Same};

QString countText(std::size_t groups)
{
    return grouped(static_cast<std::int64_t>(groups));
}

} // namespace

CompareList::GroupMark CompareList::markOf(const ComparedGroup& of)
{
    // With op names, the opcode is only that of the largest row, so it does not identify the group.
    const bool hasPaths = !of.path.empty() || of.isOfSeveralPaths;
    return {of.path, of.isOfSeveralPaths, of.shape, of.kind, hasPaths ? std::string_view() : of.opcode, of.name};
}

CompareList::CompareList(const Units* units, QWidget* parent)
    : QWidget(parent)
    , m_units(units)
    , m_table(new GridTable(units, m_groups.columns(), tr("What differs, by op name"), CompareGroups::Change,
                            Qt::DescendingOrder, this))
    , m_nothing(new QLabel(m_table->viewport()))
{
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
    connect(m_table, &GridTable::lineHovered, this,
            [this](int line) { emit hovered(line < 0 ? nullptr : &groupAt(line)); });
    connect(m_table->selectionModel(), &QItemSelectionModel::selectionChanged, this, &CompareList::selectionChanged);
    connect(m_table->gridModel(), &QAbstractItemModel::modelReset, this, &CompareList::selectionChanged);
    // The path column changes its width when a column is shown or hidden.
    connect(m_table->columns(), &QHeaderView::sectionResized, this, &CompareList::refreshNames);
    connect(units, &Units::changed, this, [this] {
        fitNumbers(true);
        refresh();
    });
}

const ComparedGroup& CompareList::groupAt(int line) const
{
    return m_groups.comparison()->groups[m_table->gridModel()->rowAt(line)];
}

void CompareList::fitNumbers(bool mayShrink)
{
    const int margins = 2 * (style()->pixelMetric(QStyle::PM_FocusFrameHMargin, nullptr, m_table) + 1) + 1;
    std::map<int, int> needed;
    for (const CompareGroups::Column column : kNumbers)
        needed[column]
            = m_table->fontMetrics().horizontalAdvance(m_groups.longestNumber(column, m_units->unit())) + margins;
    m_table->columns()->setNeeded(std::move(needed), mayShrink);
    fitColumns();
}

void CompareList::fitColumns()
{
    m_table->columns()->setNarrow(width() < grown(kNarrowList, font()) + m_table->columns()->growth());
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
        button->setChecked(CompareGroups::kDiffering[static_cast<std::size_t>(state)]);
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
        m_table->columns()->addColumnActions(menu);
    });
    line->addWidget(columnsButton);
    return bar;
}

/// The table is replaced first, because that may throw.
void CompareList::take(CompareGroups groups)
{
    Grid grid = groups.grid();
    if (const auto& comparison = groups.comparison())
        grid.columns[CompareGroups::Path].text
            = [this, comparison](std::size_t row, ByteUnit) { return nameText(*comparison, comparison->groups[row]); };
    m_table->setGrid(std::move(grid), groups.shown());
    m_groups = std::move(groups);
}

QString CompareList::nameText(const Comparison& comparison, const ComparedGroup& of) const
{
    const QString name = text(nameOf(of));
    if (of.shape.empty() || !m_table->isColumnHidden(CompareGroups::Shape))
        return name;
    const QString shape = shapeText(comparison, of);
    return (m_areShapesFirst ? QStringLiteral("%2 · %1") : QStringLiteral("%1 · %2")).arg(name, shape);
}

/// The lines of the marked groups, in runs of neighbours.
QItemSelection CompareList::linesOf(const std::set<GroupMark>& marks) const
{
    const GridModel& model = *m_table->gridModel();
    QItemSelection lines;
    const int count = marks.empty() ? 0 : model.rowCount();
    int begin = -1; // first line of a run of marked lines
    for (int line = 0; line <= count; ++line) {
        if (line < count && marks.contains(markOf(groupAt(line)))) {
            begin = begin < 0 ? line : begin;
        } else if (begin >= 0) {
            lines.append(QItemSelectionRange(model.index(begin, 0), model.index(line - 1, model.columnCount() - 1)));
            begin = -1;
        }
    }
    return lines;
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
        currentMark.insert(markOf(groupAt(current.row())));
    const auto before = m_groups.comparison(); // the marks point into it
    {
        const QSignalBlocker quiet(this);
        CompareGroups next = m_groups;
        next.setComparison(std::move(comparison));
        take(std::move(next));
        m_table->setAutoScroll(false);
        if (const QItemSelection line = linesOf(currentMark); !line.isEmpty())
            m_table->selectionModel()->setCurrentIndex(m_table->gridModel()->index(line.front().top(), column),
                                                       QItemSelectionModel::NoUpdate);
        m_table->setAutoScroll(true);
        m_table->selectionModel()->select(linesOf(selectedMarks), QItemSelectionModel::ClearAndSelect);
    }
    fitNumbers(false);
    if (isSeen && m_table->currentIndex().isValid())
        m_table->scrollTo(m_table->currentIndex());
    refresh();
}

void CompareList::setText(const QString& text)
{
    CompareGroups next = m_groups;
    next.setText(text);
    take(std::move(next));
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
    if (areFirst == m_areShapesFirst)
        return;
    m_areShapesFirst = areFirst;
    ColumnHeader* header = m_table->columns();
    header->moveSection(header->visualIndex(CompareGroups::Shape), areFirst ? 0 : 1);
    refreshNames();
}

void CompareList::takeStates()
{
    std::array<bool, CompareGroups::kStates> shown{};
    for (std::size_t i = 0; i < shown.size(); ++i)
        shown[i] = m_buttons[i]->isChecked();
    if (shown == m_groups.states())
        return;
    CompareGroups next = m_groups;
    next.setStates(shown);
    take(std::move(next));
    refresh();
}

bool CompareList::showsUsualStates() const
{
    return m_groups.states() == CompareGroups::kDiffering;
}

void CompareList::showUsualStates()
{
    for (std::size_t i = 0; i < m_buttons.size(); ++i)
        m_buttons[i]->setChecked(CompareGroups::kDiffering[i]);
}

void CompareList::showAll()
{
    for (QToolButton* each : m_buttons)
        each->setChecked(true);
    emit allRequested();
}

void CompareList::goBy(int by)
{
    const int rows = m_table->gridModel()->rowCount();
    if (rows == 0)
        return;
    const QModelIndex current = m_table->selectionModel()->hasSelection() ? m_table->currentIndex() : QModelIndex();
    const int from = current.isValid() ? current.row() : by > 0 ? -1 : rows;
    m_table->setCurrentIndex(m_table->gridModel()->index((from + by + rows) % rows, 0));
}

std::vector<const ComparedGroup*> CompareList::selected() const
{
    std::vector<const ComparedGroup*> groups;
    for (const int line : m_table->selectedRows())
        groups.push_back(&groupAt(line));
    return groups;
}

Comparison CompareList::shown() const
{
    const Comparison& all = *m_groups.comparison();
    Comparison of{all.a, all.b, all.figures, all.categories, {}};
    const GridModel& model = *m_table->gridModel();
    for (int line = 0; line < model.rowCount(); ++line)
        of.groups.push_back(groupAt(line));
    return of;
}

void CompareList::refresh()
{
    const QString rows = rowsWord(m_groups.comparison() ? m_groups.comparison()->a.view.get() : nullptr);
    std::size_t differing = 0;
    for (const ChangeState state : kStateOrder) {
        const CompareGroups::Sum& sum = m_groups.sums()[static_cast<std::size_t>(state)];
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
    if (m_groups.comparison())
        emit shownChanged();
}

QString CompareList::bytesOf(ChangeState state) const
{
    const CompareGroups::Sum& sum = m_groups.sums()[static_cast<std::size_t>(state)];
    return state == ChangeState::Same ? m_units->bytes(sum.a) : changeText(sum.change(), m_units->unit());
}

void CompareList::refreshButtons()
{
    const auto setTexts = [this](bool withBytes) {
        for (const ChangeState state : kStateOrder) {
            const std::size_t groups = m_groups.sums()[static_cast<std::size_t>(state)].groups;
            QString words = QStringLiteral("%1 %2").arg(stateText(state), countText(groups));
            if (withBytes && groups > 0)
                words += QStringLiteral(" · ") + bytesOf(state);
            button(state)->setText(words);
        }
    };
    const bool mayHaveBytes = m_groups.comparison() && !m_isCompact;
    setTexts(mayHaveBytes);
    if (mayHaveBytes && m_bar->layout()->minimumSize().width() > width())
        setTexts(false);
}

void CompareList::refreshNames()
{
    m_table->gridModel()->refresh();
}

void CompareList::refreshFooter()
{
    if (!m_groups.comparison()) {
        m_footer->setFullText({});
        return;
    }
    const ByteUnit unit = m_units->unit();
    const CompareGroups::Sum& shown = m_groups.shownSum();
    const CompareGroups::Sum& all = m_groups.allSum();
    const QString groups = tr("%1 of %2").arg(countText(shown.groups), groupsText(all.groups));
    const QString sides = tr(" · A %1 · B %2").arg(m_units->bytes(shown.a), m_units->bytes(shown.b));
    QString change = tr(" · B − A %1").arg(changeText(shown.change(), unit));
    if (all.change() != shown.change())
        change += tr(" · not shown %1 · total %2")
                      .arg(changeText(all.change() - shown.change(), unit), changeText(all.change(), unit));
    change += m_groups.addsUp() ? tr(", the change of the level")
                                : tr("; the rest of the level's change, %1, is not listed")
                                      .arg(changeText(m_groups.comparison()->change() - all.change(), unit));
    m_footer->setFullText(groups + sides + change);
    m_footer->setShorterText(groups + change); // the table shows both sides
}

void CompareList::refreshNothing()
{
    const std::size_t all = m_groups.allSum().groups;
    m_nothing->setVisible(m_groups.shownSum().groups == 0 && all > 0);
    if (m_nothing->isHidden())
        return;
    const auto same = m_groups.sums()[static_cast<std::size_t>(ChangeState::Same)].groups;
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
    if (watched == m_table->viewport() && event->type() == QEvent::Resize)
        m_nothing->setGeometry(m_table->viewport()->rect());
    return QWidget::eventFilter(watched, event);
}

} // namespace tidemark::ui
