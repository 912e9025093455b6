#include "core/tenstorrent/xla/row_tracker.h"

#include <algorithm>
#include <cstdlib>

namespace tidemark::ttxla {
namespace {

constexpr std::size_t kNone = SIZE_MAX;

/// The unpadded size of a result with a measured size. Negative if the measured size is not the padded size.
std::int64_t unpaddedOf(const OperationFacts& facts, Memory memory, std::int64_t size, std::int64_t tolerance)
{
    if (!facts.layout || facts.outputTensors.size() != 1)
        return -1;
    const bool isThere = facts.layout->bufferType == (memory == Memory::Dram ? "dram" : "l1");
    const std::int64_t padded = facts.layout->paddedBytes;
    const std::int64_t padding = padded - facts.layout->unpaddedBytes;
    constexpr std::int64_t kPages = 100; // allow 1/100 more, because buffers are whole pages
    return isThere && padding >= 0 && padding <= size && std::abs(size - padded) <= tolerance + padded / kPages
        ? size - padding
        : -1;
}

} // namespace

RowTracker::RowTracker(const Profile& profile, Memory memory, Extent extent, const Levels& levels)
    : m_profile(profile)
    , m_memory(memory)
    , m_extent(extent)
    , m_levels(levels)
    , m_tolerance(std::int64_t{3 * 1049} * std::max(levels.banks, 1))
{ }

std::vector<OperationRow> RowTracker::take()
{
    if (m_levels.base.value_or(0) > 0 && m_extent.count() > 0)
        keepOther(0, *m_levels.base);
    for (std::size_t at = 0; at < m_extent.count(); ++at)
        operation(at);
    closeOther(m_extent.count());
    for (OperationRow& row : m_rows)
        if (row.end == StepId{})
            row.end = StepId::at(m_extent.count());
    std::erase_if(m_rows, [](const OperationRow& row) { return row.end <= row.start; });
    std::ranges::stable_sort(m_rows, {}, [](const OperationRow& row) {
        return std::pair(row.start.value, row.kind != OperationRows::Other);
    });
    return std::move(m_rows);
}

void RowTracker::operation(std::size_t at)
{
    const Operation& operation = m_profile.operations[m_extent.begin + at];
    const std::int64_t increase = m_levels.level.values[at] - m_levels.before.values[at];
    if (operation.kind == OperationKind::Plain)
        made(at, operation, increase);
    else if (operation.kind == OperationKind::Deallocate)
        deallocated(at, operation, increase);
    balance(at);
}

std::string RowTracker::key(const Operation& operation, const std::string& value) const
{
    return std::to_string(operation.constEval.value) + value;
}

void RowTracker::made(std::size_t at, const Operation& operation, std::int64_t increase)
{
    const OperationFacts* const facts = m_profile.factsOf(operation);
    OperationRow row;
    row.size = std::max<std::int64_t>(increase, 0);
    row.start = StepId::at(at);
    row.end = {};
    row.kind = !operation.constEval.isNone() || (facts && facts->isLoadCached()) ? OperationRows::Weight
                                                                                 : OperationRows::Made;
    row.operation = static_cast<std::uint32_t>(m_extent.begin + at);
    if (facts)
        row.unpadded = unpaddedOf(*facts, m_memory, row.size, m_tolerance);
    if (facts && !facts->results.empty())
        m_results[key(operation, facts->results)] = m_rows.size();
    if (row.size > 0) {
        m_live.emplace(row.size, m_rows.size());
        m_sum += row.size;
    }
    m_rows.push_back(row);
}

void RowTracker::deallocated(std::size_t at, const Operation& operation, std::int64_t increase)
{
    const OperationFacts* const facts = m_profile.factsOf(operation);
    std::size_t row = kNone;
    if (facts && !facts->inputs.empty()) {
        const std::string& value = facts->inputs[0];
        const auto found = m_results.find(key(operation, value.substr(0, value.find('#'))));
        if (found != m_results.end()) {
            row = found->second;
            m_results.erase(found);
        }
    }
    if (row != kNone && m_rows[row].end == StepId{}) {
        if (m_rows[row].size == 0)
            end(row, at);
        else
            m_deallocated.emplace(m_rows[row].size, row);
    }
    if (increase >= 0)
        return;
    // If another reference still holds the tensor, it is freed together with the last one.
    const bool isFreed = row != kNone && m_rows[row].end == StepId{} && m_rows[row].size <= -increase + m_tolerance;
    const std::size_t freed = isFreed ? row : findOfSize(m_deallocated, -increase);
    if (freed != kNone)
        end(freed, at);
}

std::size_t RowTracker::findOfSize(const BySize& rows, std::int64_t size) const
{
    const auto found = rows.lower_bound({size - m_tolerance, 0});
    return found != rows.end() && found->first <= size + m_tolerance ? found->second : kNone;
}

void RowTracker::end(std::size_t row, std::size_t at)
{
    m_rows[row].end = StepId::at(at);
    const std::int64_t size = m_rows[row].size;
    if (size == 0)
        return;
    m_sum -= size;
    m_live.erase({size, row});
    m_deallocated.erase({size, row});
}

/// Ends rows until their sum is at most the level. Deallocated rows end first, then the row nearest in size to the
/// excess.
void RowTracker::balance(std::size_t at)
{
    const std::int64_t level = m_levels.level.values[at];
    while (m_sum > level) {
        const BySize& rows = m_deallocated.empty() ? m_live : m_deallocated;
        auto found = rows.lower_bound({m_sum - level - m_tolerance, 0});
        if (found == rows.end())
            --found;
        end(found->second, at);
    }
    const std::int64_t other = level - m_sum;
    if (!m_other.empty() && m_other.back().bytes == other)
        return;
    if (other == 0 || std::max(m_mostOther, other) - std::min(m_leastOther, other) > m_tolerance)
        closeOther(at);
    if (other > 0)
        keepOther(at, other);
}

void RowTracker::keepOther(std::size_t at, std::int64_t bytes)
{
    m_leastOther = m_other.empty() ? bytes : std::min(m_leastOther, bytes);
    m_mostOther = m_other.empty() ? bytes : std::max(m_mostOther, bytes);
    m_other.push_back({at, bytes});
}

void RowTracker::closeOther(std::size_t at)
{
    if (m_other.empty())
        return;
    addRow(m_leastOther, m_other.front().at, at, OperationRows::Other);
    for (std::size_t i = 0; i < m_other.size(); ++i)
        if (m_other[i].bytes > m_leastOther)
            addRow(m_other[i].bytes - m_leastOther, m_other[i].at, i + 1 < m_other.size() ? m_other[i + 1].at : at,
                   OperationRows::Rounding);
    m_other.clear();
}

void RowTracker::addRow(std::int64_t size, std::size_t begin, std::size_t end, OperationRows::Kind kind)
{
    OperationRow row;
    row.size = size;
    row.start = StepId::at(begin);
    row.end = StepId::at(end);
    row.kind = kind;
    m_rows.push_back(row);
}

} // namespace tidemark::ttxla
