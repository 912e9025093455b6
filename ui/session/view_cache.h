#pragma once

#include "core/view/document.h"

#include <cstdint>
#include <list>
#include <memory>

namespace tidemark::ui {

/// The views shown last, within a budget of bytes, so that going back to one is immediate. The newest is always kept.
class ViewCache
{
public:
    explicit ViewCache(std::uint64_t budget);

    /// Null when it is not known; becomes the newest otherwise.
    std::shared_ptr<const View> find(const Document* document, const Selection& selection);
    void add(const Document* document, const Selection& selection, std::shared_ptr<const View> view);
    /// Those of other documents are of no use any more.
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
