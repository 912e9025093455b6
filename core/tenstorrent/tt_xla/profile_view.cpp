#include "core/tenstorrent/tt_xla/profile_view.h"

#include "core/base/text.h"
#include "core/explain/explain_peak.h"
#include "core/view/figures.h"

#include <algorithm>
#include <cstdlib>
#include <functional>

namespace tidemark::ttxla {
namespace {

constexpr std::array kTitles = {
    CheckTitle{"allocated-and-free", "Allocated and free sum to the size of the memory"},
    CheckTitle{"largest-free", "The largest free block is within the free memory"},
    CheckTitle{"same-memory", "The size of the memory is constant"},
    CheckTitle{"rows-at-peak", "The rows at the peak add up to it"},
    CheckTitle{"block-table", "The allocated blocks sum to the allocated memory"},
    CheckTitle{"free-blocks", "The free blocks sum to the free memory"},
    CheckTitle{"lists-fit", "Both lists have the same operations"},
    CheckTitle{"memory-left", "No memory is left after the program"},
    CheckTitle{"log-complete", "No number is missing"},
};

/// Judges a relation at every operation. Keeps the first failure, else the last operation for which it holds.
class Relation
{
public:
    Relation(const Profile& profile, std::string name, std::string left, std::string right)
        : m_profile(profile)
        , m_check{std::move(name), std::move(left), std::nullopt, std::move(right), std::nullopt, Verdict::Ok, {}}
    { }

    void judge(std::size_t operation, std::int64_t left, std::int64_t right, bool holds)
    {
        m_failed += !holds;
        if (m_failed > 1 || (m_failed == 1 && holds))
            return;
        m_check.leftBytes = left;
        m_check.rightBytes = right;
        m_operation = operation;
    }

    void addTo(std::vector<Check>& checks, Verdict otherwise = Verdict::Fails)
    {
        if (!m_check.leftBytes)
            return;
        if (m_failed > 0) {
            m_check.verdict = otherwise;
            const Operation& at = m_profile.operations[m_operation];
            m_check.text = "Operation " + std::to_string(m_operation) + ", " + std::string(m_profile.labelOf(at));
            if (m_profile.origin == Origin::Log)
                m_check.text += " (line " + std::to_string(at.line) + ")";
            m_check.text += ": " + m_check.left + " is not " + m_check.right;
            m_check.text += m_failed == 1 ? "." : "; the same for " + std::to_string(m_failed) + " operations.";
        }
        checks.push_back(std::move(m_check));
    }

private:
    const Profile& m_profile;
    Check m_check;
    std::size_t m_operation = 0;
    std::uint64_t m_failed = 0;
};

BankState stateOf(const Profile& profile, std::size_t operation, Memory memory)
{
    return profile.operations[operation].hasState ? profile.states[operation][static_cast<std::size_t>(memory)]
                                                  : BankState();
}

void checkStates(std::vector<Check>& checks, const Profile& profile, Memory memory, Extent extent)
{
    constexpr std::int64_t kRounding = 1049 + 2; // 0.001 MB, plus one byte for each of the two numbers
    const std::int64_t tolerance = profile.origin == Origin::BlockTables ? 0 : kRounding;
    Relation whole(profile, "allocated-and-free", "allocated and free in a bank", "size of the bank");
    Relation largest(profile, "largest-free", "the largest free block", "free in a bank");
    Relation same(profile, "same-memory", "the size of the memory", "that of the first operation");
    std::optional<std::int64_t> first;
    for (std::size_t i = extent.begin; i < extent.end; ++i) {
        const BankState state = stateOf(profile, i, memory);
        if (state.total >= 0 && state.allocated >= 0 && state.free >= 0)
            whole.judge(i, state.allocated + state.free, state.total,
                        std::abs(state.allocated + state.free - state.total) <= tolerance);
        if (state.largest >= 0 && state.free >= 0)
            largest.judge(i, state.largest, state.free, state.largest <= state.free + tolerance);
        const auto total = state.ofAllBanks(state.total);
        if (!first)
            first = total;
        if (total)
            same.judge(i, *total, *first, *total == *first);
    }
    whole.addTo(checks);
    largest.addTo(checks);
    same.addTo(checks, Verdict::Note);
}

void checkBlocks(std::vector<Check>& checks, const Profile& profile, Memory memory, Extent extent)
{
    if (profile.blocks.size() != profile.operations.size())
        return;
    Relation allocated(profile, "block-table", "sum of the allocated blocks of a bank", "allocated in a bank");
    Relation rest(profile, "free-blocks", "sum of the free blocks of a bank", "the free amount");
    for (std::size_t i = extent.begin; i < extent.end; ++i) {
        const BankState state = stateOf(profile, i, memory);
        std::int64_t used = 0;
        std::int64_t free = 0;
        for (const AllocatorBlock& block : profile.blocks[i][static_cast<std::size_t>(memory)]) {
            std::int64_t& sum = block.isAllocated ? used : free;
            if (__builtin_add_overflow(sum, block.size, &sum))
                sum = INT64_MAX;
        }
        if (state.allocated >= 0)
            allocated.judge(i, used, state.allocated, used == state.allocated);
        // A table may leave out free blocks.
        if (state.free >= 0 && state.total - used == free)
            rest.judge(i, free, state.free, free == state.free);
    }
    allocated.addTo(checks);
    rest.addTo(checks);
    if (extent.count() == 0)
        return;
    const auto first = stateOf(profile, extent.begin, memory).allocatedOfAll();
    const auto last = stateOf(profile, extent.end - 1, memory).allocatedOfAll();
    if (first && last && *last > *first)
        checks.push_back({"memory-left", "in use after the last operation", last, "in use after the first", first,
                          Verdict::Note, "More is in use after the last operation than after the first."});
}

constexpr std::size_t kMostShortages = 20; // number of failed allocations with a finding of their own
constexpr std::int64_t kWorthSaying = 1000; // a finding must save at least 1/1000 of the peak

Finding findingOf(const OutOfMemory& shortage)
{
    using Cause = OutOfMemory::Cause;
    const Cause cause = shortage.cause();
    Finding finding;
    static_cast<AmountText&>(finding) = shortage.explained();
    finding.id = "out_of_memory";
    finding.label = "Out of memory";
    finding.isEstimate = true;
    finding.source = "tt-metal's allocator, at line " + std::to_string(shortage.line);
    finding.assumption = "Nothing else is allocated before.";
    finding.savedBytes = shortage.bytes;
    if (cause == Cause::TooBig) {
        finding.label += ": too big";
        finding.savedBytes
            = (shortage.perBank - (shortage.free ? *shortage.free : *shortage.bankSize)) * shortage.banks;
    } else if (cause == Cause::Fragmented) {
        finding.label += ": fragmented";
        finding.savedBytes = (shortage.perBank - *shortage.largest) * shortage.banks;
    }
    return finding;
}

std::optional<Finding> paddingFinding(const Levels& levels, const std::vector<OperationRow>& rows)
{
    Finding finding;
    finding.id = "tile_padding";
    finding.label = "Shapes that fill their tiles";
    finding.isEstimate = true;
    finding.source = "the layouts of the operations' results";
    finding.assumption = "The last two dimensions are multiples of the tile's sides.";
    finding.text = "Tiles of results that are live at the peak contain %1 of padding";
    // Without the padding, another moment may be the peak.
    std::vector<std::int64_t> change(levels.level.values.size() + 1);
    std::int64_t padding = 0; // padding that is live at the peak
    const StepId peak = StepId::at(levels.peakAt);
    for (std::size_t i = 0; i < rows.size(); ++i) {
        const OperationRow& row = rows[i];
        const std::int64_t own = row.unpadded < 0 ? 0 : row.size - row.unpadded;
        change[row.start.index()] += own;
        change[row.end.index()] -= own;
        if (own == 0 || peak < row.start || row.end <= peak)
            continue;
        padding += own;
        finding.rows.push_back(RowId::at(i));
    }
    if (!levels.peak || padding < *levels.peak / kWorthSaying)
        return std::nullopt;
    std::ranges::stable_sort(finding.rows, std::greater(), [&](RowId row) { return rows[row.index()].size; });
    finding.amounts = {padding};
    std::int64_t after = 0;
    std::int64_t now = 0;
    std::int64_t before = 0;
    for (std::size_t i = 0; i < levels.level.values.size(); ++i) {
        before = now;
        now += change[i];
        after = std::max({after, levels.inside.values[i] - std::max(now, before)});
    }
    finding.peakBefore = levels.peak;
    finding.peakAfter = after;
    finding.savedBytes = *levels.peak - after;
    return finding.savedBytes > 0 ? std::optional(std::move(finding)) : std::nullopt;
}

/// Returns the bytes of each kind of row at the peak. If they are not the peak, it is before the first operation.
std::vector<Part> partsOf(const Levels& levels, const OperationRows& rows)
{
    if (!levels.peak)
        return {};
    std::array parts = {Part{"Const-eval", Hue::Argument, 0}, Part{"Operations", Hue::Temporary, 0},
                        Part{"Not attributed", Hue::ThreadLocal, 0}, Part{"Rounding", Hue::Constant, 0}};
    std::int64_t sum = 0;
    for (const LiveRow& live : rows.live(StepId::at(levels.peakAt))) {
        const OperationRow& row = rows.rows[live.row.index()];
        parts[row.kind].bytes += row.size;
        sum += row.size;
    }
    if (sum != *levels.peak)
        return {{"Before the first operation", Hue::Argument, *levels.peak}};
    std::vector<Part> found;
    for (const Part& part : parts)
        if (part.bytes > 0)
            found.push_back(part);
    return found;
}

constexpr std::array kOriginNames = {"log", "lists", "report", "block_tables"}; // by Origin

/// "ttnn.matmul (dot.10)": an operation and its location.
std::string nameAt(const Profile& profile, const Operation& operation)
{
    const OperationFacts* const facts = profile.factsOf(operation);
    return std::string(profile.labelOf(operation)) + (facts && !facts->loc.empty() ? " (" + facts->loc + ")" : "");
}

/// Returns the ranges that overlap the extent, as steps from its begin.
std::vector<Mark> marksOf(const Profile& profile, Extent extent)
{
    std::vector<Mark> marks;
    for (const Range& range : profile.ranges) {
        const std::size_t begin = std::max<std::size_t>(range.begin, extent.begin);
        const std::size_t end = std::min<std::size_t>(range.end, extent.end);
        if (begin < end)
            marks.push_back({range.name, StepId::at(begin - extent.begin), StepId::at(end - extent.begin),
                             range.kind == RangeKind::ConstEval ? Hue::Argument : Hue::Temporary});
    }
    return marks;
}

Warnings problemsOf(const ShownMemory& shown)
{
    Warnings problems = shown.profile->warnings;
    for (const OutOfMemory& shortage : shown.profile->shortages)
        if (shortage.isIn(shown.memory, shown.extent))
            problems.addNamed("out-of-memory",
                              withAmounts(shortage.explained(), [](std::int64_t bytes) {
                                  return groupedNumber(bytes) + " B";
                              }) + ".");
    return problems;
}

/// Returns remarks on how to read the profile. They are not faults of its file.
Warnings remarksOn(const ShownMemory& shown)
{
    Warnings remarks;
    const auto place = static_cast<std::int64_t>(shown.memory);
    const Levels& levels = shown.levels;
    if (isOfRecords(*shown.profile))
        remarks.add(
            "recorded-operations",
            "The peak is that of the recorded operations, each with the state before it. The memory in use before "
            "deallocations is not in these files, but in the log from which they were made.",
            std::nullopt, place);
    if (levels.upstreamPeak && levels.peak && *levels.upstreamPeak < *levels.peak)
        remarks.add("upstream-peak",
                    "The profiler's own page shows a peak of " + bytesText(*levels.upstreamPeak)
                        + " instead: it leaves out the moments before tensors are deallocated.",
                    std::nullopt, place);
    return remarks;
}

/// "the result of ttnn.reshape, 1x32x4x1048576xbf16"; empty if the file names no operation
std::string resultText(const Rows& rows, RowId row)
{
    Facts facts;
    rows.describe(row, facts);
    if (facts.label().starts_with('('))
        return {};
    return "the result of " + plainWords(facts.label()) + framed(", ", plainWords(facts.shape));
}

/// "82 % is one buffer of 1.75 GiB, the result of ttnn.reshape, 1x32x4x1048576xbf16"
void describeLargest(const Rows& rows, RowId largest, std::int64_t peak, Explanation& explanation)
{
    explanation.text += shareText(std::min(rows.size[largest], peak), peak) + " is one buffer of "
        + explanation.addAmount(rows.size[largest]);
    const std::string result = resultText(rows, largest);
    explanation.text += (result.empty() ? "" : ", ") + result;
    explanation.rows.push_back(largest);
}

/// Says what holds most. A log gives only levels, so the bytes that no operation is known to have made may be any
/// number of buffers.
///
///     91 % is not attributed to any operation; of the rest, 146.3 MiB is the result of ttnn.multiply, 32x4xf32
///     54 % is const-eval, three buffers of 96.05 MiB together; 46 % is not attributed to any operation
void describeHolders(const Rows& table, const OperationRows& rows, const std::vector<LiveRow>& live, std::int64_t peak,
                     Explanation& explanation)
{
    constexpr std::int64_t kMentioned = 5; // one part in so many of the peak
    std::array<std::vector<RowId>, 4> held; // by OperationRows::Kind, the largest first
    std::array<std::int64_t, 4> bytes{};
    for (const LiveRow& each : live)
        if (const OperationRow& row = rows.rows[each.row.index()]; row.size > 0) {
            held[row.kind].push_back(each.row);
            bytes[row.kind] += row.size;
        }
    for (std::vector<RowId>& each : held)
        std::ranges::stable_sort(each, std::greater(), [&](RowId row) { return table.size[row]; });
    const bool areWeightsMore = bytes[OperationRows::Weight] > bytes[OperationRows::Made];
    const OperationRows::Kind known = areWeightsMore ? OperationRows::Weight : OperationRows::Made;
    const std::int64_t unknown = bytes[OperationRows::Other] + bytes[OperationRows::Rounding];
    const std::string unknownText = shareText(std::min(unknown, peak), peak) + " is not attributed to any operation";
    explanation.text += ": ";
    if (unknown >= bytes[known]) {
        explanation.text += unknownText;
        if (held[known].empty())
            return;
        const RowId largest = held[known].front();
        explanation.text += "; of the rest, " + explanation.addAmount(table.size[largest]) + " is "
            + textOr(resultText(table, largest), "one buffer");
        explanation.rows = {largest};
        return;
    }
    if (areWeightsMore && held[known].size() > 1) {
        explanation.text += shareText(std::min(bytes[known], peak), peak) + " is const-eval, "
            + countWord(held[known].size()) + " buffers of " + explanation.addAmount(bytes[known]) + " together";
        explanation.rows = held[known];
    } else {
        describeLargest(table, held[known].front(), peak, explanation);
    }
    if (unknown >= peak / kMentioned)
        explanation.text += "; " + unknownText;
}

/// Explains the first failed allocation in this memory, else the operation of the peak and the largest of the rows that
/// are live after it.
Result<Explanation> explainProfile(const ShownMemory& shown, const Axis& axis, const Rows& rows, StepId peakStep,
                                   const Figures& figures, const Progress& progress)
{
    Explanation explanation;
    for (const OutOfMemory& shortage : shown.profile->shortages)
        if (shortage.isIn(shown.memory, shown.extent)) {
            explanation = {shortage.explained(), {}};
            explanation.text += '.';
            return explanation;
        }
    if (figures.peakBytes <= 0)
        return Explanation{{"The program uses none of this memory.", {}}, {}};
    explanation.text = figures.peakDoubt.empty() ? "The peak is " : "The peak is at least ";
    explanation.text += explanation.addAmount(figures.peakBytes);
    if (shown.profile->areAmountsPerBank)
        explanation.text += " per bank";
    if (const std::string label = axis.label(peakStep); !label.empty())
        explanation.text += " in operation " + plainWords(validUtf8(label));
    const std::vector<LiveRow> live = rows.live(peakStep);
    if (progress.cancelled())
        return Progress::cancelledError();
    if (!live.empty() && shown.rows->hasOffsets) {
        explanation.text += ": ";
        describeLargest(
            rows, std::ranges::max_element(live, {}, [&](const LiveRow& each) { return rows.size[each.row]; })->row,
            figures.peakBytes, explanation);
    } else if (!live.empty()) {
        describeHolders(rows, *shown.rows, live, figures.peakBytes, explanation);
    }
    explanation.text += '.';
    return explanation;
}

} // namespace

std::vector<Check> checksOf(const ShownMemory& shown)
{
    const Profile& profile = *shown.profile;
    const Levels& levels = shown.levels;
    std::vector<Check> checks;
    checkStates(checks, profile, shown.memory, shown.extent);
    if (levels.peak) {
        std::int64_t sum = 0;
        for (const LiveRow& live : shown.rows->live(StepId::at(levels.peakAt)))
            sum += shown.rows->rows[live.row.index()].size;
        checks.push_back(equality("rows-at-peak", "the rows at the peak", sum, "the level there",
                                  levels.level.values[levels.peakAt]));
    }
    checkBlocks(checks, profile, shown.memory, shown.extent);
    const auto addOfProgram = [&](const char* name, Verdict verdict, const std::string& text) {
        checks.push_back({name, {}, std::nullopt, {}, std::nullopt, verdict, text, true});
    };
    for (const std::string& relation : profile.relations)
        addOfProgram("lists-fit", Verdict::Fails, relation);
    if (profile.origin == Origin::Lists && profile.relations.empty())
        addOfProgram("lists-fit", Verdict::Ok, {});
    for (const Warning& warning : profile.warnings.list())
        addOfProgram("log-complete", Verdict::Note, warning.describe());
    entitle(checks, kTitles);
    return checks;
}

std::vector<Finding> findingsOf(const ShownMemory& shown)
{
    std::vector<Finding> findings;
    for (const OutOfMemory& shortage : shown.profile->shortages)
        if (shortage.memory && shortage.isIn(shown.memory, shown.extent) && findings.size() < kMostShortages)
            findings.push_back(findingOf(shortage));
    if (auto padding = paddingFinding(shown.levels, shown.rows->rows))
        findings.push_back(std::move(*padding));
    std::ranges::stable_sort(findings, std::greater(), &Finding::savedBytes);
    return findings;
}

ShownMemory::ShownMemory(std::shared_ptr<const Profile> of, Memory shown, Extent operations)
    : profile(std::move(of))
    , memory(shown)
    , extent(operations)
    , levels(levelsOf(*profile, memory, extent))
    , rows(std::make_shared<const OperationRows>(rowsOf(*profile, memory, extent, levels)))
{ }

std::vector<OperationAmount> largestOf(std::vector<OperationAmount> all, std::size_t most)
{
    std::ranges::stable_sort(all, std::greater(), &OperationAmount::bytes);
    all.resize(std::min(all.size(), most));
    return all;
}

std::vector<OperationAmount> primeSuspects(const Profile& profile, Extent extent, const Levels& levels,
                                           std::size_t most)
{
    std::vector<OperationAmount> suspects;
    for (std::size_t at = 0; at < extent.count(); ++at)
        if (const auto increase = levels.increase(at);
            increase && *increase > 0 && profile.operations[extent.begin + at].kind == OperationKind::Plain)
            suspects.push_back({extent.begin + at, *increase});
    return largestOf(std::move(suspects), most);
}

bool isOfRecords(const Profile& profile)
{
    return profile.origin == Origin::Lists || profile.origin == Origin::Report;
}

std::string peakDoubt(const Profile& profile, const Levels& peaks)
{
    if (isOfRecords(profile))
        return "what was in use before tensors were deallocated is not in these files";
    return peaks.peak && peaks.unknown > 0
        ? "of " + counted(peaks.unknown, "operation") + " it is not known what was in use"
        : "";
}

Figures figuresOf(const ShownMemory& shown, const Device* chosen)
{
    const Profile& profile = *shown.profile;
    const Memory memory = shown.memory;
    const Extent extent = shown.extent;
    const Levels& levels = shown.levels;
    Figures figures;
    figures.peakStep = StepId::at(levels.peakAt);
    figures.peakBytes = figures.totalBytes = figures.neededBytes = levels.peak.value_or(0);
    figures.peakDoubt = peakDoubt(profile, levels);
    figures.parts = partsOf(levels, *shown.rows);
    figures.capacity = capacityOf(Platform::Unknown, {}, chosen, static_cast<std::int64_t>(memory));
    if (!figures.capacity.bytes && levels.capacity) {
        figures.capacity.bytes = levels.capacity;
        figures.capacity.device = std::to_string(levels.banks) + " banks of " + std::string(nameOf(memory));
    }
    if (figures.capacity.bytes && levels.peak)
        figures.headroomBytes = *figures.capacity.bytes - *levels.peak;

    FigureList list;
    list.text("module", profile.name);
    list.text("rank", profile.rank);
    list.text("origin", kOriginNames[static_cast<std::size_t>(profile.origin)]);
    list.add("space", static_cast<std::uint64_t>(memory));
    list.text("space_name", nameOf(memory));
    list.add("steps", extent.count());
    const auto operations = std::span(profile.operations).subspan(extent.begin, extent.count());
    list.add("operations", static_cast<std::uint64_t>(std::ranges::count_if(operations, &Operation::isListed)));
    list.add("peak_bytes", levels.peak);
    list.add("peak_step", levels.peak ? std::optional(static_cast<std::int64_t>(levels.peakAt)) : std::nullopt);
    list.add("occupied_peak_bytes", levels.peak);
    if (levels.peak && extent.count() > 0) {
        list.text("peak_operation", nameAt(profile, profile.operations[extent.begin + levels.peakAt]));
        const BankState state = profile.after(extent.begin + levels.peakAt, memory);
        list.bytes("free_at_peak_bytes", state.ofAllBanks(state.free), "Free at the peak");
        showNextToParts(list.bytes("largest_free_at_peak_bytes", state.ofAllBanks(state.largest), "Largest free block"),
                        "At the peak, of all banks together: a buffer takes as much of each bank.");
        list.add("fragmentation_permille", state.fragmentation());
    }
    list.add("banks", levels.banks < 0 ? std::nullopt : std::optional(std::int64_t{levels.banks}));
    Figure& upstream = list.bytes("upstream_peak_bytes", levels.upstreamPeak, "As the profiler shows it");
    if (levels.upstreamPeak != levels.peak)
        showNextToParts(
            upstream,
            "The peak that the profiler shows. It counts the states before operations, but not those before "
            "deallocations.");
    if (const auto suspects = primeSuspects(profile, extent, levels, 1); !suspects.empty()) {
        list.text("largest_increase_operation", nameAt(profile, profile.operations[suspects[0].operation]));
        list.bytes("largest_increase_bytes", suspects[0].bytes, "Largest increase").remarks
            = {{nameAt(profile, profile.operations[suspects[0].operation]), std::nullopt, std::nullopt}};
    }
    if (memory == Memory::Dram && profile.inputs.isKnown)
        list.bytes("weights_bytes", profile.inputs.weightBytes(), "Weights");
    list.addCapacity(figures);
    figures.list = list.take();
    figures.warnings = profile.warnings.list();
    return figures;
}

Curve curveOf(CurveRole role, const char* name, const Values& values)
{
    return {role, name, values.values, Hue::Temporary, values.known};
}

std::shared_ptr<const View> makeProfileView(const ProgramExtent& program, Memory memory, const FileEntry& file,
                                            const ProgramEntry& entry)
{
    const std::shared_ptr<const Profile>& profile = program.profile;
    const Extent extent = program.extent;
    const auto shown = std::make_shared<const ShownMemory>(profile, memory, extent);
    const Levels& levels = shown->levels;

    auto view = std::make_shared<View>();
    view->path = file.path;
    view->host = profile->rank;
    view->program = validUtf8(entry.name);
    view->programId = entry.id;
    view->programText = validUtf8(entry.fullName());
    view->memory = static_cast<std::int64_t>(memory);
    view->memoryName = view->memoryText = nameOf(memory);
    if (profile->areAmountsPerBank)
        view->memoryText += " · one bank";
    view->axis.kind = AxisKind::Operations;
    view->axis.count = static_cast<std::uint32_t>(levels.level.values.size());
    view->axis.title = "Operations in the order in which they ran";
    view->axis.cell = "operation";
    view->axis.label = [profile, extent](StepId step) {
        return std::string(profile->labelOf(profile->operations[extent.begin + step.index()]));
    };
    view->curves = {curveOf(CurveRole::Level, "After the operation", levels.level),
                    curveOf(CurveRole::Inside, "Peak inside the operation", levels.inside),
                    curveOf(CurveRole::Ratio, "Fragmentation", levels.fragmentation)};
    view->marks = marksOf(*profile, extent);
    view->peakStep = StepId::at(levels.peakAt);
    view->isPeakLeast = !peakDoubt(*profile, levels).empty();
    view->rows = viewRows(profile, shown->rows);
    view->figures = [shown](const Device* chosen) { return figuresOf(*shown, chosen); };
    view->checks = [shown] { return checksOf(*shown); };
    view->explain = [shown, axis = view->axis, rows = view->rows, peakStep = view->peakStep](const Figures& figures,
                                                                                             const Progress& progress) {
        return explainProfile(*shown, axis, rows, peakStep, figures, progress);
    };
    view->findings
        = [shown](const Figures&, const Progress&) { return Result<std::vector<Finding>>(findingsOf(*shown)); };
    view->problems = problemsOf(*shown);
    view->remarks = remarksOn(*shown);
    constexpr std::size_t kPerOperation = 4 * (sizeof(std::int64_t) + 1);
    view->memoryUse = levels.level.values.size() * kPerOperation + shown->rows->rows.size() * sizeof(OperationRow);
    view->owner = shown;
    return view;
}

ProgramOutline outlineOf(const ProgramExtent& program)
{
    ProgramOutline outline;
    outline.hasPlan = true;
    for (const Memory memory : kAllMemories) {
        const Levels peaks = levelsOf(*program.profile, memory, program.extent);
        if (!peaks.peak)
            continue;
        const std::string name(nameOf(memory));
        outline.memories.push_back({static_cast<std::int64_t>(memory), name, name, peaks.upstreamPeak, peaks.peak,
                                    peaks.peak, !peakDoubt(*program.profile, peaks).empty()});
    }
    return outline;
}

} // namespace tidemark::ttxla
