#include "core/xla/advice/advice.h"
#include "core/xla/meaning/attribution.h"
#include "core/xla/replay/trace_replay.h"
#include "core/xla/uses/row_events.h"
#include "tests/fuzz/fuzz_file.h"
#include "tests/support/exact_buffer.h"
#include "tests/support/random_plan.h"

#include <vector>

namespace {

using namespace tidemark;
using namespace tidemark::xla;

/// Values, sources and the order must refer to the graph.
std::string brokenGraph(const HloGraph& graph)
{
    const std::size_t values = graph.valueCount();
    for (std::uint32_t i = 0; i < values; ++i) {
        const InstructionId instruction = graph.definedBy(ValueId(i));
        if (instruction.index() >= graph.module().instructionCount())
            return "a value of no instruction";
        if (i < graph.value(instruction).value || i >= graph.value(instruction, graph.values(instruction)).value)
            return "a value outside its instruction";
        for (const Source& source : graph.sources(ValueId(i)))
            if (source.value.index() >= values)
                return "a source that is no value";
        graph.shapeOf(ValueId(i));
    }
    std::vector<bool> isMet(graph.module().instructionCount(), false);
    std::uint32_t before = 0;
    for (const HloGraph::Run& run : graph.runs()) {
        if (run.before != before || run.end <= run.begin)
            return "runs that are not counted";
        if (run.isLoop() && (run.loopBegin >= graph.runs().size() || graph.runs()[run.loopBegin].before >= before))
            return "a loop that begins behind itself";
        for (InstructionId instruction = run.begin; instruction < run.end; ++instruction.value, ++before) {
            if (isMet[instruction.index()])
                return "an instruction twice in the order";
            isMet[instruction.index()] = true;
            if (graph.shapesOf(instruction).size() != graph.values(instruction))
                return "not a shape for each value";
        }
    }
    return {};
}

/// Every row must have a category and a rule. At each step the rows must add up to the occupied level.
std::string brokenRows(const Attribution& attribution, const SpaceTimeline& timeline)
{
    const auto meanings = attribution.ofRows(timeline);
    if (meanings.size() != timeline.rows.size())
        return "not a meaning for each row";
    for (const Meaning& meaning : meanings) {
        if (categoryName(meaning.category).empty() || attribution.ruleText(meaning).empty())
            return "a row without category or rule";
        if ((meaning.category == Category::Unknown) != (meaning.role == Role::None))
            return "a role without category";
    }
    for (const std::uint32_t step : {0U, timeline.occupiedPeakStep, timeline.steps - 1}) {
        std::vector<std::int64_t> sums(kCategories, 0);
        for (const LiveRow& live : liveRows(timeline, step))
            sums[static_cast<std::size_t>(meanings[live.row].category)] += timeline.rows[live.row].size - live.overlap;
        std::int64_t level = 0;
        for (const std::int64_t sum : sums)
            level += sum;
        if (level != timeline.occupied[step])
            return "categories that are not the level";
    }
    return {};
}

/// Every finding must save bytes. The combined finding must have a lower replayed peak than each of its parts.
std::string brokenFindings(const Attribution& attribution, const std::shared_ptr<const SpaceTimeline>& timeline)
{
    const auto readers = BufferUses::of(*timeline->plan, attribution.values().graph());
    if (!readers)
        return "no readers";
    const auto uses = rowUses(timeline, *readers);
    if (!uses)
        return "no uses";
    const Room room{std::int64_t{1} << 30, 0, true, Platform::Tpu};
    const std::vector<Finding> findings
        = advise(Evidence(*timeline, attribution, nullptr, **uses, room, [](RowId) { return std::string("%1"); }));
    for (const Finding& finding : findings) {
        if (finding.savedBytes <= 0 || finding.text.empty())
            return "a finding that finds nothing";
        if (finding.peakAfter && *finding.peakAfter < 0)
            return "a peak below nothing";
        const bool isInAll = findings.back().isAll() && finding.id != "half_batch"; // which changes what is computed
        if (isInAll && finding.peakAfter && *finding.peakAfter < *findings.back().peakAfter)
            return "a peak below that of all together";
    }
    return {};
}

} // namespace

extern "C" std::size_t LLVMFuzzerMutate(std::uint8_t* data, std::size_t size, std::size_t limit);

/// Most inputs are changed as a message, so that they stay valid: references and opcodes change.
extern "C" std::size_t LLVMFuzzerCustomMutator(std::uint8_t* data, std::size_t size, std::size_t limit, unsigned seed)
{
    std::mt19937 random(seed);
    proto::HloProto hlo;
    if (random() % 4 == 0 || !hlo.ParseFromArray(data, static_cast<int>(size))
        || hlo.hlo_module().computations().empty())
        return LLVMFuzzerMutate(data, size, limit);
    auto& module = *hlo.mutable_hlo_module();
    const auto below = [&](int size) { return static_cast<int>(random() % static_cast<unsigned>(size)); };
    const auto anyInstruction = [&]() -> proto::HloInstructionProto* {
        auto& computation = *module.mutable_computations(below(module.computations_size()));
        const int size = computation.instructions_size();
        return size == 0 ? nullptr : computation.mutable_instructions(below(size));
    };
    for (unsigned changes = 1 + random() % 3; changes > 0; --changes) {
        proto::HloInstructionProto* const one = anyInstruction();
        const proto::HloInstructionProto* const other = anyInstruction();
        if (!one || !other || random() % 3 == 0)
            test::mutateIntegers(module, 1, random);
        else if (random() % 2 == 0)
            one->set_opcode(other->opcode());
        else
            one->add_operand_ids(other->id());
    }
    const std::size_t changed = hlo.ByteSizeLong();
    if (changed > limit)
        return LLVMFuzzerMutate(data, size, limit);
    hlo.SerializeToArray(data, static_cast<int>(changed));
    return changed;
}

/// Fuzzes a bare HloProto: the graph of its module, the categories of its buffers and the advice.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size)
{
    constexpr std::size_t kMostSpaces = 4;
    const test::ExactBuffer bytes({reinterpret_cast<const char*>(data), size});
    const auto plan = Plan::parse(bytes.view());
    if (!plan)
        return 0;
    const auto attribution = Attribution::of(*plan);
    test::require(attribution ? "" : "no attribution");
    test::require(brokenGraph((*attribution)->values().graph()));
    std::size_t spaces = 0;
    for (const std::int64_t space : usedSpaces((*plan)->assignment()))
        if (spaces++ < kMostSpaces) {
            const auto timeline = replaySpace(*plan, space);
            test::require(brokenRows(**attribution, *timeline));
            test::require(brokenFindings(**attribution, timeline));
        }
    return 0;
}
