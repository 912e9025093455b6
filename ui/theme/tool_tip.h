#pragma once

#include <QString>
#include <QTextDocument> // Qt::mightBeRichText

#include <algorithm>

namespace tidemark::ui {

/// A tool tip that shows the text unchanged, including line breaks. Qt treats a text as rich text if it contains a tag
/// or "&lt;", and wraps only rich text. A short text without either stays plain, because entities would be visible in
/// it.
inline QString plainToolTip(const QString& plain)
{
    constexpr qsizetype kLongestLine = 120;
    const auto isLong = [](QStringView line) { return line.size() > kLongestLine; };
    if (!Qt::mightBeRichText(plain) && !std::ranges::any_of(QStringView(plain).split(u'\n'), isLong))
        return plain;
    return QStringLiteral("<p style='white-space:pre-wrap'>%1</p>").arg(plain.toHtmlEscaped());
}

} // namespace tidemark::ui
