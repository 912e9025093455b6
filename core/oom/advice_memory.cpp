#include "core/advice/words.h"
#include "core/base/text.h"
#include "core/oom/advice_rules.h"
#include "core/text/text_cursor.h"

#include <algorithm>
#include <charconv>

namespace tidemark::oom {
namespace {

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
std::string windowsText(const ReportEvidence& evidence, const std::vector<RowId>& rows)
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

std::vector<Proposal> smallerBlocks(const ReportEvidence& evidence)
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

std::vector<Proposal> singleBuffering(const ReportEvidence& evidence)
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

std::vector<Proposal> scopedLimit(const ReportEvidence& evidence)
{
    const Report& report = evidence.report();
    const std::int64_t limit = evidence.room().capacity.value_or(0);
    if (report.kind != Kind::Scoped || !report.needed || limit <= 0)
        return {};
    Proposal proposal;
    Finding& finding = proposal.finding;
    finding.isRequired = true;
    finding.rows = evidence.rows();
    finding.savedBytes = report.needed->bytes - limit;
    finding.amounts = {report.needed->bytes, limit};
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
std::optional<std::int64_t> missingBytes(const Report& report)
{
    if (report.needed && report.limit)
        return report.needed->bytes - report.limit->bytes;
    if (report.requested && report.free)
        return report.requested->bytes - report.free->bytes;
    return std::nullopt;
}

std::vector<Proposal> fragmentation(const ReportEvidence& evidence)
{
    for (const Figure& figure : evidence.report().figures) {
        if (!figure.name.ends_with("fragmentation") || !figure.amount
            || !isLargeEnough(figure.amount->bytes, missingBytes(evidence.report())))
            continue;
        Proposal proposal;
        proposal.finding.savedBytes = figure.amount->bytes;
        proposal.finding.amounts = {figure.amount->bytes};
        proposal.finding.text = "%1 of the allocation are gaps between buffers";
        return {std::move(proposal)};
    }
    return {};
}

std::vector<Proposal> freeChunks(const ReportEvidence& evidence)
{
    Proposal proposal;
    Finding& finding = proposal.finding;
    for (const RowId row : evidence.rows())
        if (evidence.report().kind == Kind::Bfc && evidence.isOf(row, ReportRows::kFree))
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

std::vector<Proposal> unallocated(const ReportEvidence& evidence)
{
    const Report& report = evidence.report();
    const std::optional<std::int64_t> bytes = report.unallocated();
    // Private pools of CUDA graphs keep their memory, and other devices have variables of other names.
    const bool isOther = report.figure("allocated in private pools") || !report.device.starts_with("GPU ");
    if (isOther || !bytes || !report.requested || *bytes < report.requested->bytes)
        return {};
    Proposal proposal;
    proposal.finding.isUpperBound = true;
    proposal.finding.savedBytes = *bytes;
    proposal.finding.amounts = {*bytes, report.requested->bytes};
    proposal.finding.text = "%1 is reserved by PyTorch but unallocated, perhaps in pieces that are too small for %2";
    return {std::move(proposal)};
}

} // namespace

constinit const ReportRule kSmallerBlocks{
    "scoped_vmem",
    "Smaller blocks in a kernel",
    "One dimension of each block is halved (pl.BlockSpec), and the grid gets twice as long.",
    "JAX, Pallas: grids and BlockSpecs (docs.jax.dev/en/latest/pallas/grid_blockspec.html); the windows that the "
    "message lists",
    true,
    smallerBlocks,
};

constinit const ReportRule kSingleBuffering{
    "single_buffering",
    "One buffer for each block of a kernel",
    "The kernel can wait for each block to be copied (pipeline_mode=pl.Buffered(1)).",
    "JAX, Pallas: software pipelining (docs.jax.dev/en/latest/pallas/pipelining.html); the windows that the message "
    "lists",
    true,
    singleBuffering,
};

constinit const ReportRule kScopedLimit{
    "scoped_vmem",
    "Less scratch memory in a kernel",
    "The blocks of the kernel get smaller.",
    "The message's need minus its limit",
    false,
    scopedLimit,
};

constinit const ReportRule kFragmentation{
    "fragmentation",
    "Fragmentation",
    "The compiler packs without gaps. The packing cannot be set directly, but other sizes or another order of "
    "operations change it.",
    "Fragmentation stated by the message",
    false,
    fragmentation,
};

constinit const ReportRule kFreeChunks{
    "fragmentation",
    "Free chunks",
    "No chunk in use separates the free chunks, as after allocations in another order.",
    "Free chunks of the allocator without the largest",
    false,
    freeChunks,
};

constinit const ReportRule kUnallocated{
    "fragmentation",
    "Expandable segments in PyTorch",
    "PYTORCH_CUDA_ALLOC_CONF=expandable_segments:True is not set yet. With it, segments grow and free ranges are joined.",
    "PyTorch: optimizing memory usage (pytorch.org/docs/stable/notes/cuda.html); the amounts of the message",
    true,
    unallocated,
};

} // namespace tidemark::oom
