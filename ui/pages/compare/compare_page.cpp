#include "ui/pages/compare/compare_page.h"

#include "core/report/comparison_report.h"
#include "core/view/comparison_headline.h"
#include "ui/pages/compare/compare_bar.h"
#include "ui/pages/compare/compare_categories.h"
#include "ui/pages/compare/compare_figures.h"
#include "ui/pages/compare/compare_list.h"
#include "ui/pages/page_parts.h"
#include "ui/pages/waiting_view.h"
#include "ui/session/session.h"
#include "ui/state/grouped.h"
#include "ui/tables/grid_table.h"
#include "ui/theme/text.h"
#include "ui/widgets/elided_label.h"
#include "ui/widgets/fonts.h"
#include "ui/widgets/layouts.h"
#include "ui/widgets/switch_button.h"

#include <QComboBox>
#include <QKeyEvent>
#include <QPushButton>
#include <QSplitter>
#include <QStackedWidget>

#include <algorithm>

namespace tidemark::ui {
namespace {

constexpr std::array kTableWidths = {394, 786}; // used as shares of the width
constexpr int kCompactBelow = 1050; // width of the page
constexpr int kChartShare = 320; // shares of the height
constexpr int kTablesShare = 330;

} // namespace

bool ComparePage::isFor(const Session& session)
{
    return session.shown() && session.comparison().isBegun();
}

ComparePage::ComparePage(const PageContext& context, QWidget* parent)
    : Page(context, parent)
    , m_maker(&context.session->comparison())
    , m_bar(new CompareBar(context.session, this))
    , m_stack(new QStackedWidget(this))
    , m_waiting(new WaitingView(this))
{
    m_least = {500, 300};
    inColumn(this, {m_bar, {m_stack, 1}});
    m_stack->addWidget(m_waiting);
    m_stack->addWidget(makeContent());
    m_file = new QPushButton(tr("Choose a File…"), this);
    m_waiting->addButton(m_file);
    connect(m_file, &QPushButton::clicked, this, [this] { emit requested(Command::Compare); });
    connect(m_bar, &CompareBar::fileRequested, this, [this] { emit requested(Command::Compare); });
    connect(m_bar, &CompareBar::byStepChanged, m_chart, &CompareChart::setByStep);
    connect(m_waiting, &WaitingView::actionRequested, this, [this] {
        if (m_maker->isBusy())
            m_maker->cancel();
        else
            m_maker->again();
    });
    connect(m_maker, &ComparisonMaker::changed, this, &ComparePage::refresh);
    connect(m_maker, &ComparisonMaker::progressed, m_waiting, &WaitingView::setProgress);
    connect(m_chart, &CompareChart::axisChanged, this, &Page::commandsChanged);
    connect(m_list, &CompareList::selectionChanged, this, &ComparePage::refreshLives);
    connect(m_list, &CompareList::shownChanged, this, &Page::commandsChanged);
    connect(m_list, &CompareList::allRequested, this, [this] { m_state->filter().clear(); });
    connect(m_list, &CompareList::hovered, this, [this](const ComparedGroup* group) {
        if (group == m_hovered)
            return;
        m_hovered = group;
        refreshLives();
    });
    reportCopies(m_list->table());
    reportCopies(m_categories);
    m_state->onChange(Aspect::Filter, this, [this] { m_list->setText(m_state->filter().text()); });
    m_state->onChange(Aspect::Units, this, [this] {
        refreshWords();
        giveRoom();
        emit commandsChanged(); // the status line changes
    });
    answerCommands();
    m_list->setText(m_state->filter().text());
    refresh();
}

void ComparePage::answerCommands()
{
    CompareNavigation& cursors = m_chart->navigation();
    const auto canShowMore = [this] { return !m_chart->axis().isShowingAll(); };
    answerZoom(cursors);
    answerCursor(cursors);
    answerCopies([this] { return focusedTable(); });
    answer(Command::Escape, [this] { escape(); });
    answer(
        Command::ZoomOut, [&cursors] { cursors.zoomOut(); }, canShowMore);
    answer(
        Command::ShowAll, [&cursors] { cursors.fit(); }, canShowMore);
    answer(
        Command::Peak, [&cursors] { cursors.goToPeak(); }, [&cursors] { return !cursors.areAtPeaks(); });
}

QWidget* ComparePage::makeTables()
{
    m_tables = new QSplitter(Qt::Horizontal, this);
    m_tables->setChildrenCollapsible(false);
    auto* left = new QWidget(m_tables);
    m_categoriesTitle = new ElidedLabel(left);
    auto* roles = new SwitchButton(left);
    roles->setText(tr("Roles"));
    roles->setToolTip(tr("Show the roles of each category"));
    m_categories = new CompareCategories(&m_state->units(), left);
    inColumn(left, {inLine(nullptr, {{m_categoriesTitle, 1}, roles}, {9, 4, 8, 4}, 6), {m_categories, 1}});
    connect(roles, &QToolButton::toggled, m_categories, &CompareCategories::setShowsRoles);
    connect(roles, &QToolButton::toggled, this, &ComparePage::giveRoom);
    connect(m_categories, &CompareCategories::chosenChanged, this, &ComparePage::refreshLives);
    m_list = new CompareList(&m_state->units(), m_tables);
    m_tables->addWidget(left);
    m_tables->addWidget(m_list);
    m_tables->setSizes({grown(kTableWidths[0], font()), grown(kTableWidths[1], font())});
    return m_tables;
}

QWidget* ComparePage::makeContent()
{
    auto* content = new QWidget(this);
    auto* top = new QWidget(content);
    fillBase(top);
    m_headline = makeFinding(top);
    m_headline->setMayTakeTwoLines(true);
    inLine(top, {m_headline}, {12, 7, 12, 3});
    m_figures = new CompareFigures(&m_state->units(), content);
    auto* split = new QSplitter(Qt::Vertical, content);
    split->setChildrenCollapsible(false);
    split->setAutoFillBackground(true);
    m_chart = new CompareChart(m_maker, split);
    split->addWidget(m_chart);
    split->addWidget(makeTables());
    split->setStretchFactor(0, 5);
    split->setStretchFactor(1, 4);
    split->setSizes({kChartShare, kTablesShare});
    inColumn(content, {top, m_figures, {split, 1}});
    setFocusProxy(m_chart);
    return content;
}

void ComparePage::showEvent(QShowEvent* event)
{
    Page::showEvent(event);
    m_maker->setWanted(true);
}

void ComparePage::hideEvent(QHideEvent* event)
{
    Page::hideEvent(event);
    m_maker->setWanted(false);
}

void ComparePage::fit()
{
    m_list->setCompact(width() < grown(kCompactBelow, font()));
    giveRoom();
}

void ComparePage::giveRoom()
{
    const int room = width() - m_list->minimumWidth() - m_tables->handleWidth();
    m_categories->setMinimumWidth(std::clamp(m_categories->leastWidth(), 0, std::max(0, room)));
}

void ComparePage::refreshState()
{
    const bool isBusy = m_maker->isBusy();
    m_stack->setCurrentIndex(static_cast<int>(m_comparison != nullptr));
    m_file->setVisible(!isBusy);
    const QString again = tr("Compare Again");
    if (isBusy)
        m_waiting->showBusy();
    else if (!m_maker->failure().isEmpty())
        m_waiting->showMessage(m_maker->failure(), again);
    else if (m_maker->isCancelled())
        m_waiting->showMessage(tr("The comparison was cancelled."), again);
    else
        m_waiting->showMessage(tr("Pick a program above to compare with %1, from the open files or from another "
                                  "file. You can also drop a file with Alt held.")
                                   .arg(m_session->shownProgram()),
                               {});
}

void ComparePage::refresh()
{
    m_bar->refresh();
    if (m_maker->comparison() != m_comparison) {
        m_comparison = m_maker->comparison();
        m_hovered = nullptr;
        if (m_comparison)
            m_bar->setComparison(*m_comparison);
        m_chart->setComparison(m_comparison);
        m_figures->setComparison(m_comparison);
        m_categories->setComparison(m_comparison);
        m_list->setComparison(m_comparison);
        giveRoom();
        m_list->setShapesFirst(m_bar->matchBy()->currentIndex() == static_cast<int>(MatchBy::ShapeKind));
        m_list->setVisible(m_comparison && !m_comparison->groups.empty());
        m_chart->setVisible(m_comparison && hasAxis(*m_comparison));
        refreshWords();
    }
    refreshState();
    refreshNotice();
    emit commandsChanged();
}

void ComparePage::refreshNotice()
{
    const QString remark = m_maker->remark();
    const QString notice = (remark + u' ' + m_maker->choiceText()).trimmed();
    if (notice == m_notice)
        return;
    m_notice = notice;
    repeatOffer();
}

void ComparePage::repeatOffer()
{
    emit offered(m_notice, {}, m_maker->remark().isEmpty() ? NoticeBar::Tone::Offer : NoticeBar::Tone::Problem);
}

void ComparePage::refreshWords()
{
    m_chart->setUnit(m_state->units().unit());
    if (!m_comparison)
        return;
    const ByteUnit unit = m_state->units().unit();
    m_headline->setFullText(text(headlineOf(*m_comparison, unit)));
    m_headline->setShorterText(text(headlineOf(*m_comparison, unit, HeadlineDetail::Categories)));
    m_categoriesTitle->setParts({{tr("Difference by category")}, {momentsText()}});
    refreshLives();
}

QString ComparePage::atCursors() const
{
    if (!m_comparison || !hasAxis(*m_comparison))
        return {};
    QStringList sides;
    for (const ComparedSide side : kComparedSides) {
        const ComparedStep& of = stepOf(*m_comparison, side);
        sides << letterOf(side) + u' ' + joined({stepText(of), m_state->bytes(of.level())}, QStringLiteral(", "));
    }
    return sides.join(QStringLiteral(" · "));
}

QString ComparePage::momentsText() const
{
    const ComparedStep& a = m_comparison->a;
    const ComparedStep& b = m_comparison->b;
    if (!m_chart->navigation().areAtPeaks())
        return tr("A at %1, B at %2").arg(stepText(a), stepText(b));
    if (a.isListing() && b.isListing())
        return tr("of the listed memory");
    // If a peak is inside a cell, the rows are those after the cell.
    if (a.level() == a.figures.peakBytes && b.level() == b.figures.peakBytes)
        return tr("each at its own peak");
    return tr("each after the %1 of its peak").arg(text(b.view->axis.cell));
}

std::shared_ptr<const ComparedLives> ComparePage::lives() const
{
    if (!m_comparison)
        return nullptr;
    std::vector<const ComparedGroup*> groups = m_list->selected();
    if (m_hovered)
        groups = {m_hovered};
    // The group or category under the pointer comes first, then the selection in the focused table.
    const bool areGroupsFirst
        = m_hovered || (!m_categories->isHovered() && !groups.empty() && !m_categories->hasFocus());
    if (!areGroupsFirst)
        if (const auto category = m_categories->chosen())
            return livesOf(*m_comparison, category->name, category->rows, m_state->units().unit());
    if (groups.empty())
        return nullptr;
    std::array<std::vector<RowId>, 2> all;
    for (const ComparedGroup* each : groups)
        for (const ComparedSide side : kComparedSides) {
            const std::vector<RowId>& of = sideOf(*each, side).rows;
            all[indexOf(side)].insert(all[indexOf(side)].end(), of.begin(), of.end());
        }
    const QString name = groups.size() == 1 ? text(nameOf(*groups.front())) : groupsText(groups.size());
    return livesOf(*m_comparison, name, all, m_state->units().unit());
}

void ComparePage::refreshLives()
{
    m_chart->setLives(lives());
}

GridTable* ComparePage::focusedTable() const
{
    return m_categories->hasFocus() ? m_categories : m_list->table();
}

void ComparePage::escape()
{
    const bool hasSelected = !m_list->selected().empty() || !m_categories->selectedRows().empty();
    if (hasSelected) {
        m_list->table()->clearSelection();
        m_categories->clearSelection();
    } else if (!m_state->filter().isEmpty()) {
        m_state->filter().clear();
    } else if (!m_list->showsUsualStates()) {
        m_list->showUsualStates();
    } else if (!m_chart->axis().selected() && !m_chart->navigation().areAtPeaks()) {
        m_chart->navigation().goToPeak();
    } else {
        m_chart->navigation().escape();
    }
}

bool ComparePage::takeKey(QKeyEvent* event)
{
    if (!m_comparison)
        return false;
    CompareNavigation& cursors = m_chart->navigation();
    const bool isEnter = event->key() == Qt::Key_Return || event->key() == Qt::Key_Enter;
    if (isEnter && m_chart->axis().selected()) {
        cursors.zoomToSelection();
        return true;
    }
    if (event->key() != Qt::Key_A && event->key() != Qt::Key_B)
        return takeStepKey(*event, cursors);
    if (event->modifiers() & ~(Qt::ShiftModifier | Qt::KeypadModifier))
        return false;
    cursors.moveOf({event->key() == Qt::Key_A ? ComparedSide::A : ComparedSide::B},
                   event->modifiers() & Qt::ShiftModifier ? -1 : 1);
    return true;
}

void ComparePage::goToMatch(int by)
{
    m_list->goBy(by);
}

std::vector<InputHint> ComparePage::hints() const
{
    return {
        {tr("Click, Ctrl+Click"), tr("In both curves: move both cursors, or only that of the nearer curve")},
        {tr("Drag, Enter"),
         tr("In both curves: select a range, with each cursor at the highest level there; zoom to it")},
        {tr("Wheel, Double-click"), tr("In both curves: zoom at the pointer, with Shift move; show all")},
        {tr("←, →, Shift"), tr("Both cursors by one step, by ten")},
        {tr("A, B, Shift"), tr("In both curves: only the cursor of A or of B by one step, back")},
        {tr("Point, Click"), tr("At a row or a category: its memory over both curves")},
    };
}

bool ComparePage::offersTable() const
{
    return m_comparison && m_list->groups().shownSum().groups > 0;
}

std::optional<PagePicture> ComparePage::picture() const
{
    if (!m_comparison)
        return std::nullopt;
    PagePicture picture;
    picture.options = titlesOf(*m_comparison, m_state->units().unit());
    picture.make = [curves = m_chart->curves()](const PictureOptions& options, bool) {
        return comparisonPicture(curves, options);
    };
    return picture;
}

std::optional<PageTable> ComparePage::table() const
{
    if (!offersTable())
        return std::nullopt;
    const CompareGroups& groups = m_list->groups();
    const auto shown = std::make_shared<const Comparison>(m_list->shown());
    return PageTable{tr("%1 of %2 compared").arg(grouped(groups.shown().size()), groupsText(groups.allSum().groups)),
                     [shown](std::ostream& out, const Progress&) {
                         writeComparison(out, TableFormat::Csv, *shown);
                         return Result<void>();
                     }};
}

} // namespace tidemark::ui
