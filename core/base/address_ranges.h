#pragma once

#include <algorithm>
#include <cstdint>
#include <utility>
#include <vector>

namespace tidemark {

/// Addresses from `begin` to before `end`.
struct AddressRange {
    std::int64_t begin = 0;
    std::int64_t end = 0;
    std::int64_t size() const { return end - begin; }
    friend auto operator<=>(const AddressRange&, const AddressRange&) = default;
};

/// The union of ranges, ascending. Ranges that touch are one; empty ones are left out.
inline std::vector<AddressRange> unitedRanges(std::vector<AddressRange> ranges)
{
    std::ranges::sort(ranges);
    std::vector<AddressRange> united;
    for (const AddressRange& range : ranges) {
        if (range.begin >= range.end)
            continue;
        if (united.empty() || range.begin > united.back().end)
            united.push_back(range);
        united.back().end = std::max(united.back().end, range.end);
    }
    return united;
}

/// Finds the free parts between ranges in use, which may overlap.
class FreeRanges
{
public:
    explicit FreeRanges(std::vector<AddressRange> used)
        : m_used(std::move(used))
        , m_next(m_used.begin())
    {
        if (!std::ranges::is_sorted(m_used)) // boxes of an address map are, at each step that the pointer visits
            std::ranges::sort(m_used);
    }
    FreeRanges(const FreeRanges&) = delete; // m_next points into m_used
    FreeRanges& operator=(const FreeRanges&) = delete;

    /// Calls `take` with each part of `within` that is not in use, ascending. REQUIRES: `within` begins at the end of
    /// that of the call before, or after it
    template <class F>
    void forEachIn(AddressRange within, F take)
    {
        std::int64_t done = within.begin;
        for (; m_next != m_used.end() && m_next->begin < within.end; ++m_next) {
            if (done < m_next->begin)
                take(AddressRange{done, m_next->begin});
            done = std::max(done, m_next->end);
            if (m_next->end > within.end)
                break; // it reaches into the next one
        }
        if (done < within.end)
            take(AddressRange{done, within.end});
    }

private:
    std::vector<AddressRange> m_used;
    std::vector<AddressRange>::const_iterator m_next;
};

} // namespace tidemark
