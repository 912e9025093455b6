#include "ui/state/kept_texts.h"

#include <algorithm>

namespace tidemark::ui {
namespace {

constexpr std::size_t kBlock = 1U << 18U;

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

} // namespace tidemark::ui
