#include "core/xla/advice/advice.h"

#include "core/advice/large_rows.h"
#include "core/advice/layouts.h"
#include "core/base/text.h"
#include "core/shapes/array_shape.h"
#include "core/shapes/element_type.h"
#include "core/wire/wire_reader.h"
#include "proto/hlo.pb.h"

#include <algorithm>
#include <map>

namespace tidemark::xla {
namespace {

using proto::DeviceAssignmentProto;
using proto::HloModuleProto;
using proto::OpShardingProto;

/// Returns how many devices hold the same part; nullopt when it is unknown, as for a tuple or a manual sharding.
std::optional<std::int64_t> copiesOf(std::string_view sharding, std::int64_t devices)
{
    std::int64_t type = OpShardingProto::REPLICATED;
    std::int64_t last = 1;
    bool isLastReplicated = false;
    Damage damage;
    for (WireReader reader(sharding, damage); reader.next();) {
        reader.store(OpShardingProto::kTypeFieldNumber, type);
        if (reader.field() == OpShardingProto::kTileAssignmentDimensionsFieldNumber)
            reader.forEachInt64([&](std::int64_t size) { last = size; });
        reader.store(OpShardingProto::kReplicateOnLastTileDimFieldNumber, isLastReplicated);
    }
    if (damage)
        return std::nullopt;
    if (type == OpShardingProto::REPLICATED)
        return devices;
    if (type != OpShardingProto::OTHER)
        return std::nullopt;
    return isLastReplicated && last > 0 && last <= devices ? last : 1;
}

std::int64_t partitions(std::string_view assignment)
{
    std::int64_t count = 1;
    Damage damage;
    for (WireReader reader(assignment, damage); reader.next();)
        reader.store(DeviceAssignmentProto::kComputationCountFieldNumber, count);
    return damage || count < 1 ? 1 : count;
}

// Arrays that would take less memory in another form.

/// Returns the size of a float32 row as bfloat16; for other types, its current size.
std::int64_t narrowed(const Evidence& evidence, RowId row)
{
    const std::int64_t size = evidence.size(row);
    const ShapeView shape = evidence.shape(row);
    if (elementType(shape) != kFloat32)
        return size;
    ArrayShape array = readArrayShape(shape);
    if (storedBytes(array) != size)
        return size - size / 2; // its layout is unknown
    array.type = kBfloat16;
    narrowTiles(array.layout->tiles);
    return std::min(size, storedBytes(array).value_or(size));
}

/// Proposes bfloat16 for temporaries, or for arguments and outputs. `one` and `many` name the rows in the text.
std::vector<Proposal> narrow(const Evidence& evidence, bool temporaries, const char* one, const char* many)
{
    Proposal proposal;
    Finding& finding = proposal.finding;
    for (const RowId row : evidence.rows()) {
        const bool isOfThese
            = temporaries ? evidence.isTemporary(row) : evidence.isArgument(row) || evidence.isOutputOnly(row);
        if (!isOfThese || evidence.isNegligible(row))
            continue;
        if (const std::int64_t size = narrowed(evidence, row); size != evidence.size(row))
            proposal.change(evidence.sum().resized(row, size));
    }
    evidence.keepAtPeak(finding.rows);
    if (!arrange(finding, evidence.sum()))
        return {};
    finding.isUpperBound = temporaries; // the compiler may still compute in float32 and keep both
    finding.text = groupedCount(finding.rows.size(), one, many) + " of float32 at the peak, %1"
        + categoriesText(evidence, finding.rows, finding.amounts) + ": " + evidence.names(finding.rows);
    return {std::move(proposal)};
}

std::vector<Proposal> float32Arguments(const Evidence& evidence)
{
    return narrow(evidence, false, "argument or output", "arguments and outputs");
}

std::vector<Proposal> float32Temporaries(const Evidence& evidence)
{
    return narrow(evidence, true, "temporary", "temporaries");
}

/// Returns the order of dimensions that takes least memory with the array's own tiles, for an array of `size` bytes.
std::optional<DimensionOrder> bestOrder(ArrayShape array, std::int64_t size)
{
    if (!array.layout)
        return std::nullopt;
    return leastTiledOrder({array.layout->minorToMajor, size}, array.layout->tiles,
                           [&array](const std::vector<std::int64_t>& order) {
                               array.layout->minorToMajor = order;
                               return storedBytes(array);
                           });
}

std::vector<Proposal> padding(const Evidence& evidence)
{
    std::map<std::uint32_t, DimensionOrder> best; // by row
    Proposal proposal;
    for (const RowId row : evidence.rows()) {
        const BufferRow& held = evidence.row(row);
        // The compiler chooses the layouts of temporaries. It copies an array with exchanged dimensions back into them.
        if (evidence.isTemporary(row) || held.size - held.unpadded <= evidence.sum().peak() / Evidence::kNegligible)
            continue;
        auto order = bestOrder(readArrayShape(evidence.shape(row)), held.size);
        if (!order)
            continue;
        proposal.change(evidence.sum().resized(row, order->bytes));
        best.emplace(row.value, std::move(*order));
    }
    Finding& finding = proposal.finding;
    evidence.keepAtPeak(finding.rows);
    if (finding.rows.empty())
        return {};
    const auto saved = [&](RowId row) { return evidence.size(row) - best.at(row.value).bytes; };
    const RowId most = *std::ranges::max_element(finding.rows, {}, saved);
    std::int64_t padding = 0;
    for (const RowId row : finding.rows)
        padding += evidence.size(row) - evidence.row(row).unpadded;
    finding.amounts = {padding, best.at(most.value).bytes, evidence.size(most)};
    arrange(finding, evidence.sum());
    finding.isUpperBound = true; // the compiler may add a copy in the padded layout
    finding.text = groupedCount(finding.rows.size(), "argument or output", "arguments and outputs")
        + ", %1, of which the tiles pad %2: " + evidence.name(most) + " " + plainWords(shapeText(evidence.shape(most)))
        + " would take %3 instead of %4 with the dimensions in the order "
        + orderText(best.at(most.value).minorToMajor);
    return {std::move(proposal)};
}

/// Returns the smallest size on one device if `copies` devices divide the array evenly along one dimension; the full
/// size when no dimension can be divided.
std::int64_t sharedSize(const Evidence& evidence, RowId row, std::int64_t copies)
{
    const std::int64_t size = evidence.size(row);
    ArrayShape array = readArrayShape(evidence.shape(row));
    const bool isKnown = storedBytes(array) == size;
    std::int64_t best = size;
    for (std::int64_t& dimension : array.dimensions) {
        if (dimension <= 0 || dimension % copies != 0)
            continue;
        const std::int64_t whole = dimension;
        dimension /= copies;
        best = std::min(best, isKnown ? storedBytes(array).value_or(size) : size / copies);
        dimension = whole;
    }
    return best;
}

std::vector<Proposal> replication(const Evidence& evidence)
{
    const Shardings shardings = readShardings(evidence.plan().module());
    if (shardings.devices < 2)
        return {};
    Proposal proposal;
    Finding& finding = proposal.finding;
    for (const RowId row : evidence.rows()) {
        // A next value has the sharding of the argument that it replaces.
        const Meaning& meaning = evidence.meaning(row);
        const ArgumentId argument = evidence.isArgument(row)                     ? evidence.argument(row)
            : evidence.isOutputOnly(row) && meaning.rule == ValueRule::NextValue ? meaning.argument
                                                                                 : ArgumentId();
        if (!argument || evidence.isNegligible(row))
            continue;
        const auto found = shardings.copies.find(evidence.attribution().values().arguments()[argument].number);
        if (found == shardings.copies.end() || found->second < 2)
            continue;
        if (const std::int64_t size = sharedSize(evidence, row, found->second); size != evidence.size(row))
            proposal.change(evidence.sum().resized(row, size));
    }
    if (!arrange(finding, evidence.sum()))
        return {};
    finding.text = groupedCount(finding.rows.size(), "array") + ", %1"
        + categoriesText(evidence, finding.rows, finding.amounts) + ", stored completely on several of the "
        + std::to_string(shardings.devices)
        + " devices that the program is partitioned over: " + evidence.names(finding.rows);
    return {std::move(proposal)};
}

std::vector<Proposal> largeTemporary(const Evidence& evidence)
{
    return splitLargeRows(evidence, &Evidence::isTemporary, "temporary");
}

/// Returns the batch size: the first dimension of the arguments that hold the batch. If they differ, the one with the
/// most bytes counts. Returns 0 when none is above 1.
std::int64_t batchSize(const Evidence& evidence)
{
    std::map<std::int64_t, std::int64_t> bytes;
    for (const RowId row : evidence.rows()) {
        if (!evidence.isArgument(row) || !evidence.isOf(row, {Category::Inputs}))
            continue;
        const ArrayShape shape = readArrayShape(evidence.shape(row));
        if (!shape.dimensions.empty() && shape.dimensions.front() > 1)
            bytes[shape.dimensions.front()] += evidence.size(row);
    }
    const auto most = std::ranges::max_element(bytes, {}, [](const auto& entry) { return entry.second; });
    return most == bytes.end() ? 0 : most->first;
}

/// Returns whether an array depends on the data and grows with the batch. That is so if one of its dimensions is the
/// batch size, or the first one is a multiple of it. Other dimensions may be multiples by chance.
bool growsWith(const Evidence& evidence, RowId row, std::int64_t batch)
{
    if (!evidence.isOf(row, {Category::Inputs, Category::Activations, Category::Outputs}))
        return false;
    const std::vector<std::int64_t> dimensions = readArrayShape(evidence.shape(row)).dimensions;
    return std::ranges::find(dimensions, batch) != dimensions.end()
        || (!dimensions.empty() && dimensions.front() > 0 && dimensions.front() % batch == 0);
}

/// Returns the bytes for the sums of gradients over microbatches, in addition to the gradients that are live at the
/// peak. Each trained weight needs one sum.
std::int64_t sumsOfGradients(const Evidence& evidence)
{
    std::int64_t bytes = 0;
    for (const RowId row : evidence.rows()) {
        const ArgumentId argument = evidence.argument(row);
        if (argument && evidence.isOf(row, {Category::ModelParameters})
            && evidence.attribution().values().updates().of(argument))
            bytes += evidence.size(row);
        if (evidence.isOf(row, {Category::Gradients}) && evidence.sum().isAtPeak(row))
            bytes -= evidence.size(row);
    }
    return std::max<std::int64_t>(0, bytes);
}

std::vector<Proposal> halfBatch(const Evidence& evidence)
{
    const std::int64_t batch = evidence.room().isDeviceMemory ? batchSize(evidence) : 0;
    if (batch == 0)
        return {};
    Proposal proposal;
    Finding& finding = proposal.finding;
    std::vector<RowId> rows;
    for (const RowId row : evidence.rows())
        if (!evidence.isNegligible(row) && growsWith(evidence, row, batch))
            rows.push_back(row);
    evidence.keepAtPeak(rows);
    evidence.sum().sortBySize(rows);
    std::int64_t sums = sumsOfGradients(evidence); // microbatches add this memory, so less is saved
    for (const RowId row : rows) {
        const std::int64_t added = std::min(sums, evidence.size(row) / 2);
        sums -= added;
        proposal.change(evidence.sum().resized(row, evidence.size(row) - evidence.size(row) / 2 + added));
    }
    for (const RowId row : evidence.rows())
        if (!evidence.sum().isAtPeak(row) && !evidence.isNegligible(row) && growsWith(evidence, row, batch))
            proposal.changes.push_back(evidence.sum().resized(row, evidence.size(row) - evidence.size(row) / 2));
    finding.isUpperBound = true; // the compiler may keep arrays of both microbatches
    if (!arrange(finding, evidence.sum()))
        return {};
    finding.text = groupedCount(finding.rows.size(), "array") + " at the peak, %1, with a dimension of the batch of "
        + std::to_string(batch) + ": " + evidence.names(finding.rows);
    return {std::move(proposal)};
}

} // namespace

Shardings readShardings(const HloModule& module)
{
    Shardings result;
    std::vector<std::string_view> parameters;
    Damage known; // decoding the module has reported the damage
    for (WireReader reader(module.bytes(), known); reader.next();) {
        if (!reader.isBytes())
            continue;
        if (reader.field() == HloModuleProto::kSpmdParametersShardingsFieldNumber)
            parameters.push_back(reader.bytes());
        else if (reader.field() == HloModuleProto::kDeviceAssignmentFieldNumber)
            result.devices = partitions(reader.bytes());
    }
    for (std::size_t i = 0; i < parameters.size(); ++i)
        if (const auto copies = copiesOf(parameters[i], result.devices))
            result.copies.emplace(static_cast<std::int64_t>(i), *copies);
    return result;
}

constinit const PlanRule kFloat32Arguments{
    "float32_arguments",
    "Arguments and outputs as bfloat16",
    "8 bits of precision suffice for these values. Whether training still converges is not known.",
    "Shapes of the program, sizes with the tiles of bfloat16",
    true, // temporaries that the compiler computes from them may shrink as well
    float32Arguments,
};

constinit const PlanRule kFloat32Temporaries{
    "float32_temporaries",
    "Temporaries as bfloat16",
    "The operations that compute and read these values work with the 8 bits of precision of bfloat16. Copies of the weights as bfloat16 are not counted.",
    "Shapes of the program, sizes with the tiles of bfloat16",
    false,
    float32Temporaries,
};

constinit const PlanRule kPadding{
    "padding",
    "Other order of dimensions",
    "The compiler uses this layout with the same tiles and does not copy the array into another one. Operations may be slower.",
    "Tiled layout (openxla.org/xla/tiled_layout), sizes computed for every order of the minor dimensions",
    true,
    padding,
};

constinit const PlanRule kReplication{
    "replicated",
    "Shard replicated arrays",
    "Each device holds its part and gathers the array for computation. The gathered copies are not counted.",
    "Shardings of the parameters in the HLO module; one dimension of each divided evenly",
    true,
    replication,
};

constinit const PlanRule kLargeTemporary{
    "large_temporary",
    "Split the largest temporary",
    "It is computed and read in two parts, one after the other, for example by a loop over one dimension, or it is sharded over two "
    "devices.",
    "Sizes of temporaries against the capacity",
    true,
    largeTemporary,
};

constinit const PlanRule kHalfBatch{
    "half_batch",
    "Use microbatches of half the batch",
    "Each of these arrays is half as large with half the batch. The gradients that are summed over two microbatches are counted.",
    "First dimension of the inputs, found in the shapes of activations",
    true,
    halfBatch,
    false, // it changes the result of a step
};

} // namespace tidemark::xla
