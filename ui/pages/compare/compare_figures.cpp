#include "ui/pages/compare/compare_figures.h"

#include "ui/state/grouped.h"
#include "ui/theme/markup.h"
#include "ui/theme/text.h"
#include "ui/theme/tool_tip.h"
#include "ui/widgets/fonts.h"

#include <QEvent>
#include <QHBoxLayout>
#include <QLabel>

#include <algorithm>
#include <array>
#include <cstdlib>
#include <string_view>
#include <tuple>

namespace tidemark::ui {
namespace {

constexpr std::int64_t kManyTimes = 10; // from this factor on, "24.6×" is clearer than percent
constexpr std::array<std::string_view, 4> kFirst
    = {"total_bytes", "temporaries_at_peak_bytes", "arguments_bytes", "fragmentation_bytes"}; // shown first if changed
constexpr double kLarger = 1.25;
constexpr int kGap = 16; // pixels between figures

/// "−67.7 %", "> 99.9 % less", "24.6×"; empty if there is no share.
QString shareOf(std::int64_t a, std::int64_t b)
{
    if (a <= 0 || a == b)
        return {};
    if (b / a >= kManyTimes)
        return QString::number(static_cast<double>(b) / static_cast<double>(a), 'f', 1) + QChar(0xd7);
    const QString share = percent(std::abs(b - a), a);
    if (!share.front().isDigit()) // no sign may stand before "< 0.1 %"
        return (b < a ? CompareFigures::tr("%1 less") : CompareFigures::tr("%1 more")).arg(share);
    return (b < a ? u'−' : u'+') + share;
}

/// The name of the compared figure.
QString nameOfPeaks(const Comparison& comparison)
{
    const ComparedStep& a = comparison.a;
    const ComparedStep& b = comparison.b;
    if (a.hasPeak() || b.hasPeak())
        return CompareFigures::tr("Peak");
    return a.freeBytes > 0 || b.freeBytes > 0 ? CompareFigures::tr("In use") : CompareFigures::tr("Listed");
}

} // namespace

CompareFigures::CompareFigures(const Units* units, QWidget* parent)
    : QWidget(parent)
    , m_units(units)
{
    setAutoFillBackground(true);
    setBackgroundRole(QPalette::Base);
    auto* line = new QHBoxLayout(this);
    line->setContentsMargins(12, 4, 12, 8);
    line->setSpacing(0);
    connect(units, &Units::changed, this, &CompareFigures::refresh);
}

QSize CompareFigures::minimumSizeHint() const
{
    return {grown(200, font()), layout()->minimumSize().height()};
}

void CompareFigures::setComparison(std::shared_ptr<const Comparison> comparison)
{
    m_comparison = std::move(comparison);
    m_entries.clear();
    if (m_comparison) {
        const Figures& a = m_comparison->a.figures;
        const Figures& b = m_comparison->b.figures;
        m_entries.push_back(
            {nameOfPeaks(*m_comparison), m_comparison->a.peakBytes(), m_comparison->b.peakBytes()});
        if (!m_comparison->a.isPeak() || !m_comparison->b.isPeak())
            m_entries.push_back({tr("At the cursors"), m_comparison->a.level(), m_comparison->b.level()});
        struct Ranked {
            std::tuple<bool, std::ptrdiff_t, std::int64_t> rank;
            Entry entry;
        };
        std::vector<Ranked> others;
        for (const ComparedFigure& figure : m_comparison->figures) {
            const Figure* of = a.find(figure.id) ? a.find(figure.id) : b.find(figure.id);
            if (of->isIn(FigurePlace::Window) && figure.change() && (*figure.a != 0 || *figure.b != 0))
                others.push_back({{*figure.a == *figure.b, std::ranges::find(kFirst, figure.id) - kFirst.begin(),
                                   -std::abs(*figure.change())},
                                  {text(figure.label), *figure.a, *figure.b}});
        }
        std::ranges::stable_sort(others, {}, &Ranked::rank);
        for (Ranked& each : others)
            m_entries.push_back(std::move(each.entry));
    }
    refresh();
}

QString CompareFigures::htmlOf(const Entry& entry) const
{
    const Colors colors = colorsFor(palette());
    const QString share = shareOf(entry.a, entry.b);
    const auto part = [](const QString& words, const QColor& color, const QFont& font) {
        return QStringLiteral("<span style=\"color:%1; font-size:%2pt; font-weight:%3\">%4</span>")
            .arg(color.name())
            .arg(font.pointSizeF())
            .arg(font.bold() ? 700 : 400)
            .arg(words.toHtmlEscaped());
    };
    return part(entry.name, colors.secondaryText, font()) + QStringLiteral("<br>")
        + part(changeText(entry.b - entry.a, m_units->unit()), changeColor(colors, entry.b - entry.a),
               boldFont(largerFont(font(), kLarger)))
        + (share.isEmpty() ? QString() : u' ' + part(share, colors.secondaryText, font())) + QStringLiteral("<br>")
        + part(m_units->bytes(entry.a) + QStringLiteral(" → "), colors.secondaryText, smallerFont(font()))
        + part(m_units->bytes(entry.b), colors.text, smallerFont(font()));
}

void CompareFigures::refresh()
{
    while (m_labels.size() < m_entries.size()) {
        auto* label = new QLabel(this);
        label->setTextFormat(Qt::RichText);
        label->setMargin(0);
        static_cast<QHBoxLayout*>(layout())->addWidget(label, 1);
        m_labels.push_back(label);
    }
    for (std::size_t i = 0; i < m_entries.size(); ++i) {
        const Entry& entry = m_entries[i];
        m_labels[i]->setText(htmlOf(entry));
        m_labels[i]->setToolTip(plainToolTip(
            tr("%1\nA: %2\nB: %3\nB − A: %4")
                .arg(entry.name, exactBytes(entry.a), exactBytes(entry.b), exactBytes(entry.b - entry.a))));
        m_labels[i]->setAccessibleName(tr("%1: %2, from %3 to %4")
                                           .arg(entry.name, changeText(entry.b - entry.a, m_units->unit()),
                                                m_units->bytes(entry.a), m_units->bytes(entry.b)));
    }
    arrange();
}

void CompareFigures::arrange()
{
    // All labels are as wide as the widest.
    int widest = 1;
    for (std::size_t i = 0; i < m_entries.size(); ++i)
        widest = std::max(widest, m_labels[i]->sizeHint().width());
    const int room = width() - layout()->contentsMargins().left() - layout()->contentsMargins().right();
    const auto most = static_cast<std::size_t>(std::max(1, room / (widest + grown(kGap, font()))));
    for (std::size_t i = 0; i < m_labels.size(); ++i)
        m_labels[i]->setVisible(i < std::min(most, m_entries.size()));
}

void CompareFigures::resizeEvent(QResizeEvent* event)
{
    QWidget::resizeEvent(event);
    arrange();
}

void CompareFigures::changeEvent(QEvent* event)
{
    QWidget::changeEvent(event);
    if ((event->type() == QEvent::PaletteChange || event->type() == QEvent::FontChange) && layout())
        refresh();
}

} // namespace tidemark::ui
