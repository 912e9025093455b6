#pragma once

#include "ui/state/kept_texts.h"

#include <QString>
#include <QStringList>

#include <optional>

namespace tidemark::ui {

/// Finds the texts that contain every word of the user's text, ignoring case. A key press costs a look at the requested
/// texts only. Texts are kept, and a text that did not match is not searched again when the user's text only gets
/// longer.
class TextMatches
{
public:
    TextMatches() = default;
    /// `textOf(i)` must return valid UTF-8.
    TextMatches(std::size_t count, KeptTexts::Make textOf);

    /// Returns true if the words changed.
    bool setText(const QString& text);
    const QString& text() const { return m_text; }
    /// Returns whether there are no words, so that all texts match.
    bool isEmpty() const { return m_words.empty(); }
    /// REQUIRES: i < count
    bool matches(std::size_t i);

private:
    KeptTexts m_texts; // case-folded
    QString m_text;
    std::vector<std::string> m_words; // case-folded
    std::vector<std::optional<bool>> m_matches; // by text; none: not searched yet
};

} // namespace tidemark::ui
