#include "ui/shell/summary_strip.h"

#include "core/base/text.h"
#include "ui/state/grouped.h"
#include "ui/theme/colors.h"
#include "ui/theme/markup.h"
#include "ui/widgets/capacity_bar.h"
#include "ui/widgets/elided_label.h"
#include "ui/widgets/figure_line.h"
#include "ui/widgets/fonts.h"
#include "ui/widgets/text_color.h"

#include <QEvent>
#include <QGridLayout>
#include <QLabel>
#include <QPainter>

#include <algorithm>

namespace tidemark::ui {
namespace {

constexpr int kPeakColumn = 184;

QString exact(std::int64_t bytes)
{
    return SummaryStrip::tr("%1 B").arg(grouped(bytes));
}

QString percent(std::int64_t part, std::int64_t whole)
{
    return QString::fromStdString(percentText(part, whole));
}

} // namespace

SummaryStrip::SummaryStrip(QWidget* parent)
    : QWidget(parent)
    , m_peakTitle(new QLabel(tr("Peak"), this))
    , m_peak(new QLabel(this))
    , m_peakStep(new ElidedLabel(this))
    , m_caption(new ElidedLabel(this))
    , m_remark(new ElidedLabel(this))
    , m_link(new QLabel(this))
    , m_bar(new CapacityBar(this))
    , m_figures(new FigureLine(this))
{
    QFont big = font();
    big.setBold(true);
    if (big.pointSizeF() > 0)
        big.setPointSizeF(big.pointSizeF() * 1.9);
    m_peak->setFont(big);
    m_peak->setTextInteractionFlags(Qt::TextSelectableByMouse);
    m_peakStep->setFont(secondaryFont());
    m_remark->setAlignment(Qt::AlignRight | Qt::AlignVCenter);
    m_remark->setFont(secondaryFont());
    m_link->setTextFormat(Qt::RichText);
    m_link->setTextInteractionFlags(Qt::LinksAccessibleByMouse | Qt::LinksAccessibleByKeyboard);
    connect(m_link, &QLabel::linkActivated, this,
            [this] { emit chooseDeviceRequested(m_link->mapToGlobal(QPoint(0, m_link->height()))); });
    connect(m_bar, &CapacityBar::resized, this, &SummaryStrip::refreshCaption);

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
    right->setSpacing(4);
    right->addLayout(captions);
    right->addWidget(m_bar);
    right->addWidget(m_figures);
    auto* layout = new QHBoxLayout(this);
    layout->setContentsMargins(12, 6, 14, 7);
    layout->setSpacing(12);
    layout->addLayout(left);
    layout->addLayout(right, 1);
    m_peakStep->setFixedWidth(kPeakColumn);
    refresh();
}

QString SummaryStrip::bytes(std::int64_t value) const
{
    return QString::fromStdString(bytesText(value, m_unit));
}

void SummaryStrip::setSummary(const std::optional<Summary>& summary, const QString& space, const QString& instruction,
                              ByteUnit unit)
{
    m_summary = summary;
    m_space = space;
    m_instruction = instruction;
    m_unit = unit;
    refresh();
}

void SummaryStrip::setDevice(const QString& device, bool canChoose)
{
    m_device = device;
    m_canChoose = canChoose;
    refresh();
}

QString SummaryStrip::headroomText() const
{
    if (!m_summary->headroomBytes || *m_summary->headroomBytes < 0)
        return {};
    return tr("headroom %1 (%2)")
        .arg(bytes(*m_summary->headroomBytes), percent(*m_summary->headroomBytes, *m_summary->capacity.bytes));
}

QString SummaryStrip::capacityText() const
{
    const Capacity& capacity = m_summary->capacity;
    if (!capacity.bytes)
        return {};
    return tr("capacity %1").arg(bytes(*capacity.bytes)) + deviceText();
}

QString SummaryStrip::deviceText() const
{
    return m_device.isEmpty() ? QString() : QStringLiteral(" · ") + m_device;
}

void SummaryStrip::refresh()
{
    const Colors colors = colorsFor(palette());
    setTextColor(m_peakTitle, colors.secondaryText);
    setTextColor(m_peakStep, colors.secondaryText);
    setTextColor(m_caption, colors.secondaryText);
    if (!m_summary) {
        m_bar->setSummary(std::nullopt, {}, {}, {});
        m_figures->setFigures({});
        return;
    }
    const Summary& s = *m_summary;
    const bool isTooBig = s.headroomBytes && *s.headroomBytes < 0;
    m_peak->setText(bytes(s.occupiedPeakBytes));
    m_peak->setToolTip(exact(s.occupiedPeakBytes));
    setTextColor(m_peak, isTooBig ? colors.bad : colors.text);
    const QString step = tr("step %1 of %2").arg(grouped(s.occupiedPeakStep), grouped(s.steps));
    m_peakStep->setFullText(m_instruction.isEmpty() ? tr("all the time, no trace in the file")
                                                    : step + QStringLiteral(" · ") + m_instruction);
    m_caption->setFullText(tr("%1 of one device, at the peak").arg(m_space.left(1).toUpper() + m_space.mid(1)));
    m_bar->setSummary(m_summary, headroomText(), capacityText(),
                      isTooBig ? tr("limit %1").arg(bytes(*s.capacity.bytes)) : QString());
    refreshFigures();
    refreshCaption();
}

void SummaryStrip::refreshCaption()
{
    if (!m_summary)
        return;
    const Summary& s = *m_summary;
    const Colors colors = colorsFor(palette());
    QString remark = m_bar->textsFit() ? QString() : headroomText() + QStringLiteral(" · ") + capacityText();
    QString help;
    QFont font = secondaryFont();
    QColor color = colors.secondaryText;
    if (s.headroomBytes && *s.headroomBytes < 0) {
        remark = tr("%1 needed, %2 there: does not fit by %3")
                     .arg(bytes(s.totals.total), bytes(*s.capacity.bytes), bytes(-*s.headroomBytes))
            + deviceText();
        font = this->font();
        font.setBold(true);
        color = colors.bad;
    } else {
        const auto found
            = std::ranges::find_if(s.warnings, [](const Warning& w) { return w.code.starts_with("xprof-"); });
        if (found != s.warnings.end() && found->code == "xprof-peak-above-allocations") {
            const QString note = tr("XProf shows %1: it counts memory re-used in place twice").arg(bytes(s.peakBytes));
            remark = remark.isEmpty() ? note : note + QStringLiteral(" · ") + remark;
            help = QString::fromStdString(found->text).toHtmlEscaped();
        } else if (found != s.warnings.end()) {
            remark = remark.isEmpty() ? QString::fromStdString(found->text) : remark;
            help = QString::fromStdString(found->text).toHtmlEscaped();
        }
    }
    m_remark->setFont(font);
    setTextColor(m_remark, color);
    m_remark->setFullText(remark);
    m_remark->setHelp(help);
    m_link->setVisible(!s.capacity.bytes);
    QString link = colouredHtml(tr("Capacity unknown."), colors.secondaryText);
    if (m_canChoose)
        link += QStringLiteral(" <a href=\"#\" style=\"color:%1\">%2</a>")
                    .arg(colors.highlight.name(), tr("Choose a device…"));
    m_link->setText(link);
}

void SummaryStrip::refreshFigures()
{
    const Summary& s = *m_summary;
    const std::int64_t peak = s.occupiedPeakBytes;
    std::vector<FigureLine::Figure> figures;
    const auto add
        = [&](const QString& name, std::int64_t value, const QString& remark, const QString& help, int rank) {
              figures.push_back(
                  {name, bytes(value), remark, help.isEmpty() ? exact(value) : exact(value) + u'\n' + help, rank});
          };
    add(tr("Arguments"), s.totals.arguments, percent(s.totals.arguments, peak),
        tr("The program's inputs; live all the time"), 0);
    add(tr("Outputs"), s.totals.outputs,
        s.totals.aliased > 0 ? tr("donated %1").arg(bytes(s.totals.aliased)) : QString(),
        tr("Donated outputs share their memory with arguments: %1").arg(exact(s.totals.aliased)), 1);
    figures.back().needsRemark = true; // else the parts seem not to add up
    add(tr("Temporaries"), s.temporariesAtPeakBytes, percent(s.temporariesAtPeakBytes, peak), tr("At the peak"), 0);
    add(tr("Constants"), s.totals.constants, {}, {}, s.totals.constants > 0 ? 5 : 8);
    add(tr("Padding"), s.paddingBytes, percent(s.paddingBytes, peak),
        tr("What layouts add to the arrays' own bytes, at the peak"), 2);
    add(tr("Fragmentation"), s.fragmentationBytes, percent(s.fragmentationBytes, s.totals.total),
        tr("Allocated, but unused at the peak"), 3);
    add(tr("Allocated"), s.totals.total, tr("peak + fragm."), tr("All allocations of this memory"), 4);
    if (s.maxScopedBytes)
        add(tr("Scoped VMEM"), *s.maxScopedBytes, {},
            tr("The most scratch memory that one instruction uses: %1")
                .arg(QString::fromStdString(s.maxScopedInstruction)),
            6);
    if (s.totals.untraced > 0)
        add(tr("Untraced"), s.totals.untraced, {}, tr("Temporaries outside the trace, counted whole all the time"), 5);
    if (s.totals.threadLocal > 0)
        add(tr("Thread-local"), s.totals.threadLocal, {}, tr("Apart from everything else here"), 7);
    figures.push_back({tr("Steps"), grouped(s.steps), {}, tr("Steps of the program order"), 7});
    m_figures->setFigures(std::move(figures));
}

void SummaryStrip::changeEvent(QEvent* event)
{
    QWidget::changeEvent(event);
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
