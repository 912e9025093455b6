#pragma once

#include <QString>
#include <QTextDocument> // Qt::mightBeRichText

#include <algorithm>

namespace tidemark::ui {

/// A tool tip that shows the text as it stands, line breaks included. Qt takes a text for rich when it holds a tag or
/// "&lt;", and wraps only what is rich: what has neither and is short stays plain, as entities would be seen in it.
inline QString plainToolTip(const QString& plain)
{
    constexpr qsizetype kLongestLine = 120;
    const auto isLong = [](QStringView line) { return line.size() > kLongestLine; };
    if (!Qt::mightBeRichText(plain) && !std::ranges::any_of(QStringView(plain).split(u'\n'), isLong))
        return plain;
    return QStringLiteral("<p style='white-space:pre-wrap'>%1</p>").arg(plain.toHtmlEscaped());
}

} // namespace tidemark::ui
