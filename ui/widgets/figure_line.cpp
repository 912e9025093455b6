#include "ui/widgets/figure_line.h"

#include "core/view/figures.h"

#include "ui/theme/colors.h"
#include "ui/theme/text.h"
#include "ui/widgets/restyle.h"

#include <QLabel>

#include <algorithm>
#include <numeric>

namespace tidemark::ui {
namespace {

constexpr int kFigureGap = 20;
constexpr int kTightGap = 13;

} // namespace

FigureLine::FigureLine(QWidget* parent)
    : QWidget(parent)
{
    onShow(this, [this] { arrange(); });
    onResize(this, [this] { arrange(); });
    onRestyle(this, [this] { arrange(); });
}

QString FigureLine::textOf(const Entry& entry, bool withRemark) const
{
    const QColor secondary = colorsFor(palette()).secondaryText;
    const QString swatch = entry.swatch.color.isValid() ? swatchHtml(entry.swatch) + u' ' : QString();
    QString text = swatch + colouredHtml(entry.name, secondary) + u' ' + boldHtml(entry.value);
    if (withRemark && !entry.remark.isEmpty())
        text += u' ' + colouredHtml(entry.remark, secondary);
    return text;
}

void FigureLine::setEntries(std::vector<Entry> entries)
{
    m_entries = std::move(entries);
    while (m_labels.size() < m_entries.size()) {
        auto* label = new QLabel(this);
        label->setTextFormat(Qt::RichText);
        label->setTextInteractionFlags(Qt::TextSelectableByMouse);
        m_labels.push_back(label);
    }
    for (std::size_t i = 0; i < m_entries.size(); ++i)
        m_labels[i]->setToolTip(plainToolTip(m_entries[i].toolTip));
    arrange();
}

void FigureLine::arrange()
{
    if (!isVisible())
        return; // the width differs once it is shown, and texts with markup are slow to measure
    std::vector<bool> isShown(m_labels.size());
    std::fill_n(isShown.begin(), m_entries.size(), true);
    int gap = kFigureGap;
    const auto needed = [&] {
        int sum = -gap;
        for (std::size_t i = 0; i < m_entries.size(); ++i)
            if (isShown[i])
                sum += m_labels[i]->sizeHint().width() + gap;
        return sum;
    };
    std::vector<std::size_t> order(m_entries.size());
    std::iota(order.rbegin(), order.rend(), std::size_t{0}); // of equal ranks the last is dropped first
    std::ranges::stable_sort(order,
                             [&](std::size_t a, std::size_t b) { return m_entries[a].rank > m_entries[b].rank; });
    for (const std::size_t i : order)
        m_labels[i]->setText(textOf(m_entries[i], true));
    // Drop all remarks or none: a figure without a share next to figures with shares would seem to have no share.
    const auto dropRemarks = [&](bool alsoNeeded) {
        if (needed() <= width())
            return;
        for (const std::size_t i : order)
            if (alsoNeeded || !m_entries[i].needsRemark)
                m_labels[i]->setText(textOf(m_entries[i], false));
    };
    const auto dropFigures = [&](int leastRank) {
        for (const std::size_t i : order)
            if (needed() > width() && m_entries[i].rank >= leastRank)
                isShown[i] = false;
    };
    dropFigures(rank::kOutsideSums);
    if (needed() > width())
        gap = kTightGap;
    // Drop less important figures if that saves the remarks of the important ones.
    const std::vector<bool> all = isShown;
    dropFigures(rank::kOfSum);
    if (needed() > width())
        isShown = all;
    dropRemarks(false);
    dropFigures(rank::kMinor);
    dropRemarks(true);
    dropFigures(0);
    int x = 0;
    for (std::size_t i = 0; i < m_labels.size(); ++i) {
        m_labels[i]->setVisible(isShown[i]);
        if (!isShown[i])
            continue;
        const QSize size = m_labels[i]->sizeHint();
        m_labels[i]->setGeometry(x, 0, size.width(), height());
        x += size.width() + gap;
    }
}

} // namespace tidemark::ui
