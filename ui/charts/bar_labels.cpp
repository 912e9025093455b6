#include "ui/charts/bar_labels.h"

#include <QFontMetricsF>

#include <algorithm>

namespace tidemark::ui {
namespace {

constexpr qsizetype kMeasured = 200; // labels of one plot have similar widths

bool isInWord(QChar c)
{
    return c.isLetterOrNumber();
}

qsizetype commonLength(const QStringList& labels)
{
    const QString& first = labels.front();
    qsizetype common = first.size();
    for (const QString& other : labels)
        common = std::mismatch(first.begin(), first.begin() + common, other.begin(), other.end()).first - first.begin();
    return common;
}

bool fit(const QStringList& labels, const QFont& font, double width)
{
    const QFontMetricsF metrics(font);
    for (qsizetype i = 0; i < labels.size(); i += labels.size() / kMeasured + 1)
        if (metrics.horizontalAdvance(labels[i]) > width)
            return false;
    return true;
}

} // namespace

bool TextLine::covers(double x) const
{
    return std::ranges::any_of(m_taken,
                               [&](const auto& taken) { return taken.first - m_gap < x && x < taken.second + m_gap; });
}

bool TextLine::take(double left, double width)
{
    for (const auto& [from, to] : m_taken)
        if (left < to + m_gap && from < left + width + m_gap)
            return false;
    m_taken.emplace_back(left, left + width);
    return true;
}

QStringList fittingLabels(const QStringList& labels, const QFont& font, double width)
{
    if (labels.size() < 2 || fit(labels, font, width))
        return labels;
    const QString& first = labels.front();
    qsizetype separator = commonLength(labels); // the end of the last common separator
    while (separator > 0 && isInWord(first[separator - 1]))
        --separator;
    qsizetype word = separator; // the end of the separator before
    while (word > 0 && !isInWord(first[word - 1]))
        --word;
    while (word > 0 && isInWord(first[word - 1]))
        --word;
    QStringList shorter = labels;
    const auto shorten = [&](qsizetype length, const QString& before) {
        if (length <= 0 || fit(shorter, font, width))
            return;
        for (qsizetype i = 0; i < labels.size(); ++i)
            shorter[i] = before + labels[i].mid(length);
    };
    shorten(word - 1, QStringLiteral("…"));
    shorten(word, {});
    shorten(separator, {});
    return shorter;
}

} // namespace tidemark::ui
