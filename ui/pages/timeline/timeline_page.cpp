#include "ui/pages/timeline/timeline_page.h"

#include "core/link/opened_together.h"
#include "core/report/curve_table.h"
#include "core/view/attribution_rules.h"
#include "ui/charts/buffer_strips.h"
#include "ui/charts/chart_picture.h"
#include "ui/charts/history_lane.h"
#include "ui/charts/mark_lane.h"
#include "ui/charts/memory_chart.h"
#include "ui/charts/overview_strip.h"
#include "ui/pages/explanation_line.h"
#include "ui/pages/export_view.h"
#include "ui/pages/timeline/summary_strip.h"
#include "ui/session/session.h"
#include "ui/state/grouped.h"
#include "ui/state/row_text.h"
#include "ui/theme/text.h"
#include "ui/widgets/fonts.h"
#include "ui/widgets/layouts.h"

#include <algorithm>

namespace tidemark::ui {
namespace {

/// Makes the groups in use if they are not ready yet; null if there is nothing to wait for.
ChartPicture::MakeGroups groupsToCome(const ViewState& state)
{
    const std::string way = state.groupWay();
    if (!state.groups() || state.areGroupsReady() || way == Facet::kByIdle)
        return nullptr;
    return [view = state.view(), known = state.meanings(), isWaiting = state.awaitsMeanings(), rules = state.rules(),
            way](const Progress& progress) {
        if (!isWaiting)
            return makeGroups(view, known, way, progress);
        const auto found = meaningsOrBuiltIn(*view, rules, progress);
        return found ? makeGroups(view, found->meanings, way, progress) : found.error();
    };
}

ExportView::Result chart(const ExportQuestion& question, const ExportSubject& subject)
{
    if (subject.view->axis.kind == AxisKind::None)
        return subject.without("there is no axis here, so there is no chart.");
    ViewState state;
    if (const auto done = showIn(state, question, subject); !done)
        return done.error();
    ChartContent content = contentOf(state);
    const bool isChosen = !question.device.empty();
    const Device* const device = isChosen ? findDevice(question.device) : nullptr;
    const Figures figures = withOpenedTogether(subject.view->figures(device), *subject.view, question.documents);
    if (isChosen || figures.isNearCapacity())
        content.capacity = lineOf(figures.capacity);
    const auto options = explained(subject.options, *subject.view, figures);
    if (!options)
        return options.error();
    return std::shared_ptr<const Picture>(std::make_shared<ChartPicture>(content, *options));
}

} // namespace

TimelinePage::TimelinePage(const PageContext& context, QWidget* parent)
    : Page(context, parent)
    , m_summary(new SummaryStrip(context.state, context.session, this))
    , m_chart(new MemoryChart(context.state, this))
    , m_marks(new MarkLane(context.state, this))
    , m_history(new HistoryLane(context.state, this))
    , m_overview(new OverviewStrip(context.state, this))
    , m_strips(new BufferStrips(context.state, this))
{
    connect(m_summary->explanation(), &ExplanationLine::changed, this,
            [this] { setAccessibleDescription(m_session->explanation().text()); });
    inColumn(this, {{m_chart, 1}, m_marks, m_history, m_overview, m_strips});
    setFocusProxy(m_chart);

    connect(m_chart, &MemoryChart::hoveredStep, this, &Page::pointed);
    connect(m_chart, &MemoryChart::pictureRequested, this, &Page::pictureRequested);
    connect(m_chart, &MemoryChart::gutterChanged, m_overview, &OverviewStrip::setGutter);
    connect(m_chart, &MemoryChart::gutterChanged, m_history, &HistoryLane::setGutter);
    connect(m_chart, &MemoryChart::gutterChanged, m_marks, &MarkLane::setGutter);
    connect(m_summary, &SummaryStrip::chooseDeviceRequested, this, &Page::chooseDeviceRequested);
    connect(m_summary, &SummaryStrip::informationRequested, this, &Page::informationRequested);
    connect(m_session, &Session::shownChanged, this, &TimelinePage::refreshView);
    connect(m_session, &Session::figuresChanged, this, &TimelinePage::refreshCapacity);
    connect(m_session, &Session::showsCapacityChanged, this, &TimelinePage::refreshCapacity);
    m_state->onChange(Aspect::View | Aspect::Visible | Aspect::SelectedSteps, this, &Page::commandsChanged);
    m_state->onChange(Aspect::Visible, this, &TimelinePage::fit);
    answerCommands();
    refreshView();
}

void TimelinePage::answerCommands()
{
    answerZoom(m_chart->navigation());
    answerSteps(m_chart->navigation());
    answerMark();
    answer(Command::Escape, [this] { m_chart->escape(); });
    const auto showCapacity = [this] { m_session->setShowsCapacity(!m_session->showsCapacity()); };
    answer(
        Command::ShowCapacity, showCapacity, [this] { return capacity().has_value(); },
        [this] { return m_session->showsCapacity(); });
    const auto hideAlwaysLive = [this] {
        m_hidesAlwaysLive = !m_hidesAlwaysLive;
        m_chart->setHidesAlwaysLive(hidesAlwaysLive());
        emit commandsChanged();
    };
    answer(
        Command::HideAlwaysLive, hideAlwaysLive, [this] { return m_state->view()->floorBytes() > 0; },
        [this] { return hidesAlwaysLive(); });
}

QWidget* TimelinePage::header()
{
    return m_summary;
}

bool TimelinePage::hidesAlwaysLive() const
{
    return m_hidesAlwaysLive && canDo(Command::HideAlwaysLive);
}

bool TimelinePage::hasRows() const
{
    return !m_state->isEmpty() && m_state->view()->rows.count > 0;
}

bool TimelinePage::hasHistory() const
{
    return hasRows() && m_state->view()->uses;
}

std::vector<PanelId> TimelinePage::panels() const
{
    if (m_session->advice().hasPlainFindings())
        return {PanelId::Findings, PanelId::Problems, PanelId::Checks};
    if (!hasRows())
        return {PanelId::Problems, PanelId::Checks};
    return {PanelId::Legend,   PanelId::Rows,     PanelId::Row,   PanelId::Breakdown,
            PanelId::Findings, PanelId::Problems, PanelId::Checks};
}

void TimelinePage::refreshView()
{
    if (m_state->isEmpty())
        return;
    m_chart->setHidesAlwaysLive(hidesAlwaysLive());
    refreshCapacity();
    fit();
}

void TimelinePage::refreshCapacity()
{
    m_chart->setCapacity(capacity());
    m_chart->setShowCapacity(m_session->showsCapacity());
    emit commandsChanged();
}

std::optional<CapacityLine> TimelinePage::capacity() const
{
    if (const auto& figures = m_session->figures())
        return lineOf(figures->capacity);
    return std::nullopt;
}

bool TimelinePage::takeKey(QKeyEvent* event)
{
    return takeChartKey(*event, m_chart->navigation());
}

std::vector<InputHint> TimelinePage::hints() const
{
    return {
        {tr("Shift+←, Shift+→"), tr("Cursor by ten")},
        {tr("Ctrl+Shift+←, Ctrl+Shift+→"), tr("Extend the selected range; with Home and End to the ends")},
        {tr("Enter"), tr("Zoom to the selected range, or to the lifetime of the pinned row")},
        {tr("Enter, Shift+Enter"), tr("In a search box: the next match, the previous match")},
        {tr("Wheel"), tr("In the chart: zoom at the pointer; with Shift: move")},
        {tr("Drag"), tr("In the chart: select a range; with Space or the middle button: move")},
        {tr("Double-click"),
         tr("Center the cursor; in a selected range: zoom to it; on a row: zoom to its "
            "lifetime")},
    };
}

std::optional<PagePicture> TimelinePage::picture() const
{
    if (m_state->isEmpty())
        return std::nullopt;
    PagePicture picture;
    picture.options = titled(*m_state->view(), m_session->host().paths());
    picture.options.explanation = m_session->explanation().text();
    picture.canShowCapacity = canDo(Command::ShowCapacity);
    picture.showsCapacity = picture.canShowCapacity && m_session->showsCapacity();
    ChartContent content = m_chart->content();
    content.capacity.reset();
    picture.make = [content, capacity = capacity(), toCome = groupsToCome(*m_state)](const PictureOptions& options,
                                                                                     bool showsCapacity) {
        ChartContent drawn = content;
        if (showsCapacity)
            drawn.capacity = capacity;
        return std::make_shared<ChartPicture>(drawn, options, toCome);
    };
    return picture;
}

std::optional<PageTable> TimelinePage::table() const
{
    if (m_state->isEmpty())
        return std::nullopt;
    if (!hasRows()) {
        const auto view = m_state->view();
        return PageTable{tr("%1 %2").arg(grouped(view->axis.count), cellsText(view->axis)),
                         [view](std::ostream& out, const Progress&) {
                             writeCurves(*view, *makeTableWriter(out, TableFormat::Csv, curveColumns()));
                             return Result<void>();
                         }};
    }
    return tableOfRows();
}

/// Strips and marks come before the room of the chart, overview and history after it.
void TimelinePage::fit()
{
    int left = height() - m_chart->minimumSizeHint().height();
    const bool hasSteps = !m_state->isEmpty() && hasCells(m_state->view()->axis);
    const auto show = [&](QWidget* part, bool isWanted, int needed) {
        const bool isShown = isWanted && left >= needed;
        part->setVisible(isShown);
        if (isShown)
            left -= needed;
    };
    const bool showsPadding = hasPadding() && left >= m_strips->heightWith(true);
    m_strips->setShowsPadding(showsPadding);
    show(m_strips, hasRows(), m_strips->heightWith(showsPadding));
    show(m_marks, !m_marks->isEmpty(), m_marks->sizeHint().height());
    // The overview says more while a part of the axis is visible, so the chart gives way.
    const int wanted = m_state->axis().isShowingAll() ? comfortableHeight() : zoomedHeight();
    left -= wanted - m_chart->minimumSizeHint().height();
    show(m_overview, hasSteps, m_overview->sizeHint().height());
    show(m_history, hasSteps && hasHistory(), m_history->sizeHint().height());
}

/// Whether padding is more than a hundredth of the peak anywhere in the program.
bool TimelinePage::hasPadding() const
{
    constexpr std::int64_t kLeastShare = 100;
    if (!hasRows())
        return false;
    const ChartContent content = m_chart->content();
    return content.paddingBytes > content.peakBytes / kLeastShare;
}

/// The height from which on the chart shares room with overview and history.
int TimelinePage::comfortableHeight() const
{
    constexpr int kComfortable = 220; // pixels at the default font size
    return std::max(m_chart->minimumSizeHint().height(), grown(kComfortable, font()));
}

/// The same where only a part of the axis is visible.
int TimelinePage::zoomedHeight() const
{
    constexpr int kZoomed = 185;
    return std::max(m_chart->minimumSizeHint().height(), grown(kZoomed, font()));
}

int TimelinePage::fullHeight() const
{
    int height = comfortableHeight();
    if (!m_marks->isEmpty())
        height += m_marks->sizeHint().height();
    if (hasRows())
        height += m_strips->heightWith(hasPadding());
    return height;
}

void TimelinePage::setLow(bool low)
{
    m_summary->setLow(low);
}

int TimelinePage::lowHeight() const
{
    return m_chart->minimumSizeHint().height();
}

QSize TimelinePage::minimumSizeHint() const
{
    return m_chart->minimumSizeHint();
}

ExportView timelineExport()
{
    ExportView view;
    view.name = "chart";
    view.isUsual = [](const ExportSubject& subject) { return subject.view->axis.kind != AxisKind::None; };
    view.ofView = chart;
    view.options = {groupByOption()};
    view.wanted = Wanted::WithAxis;
    return view;
}

} // namespace tidemark::ui
