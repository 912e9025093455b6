#include "core/view/step_series.h"

#include <algorithm>
#include <functional>

namespace tidemark {

std::vector<Column> decimate(std::span<const std::int64_t> levels, StepRange range, std::uint32_t columns)
{
    std::vector<Column> result;
    const std::uint64_t steps = range.size();
    const std::uint64_t count = std::min<std::uint64_t>(columns, steps);
    result.reserve(count);
    for (std::uint64_t i = 0; i < count; ++i) {
        const auto begin = range.begin + static_cast<std::uint32_t>(i * steps / count);
        const auto end = range.begin + static_cast<std::uint32_t>((i + 1) * steps / count);
        const auto [low, high] = std::ranges::minmax(levels.subspan(begin, end - begin));
        result.push_back({{begin, end}, levels[begin], low, high, levels[end - 1]});
    }
    return result;
}

std::uint32_t peakIn(std::span<const std::int64_t> levels, StepRange range)
{
    const auto part = levels.subspan(range.begin, range.size());
    return range.begin + static_cast<std::uint32_t>(std::ranges::max_element(part) - part.begin());
}

namespace {

/// A peak, and the lowest point between it and the peak before it.
struct Peak {
    std::uint32_t step = 0;
    std::int64_t valley = 0;
};

std::vector<Peak> allPeaks(std::span<const std::int64_t> levels)
{
    std::vector<Peak> peaks;
    std::int64_t valley = 0;
    for (std::size_t begin = 0; begin < levels.size();) {
        std::size_t end = begin + 1;
        while (end < levels.size() && levels[end] == levels[begin])
            ++end;
        valley = std::min(valley, levels[begin]);
        const bool risen = begin == 0 || levels[begin - 1] < levels[begin];
        const bool falls = end == levels.size() || levels[end] < levels[begin];
        if (risen && falls && !(begin == 0 && end == levels.size())) {
            peaks.push_back({static_cast<std::uint32_t>(begin), valley});
            valley = levels[begin];
        }
        begin = end;
    }
    return peaks;
}

/// Returns for each peak the lowest point on the way back to a higher peak, or 0 if there is none. `isHigher` decides
/// between equal peaks. `valleys` holds the lowest point before each peak.
template <class Compare>
std::vector<std::int64_t> saddles(const std::vector<std::int64_t>& heights, const std::vector<std::int64_t>& valleys,
                                  Compare isHigher)
{
    std::vector<std::int64_t> result;
    std::vector<std::pair<std::int64_t, std::int64_t>> higher; // falling heights, each with the lowest point before it
    for (std::size_t i = 0; i < heights.size(); ++i) {
        std::int64_t low = valleys[i];
        while (!higher.empty() && !isHigher(higher.back().first, heights[i])) {
            low = std::min(low, higher.back().second);
            higher.pop_back();
        }
        result.push_back(higher.empty() ? 0 : low);
        higher.emplace_back(heights[i], low);
    }
    return result;
}

} // namespace

std::vector<std::uint32_t> localPeaks(std::span<const std::int64_t> levels, std::int64_t prominence)
{
    const std::vector<Peak> peaks = allPeaks(levels);
    std::vector<std::int64_t> heights;
    std::vector<std::int64_t> before;
    for (const Peak& peak : peaks) {
        heights.push_back(levels[peak.step]);
        before.push_back(peak.valley);
    }
    const std::vector<std::int64_t> left = saddles(heights, before, std::greater_equal());
    // The same from the end: the valley after a peak is the one before the next peak.
    std::vector<std::int64_t> after(before.begin() + (before.empty() ? 0 : 1), before.end());
    after.resize(before.size(), 0);
    std::ranges::reverse(heights);
    std::ranges::reverse(after);
    std::vector<std::int64_t> right = saddles(heights, after, std::greater());
    std::ranges::reverse(right);
    std::vector<std::uint32_t> result;
    for (std::size_t i = 0; i < peaks.size(); ++i)
        if (levels[peaks[i].step] - std::max(left[i], right[i]) >= prominence)
            result.push_back(peaks[i].step);
    return result;
}

} // namespace tidemark
