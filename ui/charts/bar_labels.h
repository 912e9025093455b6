#pragma once

#include <QFont>
#include <QStringList>

#include <utility>
#include <vector>

namespace tidemark::ui {

/// Prevents overlapping texts in a line: a text gets its place only if no earlier text is there.
class TextLine
{
public:
    explicit TextLine(double gap)
        : m_gap(gap)
    { }

    /// Returns whether a text at x would overlap an earlier one, whatever its width.
    bool covers(double x) const;
    /// Takes the place if it is free.
    bool take(double left, double width);

private:
    const double m_gap;
    std::vector<std::pair<double, double>> m_taken;
};

/// Shortens labels if not all of them fit into this width: without their common first words ("…-w-3", "w-3"), at most
/// to the part after the last common separator ("3").
QStringList fittingLabels(const QStringList& labels, const QFont& font, double width);

} // namespace tidemark::ui
