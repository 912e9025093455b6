#include "core/tenstorrent/xla/operation_rows.h"

#include "core/base/text.h"
#include "core/tenstorrent/xla/row_tracker.h"

#include <algorithm>
#include <map>

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
