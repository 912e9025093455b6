#include "core/tenstorrent/tt_xla/operation_rows.h"

#include "core/base/text.h"

#include <algorithm>
#include <cstdlib>
#include <map>
#include <set>
#include <unordered_map>

namespace tidemark::ttxla {
namespace {

/// Returns one row for each block of the tables. Returns nullopt if a table is missing or does not add up to its level.
std::optional<std::vector<OperationRow>> blockRows(const Profile& profile, Memory memory, Extent extent,
                                                   const Levels& levels)
{
    if (profile.blocks.size() != profile.operations.size())
        return std::nullopt;
    std::vector<OperationRow> rows;
    std::map<std::pair<std::int64_t, std::int64_t>, std::size_t> live; // by address and size
    for (std::size_t at = 0; at < extent.count(); ++at) {
        const std::size_t operation = extent.begin + at;
        std::map<std::pair<std::int64_t, std::int64_t>, std::size_t> now;
        std::int64_t sum = 0;
        for (const AllocatorBlock& block : profile.blocks[operation][static_cast<std::size_t>(memory)]) {
            if (!block.isAllocated || block.size == 0)
                continue;
            const std::pair place(block.address, block.size);
            const auto found = live.find(place);
            if (!now.emplace(place, found == live.end() ? rows.size() : found->second).second)
                return std::nullopt;
            std::int64_t size = 0;
            if (__builtin_mul_overflow(block.size, std::max(levels.banks, 1), &size)
                || __builtin_add_overflow(sum, size, &sum))
                return std::nullopt;
            if (found != live.end())
                continue;
            OperationRow row;
            row.size = size;
            row.offset = block.address;
            row.start = StepId::at(at);
            // The blocks of the first table may have been allocated earlier.
            row.kind = OperationRows::Other;
            if (operation > 0) {
                row.kind = OperationRows::Made;
                row.operation = static_cast<std::uint32_t>(operation);
            }
            rows.push_back(row);
        }
        if (levels.level.known[at] == 0 || sum != levels.level.values[at])
            return std::nullopt;
        for (const auto& [place, row] : live)
            if (!now.contains(place))
                rows[row].end = StepId::at(at);
        live = std::move(now);
    }
    for (const auto& [place, row] : live)
        rows[row].end = StepId::at(extent.count());
    return rows;
}

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

/// Computes the live range of the increase of each operation.
class RowTracker
{
public:
    RowTracker(const Profile& profile, Memory memory, Extent extent, const Levels& levels)
        : m_profile(profile)
        , m_memory(memory)
        , m_extent(extent)
        , m_levels(levels)
        , m_tolerance(std::int64_t{3 * 1049} * std::max(levels.banks, 1))
    { }

    std::vector<OperationRow> take()
    {
        if (m_levels.base.value_or(0) > 0 && m_extent.count() > 0)
            keepOther(0, *m_levels.base);
        for (std::size_t at = 0; at < m_extent.count(); ++at) {
            const Operation& operation = m_profile.operations[m_extent.begin + at];
            const std::int64_t increase = m_levels.level.values[at] - m_levels.before.values[at];
            if (operation.kind == OperationKind::Plain)
                made(at, operation, increase);
            else if (operation.kind == OperationKind::Deallocate)
                deallocated(at, operation, increase);
            balance(at);
        }
        closeOther(m_extent.count());
        for (OperationRow& row : m_rows)
            if (row.end.isNone())
                row.end = StepId::at(m_extent.count());
        std::erase_if(m_rows, [](const OperationRow& row) { return row.end <= row.start; });
        std::ranges::stable_sort(m_rows, {}, [](const OperationRow& row) {
            return std::pair(row.start.value, row.kind != OperationRows::Other);
        });
        return std::move(m_rows);
    }

private:
    using BySize = std::set<std::pair<std::int64_t, std::size_t>>; // size and position in m_rows

    /// The unattributed bytes from an operation on.
    struct Amount {
        std::size_t at;
        std::int64_t bytes;
    };

    std::string key(const Operation& operation, const std::string& value) const
    {
        return std::to_string(operation.constEval.value) + value;
    }

    void made(std::size_t at, const Operation& operation, std::int64_t increase)
    {
        const OperationFacts* const facts = m_profile.factsOf(operation);
        const bool isWeight = !operation.constEval.isNone() || (facts && facts->isLoadCached());
        OperationRow& row = addRow(std::max<std::int64_t>(increase, 0), at, StepId(),
                                   isWeight ? OperationRows::Weight : OperationRows::Made);
        row.operation = static_cast<std::uint32_t>(m_extent.begin + at);
        if (facts)
            row.unpadded = unpaddedOf(*facts, m_memory, row.size, m_tolerance);
        if (facts && !facts->results.empty())
            m_results[key(operation, facts->results)] = m_rows.size() - 1;
        if (row.size > 0) {
            m_live.emplace(row.size, m_rows.size() - 1);
            m_sum += row.size;
        }
    }

    void deallocated(std::size_t at, const Operation& operation, std::int64_t increase)
    {
        const OperationFacts* const facts = m_profile.factsOf(operation);
        std::optional<std::size_t> row;
        if (facts && !facts->inputs.empty()) {
            const std::string& value = facts->inputs[0];
            const auto found = m_results.find(key(operation, value.substr(0, value.find('#'))));
            if (found != m_results.end()) {
                row = found->second;
                m_results.erase(found);
            }
        }
        if (row && m_rows[*row].end.isNone() && m_rows[*row].size == 0)
            end(*row, at);
        if (row && !m_rows[*row].end.isNone())
            row.reset();
        if (row)
            m_deallocated.emplace(m_rows[*row].size, *row);
        if (increase >= 0)
            return;
        // If another reference still holds the tensor, it is freed together with the last one.
        if (!row || m_rows[*row].size > -increase + m_tolerance) {
            const auto found = m_deallocated.lower_bound({-increase - m_tolerance, 0});
            row.reset();
            if (found != m_deallocated.end() && found->first <= -increase + m_tolerance)
                row = found->second;
        }
        if (row)
            end(*row, at);
    }

    void end(std::size_t row, std::size_t at)
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
    void balance(std::size_t at)
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

    void keepOther(std::size_t at, std::int64_t bytes)
    {
        m_leastOther = m_other.empty() ? bytes : std::min(m_leastOther, bytes);
        m_mostOther = m_other.empty() ? bytes : std::max(m_mostOther, bytes);
        m_other.push_back({at, bytes});
    }

    void closeOther(std::size_t at)
    {
        if (m_other.empty())
            return;
        addRow(m_leastOther, m_other.front().at, StepId::at(at), OperationRows::Other);
        for (std::size_t i = 0; i < m_other.size(); ++i)
            if (m_other[i].bytes > m_leastOther)
                addRow(m_other[i].bytes - m_leastOther, m_other[i].at,
                       StepId::at(i + 1 < m_other.size() ? m_other[i + 1].at : at), OperationRows::Rounding);
        m_other.clear();
    }

    OperationRow& addRow(std::int64_t size, std::size_t begin, StepId end, OperationRows::Kind kind)
    {
        OperationRow& row = m_rows.emplace_back();
        row.size = size;
        row.start = StepId::at(begin);
        row.end = end;
        row.kind = kind;
        return row;
    }

    const Profile& m_profile;
    Memory m_memory;
    Extent m_extent;
    const Levels& m_levels;
    std::int64_t m_tolerance; // tolerance in bytes, for sums of rounded numbers
    std::vector<OperationRow> m_rows;
    std::unordered_map<std::string, std::size_t> m_results; // rows by const-eval graph and result
    BySize m_live; // rows that are live and larger than 0 bytes
    BySize m_deallocated; // live rows whose results were deallocated
    std::int64_t m_sum = 0; // sum of the live rows, in bytes
    std::vector<Amount> m_other; // unattributed bytes while they stay about the same
    std::int64_t m_leastOther = 0; // smallest amount in m_other
    std::int64_t m_mostOther = 0;
};

/// The address range of all blocks, including free ones. Empty if there are no blocks.
std::vector<Rows::Region> regionsOf(const Profile& profile, Memory memory, Extent extent, const Levels& levels)
{
    Rows::Region region;
    region.begin = INT64_MAX;
    region.banks = std::max(levels.banks, 1);
    for (std::size_t i = extent.begin; i < extent.end; ++i)
        for (const AllocatorBlock& block : profile.blocks[i][static_cast<std::size_t>(memory)]) {
            region.begin = std::min(region.begin, block.address);
            region.end = std::max(region.end, block.address + block.size);
        }
    if (region.begin >= region.end)
        return {};
    return {region};
}

/// Describes the layout of an operation's first result: "bf16 in tiles, dram".
std::string layoutText(const OperationFacts& facts)
{
    if (facts.layout)
        return facts.layout->dtype + (facts.layout->tile ? " in tiles" : " in rows")
            + framed(", ", facts.layout->bufferType);
    if (!facts.outputTensors.empty())
        return facts.outputTensors[0].dtype;
    return {};
}

/// The data that the callbacks of a view's rows use.
struct Shown {
    std::shared_ptr<const Profile> profile;
    std::shared_ptr<const OperationRows> rows;

    const Operation* operationOf(RowId row) const
    {
        const std::uint32_t operation = rows->rows[row.index()].operation;
        return operation == UINT32_MAX ? nullptr : &profile->operations[operation];
    }

    std::string nameOf(RowId row) const
    {
        const Operation* const operation = operationOf(row);
        if (operation)
            return std::string(profile->labelOf(*operation));
        if (rows->hasOffsets)
            return "(in use after the first operation)";
        if (rows->rows[row.index()].kind == OperationRows::Rounding)
            return "(rounding)";
        return "(not attributed)";
    }

    void describe(RowId row, Facts& facts) const
    {
        facts = {};
        facts.name = nameOf(row);
        const Operation* const operation = operationOf(row);
        if (!operation)
            return;
        if (operation->isListed())
            facts.id = operation->index;
        facts.instruction = facts.name;
        facts.opcode = profile->nameOf(operation->type);
        const OperationFacts* const known = profile->factsOf(*operation);
        if (!known)
            return;
        for (const TensorType& tensor : known->outputTensors)
            addTo(facts.shape, ", ",
                  tensor.shape + (tensor.dtype.empty() || tensor.shape.empty() ? "" : "x") + tensor.dtype);
        facts.shapeWithoutLayout = facts.shape;
        facts.layout = known->outputType.value_or("");
        if (const auto source = known->source()) {
            facts.sourceFile = source->first;
            facts.sourceLine = source->second;
        } else {
            facts.opName = known->loc;
        }
    }
};

} // namespace

std::vector<LiveRow> OperationRows::live(StepId step) const
{
    std::vector<LiveRow> found;
    for (std::size_t i = 0; i < rows.size() && rows[i].start <= step; ++i)
        if (step < rows[i].end)
            found.push_back({RowId::at(i), 0});
    return found;
}

std::vector<LiveRow> OperationRows::all() const
{
    std::vector<LiveRow> found;
    for (std::size_t i = 0; i < rows.size(); ++i)
        found.push_back({RowId::at(i), 0});
    return found;
}

OperationRows rowsOf(const Profile& profile, Memory memory, Extent extent, const Levels& levels)
{
    if (auto blocks = blockRows(profile, memory, extent, levels))
        return {std::move(*blocks), true, regionsOf(profile, memory, extent, levels)};
    return {RowTracker(profile, memory, extent, levels).take()};
}

Rows viewRows(const std::shared_ptr<const Profile>& profile, const std::shared_ptr<const OperationRows>& rows)
{
    const auto shown = std::make_shared<const Shown>(Shown{profile, rows});
    Rows view;
    view.count = rows->rows.size();
    view.one = rows->hasOffsets ? "block" : "operation";
    view.many = view.one + "s";
    static constexpr OperationRow kNone;
    const OperationRow& first = rows->rows.empty() ? kNone : rows->rows.front();
    view.size = {&first.size, sizeof(OperationRow)};
    view.unpadded = {&first.unpadded, sizeof(OperationRow)};
    view.offset = {&first.offset, sizeof(OperationRow)};
    view.start = {&first.start, sizeof(OperationRow)};
    view.end = {&first.end, sizeof(OperationRow)};
    view.kind = {&first.kind, sizeof(OperationRow)};
    view.kinds = {{"weight", "Const-eval", Hue::Argument},
                  {"operation", "Operation", Hue::Temporary},
                  {"other", "Not attributed", Hue::ThreadLocal},
                  {"rounding", "Rounding", Hue::Constant}};
    view.columns = {RowColumn::Name,     RowColumn::Size,   RowColumn::Padding, RowColumn::Kind,     RowColumn::Shape,
                    RowColumn::Lifetime, RowColumn::Source, RowColumn::OpName,  RowColumn::Unpadded, RowColumn::Layout,
                    RowColumn::Opcode,   RowColumn::Born,   RowColumn::Freed,   RowColumn::Id};
    if (rows->hasOffsets)
        view.columns.push_back(RowColumn::Offset);
    const auto group = [shown](const char* id, const char* label, auto textOf) {
        return Grouping{id, label,
                        [shown, textOf](RowId row) {
                            const Operation* const operation = shown->operationOf(row);
                            if (!operation)
                                return std::string("(not attributed)");
                            return textOr(textOf(*shown, *operation), "(unknown)");
                        },
                        false};
    };
    const auto ofFacts = [](auto textOf) {
        return [textOf](const Shown& of, const Operation& operation) {
            const OperationFacts* const facts = of.profile->factsOf(operation);
            return facts ? textOf(*facts) : std::string();
        };
    };
    view.groupings
        = {group("operation", "Operation",
                 [](const Shown& of, const Operation& each) { return std::string(of.profile->labelOf(each)); }),
           group("location", "Location", ofFacts([](const OperationFacts& facts) { return facts.loc; })),
           group("layout", "Type and layout", ofFacts(layoutText)),
           group("opcode", "Opcode",
                 [](const Shown& of, const Operation& each) { return std::string(of.profile->nameOf(each.type)); })};
    view.regions = rows->regions;
    view.describe = [shown](RowId row, Facts& facts) { shown->describe(row, facts); };
    view.name = [shown](RowId row) { return shown->nameOf(row); };
    view.live = [rows](StepId step) { return rows->live(step); };
    view.all = [rows] { return rows->all(); };
    return view;
}

} // namespace tidemark::ttxla
