#pragma once

#include <cstdint>
#include <iterator>
#include <map>
#include <utility>

namespace tidemark {

/// Address ranges that do not overlap. All that covers a part of a range covers the whole range, because ranges are
/// divided where something begins or ends. `Range` has a member `end` and the owner's facts about what covers it.
template <class Range>
class SharedRanges
{
public:
    using Start = std::pair<std::uint32_t, std::int64_t>; // holder and address
    using Ranges = std::map<Start, Range>;
    using Iterator = typename Ranges::iterator;

    Ranges& all() { return m_ranges; }

    /// Calls `isFull` with each range that [begin, end) meets, until it returns true. Returns whether it did.
    template <class F>
    bool meetsAny(std::uint32_t holder, std::int64_t begin, std::int64_t end, F isFull)
    {
        auto range = m_ranges.upper_bound({holder, begin});
        if (range != m_ranges.begin()) {
            const auto before = std::prev(range);
            if (before->first.first == holder && before->second.end > begin)
                range = before;
        }
        for (; range != m_ranges.end() && range->first < Start{holder, end}; ++range)
            if (isFull(range->second))
                return true;
        return false;
    }

    /// Covers [begin, end): adds `made(begin, end)` for each free part, and calls `share` with each range that is there
    /// already.
    template <class Made, class Share>
    void cover(std::uint32_t holder, std::int64_t begin, std::int64_t end, Made made, Share share)
    {
        divideAt({holder, begin});
        divideAt({holder, end});
        for (auto range = m_ranges.lower_bound({holder, begin}); begin < end; ++range) {
            const bool isLast = range == m_ranges.end() || range->first >= Start{holder, end};
            const std::int64_t until = isLast ? end : range->first.second;
            if (begin < until)
                m_ranges.emplace_hint(range, Start{holder, begin}, made(begin, until));
            if (isLast)
                return;
            begin = range->second.end;
            share(*range);
        }
    }

private:
    void divideAt(const Start& start)
    {
        const auto after = m_ranges.upper_bound(start);
        if (after == m_ranges.begin())
            return;
        const auto range = std::prev(after);
        const auto [holder, begin] = range->first;
        if (holder != start.first || begin == start.second || range->second.end <= start.second)
            return;
        m_ranges.emplace_hint(after, start, range->second);
        range->second.end = start.second;
    }

    Ranges m_ranges;
};

} // namespace tidemark
