#include "ui/pages/operations/operations_page.h"

#include "ui/charts/chart_picture.h"
#include "ui/charts/chunk_lines.h"
#include "ui/charts/mark_lane.h"
#include "ui/charts/memory_chart.h"
#include "ui/charts/ratio_chart.h"
#include "ui/pages/operations/operation_card.h"
#include "ui/pages/operations/operation_lists.h"
#include "ui/session/session.h"
#include "ui/state/grouped.h"
#include "ui/theme/text.h"
#include "ui/theme/tool_tip.h"
#include "ui/widgets/elided_label.h"
#include "ui/widgets/fonts.h"

#include <QCheckBox>
#include <QEvent>
#include <QScrollBar>
#include <QSplitter>
#include <QTextBrowser>
#include <QVBoxLayout>

namespace tidemark::ui {
namespace {

constexpr int kCardWidth = 350;
constexpr int kCardFrom = 860; // minimum width of the page
constexpr int kRatioFrom = 400; // minimum height of the page
constexpr int kAddressesFrom = 560;
constexpr int kListsFrom = 330;

std::shared_ptr<const ttxla::XlaProfileDocument> profilesOf(const Session& session)
{
    return session.shown() ? std::dynamic_pointer_cast<const ttxla::XlaProfileDocument>(session.shown()->document)
                           : nullptr;
}

/// Gives `to`, which has an equal axis, the place of `from`.
void copyPlace(const ViewState& from, ViewState& to)
{
    const ViewState::Batch batch(to);
    to.axis().setVisible(from.axis().visible());
    to.axis().setCursor(from.cursor());
    to.axis().setSelected(from.axis().selected(), from.axis().isSelecting());
    to.setMarked(from.marked());
}

} // namespace

bool OperationsPage::isFor(const Session& session)
{
    return profilesOf(session) != nullptr;
}

OperationsPage::OperationsPage(const PageContext& context, QWidget* parent)
    : Page(parent)
    , m_state(context.state)
    , m_session(context.session)
{
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    connect(m_session, &Session::shownChanged, this, &OperationsPage::refresh);
    refresh();
}

/// Created on demand, because most windows never show a profile.
void OperationsPage::makeContent()
{
    m_own = new ViewState(this);
    m_chart = new MemoryChart(m_own, this);
    m_axis.emplace(m_state, m_chart, this);
    m_split = new QSplitter(this);
    m_split->setChildrenCollapsible(false);
    m_split->setAutoFillBackground(true);
    m_split->addWidget(makeLeft());
    m_details = new QTextBrowser(m_split);
    m_details->setFrameShape(QFrame::NoFrame);
    m_details->setOpenLinks(false);
    m_details->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    m_details->setWordWrapMode(QTextOption::WrapAtWordBoundaryOrAnywhere);
    m_details->document()->setDocumentMargin(10);
    m_details->setAccessibleName(tr("Peaks and the operation at the cursor"));
    m_split->addWidget(m_details);
    m_split->setStretchFactor(0, 1);
    m_split->setStretchFactor(1, 0);
    m_split->setSizes({3000, grown(kCardWidth, font())});
    layout()->addWidget(m_split);
    m_split->show(); // the page is visible already
    setFocusProxy(m_chart);
    connectContent();
}

void OperationsPage::connectContent()
{
    connect(m_chart, &MemoryChart::hoveredStep, this, &Page::pointed);
    connect(m_chart, &MemoryChart::pictureRequested, this, &Page::pictureRequested);
    connect(m_chart, &MemoryChart::gutterChanged, m_marks, &MarkLane::setGutter);
    connect(m_chart, &MemoryChart::gutterChanged, m_ratio, &RatioChart::setGutter);
    connect(m_lists, &OperationLists::operationChosen, this, &OperationsPage::goTo);
    connect(m_lists, &OperationLists::opened, this, &Page::firstPageRequested);
    connect(m_lists, &OperationLists::statusMessage, this, &Page::statusMessage);
    connect(m_lists, &OperationLists::listChanged, this, &Page::commandsChanged);
    connect(m_details, &QTextBrowser::anchorClicked, this, &OperationsPage::follow);
    link(m_state, m_own);
    link(m_own, m_state);
    m_state->onChange(Aspect::Cursor, this, &OperationsPage::refreshCard);
    m_state->onChange(Aspect::View | Aspect::Visible | Aspect::SelectedSteps, this, &Page::commandsChanged);
    m_state->onChange(Aspect::Units, this, &OperationsPage::refresh);
    m_state->onChange(Aspect::Filter, this, [this] {
        m_lists->setText(m_state->filter().text());
        emit commandsChanged();
    });
    connect(m_ofOneBank, &QCheckBox::toggled, this, &OperationsPage::refresh);
    connect(m_asUpstream, &QCheckBox::toggled, this, &OperationsPage::refresh);
    connect(m_session, &Session::showsCapacityChanged, this, &OperationsPage::refreshCapacity);
}

QWidget* OperationsPage::makeTop()
{
    auto* top = new QWidget(this);
    top->setAutoFillBackground(true);
    top->setBackgroundRole(QPalette::Base);
    m_headline = new ElidedLabel(top);
    m_headline->setObjectName(QStringLiteral("finding"));
    m_ofOneBank = new QCheckBox(tr("Per &bank"), top);
    m_ofOneBank->setToolTip(tr("Show amounts of one bank, as the runtime logs them, instead of all banks"));
    m_asUpstream = new QCheckBox(tr("As &upstream shows it"), top);
    auto* line = new QHBoxLayout(top);
    line->setContentsMargins(12, 8, 12, 8);
    line->setSpacing(14);
    line->addWidget(m_headline, 1);
    line->addWidget(m_ofOneBank);
    line->addWidget(m_asUpstream);
    return top;
}

QWidget* OperationsPage::makeLeft()
{
    auto* left = new QWidget(this);
    m_marks = new MarkLane(m_own, left);
    m_ratio = new RatioChart(m_own, left);
    m_addresses = new ChunkLines(m_state, left);
    m_lists = new OperationLists(&m_state->units(), left);
    auto* column = new QVBoxLayout(left);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(0);
    column->addWidget(makeTop());
    column->addWidget(m_chart, 5);
    column->addWidget(m_marks);
    column->addWidget(m_ratio);
    column->addWidget(m_addresses);
    column->addWidget(m_lists, 3);
    return left;
}

/// Copies changes while both states have the same operations.
void OperationsPage::link(ViewState* from, ViewState* to)
{
    from->onChange(Aspect::Cursor | Aspect::Visible | Aspect::SelectedSteps | Aspect::Marked, this, [this, from, to] {
        if (m_of && m_of == m_state->view())
            copyPlace(*from, *to);
    });
}

void OperationsPage::refresh()
{
    const auto document = profilesOf(*m_session);
    m_isStale = document && !isVisible();
    if (!document || m_isStale) {
        if (!document || m_of != m_state->view()) {
            m_shown.reset();
            m_of.reset();
            if (m_own)
                m_own->setView(nullptr);
        }
        emit commandsChanged();
        return;
    }
    if (!m_split)
        makeContent();
    const ttxla::ShownAs as{m_ofOneBank->isChecked() ? ttxla::Banks::One : ttxla::Banks::All,
                            m_asUpstream->isChecked()};
    const auto view = m_state->view();
    m_shown = std::make_shared<const ShownOperations>(document, m_session->shown()->selection, *view, as);
    {
        const ViewState::Batch batch(*m_own);
        m_own->units().setUnit(m_state->units().unit());
        m_own->setView(m_shown->shown.view);
        copyPlace(*m_state, *m_own);
        m_of = view;
    }
    if (m_irOf != m_shown->profile) {
        m_irOf = m_shown->profile;
        m_ir = std::make_unique<ttxla::IrLines>(*m_irOf);
    }
    m_headline->setFont(boldFont(largerFont(font(), 1.15)));
    m_headline->setFullText(m_shown->headline(m_state->units().unit()));
    m_asUpstream->setToolTip(
        plainToolTip(text(ttxla::upstreamDifference(*m_shown->profile, m_shown->extent, *m_shown->shown.levels))
                     + tr(" Before, after and change of an operation stay as in the file.")));
    m_lists->setText(m_state->filter().text());
    m_lists->setShown(m_shown);
    m_addresses->refresh();
    refreshCapacity();
    refreshCard();
    fit();
}

bool OperationsPage::showsCapacity() const
{
    return m_session->wantsCapacity().value_or(m_shown && m_shown->isSeenBelowCapacity());
}

void OperationsPage::refreshCapacity()
{
    if (m_shown) {
        m_chart->setCapacity(m_shown->capacity());
        m_chart->setShowCapacity(showsCapacity());
    }
    emit commandsChanged();
}

void OperationsPage::refreshCard()
{
    if (!m_shown || !isVisible() || m_of != m_state->view())
        return;
    const int place = m_details->verticalScrollBar()->value();
    const Colors colors = colorsFor(palette());
    m_details->setHtml(
        peaksHtml(*m_shown, m_state->units(), colors)
        + operationHtml(*m_shown, *m_ir, m_shown->operationAt(m_state->cursor()), m_state->units(), colors));
    m_details->verticalScrollBar()->setValue(place);
    m_lists->showOperation(m_shown->operationAt(m_state->cursor()));
}

void OperationsPage::goTo(std::size_t operation)
{
    if (const auto cell = m_shown ? m_shown->cellOf(operation) : std::nullopt)
        m_chart->navigation().goTo(*cell);
}

void OperationsPage::follow(const QUrl& link)
{
    const QString words = link.toString();
    const auto textAfter = [&](const char* begin) { return words.mid(QLatin1String(begin).size()); };
    if (words.startsWith(QLatin1String(kOperationLink)))
        goTo(textAfter(kOperationLink).toULongLong());
    else if (words.startsWith(QLatin1String(kMemoryLink)))
        m_session->chooseMemory(textAfter(kMemoryLink).toInt());
}

bool OperationsPage::canDo(Command command) const
{
    if (!m_shown)
        return false;
    if (command == Command::ShowCapacity)
        return m_shown->capacity().has_value();
    if (command == Command::MarkStep)
        return canMarkStep(*m_state);
    if (command == Command::Escape && !m_state->filter().isEmpty())
        return true;
    return command == Command::Copy || command == Command::CopyPlain || m_axis->canDo(command);
}

/// Returns whether there is a selection, which Esc clears before the filter.
bool OperationsPage::hasSelection() const
{
    const Focus& focus = m_own->focus();
    return focus.pinned() || !focus.selected().empty() || m_own->axis().selected();
}

bool OperationsPage::isOn(Command command) const
{
    return command == Command::ShowCapacity && showsCapacity();
}

void OperationsPage::perform(Command command)
{
    if (command == Command::ShowCapacity)
        m_session->setShowsCapacity(!showsCapacity());
    else if (command == Command::Copy)
        m_lists->table()->copyRows();
    else if (command == Command::CopyPlain)
        m_lists->table()->copyRowsPlain();
    else if (command == Command::MarkStep)
        markStep(*m_state);
    else if (command == Command::Escape && !m_state->filter().isEmpty() && !hasSelection())
        m_state->filter().clear();
    else
        m_axis->perform(command);
}

void OperationsPage::goToMatch(int by)
{
    m_lists->goToMatch(by);
}

bool OperationsPage::takeKey(QKeyEvent* event)
{
    return m_shown && m_axis->takeKey(event);
}

std::vector<InputHint> OperationsPage::hints() const
{
    return {
        {tr("Shift+←, Shift+→"), tr("Cursor by ten")},
        {tr("Enter"), tr("Zoom to the selected range; in a list: the operation in the timeline")},
        {tr("Wheel"), tr("In both charts: zoom at the pointer; with Shift: move")},
        {tr("Drag"), tr("In both charts: select a range; with Space or the middle button: move")},
        {tr("Click"), tr("On a row of a list: the cursor goes to its operation; on a program: selects it")},
    };
}

std::optional<PagePicture> OperationsPage::picture() const
{
    if (!m_shown)
        return std::nullopt;
    PagePicture picture;
    picture.options = titled(*m_shown->shown.view, m_session->host().paths());
    picture.canShowCapacity = m_shown->capacity().has_value();
    picture.showsCapacity = picture.canShowCapacity && showsCapacity();
    ChartContent content = m_chart->content();
    content.capacity.reset();
    content.showsRatio = true;
    picture.make = [content, capacity = m_shown->capacity()](const PictureOptions& options, bool isShown) {
        ChartContent drawn = content;
        if (isShown)
            drawn.capacity = capacity;
        return std::make_shared<ChartPicture>(drawn, options);
    };
    return picture;
}

std::optional<PageTable> OperationsPage::table() const
{
    if (!m_shown)
        return std::nullopt;
    const Grid& grid = m_lists->table()->grid();
    return PageTable{tr("%1 operations").arg(grouped(static_cast<std::int64_t>(grid.count()))),
                     [grid](std::ostream& out, const Progress&) {
                         writeGrid(out, grid);
                         return std::nullopt;
                     }};
}

QString OperationsPage::fileName() const
{
    return m_session->shownProgram() + QStringLiteral("-operations");
}

QSize OperationsPage::minimumSizeHint() const
{
    return {grown(500, font()), grown(240, font())};
}

void OperationsPage::fit()
{
    if (!m_split)
        return;
    m_details->setVisible(width() >= grown(kCardFrom, font()));
    m_ratio->setVisible(height() >= grown(kRatioFrom, font()));
    m_marks->setVisible(!m_marks->isEmpty() && height() >= grown(kRatioFrom, font()));
    m_addresses->setVisible(m_of && ChunkLines::isFor(*m_of) && height() >= grown(kAddressesFrom, font()));
    m_lists->setVisible(height() >= grown(kListsFrom, font()));
}

void OperationsPage::showEvent(QShowEvent* event)
{
    Page::showEvent(event);
    if (m_isStale)
        refresh();
    else
        refreshCard();
}

void OperationsPage::resizeEvent(QResizeEvent* event)
{
    Page::resizeEvent(event);
    fit();
}

void OperationsPage::changeEvent(QEvent* event)
{
    Page::changeEvent(event);
    if ((event->type() == QEvent::PaletteChange || event->type() == QEvent::FontChange) && m_split)
        refresh();
}

} // namespace tidemark::ui
