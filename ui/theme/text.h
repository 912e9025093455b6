#pragma once

#include "core/base/text.h"

#include <QStringList>

#include <string_view>

namespace tidemark::ui {

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

} // namespace tidemark::ui
