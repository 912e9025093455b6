#pragma once

#include <QString>
#include <QTextDocument> // Qt::mightBeRichText

#include <algorithm>

namespace tidemark::ui {

/// A tool tip that shows the text as it stands, line breaks included. Qt takes a text for rich when it holds a tag or
/// "&lt;", and only such a text may be escaped: in any other the entities would be seen.
inline QString plainToolTip(const QString& plain)
{
    constexpr qsizetype kLongestLine = 120; // Qt wraps rich text alone
    const auto isLong = [](QStringView line) { return line.size() > kLongestLine; };
    if (!Qt::mightBeRichText(plain) && !std::ranges::any_of(QStringView(plain).split(u'\n'), isLong))
        return plain;
    return QStringLiteral("<p style='white-space:pre-wrap'>%1</p>").arg(plain.toHtmlEscaped());
}

} // namespace tidemark::ui
