#pragma once

#include "ui/state/kept_texts.h"

#include <QString>
#include <QStringList>

namespace tidemark::ui {

/// Which of many texts hold every word that the user types, any case. A key press costs a look at the texts that are
/// asked about, not their making: they are kept, and what a text did not match it does not match with more behind it.
class TextMatches
{
public:
    TextMatches() = default;
    /// `textOf(i)` is valid UTF-8.
    TextMatches(std::size_t count, KeptTexts::Make textOf);

    /// True: it asks for other words.
    bool setText(const QString& text);
    const QString& text() const { return m_text; }
    /// No words are asked for: all match.
    bool isEmpty() const { return m_words.empty(); }
    /// REQUIRES: a position below the count
    bool matches(std::size_t i);

private:
    enum class Match : signed char { Unknown, No, Yes };

    KeptTexts m_texts; // folded to one case
    QString m_text;
    std::vector<std::string> m_words; // folded
    std::vector<Match> m_matches; // per text
};

} // namespace tidemark::ui
