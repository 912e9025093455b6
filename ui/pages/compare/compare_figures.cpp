#include "ui/pages/compare/compare_figures.h"

#include "ui/pages/page_parts.h"
#include "ui/state/grouped.h"
#include "ui/theme/text.h"
#include "ui/theme/tool_tip.h"
#include "ui/widgets/elided_label.h"
#include "ui/widgets/fonts.h"
#include "ui/widgets/layouts.h"
#include "ui/widgets/restyle.h"
#include "ui/widgets/text_color.h"

#include <QLabel>

#include <algorithm>
#include <cstdlib>

namespace tidemark::ui {
namespace {

constexpr std::int64_t kManyTimes = 10; // from this factor on, "24.6×" is clearer than percent
constexpr double kLarger = 1.25;
constexpr int kGap = 16; // pixels between figures
constexpr std::int64_t kLeastShare = 100; // a figure that is shown changes by at least 1/100 of the largest change

/// "−67.7 %", "> 99.9 % less", "+100 %", "24.6×"; empty if there is no share.
QString shareOf(std::int64_t a, std::int64_t b)
{
    if (a <= 0 || a == b)
        return {};
    if (b / a >= kManyTimes)
        return QString::number(static_cast<double>(b) / static_cast<double>(a), 'f', 1) + QChar(0xd7);
    const QString share = percent(std::abs(b - a), a);
    const bool isLess = b < a;
    if (!isLess && share.front() == u'>') // "> 99.9 %" says that not all is gone
        return u'+' + percent(a, a);
    if (!share.front().isDigit()) // no sign may stand before "< 0.1 %"
        return (isLess ? CompareFigures::tr("%1 less") : CompareFigures::tr("%1 more")).arg(share);
    return (isLess ? u'−' : u'+') + share;
}

/// The name of the compared figure.
QString nameOfPeaks(const Comparison& comparison)
{
    const ComparedStep& a = comparison.a;
    const ComparedStep& b = comparison.b;
    if (a.hasPeak() || b.hasPeak())
        return CompareFigures::tr("Peak");
    if (a.freeBytes > 0 || b.freeBytes > 0)
        return CompareFigures::tr("In use");
    return CompareFigures::tr("Listed");
}

} // namespace

CompareFigures::CompareFigures(const Units* units, QWidget* parent)
    : QWidget(parent)
    , m_units(units)
    , m_line(inLine(nullptr, {}))
    , m_rest(new ElidedLabel(this))
{
    fillBase(this);
    m_rest->setObjectName(QStringLiteral("otherFigures"));
    inColumn(this, {m_line, m_rest}, {12, 4, 12, 8}, 4);
    onRestyle(this, [this] { refresh(); });
    connect(units, &Units::changed, this, &CompareFigures::refresh);
}

QSize CompareFigures::minimumSizeHint() const
{
    return {grown(200, font()), layout()->minimumSize().height()};
}

std::vector<CompareFigures::Entry> CompareFigures::entriesOf(const Comparison& comparison) const
{
    const Figures& a = comparison.a.figures;
    const Figures& b = comparison.b.figures;
    std::vector<Entry> entries{{nameOfPeaks(comparison), comparison.a.peakBytes(), comparison.b.peakBytes()}};
    if (!comparison.a.isPeak() || !comparison.b.isPeak())
        entries.push_back({tr("At the cursors"), comparison.a.level(), comparison.b.level()});
    for (const ComparedFigure& figure : comparison.figures) {
        const Figure* of = a.find(figure.id);
        if (!of)
            of = b.find(figure.id);
        if (of->isIn(FigurePlace::Window) && figure.change() && (*figure.a != 0 || *figure.b != 0))
            entries.push_back({text(figure.label), *figure.a, *figure.b});
    }
    return entries;
}

void CompareFigures::setComparison(std::shared_ptr<const Comparison> comparison)
{
    m_changed.clear();
    m_unchanged.clear();
    if (comparison)
        for (Entry& entry : entriesOf(*comparison))
            (entry.change() == 0 ? m_unchanged : m_changed).push_back(std::move(entry));
    std::ranges::stable_sort(m_changed, std::greater(), [](const Entry& entry) { return std::abs(entry.change()); });
    refresh();
}

QString CompareFigures::htmlOf(const Entry& entry) const
{
    const Colors colors = colorsFor(palette());
    const auto part = [](const QString& words, const QColor& color, const QFont& font) {
        if (words.isEmpty())
            return QString();
        return QStringLiteral("<span style=\"color:%1; font-size:%2pt; font-weight:%3\">%4</span>")
            .arg(color.name())
            .arg(font.pointSizeF())
            .arg(static_cast<int>(font.weight()))
            .arg(words.toHtmlEscaped());
    };
    const QString change = part(changeText(entry.change(), m_units->unit()), changeColor(colors, entry.change()),
                                boldFont(largerFont(font(), kLarger)));
    const QString share = part(shareOf(entry.a, entry.b), colors.secondaryText, font());
    return part(entry.name, colors.secondaryText, font()) + QStringLiteral("<br>")
        + joined({change, share}, QStringLiteral(" ")) + QStringLiteral("<br>")
        + part(m_units->bytes(entry.a) + QStringLiteral(" → "), colors.secondaryText, smallerFont(font()))
        + part(m_units->bytes(entry.b), colors.text, smallerFont(font()));
}

void CompareFigures::refresh()
{
    while (m_labels.size() < m_changed.size()) {
        auto* label = new QLabel(this);
        label->setTextFormat(Qt::RichText);
        label->setMargin(0);
        m_line->addWidget(label, 1);
        m_labels.push_back(label);
    }
    for (std::size_t i = 0; i < m_changed.size(); ++i) {
        const Entry& entry = m_changed[i];
        m_labels[i]->setText(htmlOf(entry));
        m_labels[i]->setToolTip(
            plainToolTip(tr("%1\nA: %2\nB: %3\nB − A: %4")
                             .arg(entry.name, exactBytes(entry.a), exactBytes(entry.b), exactBytes(entry.change()))));
        m_labels[i]->setAccessibleName(tr("%1: %2, from %3 to %4")
                                           .arg(entry.name, changeText(entry.change(), m_units->unit()),
                                                m_units->bytes(entry.a), m_units->bytes(entry.b)));
    }
    m_rest->setFont(smallerFont(font()));
    setTextColor(m_rest, colorsFor(palette()).secondaryText);
    arrange();
}

void CompareFigures::arrange()
{
    // All labels are as wide as the widest.
    int widest = 1;
    for (std::size_t i = 0; i < m_changed.size(); ++i)
        widest = std::max(widest, m_labels[i]->sizeHint().width());
    const int room = rect().marginsRemoved(layout()->contentsMargins()).width();
    const auto small = std::ranges::find_if(m_changed, [this](const Entry& entry) {
        return std::abs(entry.change()) < std::abs(m_changed.front().change()) / kLeastShare;
    });
    const std::size_t most = std::min(static_cast<std::size_t>(std::max(1, room / (widest + grown(kGap, font())))),
                                      static_cast<std::size_t>(small - m_changed.begin()));
    for (std::size_t i = 0; i < m_labels.size(); ++i)
        m_labels[i]->setVisible(i < most);
    QStringList others;
    for (std::size_t i = most; i < m_changed.size(); ++i)
        others << m_changed[i].name + u' ' + changeText(m_changed[i].change(), m_units->unit());
    QStringList unchanged;
    for (const Entry& entry : m_unchanged)
        unchanged << entry.name + u' ' + m_units->bytes(entry.a);
    std::vector<ElidedLabel::Part> parts;
    if (!others.isEmpty())
        parts.push_back({tr("Also changed: %1").arg(others.join(QStringLiteral(", ")))});
    if (!unchanged.isEmpty())
        parts.push_back({tr("Unchanged: %1").arg(unchanged.join(QStringLiteral(", ")))});
    m_rest->setVisible(!parts.empty());
    m_rest->setParts(std::move(parts));
}

void CompareFigures::resizeEvent(QResizeEvent* event)
{
    QWidget::resizeEvent(event);
    arrange();
}

} // namespace tidemark::ui
