#pragma once

#include "core/base/text.h"

#include <QString>

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

/// "a buffer", "an operation"
inline QString withArticle(const QString& word)
{
    const bool isVowel = !word.isEmpty() && QStringLiteral("aeiou").contains(word.front().toLower());
    return (isVowel ? QStringLiteral("an ") : QStringLiteral("a ")) + word;
}

} // namespace tidemark::ui
