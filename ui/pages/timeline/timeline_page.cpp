#include "ui/pages/timeline/timeline_page.h"

#include "core/base/text.h"
#include "core/history/history_document.h"
#include "core/link/opened_together.h"
#include "core/report/curve_table.h"
#include "core/rules/attribution_rules.h"
#include "core/view/choice.h"
#include "core/view/fit.h"
#include "core/view/source_peaks.h"
#include "ui/charts/buffer_strips.h"
#include "ui/charts/chart_picture.h"
#include "ui/charts/lanes.h"
#include "ui/charts/memory_chart.h"
#include "ui/pages/export_view.h"
#include "ui/pages/page_parts.h"
#include "ui/session/session.h"
#include "ui/state/row_text.h"
#include "ui/state/units.h"
#include "ui/state/view_state.h"
#include "ui/theme/colors.h"
#include "ui/theme/text.h"
#include "ui/widgets/capacity_bar.h"
#include "ui/widgets/fonts.h"
#include "ui/widgets/labels.h"
#include "ui/widgets/layouts.h"
#include "ui/widgets/restyle.h"

#include <QLabel>
#include <QToolButton>

#include <algorithm>
#include <utility>

namespace tidemark::ui {
namespace {

constexpr std::size_t kMostFigures = 5;
constexpr int kFit = 330; // pixels at the default font size; the words whether a program fits keep them
constexpr qsizetype kLongRemark = 24; // characters; longer remarks are only in the tool tip

QString aloneText()
{
    return SummaryStrip::tr("All figures are for this program alone. Other programs, other processes and the "
                            "runtime need memory on top of it.");
}

/// The remarks of a figure in short form. Shares have no name of their whole, which the tool tip gives.
QString shortRemark(const Figure& figure, const Units& units)
{
    QStringList parts;
    for (const Remark& remark : figure.remarks) {
        if (remark.bytes && remark.whole)
            parts << percent(*remark.bytes, *remark.whole);
        else
            parts << text(remark.fullText([&](std::int64_t bytes) { return bytesText(bytes, units.unit()); }));
    }
    const QString all = joined(parts, QStringLiteral(", "));
    return all.size() > kLongRemark ? QString() : all;
}

/// "the same on all 16", if the other workers of the run have the same peak.
QString othersText(const Session& session)
{
    if (!session.shown())
        return {};
    const auto peaks = peaksBySource(session.documents(), *session.shown());
    if (!peaks || !peaks->areEqual())
        return {}; // the explanation has the difference
    return SummaryStrip::tr("the same on all %1").arg(grouped(peaks->sources));
}

bool isTooBig(const Figures& figures)
{
    return figures.headroomBytes && *figures.headroomBytes < 0;
}

QString tipOf(const Figure& figure)
{
    QStringList lines;
    if (figure.isBytes())
        lines << exactBytes(figure.bytes());
    for (const Remark& remark : figure.remarks)
        if (remark.bytes)
            lines << text(remark.fullText([](std::int64_t bytes) { return exactBytes(bytes).toStdString(); }));
    lines << text(figure.help);
    return joined(lines, QStringLiteral("\n"));
}

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

/// For a recording: offers the largest program of its capture.
PageOffer offerOfProgram(const Session& session)
{
    for (const auto& document : session.documents()) {
        if (document->catalogue().kind != "xla")
            continue;
        std::vector<ProgramId> programs = ProgramList::order(*document, {}, 0);
        std::erase_if(programs, [&](ProgramId program) {
            return document->catalogue().fileOf(program).path != session.shown()->file().path;
        });
        if (programs.empty())
            continue;
        const Chosen largest = inBestMemory(document, programs.front());
        return {TimelinePage::tr("This capture also has %1.").arg(text(counted(programs.size(), "compiled program"))),
                TimelinePage::tr("Show “%1”").arg(text(largest.program().fullName())), NoticeBar::Tone::Offer, largest};
    }
    return {};
}

/// Offers a recording in which an allocation failed.
PageOffer offerOfFailure(const Session& session)
{
    for (const auto& document : session.documents()) {
        const history::HistoryDocument* const histories = history::asHistories(*document);
        if (!histories)
            continue;
        for (const ProgramId program : allPrograms(*document)) {
            const Chosen recording = inBestMemory(document, program);
            if (!histories->historyOf(recording.selection).failures.empty())
                return {TimelinePage::tr("An allocation failed in %1.").arg(text(recording.program().fullName())),
                        TimelinePage::tr("Show recording"), NoticeBar::Tone::Offer, recording};
        }
    }
    return {};
}

/// For a compiled program: offers the recorded allocations of its capture, or a recording with a failure. For a
/// recording: offers a program.
PageOffer offerOfCapture(const Session& session)
{
    const auto& shown = session.shown();
    if (!shown)
        return {};
    if (history::asHistories(*shown->document))
        return offerOfProgram(session);
    for (const auto& document : session.documents()) {
        const history::HistoryDocument* const histories = history::asHistories(*document);
        if (!histories)
            continue;
        std::size_t allocations = 0;
        histories->forEachMemory([&](const Selection& memory, const history::MemoryRecording&) {
            if (document->catalogue().fileOf(memory.program).path == shown->file().path)
                allocations += histories->historyOf(memory).rows.size();
        });
        for (const ProgramId program : allPrograms(*document))
            if (allocations > 0 && document->catalogue().fileOf(program).path == shown->file().path)
                return {
                    TimelinePage::tr("This capture also has a recording of %1 allocations.").arg(grouped(allocations)),
                    TimelinePage::tr("Show recording"), NoticeBar::Tone::Offer, inBestMemory(document, program)};
    }
    return offerOfFailure(session);
}

ExportView::Result chart(const ExportQuestion& question, const ExportSubject& subject)
{
    if (subject.view->axis.kind == AxisKind::None)
        return subject.without("there is no axis here, so there is no chart.");
    ViewState state;
    if (const auto done = showIn(state, question, subject); !done)
        return done.error();
    ChartContent content = contentOf(state);
    const Figures figures
        = withOpenedTogether(subject.view->figures(question.device.get()), *subject.view, question.documents);
    if (question.device || figures.isNearCapacity())
        content.capacity = lineOf(figures.capacity);
    const auto options = explained(subject.options, *subject.view, figures);
    if (!options)
        return options.error();
    return std::shared_ptr<const Picture>(std::make_shared<ChartPicture>(content, *options));
}

} // namespace

SummaryStrip::SummaryStrip(ViewState* state, const Session* session, QWidget* parent)
    : QWidget(parent)
    , m_state(state)
    , m_session(session)
    , m_peak(new QLabel(this))
    , m_place(new ElidedLabel(this))
    , m_fit(new ElidedLabel(this))
    , m_link(new QLabel(this))
    , m_explanation(new ExplanationLine(state, session, this))
    , m_bar(new CapacityBar(this))
    , m_figures(new FigureLine(this))
    , m_more(new QToolButton(this))
{
    fillBase(this);
    m_peak->setTextInteractionFlags(Qt::TextSelectableByMouse);
    m_fit->setAlignment(Qt::AlignRight | Qt::AlignVCenter);
    m_fit->setSizePolicy(QSizePolicy::Ignored,
                         QSizePolicy::Preferred); // a long note gives way to the place of the peak
    m_link->setTextFormat(Qt::RichText);
    m_link->setTextInteractionFlags(Qt::LinksAccessibleByMouse | Qt::LinksAccessibleByKeyboard);
    m_more->setText(tr("More…"));
    m_more->setAutoRaise(true);
    m_more->setFocusPolicy(Qt::TabFocus);
    m_more->setToolTip(tr("All figures of this program"));
    connect(m_more, &QToolButton::clicked, this, &SummaryStrip::informationRequested);
    connect(m_link, &QLabel::linkActivated, this,
            [this] { emit chooseDeviceRequested(m_link->mapToGlobal(QPoint(0, m_link->height()))); });
    connect(session, &Session::figuresChanged, this, &SummaryStrip::refresh);
    connect(session, &Session::shownChanged, this, &SummaryStrip::refresh);
    state->onChange(Aspect::Units, this, &SummaryStrip::refresh);
    state->onChange(Aspect::View | Aspect::Groups, this, &SummaryStrip::refreshGroups);

    constexpr auto kBaseline = Qt::AlignBaseline;
    m_first = inLine(nullptr,
                     {{m_peak, 0, kBaseline}, {m_place, 0, kBaseline}, {m_fit, 1, kBaseline}, {m_link, 0, kBaseline}},
                     {}, 8);
    m_last = inLine(nullptr, {{m_figures, 1}, m_more}, {}, 8);
    inColumn(this, {m_first, m_explanation, m_bar, m_last}, {12, 4, 14, 4}, 3);
    onRestyle(this, [this] {
        refresh();
        refreshGroups();
    });
    refresh();
}

void SummaryStrip::setLow(bool low)
{
    if (std::exchange(m_isLow, low) != low)
        refreshLow();
}

/// The figures of a view without rows are the only legend of its parts, so they stay.
void SummaryStrip::refreshLow()
{
    const bool isShort = !m_hasFigures || (m_isLow && !m_state->isEmpty() && m_state->view()->rows.count > 0);
    m_figures->setVisible(!isShort);
    QHBoxLayout* const line = isShort ? m_first : m_last;
    if (line->indexOf(m_more) < 0) {
        (isShort ? m_last : m_first)->removeWidget(m_more);
        line->addWidget(m_more);
    }
}

void SummaryStrip::refreshFonts()
{
    m_peak->setFont(boldFont(largerFont(font(), 1.5)));
    m_peak->setMinimumHeight(QFontMetrics(m_peak->font()).height());
    m_fit->setFont(largerFont(font(), 1.1));
    m_place->setFont(largerFont(font(), 1.1));
    m_more->setFont(secondaryFont());
}

QString SummaryStrip::headroomText(const Figures& figures) const
{
    if (!figures.headroomBytes || isTooBig(figures))
        return {};
    return (figures.isTotalLeast ? tr("headroom at most %1") : tr("headroom %1"))
        .arg(percent(*figures.headroomBytes, *figures.capacity.bytes));
}

QString SummaryStrip::capacityText(const Figures& figures) const
{
    if (!figures.capacity.bytes)
        return {};
    return tr("capacity %1").arg(m_state->bytes(*figures.capacity.bytes)) + deviceText();
}

QString SummaryStrip::deviceText() const
{
    QString device = m_session->deviceText();
    if (!device.isEmpty())
        device.prepend(QStringLiteral(" · "));
    return device;
}

void SummaryStrip::refresh()
{
    const auto& figures = m_session->figures();
    refreshFonts();
    setTextColor(m_place, colorsFor(palette()).secondaryText);
    m_more->setVisible(figures.has_value());
    if (!figures || m_state->isEmpty()) {
        m_bar->setFigures(std::nullopt, {});
        m_figures->setEntries({});
        m_hasFigures = false;
        refreshLow();
        return;
    }
    refreshPeak(*figures);
    const QString beyond = m_state->bytes(figures->totalBytes - figures->peakBytes);
    const bool isWhole = figures->peakDoubt.empty(); // otherwise more than the listed memory may be in use
    // The line above has the amounts of a program that fits.
    const Fit fit = fitOf(*m_state->view(), *figures);
    const QString capacity = fit == Fit::Fits || fit == Fit::Recorded ? tr("capacity") : capacityText(*figures);
    QString limit;
    if (isTooBig(*figures))
        limit = tr("limit %1").arg(m_state->bytes(*figures->capacity.bytes));
    // Without a limit it shows no more than the legend of the rows.
    m_bar->setVisible(figures->capacity.bytes || m_state->view()->rows.count == 0);
    m_bar->setFigures(
        figures,
        {(isWhole ? tr("fragmentation %1") : tr("not listed %1")).arg(beyond), headroomText(*figures), capacity, limit},
        m_state->units().unit());
    m_bar->setAccessibleDescription(joined({headroomText(*figures), capacityText(*figures), limit}));
    refreshFigures(*figures);
    refreshLink(*figures);
    refreshFit(*figures);
}

void SummaryStrip::refreshGroups()
{
    std::vector<CapacityBar::Part> parts;
    const auto& groups = m_state->groups();
    if (groups && m_state->areGroupsReady() && !groups->isByIdle()) {
        const Colors colors = colorsFor(palette());
        const std::vector<std::int64_t> bytes = groups->bytesAtPeak();
        for (std::size_t i = 0; i < bytes.size(); ++i)
            if (bytes[i] > 0)
                parts.push_back({groups->looks[i].name, bytes[i], groups->looks[i].fill(colors)});
    }
    m_bar->setParts(std::move(parts));
}

void SummaryStrip::refreshPeak(const Figures& figures)
{
    const Colors colors = colorsFor(palette());
    const View& view = *m_state->view();
    QString peak = m_state->bytes(figures.peakBytes);
    QString doubt;
    if (!figures.peakDoubt.empty()) {
        peak = tr("At least %1").arg(peak);
        doubt = tr("A lower bound: %1.").arg(text(figures.peakDoubt));
    }
    m_peak->setText(peak);
    m_peak->setToolTip(joined({exactBytes(figures.peakBytes), doubt, aloneText()}, QStringLiteral("\n")));
    setTextColor(m_peak, isTooBig(figures) || figures.exceeded ? colors.bad : colors.text);
    const QString others = othersText(*m_session);
    if (!hasCells(view.axis))
        m_place->setParts({{timeWithoutCells(view)}, {others}});
    else
        m_place->setParts({{tr("at %1").arg(cellOfAllText(view.axis, figures.peakStep))},
                           {text(view.axis.label(figures.peakStep)), true},
                           {others}});
    m_place->setHelp(view.axis.count == 1 ? text(view.axis.remark) : QString());
}

/// Whether the program fits, and a remark about its figures.
void SummaryStrip::refreshFit(const Figures& figures)
{
    const Colors colors = colorsFor(palette());
    QStringList words;
    QStringList help;
    const Fit fit = fitOf(*m_state->view(), figures);
    const QString need = text(withAmounts(figures.needText(), m_state->units().unit()));
    const bool isMore
        = figures.failedBytes > 0 || m_state->bytes(figures.neededBytes) != m_state->bytes(figures.peakBytes);
    if (fit == Fit::TooBig) {
        // The sentence below has the excess and the capacity, the tool tip the reason.
        words << joined({tr("Does not fit"), isMore ? need : QString()}, QStringLiteral(": "))
                + deviceText().section(u';', 0, 0);
        help << capacityText(figures);
    } else if (fit == Fit::Recorded && figures.failedBytes > 0) {
        words << tr("Fits if it is not fragmented: %1 of %2").arg(need, m_state->bytes(*figures.capacity.bytes))
                + deviceText().section(u';', 0, 0);
        help << capacityText(figures);
    } else if (fit == Fit::Recorded) {
        words << tr("Held at most %1 of %2")
                     .arg(m_state->bytes(*figures.capacity.bytes - *figures.headroomBytes),
                          m_state->bytes(*figures.capacity.bytes))
                + deviceText().section(u';', 0, 0);
        help << capacityText(figures);
    } else if (fit == Fit::Fits) {
        const QString free
            = tr("%1 of %2 free").arg(m_state->bytes(*figures.headroomBytes), m_state->bytes(*figures.capacity.bytes));
        if (figures.neededWith.empty())
            words << tr("Fits: %1").arg(free) + deviceText().section(u';', 0, 0);
        else // the reason why it is less than capacity and peak say
            words << tr("Fits: %1 needed with %2, %3")
                         .arg(m_state->bytes(figures.neededBytes), text(figures.neededWith), free);
        help << capacityText(figures);
    } else if (fit == Fit::Unknown && !figures.fitsOn.empty()) {
        QString devices = text(figures.fitsOn);
        if (figures.exceeded)
            devices = tr("no known device"); // the sentence below has the amounts
        words << tr("Fits on %1").arg(devices);
    } else if (fit == Fit::Unknown && figures.failedBytes > 0) {
        words << capitalised(need);
    }
    const QString answer = joined(words);
    m_fit->setMinimumWidth(std::min(QFontMetrics(m_fit->font()).horizontalAdvance(answer) + 2, grown(kFit, font())));
    if (!figures.note.empty() && (!isTooBig(figures) || figures.isRefused)) {
        words << capitalised(figures.note);
        help << text(figures.noteHelp);
    }
    if (!figures.fitsOn.empty())
        help << tr("Fits on: %1").arg(text(figures.fitsOn));
    setTextColor(m_fit, isTooBig(figures) || figures.isRefused || figures.exceeded ? colors.bad : colors.text);
    m_fit->setFullText(joined(words));
    m_fit->setShorterText(answer);
    m_fit->setHelp(joined(help, QStringLiteral("\n")));
}

void SummaryStrip::refreshLink(const Figures& figures)
{
    const Colors colors = colorsFor(palette());
    const bool isKnown = figures.capacity.bytes.has_value();
    const bool saysFit = isKnown || !figures.fitsOn.empty();
    m_link->setVisible(!figures.isRefused && (!saysFit || !isKnown || figures.capacity.isChosen));
    QString link;
    if (!saysFit)
        link = colouredHtml(tr("Capacity unknown."), colors.secondaryText) + u' ';
    link += linkHtml(QStringLiteral("#"), isKnown ? tr("Change…") : tr("Choose a device…"), colors.highlight);
    m_link->setText(link);
    QStringList unused; // limits in messages that are not used
    for (const Warning& warning : figures.warnings)
        if (warning.code == "limit-not-used")
            unused << text(warning.text);
    m_link->setToolTip(unused.join(u'\n'));
}

/// The parts of the bar, for views without rows, which have no other legend.
std::vector<FigureLine::Entry> SummaryStrip::partEntries(const Figures& figures) const
{
    const Colors colors = colorsFor(palette());
    std::vector<FigureLine::Entry> entries;
    for (const Part& part : figures.parts)
        entries.push_back({text(part.name),
                           m_state->bytes(part.bytes),
                           percent(part.bytes, figures.peakBytes),
                           exactBytes(part.bytes),
                           0,
                           false,
                           {colors.of(part)}});
    return entries;
}

/// The most important figures that are not 0. The others are in the information about the document.
void SummaryStrip::refreshFigures(const Figures& figures)
{
    std::vector<const Figure*> shown;
    for (const Figure& figure : figures.list)
        if (figure.isIn(FigurePlace::Window) && figure.isBytes() && std::holds_alternative<std::int64_t>(figure.value)
            && figure.bytes() != 0)
            shown.push_back(&figure);
    std::ranges::stable_sort(shown, {}, &Figure::rank);
    shown.resize(std::min(shown.size(), kMostFigures));
    std::vector<FigureLine::Entry> entries;
    if (m_state->view()->rows.count == 0)
        entries = partEntries(figures);
    for (const Figure* figure : shown) {
        // Parts that share memory do not add up, so their remark must stay visible.
        const bool needsRemark
            = std::ranges::any_of(figure->remarks, [](const Remark& r) { return r.bytes && !r.whole; });
        entries.push_back({text(figure->label), m_state->bytes(figure->bytes()), shortRemark(*figure, m_state->units()),
                           tipOf(*figure), figure->rank, needsRemark});
    }
    m_hasFigures = !entries.empty();
    m_figures->setEntries(std::move(entries));
    refreshLow();
}

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
    offer(offerOfCapture(*m_session));
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
