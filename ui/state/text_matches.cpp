#include "ui/state/text_matches.h"

#include <algorithm>

namespace tidemark::ui {
namespace {

constexpr std::size_t kBlock = 1U << 18U;

constexpr std::size_t kBudget = 64U << 20U; // bytes of cached texts

/// Case-folds a text.
std::string folded(std::string text)
{
    if (std::ranges::any_of(text, [](char c) { return static_cast<unsigned char>(c) >= 0x80; }))
        return QString::fromStdString(text).toCaseFolded().toStdString();
    for (char& c : text)
        if (c >= 'A' && c <= 'Z')
            c = static_cast<char>(c - 'A' + 'a');
    return text;
}

} // namespace

KeptTexts::KeptTexts(std::size_t count, Make make, std::size_t budget)
    : m_count(count)
    , m_make(std::move(make))
    , m_room(budget)
{ }

std::string_view KeptTexts::keep(const std::string& text)
{
    if (m_blocks.empty() || m_blocks.back().capacity() - m_blocks.back().size() < text.size())
        m_blocks.emplace_back().reserve(std::max(kBlock, text.size()));
    std::string& block = m_blocks.back();
    block += text;
    return {block.data() + block.size() - text.size(), text.size()};
}

std::string_view KeptTexts::of(std::size_t i)
{
    if (m_texts.empty())
        m_texts.resize(m_count);
    if (m_texts[i].data())
        return m_texts[i];
    std::string text = m_make(i);
    if (text.size() <= m_room) {
        m_room -= text.size();
        return m_texts[i] = keep(text);
    }
    m_last = std::move(text);
    return m_last;
}

TextMatches::TextMatches(std::size_t count, KeptTexts::Make textOf)
    : m_texts(
        count, [make = std::move(textOf)](std::size_t i) { return folded(make(i)); }, kBudget)
{ }

bool TextMatches::setText(const QString& text)
{
    const bool isLonger = !m_text.isEmpty() && text.startsWith(m_text, Qt::CaseInsensitive);
    m_text = text;
    std::vector<std::string> words;
    for (const QString& word : text.simplified().split(u' ', Qt::SkipEmptyParts))
        words.push_back(folded(word.toStdString()));
    if (words == m_words)
        return false;
    m_words = std::move(words);
    if (isLonger)
        std::ranges::replace(m_matches, std::optional(true), std::optional<bool>());
    else
        m_matches.clear();
    return true;
}

bool TextMatches::matches(std::size_t i)
{
    if (m_words.empty())
        return true;
    if (m_matches.empty())
        m_matches.resize(m_texts.count());
    std::optional<bool>& matches = m_matches[i];
    if (!matches) {
        const std::string_view text = m_texts.of(i);
        matches = std::ranges::all_of(
            m_words, [&](const std::string& word) { return text.find(word) != std::string_view::npos; });
    }
    return *matches;
}

} // namespace tidemark::ui
