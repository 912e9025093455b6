#include "ui/session/view_cache.h"

#include <algorithm>

namespace tidemark::ui {

ViewCache::ViewCache(std::uint64_t budget)
    : m_budget(budget)
{ }

std::shared_ptr<const View> ViewCache::find(const Document* document, const Selection& selection)
{
    const auto found = std::ranges::find_if(
        m_entries, [&](const Entry& entry) { return entry.document == document && entry.selection == selection; });
    if (found == m_entries.end())
        return nullptr;
    m_entries.splice(m_entries.begin(), m_entries, found);
    return m_entries.front().view;
}

void ViewCache::add(const Document* document, const Selection& selection, std::shared_ptr<const View> view)
{
    m_entries.push_front({document, selection, std::move(view)});
    std::uint64_t bytes = 0;
    auto entry = m_entries.begin();
    for (; entry != m_entries.end(); ++entry) {
        bytes += entry->view->memoryUse;
        if (bytes > m_budget && entry != m_entries.begin())
            break;
    }
    m_entries.erase(entry, m_entries.end());
}

void ViewCache::keepOnly(const std::vector<std::shared_ptr<const Document>>& documents)
{
    std::erase_if(m_entries, [&](const Entry& entry) {
        return std::ranges::none_of(documents, [&](const auto& each) { return each.get() == entry.document; });
    });
}

} // namespace tidemark::ui
