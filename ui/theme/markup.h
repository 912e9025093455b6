#pragma once

#include <QColor>
#include <QString>

namespace tidemark::ui {

/// Plain text as rich text in a colour. Whatever goes into markup is escaped: a size may start with "<".
inline QString colouredHtml(const QString& plain, const QColor& color)
{
    return QStringLiteral("<span style=\"color:%1\">%2</span>").arg(color.name(), plain.toHtmlEscaped());
}

inline QString boldHtml(const QString& plain)
{
    return QStringLiteral("<b>%1</b>").arg(plain.toHtmlEscaped());
}

} // namespace tidemark::ui
