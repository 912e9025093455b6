#pragma once

#include <QColor>
#include <QString>
#include <QStringList>

namespace tidemark::ui {

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

} // namespace tidemark::ui
