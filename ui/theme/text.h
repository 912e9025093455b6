#pragma once

#include "core/base/text.h"

#include <QColor>
#include <QCoreApplication>
#include <QString>
#include <QStringList>
#include <QTextDocument> // Qt::mightBeRichText

#include <algorithm>
#include <string_view>

namespace tidemark::ui {

/// The context of the texts outside of classes, for a translation.
struct UiText {
    Q_DECLARE_TR_FUNCTIONS(Tidemark)
};

/// A text of the core as a QString. Invalid UTF-8 is replaced by visible characters instead of being dropped.
inline QString text(std::string_view utf8)
{
    return QString::fromStdString(validUtf8(utf8));
}

/// A word at the beginning of a line: "Buffers".
inline QString capitalised(const QString& word)
{
    return word.left(1).toUpper() + word.mid(1);
}
inline QString capitalised(std::string_view word)
{
    return capitalised(text(word));
}

/// Joins the parts that are not empty.
inline QString joined(QStringList parts, const QString& between = QStringLiteral(" · "))
{
    parts.removeAll(QString());
    return parts.join(between);
}

/// Shortens a text in its middle to about `longest` characters.
inline QString shortenedTo(const QString& text, qsizetype longest)
{
    if (text.size() <= longest)
        return text;
    return text.left(longest / 2) + u'…' + text.right(longest / 2);
}

/// "a buffer", "an operation"
inline QString withArticle(const QString& word)
{
    const bool isVowel = !word.isEmpty() && QStringLiteral("aeiou").contains(word.front().toLower());
    return (isVowel ? QStringLiteral("an ") : QStringLiteral("a ")) + word;
}

/// Plain text as rich text in a colour. The text is escaped: a size may start with "<".
inline QString colouredHtml(const QString& plain, const QColor& color)
{
    return QStringLiteral("<span style=\"color:%1\">%2</span>").arg(color.name(), plain.toHtmlEscaped());
}

inline QString boldHtml(const QString& plain)
{
    return QStringLiteral("<b>%1</b>").arg(plain.toHtmlEscaped());
}

/// A link from plain text.
inline QString linkHtml(const QString& target, const QString& plain)
{
    return QStringLiteral("<a href=\"%1\">%2</a>").arg(target, plain.toHtmlEscaped());
}

inline QString linkHtml(const QString& target, const QString& plain, const QColor& color)
{
    return QStringLiteral("<a href=\"%1\" style=\"color:%2\">%3</a>").arg(target, color.name(), plain.toHtmlEscaped());
}

/// A paragraph of markup, `above` pixels below the preceding content.
inline QString paragraphHtml(const QString& html, int above = 3)
{
    return QStringLiteral("<p style=\"margin:%1px 0 0 0\">%2</p>").arg(above).arg(html);
}

/// A heading from plain text.
inline QString headingHtml(const QString& title)
{
    // A table cell, because a top margin would be ignored after a table.
    return QStringLiteral(
               "<table cellspacing=\"0\" cellpadding=\"0\"><tr><td style=\"padding-top:12px\">%1</td></tr></table>")
        .arg(boldHtml(title));
}

/// A row of a table. The first cell is markup, the others are plain numbers.
inline QString rowHtml(const QString& first, const QStringList& cells)
{
    QString html = QStringLiteral("<tr><td>%1</td>").arg(first);
    for (const QString& cell : cells)
        html += QStringLiteral("<td align=\"right\" style=\"padding-left:8px; white-space:nowrap\">%1</td>")
                    .arg(cell.toHtmlEscaped());
    return html + QStringLiteral("</tr>");
}

inline QString tableHtml(const QString& rows)
{
    return QStringLiteral("<table width=\"100%\" cellspacing=\"0\" cellpadding=\"2\">%1</table>").arg(rows);
}

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
