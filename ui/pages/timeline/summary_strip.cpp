#include "ui/pages/timeline/summary_strip.h"

#include "core/base/text.h"
#include "core/view/source_peaks.h"
#include "ui/session/session.h"
#include "ui/state/grouped.h"
#include "ui/state/row_text.h"
#include "ui/state/view_state.h"
#include "ui/theme/colors.h"
#include "ui/theme/markup.h"
#include "ui/theme/text.h"
#include "ui/widgets/capacity_bar.h"
#include "ui/widgets/elided_label.h"
#include "ui/widgets/fonts.h"
#include "ui/widgets/text_color.h"

#include <QEvent>
#include <QHBoxLayout>
#include <QLabel>
#include <QPainter>

#include <algorithm>

namespace tidemark::ui {
namespace {

constexpr int kAlwaysShown = -1; // rank of a figure
constexpr std::int64_t kSmallShare = 100; // of the peak: several smaller groups are one figure
constexpr int kPeakColumn = 26; // minimum number of characters
constexpr int kPeakShare = 5; // at most 1/5 of the strip
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
    for (const Remark& remark : figure.remarks)
        parts << (remark.bytes && remark.whole
                      ? percent(*remark.bytes, *remark.whole)
                      : text(remark.say([&](std::int64_t bytes) { return bytesText(bytes, units.unit()); })));
    parts.removeAll(QString());
    const QString all = parts.join(QStringLiteral(", "));
    return all.size() > kLongRemark ? QString() : all;
}

/// The peaks of the other workers of the run: "largest of 16; others 4.62 GiB". Empty if there are none.
QString othersText(const Session& session, const Units& units)
{
    const auto& shown = session.shown();
    const auto peaks = shown ? peaksBySource(session.documents(), *shown) : std::nullopt;
    if (!peaks)
        return {};
    const QString count = grouped(static_cast<std::int64_t>(peaks->sources));
    const QString least = units.bytes(peaks->leastOther);
    const QString most = units.bytes(peaks->mostOther);
    if (peaks->own < peaks->mostOther)
        return SummaryStrip::tr("largest of %1: %2 on %3").arg(count, most, text(peaks->largestOther));
    if (peaks->own == peaks->leastOther)
        return SummaryStrip::tr("the same on all %1").arg(count);
    return SummaryStrip::tr("largest of %1; others %2").arg(count, least == most ? most : least + u'–' + most);
}

/// Figures in the bar must keep their names, so these stay as long as the parts of the peak.
int rankOf(const Figure& figure, const Figures& figures)
{
    const bool isSeen = figure.id == "fragmentation_bytes" && figure.bytes() > figures.totalBytes / kSmallShare;
    return isSeen ? 0 : figure.rank;
}

QString tipOf(const Figure& figure)
{
    QStringList lines;
    if (figure.isBytes())
        lines << exactBytes(figure.bytes());
    for (const Remark& remark : figure.remarks)
        if (remark.bytes)
            lines << text(remark.say([](std::int64_t bytes) { return exactBytes(bytes).toStdString(); }));
    lines << text(figure.help);
    lines.removeAll(QString());
    return lines.join(u'\n');
}

} // namespace

SummaryStrip::SummaryStrip(const ViewState* state, const Session* session, QWidget* parent)
    : QWidget(parent)
    , m_state(state)
    , m_session(session)
    , m_peakTitle(new QLabel(tr("Peak"), this))
    , m_peak(new QLabel(this))
    , m_peakStep(new ElidedLabel(this))
    , m_caption(new ElidedLabel(this))
    , m_remark(new ElidedLabel(this))
    , m_link(new QLabel(this))
    , m_bar(new CapacityBar(this))
    , m_figures(new FigureLine(this))
{
    m_peak->setTextInteractionFlags(Qt::TextSelectableByMouse);
    m_remark->setAlignment(Qt::AlignRight | Qt::AlignVCenter);
    m_link->setTextFormat(Qt::RichText);
    m_link->setTextInteractionFlags(Qt::LinksAccessibleByMouse | Qt::LinksAccessibleByKeyboard);
    connect(m_link, &QLabel::linkActivated, this,
            [this] { emit chooseDeviceRequested(m_link->mapToGlobal(QPoint(0, m_link->height()))); });
    connect(m_bar, &CapacityBar::resized, this, &SummaryStrip::refreshCaption);
    connect(session, &Session::figuresChanged, this, &SummaryStrip::refresh);
    connect(session, &Session::shownChanged, this, &SummaryStrip::refresh);
    connect(&state->units(), &Units::changed, this, &SummaryStrip::refresh);
    connect(state, &ViewState::viewChanged, this, &SummaryStrip::refreshGroups);
    connect(state, &ViewState::meaningsChanged, this, &SummaryStrip::refreshGroups);
    connect(&state->colorBy(), &ColorBy::changed, this, &SummaryStrip::refreshGroups);

    auto* left = new QVBoxLayout;
    left->setSpacing(0);
    left->addWidget(m_peakTitle);
    left->addWidget(m_peak);
    left->addWidget(m_peakStep);
    auto* captions = new QHBoxLayout;
    captions->setSpacing(12);
    captions->addWidget(m_caption);
    captions->addWidget(m_remark, 1);
    captions->addWidget(m_link);
    auto* right = new QVBoxLayout;
    right->setSpacing(3);
    right->addLayout(captions);
    right->addWidget(m_bar);
    right->addWidget(m_figures);
    auto* layout = new QHBoxLayout(this);
    layout->setContentsMargins(12, 3, 14, 5);
    layout->setSpacing(12);
    layout->addLayout(left);
    layout->addLayout(right, 1);
    refreshFonts();
    refresh();
}

void SummaryStrip::refreshFonts()
{
    m_peak->setFont(boldFont(largerFont(font(), 1.9)));
    m_peakStep->setFont(secondaryFont());
    fitPeakStep();
}

/// The width is the same for most programs. A longer name gets more if there is room.
void SummaryStrip::fitPeakStep()
{
    const int least = fontMetrics().averageCharWidth() * kPeakColumn;
    m_peakStep->setMinimumWidth(least);
    m_peakStep->setMaximumWidth(std::max(least, width() / kPeakShare));
}

void SummaryStrip::resizeEvent(QResizeEvent* event)
{
    QWidget::resizeEvent(event);
    fitPeakStep();
}

QString SummaryStrip::headroomText(const Figures& figures) const
{
    if (!figures.headroomBytes || *figures.headroomBytes < 0)
        return {};
    return (figures.isTotalLeast ? tr("headroom at most %1 (%2)") : tr("headroom %1 (%2)"))
        .arg(m_state->bytes(*figures.headroomBytes), percent(*figures.headroomBytes, *figures.capacity.bytes));
}

QString SummaryStrip::capacityText(const Figures& figures) const
{
    if (!figures.capacity.bytes)
        return {};
    return tr("capacity %1").arg(m_state->bytes(*figures.capacity.bytes)) + deviceText();
}

QString SummaryStrip::deviceText() const
{
    const QString device = m_session->deviceText();
    return device.isEmpty() ? QString() : QStringLiteral(" · ") + device;
}

void SummaryStrip::refresh()
{
    const auto& figures = m_session->figures();
    const Colors colors = colorsFor(palette());
    for (QWidget* label : std::initializer_list<QWidget*>{m_peakTitle, m_peakStep, m_caption})
        setTextColor(label, colors.secondaryText);
    if (!figures || m_state->isEmpty()) {
        m_bar->setFigures(std::nullopt, {});
        m_figures->setEntries({});
        return;
    }
    refreshPeak(*figures);
    const bool isTooBig = figures->headroomBytes && *figures->headroomBytes < 0;
    const std::int64_t beyond = figures->totalBytes - figures->peakBytes;
    const bool isWhole = figures->peakDoubt.empty(); // otherwise more than the listed memory may be in use
    m_bar->setFigures(figures,
                      {(isWhole ? tr("fragmentation %1") : tr("not listed %1")).arg(m_state->bytes(beyond)),
                       headroomText(*figures), capacityText(*figures),
                       isTooBig ? tr("limit %1").arg(m_state->bytes(*figures->capacity.bytes)) : QString()},
                      m_state->units().unit());
    refreshFigures(*figures);
    refreshLink(*figures);
    refreshCaption();
}

void SummaryStrip::refreshGroups()
{
    m_groups.clear();
    if (m_state->isByCategory()) {
        const View& view = *m_state->view();
        m_groups = breakDown(view, view.rows.live(view.peakStep), *m_state->meanings());
    }
    m_bar->setGroups(m_groups);
    if (const auto& figures = m_session->figures())
        refreshFigures(*figures);
}

void SummaryStrip::refreshPeak(const Figures& figures)
{
    const Colors colors = colorsFor(palette());
    const View& view = *m_state->view();
    m_peak->setText(m_state->bytes(figures.peakBytes));
    const bool isBound = !figures.peakDoubt.empty();
    m_peakTitle->setText(isBound ? tr("Peak at least") : tr("Peak"));
    m_peak->setToolTip(exactBytes(figures.peakBytes) + u'\n'
                       + (isBound ? tr("A lower bound: %1.").arg(text(figures.peakDoubt)) + u'\n' : QString())
                       + aloneText());
    setTextColor(m_peak, figures.headroomBytes && *figures.headroomBytes < 0 ? colors.bad : colors.text);
    if (view.axis.count == 1 && !view.axis.remark.empty()) {
        m_peakStep->setFullText(tr("all the time"));
        m_peakStep->setHelp(text(view.axis.remark));
    } else {
        m_peakStep->setParts({{tr("%1 of %2").arg(cellText(view.axis, figures.peakStep), grouped(view.axis.count))},
                              {text(view.axis.label(figures.peakStep)), true}});
        m_peakStep->setHelp({});
    }
    m_caption->setParts({{tr("%1 of one device, at the peak").arg(capitalised(view.memoryName))},
                         {othersText(*m_session, m_state->units())}});
    m_caption->setHelp(aloneText());
}

void SummaryStrip::refreshCaption()
{
    const auto& figures = m_session->figures();
    if (!figures || m_state->isEmpty())
        return;
    const Colors colors = colorsFor(palette());
    const bool isTooBig = figures->headroomBytes && *figures->headroomBytes < 0;
    QStringList remarks;
    if (isTooBig) {
        remarks << tr("Over by %3: needs %1 of %2")
                       .arg(m_state->bytes(figures->neededBytes), m_state->bytes(*figures->capacity.bytes),
                            m_state->bytes(-*figures->headroomBytes))
                + deviceText().section(u';', 0, 0); // the tool tip has the reason
    }
    if (!figures->note.empty() && (!isTooBig || figures->isRefused))
        remarks << text(figures->note);
    if (!isTooBig) {
        if (!m_bar->textsFit())
            remarks << headroomText(*figures) << capacityText(*figures);
    }
    const bool isBad = isTooBig || figures->isRefused;
    m_remark->setFont(isBad ? boldFont(font()) : secondaryFont());
    setTextColor(m_remark, isBad ? colors.bad : colors.secondaryText);
    m_remark->setFullText(remarks.join(QStringLiteral(" · ")));
    QStringList help;
    if ((!isTooBig || figures->isRefused) && !figures->noteHelp.empty())
        help << text(figures->noteHelp);
    if (isTooBig)
        help << capacityText(*figures);
    if (!figures->fitsOn.empty())
        help << tr("Fits on: %1").arg(text(figures->fitsOn));
    m_remark->setHelp(help.join(u'\n'));
}

void SummaryStrip::refreshLink(const Figures& figures)
{
    const Colors colors = colorsFor(palette());
    const bool isKnown = figures.capacity.bytes.has_value();
    const bool isOffered = m_session->device().canChoose();
    m_link->setVisible(!isKnown || (isOffered && figures.capacity.isChosen));
    QString link = isKnown ? QString() : colouredHtml(tr("Capacity unknown."), colors.secondaryText) + u' ';
    if (isOffered)
        link += QStringLiteral("<a href=\"#\" style=\"color:%1\">%2</a>")
                    .arg(colors.highlight.name(), isKnown ? tr("Change…") : tr("Choose a device…"));
    m_link->setText(link);
    QStringList unused; // limits in messages that are not used
    for (const Warning& warning : figures.warnings)
        if (warning.code == "limit-not-used")
            unused << text(warning.text);
    m_link->setToolTip(unused.join(u'\n'));
}

/// The groups of the bar in its order and colours. Small groups are merged, so that the figures add up.
std::vector<FigureLine::Entry> SummaryStrip::groupEntries(std::int64_t peakBytes) const
{
    const Colors colors = colorsFor(palette());
    const auto isSmall = [&](const Group& group) { return !group.isUsers && group.bytes < peakBytes / kSmallShare; };
    const auto small = std::ranges::count_if(m_groups, isSmall);
    std::vector<FigureLine::Entry> entries;
    const auto add
        = [&](const QString& name, std::int64_t bytes, const QString& tip, const Swatch& swatch, bool isKept = false) {
              entries.push_back({name, m_state->bytes(bytes), percent(bytes, peakBytes), tip, isKept ? kAlwaysShown : 0,
                                 false, swatch});
          };
    QStringList others;
    std::int64_t otherBytes = 0;
    for (const Group& group : m_groups) {
        const QString share = tr("%1, %2 of the peak").arg(exactBytes(group.bytes), percent(group.bytes, peakBytes));
        if (small > 1 && isSmall(group)) {
            others << text(group.name) + QStringLiteral(": ") + share;
            otherBytes += group.bytes;
        } else {
            add(text(group.name), group.bytes, share, {colors.category(group.category), group.category}, group.isUsers);
        }
    }
    if (!others.isEmpty())
        add(tr("%1 others").arg(others.size()), otherBytes, others.join(u'\n'), {colors.small});
    return entries;
}

/// The parts of the bar, if no figure has them.
std::vector<FigureLine::Entry> SummaryStrip::partEntries(const Figures& figures) const
{
    const Colors colors = colorsFor(palette());
    std::vector<FigureLine::Entry> entries;
    for (const Part& part : figures.parts)
        entries.push_back({text(part.name), m_state->bytes(part.bytes), percent(part.bytes, figures.peakBytes),
                           exactBytes(part.bytes), 0, false, {colors.hue(part.hue)}});
    return entries;
}

void SummaryStrip::refreshFigures(const Figures& figures)
{
    std::vector<const Figure*> shown;
    for (const Figure& figure : figures.list)
        if (figure.isIn(FigurePlace::Window) && (m_groups.empty() || !figure.isByKind))
            shown.push_back(&figure);
    std::ranges::stable_sort(shown, {}, &Figure::rank); // the figures that stay longest come first
    // If no figure is a part of the peak, the parts of the bar come first.
    const bool areParts = m_groups.empty() && std::ranges::none_of(shown, [](const Figure* figure) {
                              return figure->rank >= rank::kOfSum && figure->rank < rank::kOutsideSums;
                          });
    std::vector<FigureLine::Entry> entries = areParts ? partEntries(figures) : groupEntries(figures.peakBytes);
    for (const Figure* figure : shown) {
        const auto* number = std::get_if<std::int64_t>(&figure->value);
        if (!number)
            continue;
        // Parts that share memory do not add up, so their remark must stay visible.
        const bool needsRemark
            = std::ranges::any_of(figure->remarks, [](const Remark& r) { return r.bytes && !r.whole; });
        entries.push_back({text(figure->label), figure->isBytes() ? m_state->bytes(*number) : grouped(*number),
                           shortRemark(*figure, m_state->units()), tipOf(*figure), rankOf(*figure, figures),
                           needsRemark});
    }
    m_figures->setEntries(std::move(entries));
}

void SummaryStrip::changeEvent(QEvent* event)
{
    QWidget::changeEvent(event);
    if (event->type() == QEvent::FontChange)
        refreshFonts();
    if (event->type() == QEvent::PaletteChange)
        refresh();
}

void SummaryStrip::paintEvent(QPaintEvent*)
{
    QPainter painter(this);
    const Colors colors = colorsFor(palette());
    painter.fillRect(rect(), colors.base);
    painter.fillRect(0, height() - 1, width(), 1, colors.border);
}

} // namespace tidemark::ui
