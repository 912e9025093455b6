#include "core/oom/message_advice.h"

#include "core/advice/attention_kernel.h"
#include "core/advice/expandable_segments.h"
#include "core/advice/large_rows.h"
#include "core/advice/layouts.h"
#include "core/advice/words.h"
#include "core/base/text.h"
#include "core/groups/known_array.h"
#include "core/oom/message_figures.h"
#include "core/oom/printed_shape.h"
#include "core/shapes/element_type.h"
#include "core/text/text_cursor.h"
#include "core/view/op_path.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <map>

namespace tidemark::oom {
namespace {

/// The stated need, if the listed entries are at most that within the rounding of their digits. Otherwise the sum of
/// the entries.
std::int64_t peakOf(const Message& message, const MessageRows& entries)
{
    Amount listed;
    for (std::size_t i = 0; i < entries.count(); ++i)
        listed = listed + entries.allocationOf(RowId::at(i)).size.value_or(Amount());
    const bool isPart
        = message.needed && (message.needed->bytes >= entries.sum() || mayBeEqual(*message.needed, listed));
    return isPart ? message.needed->bytes : entries.sum();
}

/// The facts of a message that the rules of advice use. The arguments of the constructor must outlive it.
class MessageEvidence
{
public:
    MessageEvidence(const Message& message, const MessageRows& entries, const Rows& rows, const Room& room)
        : m_message(message)
        , m_entries(entries)
        , m_rows(rows)
        , m_room(room)
        , m_sum({peakOf(message, entries)}, {rows.size, rows.start, rows.end})
    { }

    const Message& message() const { return m_message; }
    const Room& room() const { return m_room; }
    /// The sum at the peak: the need that the message states, otherwise the listed allocations.
    const LiveSum& sum() const { return m_sum; }

    std::vector<RowId> rows() const
    {
        std::vector<RowId> rows;
        for (std::size_t i = 0; i < m_rows.count; ++i)
            rows.push_back(RowId::at(i));
        return rows;
    }
    std::int64_t size(RowId row) const { return m_rows.size[row]; }
    const Allocation& allocation(RowId row) const { return m_entries.allocationOf(row); }
    /// Returns whether a row is of a kind (RowKind::id).
    bool isOf(RowId row, std::string_view kind) const { return m_rows.kindOf(row).id == kind; }
    /// Returns whether a row may be a temporary: the message does not call it an argument or a result.
    bool mayBeTemporary(RowId row) const { return isOf(row, RowKind::kTemporary) || isOf(row, MessageRows::kUnknown); }
    /// Returns whether a row is an argument or a result.
    bool isInterface(RowId row) const { return isOf(row, RowKind::kParameter) || isOf(row, RowKind::kOutput); }
    bool isNegligible(RowId row) const { return size(row) <= m_sum.peak() / kNegligible; }
    bool holdsScores(RowId row) const
    {
        Facts facts;
        m_rows.describe(row, facts);
        return knownArray(facts.opName, facts.shapeWithoutLayout) == KnownArray::AttentionScores;
    }
    std::string name(RowId row) const
    {
        const std::string operation = opPath(validUtf8(allocation(row).opName));
        const std::string name = m_entries.name(row);
        return plainWords(operation.empty() || operation == name ? name : name + " (" + operation + ")");
    }
    std::string names(const std::vector<RowId>& rows) const
    {
        return namesOf(rows, [this](RowId row) { return name(row); });
    }

private:
    static constexpr std::int64_t kNegligible = 10000; // parts of the peak

    const Message& m_message;
    const MessageRows& m_entries;
    const Rows& m_rows;
    Room m_room;
    LiveSum m_sum;
};

using MessageRule = AdviceRule<MessageEvidence>;

// ---- Rules for buffers

using Key = std::pair<std::string, std::int64_t>; // shape and size

Key keyOf(const MessageEvidence& evidence, RowId row)
{
    return {evidence.allocation(row).shape, evidence.size(row)};
}

std::vector<Proposal> attentionKernel(const MessageEvidence& evidence)
{
    Proposal proposal;
    Finding& finding = proposal.finding;
    for (const RowId row : evidence.rows())
        if (evidence.mayBeTemporary(row) && !evidence.isNegligible(row) && evidence.holdsScores(row))
            proposal.change(evidence.sum().gone(row));
    if (!arrange(finding, evidence.sum()))
        return {};
    finding.text = counted(finding.rows.size(), "array") + " of attention scores, %1 of the listed memory: "
        + evidence.names(finding.rows) + ". " + attention_kernel::kText;
    return {std::move(proposal)};
}

std::vector<Proposal> donation(const MessageEvidence& evidence)
{
    std::map<Key, int> arguments; // number of arguments that no output has taken yet
    for (const RowId row : evidence.rows())
        if (evidence.isOf(row, RowKind::kParameter) && !evidence.allocation(row).shape.empty())
            ++arguments[keyOf(evidence, row)];
    Proposal proposal;
    Finding& finding = proposal.finding;
    for (const RowId row : evidence.rows())
        if (const auto found = arguments.find(keyOf(evidence, row));
            evidence.isOf(row, RowKind::kOutput) && found != arguments.end() && found->second-- > 0)
            proposal.change(evidence.sum().gone(row));
    if (!arrange(finding, evidence.sum()))
        return {};
    finding.text = counted(finding.rows.size(), "output")
        + ", %1, could reuse the memory of arguments of the same shape and type: " + evidence.names(finding.rows);
    return {std::move(proposal)};
}

/// Returns the size of a float32 row as bfloat16, and the row's own size for other types.
std::int64_t narrowed(const MessageEvidence& evidence, RowId row)
{
    const std::int64_t size = evidence.size(row);
    auto shape = readShape(evidence.allocation(row).shape);
    if (!shape || shape->type != kFloat32)
        return size;
    if (paddedBytes(*shape) != size)
        return size - size / 2; // the layout is not known
    shape->type = kBfloat16;
    if (shape->layout)
        narrowTiles(shape->layout->tiles);
    return std::min(size, paddedBytes(*shape).value_or(size));
}

std::vector<Proposal> narrow(const MessageEvidence& evidence, bool isInterface)
{
    Proposal proposal;
    Finding& finding = proposal.finding;
    for (const RowId row : evidence.rows()) {
        if (evidence.isNegligible(row) || !(isInterface ? evidence.isInterface(row) : evidence.mayBeTemporary(row)))
            continue;
        if (const std::int64_t size = narrowed(evidence, row); size < evidence.size(row))
            proposal.change(evidence.sum().resized(row, size));
    }
    if (!arrange(finding, evidence.sum()))
        return {};
    finding.text = counted(finding.rows.size(), isInterface ? "argument or output" : "buffer",
                           isInterface ? "arguments and outputs" : "buffers")
        + " of float32, %1: " + evidence.names(finding.rows);
    return {std::move(proposal)};
}

/// Returns the order of dimensions that takes least memory with the array's own tiles.
std::optional<DimensionOrder> bestOrder(const MessageEvidence& evidence, RowId row)
{
    auto shape = readShape(evidence.allocation(row).shape);
    if (!shape || !shape->layout)
        return std::nullopt;
    return leastTiledOrder({shape->layout->minorToMajor, evidence.size(row)}, shape->layout->tiles,
                           [&shape](const std::vector<std::int64_t>& order) {
                               shape->layout->minorToMajor = order;
                               return paddedBytes(*shape);
                           });
}

std::vector<Proposal> padding(const MessageEvidence& evidence)
{
    Proposal proposal;
    Finding& finding = proposal.finding;
    std::int64_t most = 0; // largest saving of one array, in bytes
    std::string example;
    for (const RowId row : evidence.rows()) {
        const auto order = evidence.isNegligible(row) ? std::nullopt : bestOrder(evidence, row);
        if (!order)
            continue;
        proposal.change(evidence.sum().resized(row, order->bytes));
        if (evidence.size(row) - order->bytes <= most)
            continue;
        most = evidence.size(row) - order->bytes;
        finding.amounts = {order->bytes, evidence.size(row)};
        example = evidence.name(row) + " " + plainWords(validUtf8(evidence.allocation(row).shape))
            + " would take %2 instead of %3 with the dimensions in the order " + orderText(order->minorToMajor);
    }
    if (!arrange(finding, evidence.sum()))
        return {};
    finding.isUpperBound = true;
    finding.text = counted(finding.rows.size(), "array") + ", %1, padded by the tiles: " + example;
    return {std::move(proposal)};
}

/// Buffers of equal shape from several layers of a forward pass that the backward pass reads, judged by the framework's
/// names.
struct Layers {
    std::string name;
    std::vector<RowId> rows;
    std::int64_t each = 0;
};

bool waitsForBackward(const std::string& opName)
{
    const auto has = [&](const char* word) { return opName.find(word) != std::string::npos; };
    return has("jvp(") && !has("transpose(") && !has("rematted_computation");
}

/// The groups, the largest first.
std::vector<Layers> layersOf(const MessageEvidence& evidence)
{
    constexpr std::size_t kLeastLayers = 3;
    std::map<std::string, Layers> groups;
    for (const RowId row : evidence.rows()) {
        const Allocation& allocation = evidence.allocation(row);
        if (!evidence.mayBeTemporary(row) || !waitsForBackward(allocation.opName) || evidence.isNegligible(row))
            continue;
        const std::string shape = validUtf8(allocation.shape).substr(0, allocation.shape.find('{'));
        const std::string name = opPath(withoutNumbers(validUtf8(allocation.opName))) + " " + shape;
        Layers& layers = groups[name + " " + std::to_string(evidence.size(row))];
        layers.name = name;
        layers.each = evidence.size(row);
        layers.rows.push_back(row);
    }
    std::vector<Layers> result;
    for (auto& [key, layers] : groups)
        if (layers.rows.size() >= kLeastLayers)
            result.push_back(std::move(layers));
    std::ranges::stable_sort(result, std::greater(), &Layers::each);
    return result;
}

std::vector<Proposal> rematerialization(const MessageEvidence& evidence)
{
    const std::vector<Layers> groups = layersOf(evidence);
    Proposal proposal;
    Finding& finding = proposal.finding;
    // A recomputed buffer is live in one layer at a time. If there is only one buffer per layer, about √n of n are
    // kept.
    const bool isOneEach = groups.size() == 1;
    for (std::size_t i = 0; i + (isOneEach ? 0 : 1) < groups.size(); ++i) {
        const std::vector<RowId>& rows = groups[i].rows;
        const auto part = isOneEach ? static_cast<std::size_t>(std::lround(std::sqrt(static_cast<double>(rows.size()))))
                                    : rows.size();
        for (std::size_t at = 0; at < rows.size(); ++at)
            if (at % part != 0)
                proposal.change(evidence.sum().gone(rows[at]));
    }
    if (!arrange(finding, evidence.sum()))
        return {};
    finding.amounts.push_back(groups.front().each);
    finding.text = counted(finding.rows.size(), "buffer") + " of a forward pass, %1, live at once: "
        + std::to_string(groups.front().rows.size()) + " × %2 " + plainWords(groups.front().name);
    if (!isOneEach) {
        finding.amounts.push_back(groups.back().each);
        finding.text
            += "; kept: " + std::to_string(groups.back().rows.size()) + " × %3 " + plainWords(groups.back().name);
    }
    return {std::move(proposal)};
}

// ---- Rules for scratch memory and allocators

/// Returns the word after a phrase, without a comma or a full stop at its end.
std::string_view wordAfter(std::string_view text, std::string_view phrase)
{
    const std::size_t at = text.find(phrase);
    if (at == std::string_view::npos)
        return {};
    text.remove_prefix(at + phrase.size());
    text = text.substr(0, text.find(' '));
    while (text.ends_with('.') || text.ends_with(','))
        text.remove_suffix(1);
    return text;
}

/// A block of a kernel's argument or result, from libtpu's tag of its allocation.
struct Window {
    std::string_view block; // "f32[2048,4096]"; empty if the allocation is not a window
    std::string_view whole;
    std::int64_t buffers = 1;
};

Window windowOf(const Allocation& allocation)
{
    Window window{wordAfter(allocation.tag, "The window shape is "), wordAfter(allocation.tag, "the full shape is ")};
    if (allocation.tag.find(" buffering levels") != std::string::npos) {
        const std::string_view count = wordAfter(allocation.tag, "This allocation has ");
        std::from_chars(count.data(), count.data() + count.size(), window.buffers);
        window.buffers = std::max<std::int64_t>(1, window.buffers);
    }
    return window;
}

/// Describes windows: "f32[2048,4096] of f32[8192,4096], 2 buffers; …"
std::string windowsText(const MessageEvidence& evidence, const std::vector<RowId>& rows)
{
    constexpr std::size_t kMost = 4;
    std::string text;
    for (std::size_t i = 0; i < std::min(rows.size(), kMost); ++i) {
        const Window window = windowOf(evidence.allocation(rows[i]));
        text += (i > 0 ? "; " : "") + validUtf8(window.block) + " of " + validUtf8(window.whole) + ", "
            + counted(static_cast<std::size_t>(window.buffers), "buffer");
    }
    return plainWords(text + andMore(rows.size(), kMost));
}

std::vector<Proposal> smallerBlocks(const MessageEvidence& evidence)
{
    Proposal proposal;
    Finding& finding = proposal.finding;
    for (const RowId row : evidence.rows())
        if (!windowOf(evidence.allocation(row)).block.empty())
            proposal.change(evidence.sum().resized(row, evidence.size(row) - evidence.size(row) / 2));
    if (!arrange(finding, evidence.sum()))
        return {};
    finding.text = counted(finding.rows.size(), "window") + " of a kernel, %1: " + windowsText(evidence, finding.rows);
    return {std::move(proposal)};
}

std::vector<Proposal> singleBuffering(const MessageEvidence& evidence)
{
    Proposal proposal;
    Finding& finding = proposal.finding;
    for (const RowId row : evidence.rows())
        if (const Window window = windowOf(evidence.allocation(row)); !window.block.empty() && window.buffers > 1)
            proposal.change(evidence.sum().resized(row, evidence.size(row) / window.buffers));
    if (!arrange(finding, evidence.sum()))
        return {};
    finding.text = counted(finding.rows.size(), "window")
        + " of a kernel, %1, with more than one buffer: " + windowsText(evidence, finding.rows);
    return {std::move(proposal)};
}

std::vector<Proposal> scopedLimit(const MessageEvidence& evidence)
{
    const Message& message = evidence.message();
    const std::int64_t limit = evidence.room().capacity.value_or(0);
    if (message.kind != Kind::Scoped || !message.needed || limit <= 0)
        return {};
    Proposal proposal;
    Finding& finding = proposal.finding;
    finding.isRequired = true;
    finding.rows = evidence.rows();
    finding.savedBytes = message.needed->bytes - limit;
    finding.amounts = {message.needed->bytes, limit};
    finding.text = "Needs %1 of scoped memory; the limit is %2"
        + (finding.rows.empty() ? std::string() : ": " + evidence.name(finding.rows.front()));
    return {std::move(proposal)};
}

/// Returns whether a saving is at least a twentieth of `whole`: of the missing memory, or of the peak. Absent: unknown,
/// so that every saving counts.
bool isLargeEnough(std::int64_t saved, std::optional<std::int64_t> whole)
{
    constexpr std::int64_t kLeastPart = 20;
    return !whole || saved >= *whole / kLeastPart;
}

/// What the memory lacks for the need or for the request, in bytes.
std::optional<std::int64_t> missingBytes(const Message& message)
{
    if (message.needed && message.limit)
        return message.needed->bytes - message.limit->bytes;
    if (message.requested && message.free)
        return message.requested->bytes - message.free->bytes;
    return std::nullopt;
}

/// Where the arguments alone exceed the memory, nothing else can help.
std::vector<Proposal> sharding(const MessageEvidence& evidence)
{
    const auto arguments = excessiveArguments(evidence.message());
    if (!arguments || *arguments > evidence.sum().peak())
        return {};
    Proposal proposal;
    Finding& finding = proposal.finding;
    finding.isRequired = true;
    finding.savedBytes = *arguments - *arguments / 2;
    finding.peakBefore = evidence.sum().peak();
    finding.peakAfter = evidence.sum().peak() - finding.savedBytes;
    finding.amounts = {*arguments, evidence.message().limit->bytes};
    finding.text = "the arguments alone take %1 of %2";
    return {std::move(proposal)};
}

std::vector<Proposal> fragmentation(const MessageEvidence& evidence)
{
    for (const Figure& figure : evidence.message().figures) {
        if (!figure.name.ends_with("fragmentation") || !figure.amount
            || !isLargeEnough(figure.amount->bytes, missingBytes(evidence.message()).value_or(evidence.sum().peak())))
            continue;
        Proposal proposal;
        proposal.finding.savedBytes = figure.amount->bytes;
        proposal.finding.amounts = {figure.amount->bytes};
        proposal.finding.text = "%1 of the allocation are gaps between buffers";
        return {std::move(proposal)};
    }
    return {};
}

std::vector<Proposal> freeChunks(const MessageEvidence& evidence)
{
    Proposal proposal;
    Finding& finding = proposal.finding;
    for (const RowId row : evidence.rows())
        if (evidence.message().kind == Kind::Bfc && evidence.isOf(row, MessageRows::kFree))
            finding.rows.push_back(row);
    if (!arrange(finding, evidence.sum()))
        return {};
    finding.amounts.push_back(evidence.size(finding.rows.front()));
    finding.savedBytes = finding.amounts[0] - finding.amounts[1];
    if (!isLargeEnough(finding.savedBytes, evidence.sum().peak()))
        return {};
    finding.text = "%1 are free in " + counted(finding.rows.size(), "chunk") + "; the largest has %2";
    return {std::move(proposal)};
}

std::vector<Proposal> unallocated(const MessageEvidence& evidence)
{
    const Message& message = evidence.message();
    const auto has = [&](const char* words) { return message.text.find(words) != std::string::npos; };
    const std::optional<std::int64_t> bytes = message.unallocated();
    // Private pools of CUDA graphs keep their memory, and other devices have variables of other names.
    const bool isOther = message.figure("allocated in private pools") || !message.device.starts_with("GPU ")
        || has("XPU out of memory");
    if (isOther || !bytes || !message.requested)
        return {};
    const std::int64_t requested = message.requested->bytes;
    const std::int64_t free = message.free ? message.free->bytes : 0;
    if (requested - *bytes > free || free >= requested)
        return {}; // not even all of it together is enough, or the device had enough without it
    Proposal proposal;
    Finding& finding = proposal.finding;
    if (has("HIP out of memory") && !has("PYTORCH_CUDA_ALLOC_CONF")) // new versions have one name for both
        finding.label = expandable_segments::kLabelOnHip;
    finding.isUpperBound = true;
    finding.savedBytes = *bytes;
    finding.amounts = {*bytes, requested};
    finding.text = expandable_segments::kText;
    if (*bytes < requested) {
        finding.amounts.push_back(free);
        finding.text = expandable_segments::kTextWithDevice;
    }
    return {std::move(proposal)};
}

/// A new rule needs a function and an entry here.
constexpr std::array kRules = {
    // Rules for buffers.
    MessageRule{
        attention_kernel::kId,
        attention_kernel::kLabel,
        attention_kernel::kAssumption,
        attention_kernel::kSource,
        true,
        attentionKernel,
    },
    MessageRule{
        "donation",
        "Donate arguments",
        "The caller does not use these arguments after the call.",
        "JAX, Buffer donation (docs.jax.dev/en/latest/buffer_donation.html); the buffers that the message lists",
        true,
        donation,
    },
    MessageRule{
        "rematerialization",
        "Recompute activations in the backward pass",
        "By their names, these buffers are saved in forward and read in backward. Each is recomputed just before its "
        "layer's backward part (jax.checkpoint).",
        "JAX, Gradient checkpointing (docs.jax.dev/en/latest/gradient-checkpointing.html); the buffers that the message "
        "lists",
        true,
        rematerialization,
    },
    MessageRule{
        "float32_arguments",
        "Arguments and outputs as bfloat16",
        "8 bits of precision are enough for these values; whether training still converges is unknown.",
        "Shapes in the message, sizes by the tiles of bfloat16",
        true,
        [](const MessageEvidence& evidence) { return narrow(evidence, true); },
    },
    MessageRule{
        "float32_temporaries",
        "Buffers as bfloat16",
        "The operations that write and read the buffers work with the 8 bits of precision of bfloat16.",
        "Shapes in the message, sizes by the tiles of bfloat16",
        true,
        [](const MessageEvidence& evidence) { return narrow(evidence, false); },
    },
    MessageRule{
        "padding",
        "Other order of dimensions",
        "The compiler takes the layout with the same tiles; operations may be slower with it.",
        "Tiled layout (openxla.org/xla/tiled_layout), sizes computed for every order of the minor dimensions",
        true,
        padding,
    },
    MessageRule{
        "large_temporary",
        "Split the largest buffer",
        "The buffer is computed and read in two parts one after the other, for example by a loop over one dimension, or is "
        "sharded over two devices.",
        "Sizes of the listed buffers against the capacity",
        true,
        [](const MessageEvidence& evidence) {
            return splitLargeRows(evidence, &MessageEvidence::mayBeTemporary, "buffer");
        },
    },
    // Rules for scratch memory and allocators.
    MessageRule{
        "sharding",
        "Shard the arguments over twice as many devices",
        "Each device holds half of each argument (jax.sharding). A type of half the size saves as much.",
        "The sum of the arguments in the message",
        true,
        sharding,
    },
    MessageRule{
        "scoped_vmem",
        "Smaller blocks in a kernel",
        "One dimension of each block is halved (pl.BlockSpec), and the grid gets twice as long.",
        "JAX, Pallas: grids and BlockSpecs (docs.jax.dev/en/latest/pallas/grid_blockspec.html); the windows that the "
        "message lists",
        true,
        smallerBlocks,
    },
    MessageRule{
        "single_buffering",
        "One buffer for each block of a kernel",
        "The kernel can wait for each block to be copied (pipeline_mode=pl.Buffered(1)).",
        "JAX, Pallas: software pipelining (docs.jax.dev/en/latest/pallas/pipelining.html); the windows that the message "
        "lists",
        true,
        singleBuffering,
    },
    MessageRule{
        "scoped_vmem",
        "Less scratch memory in a kernel",
        "The blocks of the kernel get smaller.",
        "The message's need minus its limit",
        false,
        scopedLimit,
    },
    MessageRule{
        "fragmentation",
        "Fragmentation",
        "The compiler packs without gaps. The packing cannot be set directly, but other sizes or another order of "
        "operations change it.",
        "Fragmentation stated by the message",
        false,
        fragmentation,
    },
    MessageRule{
        "fragmentation",
        "Free chunks",
        "No chunk in use separates the free chunks, as after allocations in another order.",
        "Free chunks of the allocator without the largest",
        false,
        freeChunks,
    },
    MessageRule{
        "fragmentation",
        expandable_segments::kLabel,
        expandable_segments::kAssumption,
        "PyTorch: optimizing memory usage (pytorch.org/docs/stable/notes/cuda.html); the amounts of the message",
        true,
        unallocated,
    },
};

} // namespace

std::vector<Finding> advise(const Message& message, const MessageRows& entries, const Rows& table, const Room& room)
{
    constexpr std::int64_t kMost = std::int64_t{1} << 60; // bytes; more than any memory has
    if (peakOf(message, entries) > kMost)
        return {};
    std::array<const MessageRule*, kRules.size()> rules;
    std::ranges::transform(kRules, rules.begin(), [](const MessageRule& rule) { return &rule; });
    return adviseBy<MessageEvidence>(rules, MessageEvidence(message, entries, table, room));
}

} // namespace tidemark::oom
