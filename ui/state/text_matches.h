#pragma once

#include <QString>
#include <QStringList>

#include <cstddef>
#include <deque>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace tidemark::ui {

/// A cache of `count` texts. Each text is made once, at its first use, and kept as long as all kept texts fit into a
/// budget of bytes. Texts beyond the budget are made again at each use.
class KeptTexts
{
public:
    using Make = std::function<std::string(std::size_t)>;

    KeptTexts() = default;
    KeptTexts(KeptTexts&&) = default;
    KeptTexts& operator=(KeptTexts&&) = default;
    KeptTexts(std::size_t count, Make make, std::size_t budget);

    std::size_t count() const { return m_count; }
    /// The text is valid until the next call; if the budget is unlimited, as long as this object. REQUIRES: i < count
    std::string_view of(std::size_t i);

private:
    std::string_view keep(const std::string& text);

    std::size_t m_count = 0;
    Make m_make;
    std::size_t m_room = 0; // bytes left of the budget
    std::vector<std::string_view> m_texts; // without data: not made yet
    std::deque<std::string> m_blocks; // never grow beyond their capacity, so that m_texts stay valid
    std::string m_last; // the last text that did not fit
};

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
