#pragma once

#include "core/view/document.h"

#include <cstdint>
#include <list>
#include <memory>

namespace tidemark::ui {

/// Keeps the views shown last within a budget of bytes, so that going back to one is immediate. The newest view is
/// always kept.
class ViewCache
{
public:
    explicit ViewCache(std::uint64_t budget);

    /// Returns null if the view is not cached. Otherwise the view becomes the newest.
    std::shared_ptr<const View> find(const Document* document, const Selection& selection);
    void add(const Document* document, const Selection& selection, std::shared_ptr<const View> view);
    /// Removes the views of all other documents.
    void keepOnly(const std::vector<std::shared_ptr<const Document>>& documents);

private:
    struct Entry {
        const Document* document;
        Selection selection;
        std::shared_ptr<const View> view;
    };
    std::uint64_t m_budget;
    std::list<Entry> m_entries; // the newest first
};

} // namespace tidemark::ui
