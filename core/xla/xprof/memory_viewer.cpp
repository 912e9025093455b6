#include "core/xla/xprof/memory_viewer.h"

#include "core/base/text.h"
#include "core/xla/replay/axis_trace.h"
#include "core/xla/xprof/json_stream.h"
#include "core/xla/xprof/xprof_buffer.h"
#include "core/xla/xprof/xprof_replay.h"

#include <algorithm>
#include <array>
#include <numeric>
#include <set>

namespace tidemark {
namespace {

constexpr std::int64_t kSmallBuffer = 1 << 14;

/// Offsets in a contradicting file may be any number.
std::int64_t wrappingSum(std::int64_t a, std::int64_t b)
{
    return static_cast<std::int64_t>(static_cast<std::uint64_t>(a) + static_cast<std::uint64_t>(b));
}

const char* groupName(const Allocation& allocation)
{
    if (allocation.isParameter)
        return "Parameter";
    if (allocation.isLiveOut)
        return "Output";
    if (allocation.isThreadLocal)
        return "Thread-local";
    return allocation.isConstant ? "Constant" : "Temporary";
}

class MemoryViewer
{
public:
    MemoryViewer(const Plan& plan, std::int64_t color)
        : m_plan(plan)
        , m_assignment(plan.assignment())
        , m_color(color)
        , m_replay(replayLikeXprof(m_assignment, color,
                                   [&](std::uint32_t i) { return XprofBuffer(plan, i).unpaddedSize(); }))
    { }

    void write(std::ostream& out)
    {
        JsonStream json(out);
        writeLevels(json, "heapSizes", m_replay.heapSizes);
        writeLevels(json, "unpaddedHeapSizes", m_replay.unpaddedHeapSizes);
        writeRows(json);
        writeSpans(json);
        const HloModule& module = m_plan.module();
        json.field("moduleName", validUtf8(module.name()));
        json.field("entryComputationName", validUtf8(module.entryComputationName()));
        json.field("peakHeapMib", mib(m_replay.base + m_replay.peak));
        json.field("peakUnpaddedHeapMib", mib(m_replay.base + m_replay.unpaddedPeak));
        json.field("peakHeapSizePosition", m_replay.peakPosition);
        writeTotals(json);
        writeIndefinite(json);
        json.field("totalBufferAllocationMib", mib(m_total));
        json.field("indefiniteBufferAllocationMib", mib(m_indefinite));
        writeInstructionNames(json);
        if (m_color == 1 && module.maxScopedMemory()) {
            json.field("maxScopedVmemAllocationMib", mib(module.maxScopedMemory()->bytes));
            json.field("maxScopedVmemInstructionName", validUtf8(module.maxScopedMemory()->instruction));
        }
        writeBlocks(json);
        json.finish();
    }

private:
    void writeLevels(JsonStream& json, const char* key, const std::vector<std::int64_t>& levels) const
    {
        json.array(key, levels.size(), [&](std::size_t i) { return mib(m_replay.base + levels[i]); });
    }

    bool isIndefinite(const Allocation& allocation) const
    {
        return allocation.color == m_color && allocation.isIndefiniteToXprof();
    }

    Json row(std::uint32_t index, const Allocation* allocation) const
    {
        const XprofBuffer buffer(m_plan, index);
        const std::string name = buffer.instructionName();
        const std::string shape = shapeText(buffer.shape());
        const std::string opName = validUtf8(buffer.instruction().opName);
        Json row = Json::object();
        put(row, "label", buffer.hloName() + ": " + shape + " # " + opName);
        put(row, "logicalBufferId", m_assignment.buffers[index].id);
        put(row, "logicalBufferSizeMib", mib(m_assignment.buffers[index].size));
        put(row, "unpaddedShapeMib", mib(buffer.unpaddedSize()));
        put(row, "instructionName", name);
        put(row, "shapeString", shape);
        put(row, "tfOpName", opName);
        put(row, "groupName", allocation ? groupName(*allocation) : "");
        put(row, "opCode", validUtf8(buffer.instruction().opcode));
        put(row, "sourceInfo", buffer.sourceInfo());
        return row;
    }

    void writeRows(JsonStream& json)
    {
        struct Row {
            std::int64_t size;
            std::uint32_t buffer; // kNoIndex: all small ones
            const Allocation* allocation;
        };
        std::vector<Row> rows;
        std::int64_t small = 0;
        bool hasSmall = false;
        const auto add = [&](std::uint32_t buffer, const Allocation* allocation) {
            const std::int64_t size = m_assignment.buffers[buffer].size;
            if (size < kSmallBuffer) {
                small += size;
                hasSmall = true;
            } else {
                rows.push_back({size, buffer, allocation});
            }
        };
        if (m_color == 0)
            for (const Allocation& allocation : m_assignment.allocations) {
                const auto buffers = m_assignment.buffersOf(allocation);
                const auto size = [&](std::uint32_t i) { return m_assignment.buffers[i].size; };
                const auto largest = std::ranges::max_element(buffers, {}, size);
                if (isIndefinite(allocation) && largest != buffers.end() && size(*largest) > 0)
                    add(*largest, &allocation);
            }
        for (const std::uint32_t buffer : m_replay.peakBuffers) {
            const std::uint32_t at = m_assignment.buffers[buffer].allocation;
            add(buffer, at == kNoIndex ? nullptr : &m_assignment.allocations[at]);
        }
        if (hasSmall)
            rows.push_back({small, kNoIndex, nullptr});

        std::vector<std::uint32_t> bySize(rows.size());
        std::iota(bySize.begin(), bySize.end(), 0);
        std::ranges::stable_sort(bySize, std::ranges::greater(), [&](std::uint32_t i) { return rows[i].size; });
        std::vector<std::uint32_t> toBySize(rows.size());
        for (std::uint32_t i = 0; i < bySize.size(); ++i)
            toBySize[bySize[i]] = i;
        const auto numbered = [&](std::size_t i) {
            Json object = {{"numbered", i}};
            if (rows[i].buffer != kNoIndex) {
                object.update(row(rows[i].buffer, rows[i].allocation));
                return object;
            }
            object["label"] = "small (<16384 bytes)";
            object["logicalBufferId"] = -1;
            put(object, "logicalBufferSizeMib", mib(rows[i].size));
            return object;
        };
        json.array("maxHeap", rows.size(), numbered);
        json.array("maxHeapBySize", rows.size(), [&](std::size_t i) { return numbered(bySize[i]); });
        json.array("maxHeapToBySize", rows.size(), [&](std::size_t i) { return Json(toBySize[i]); });
        json.array("bySizeToMaxHeap", rows.size(), [&](std::size_t i) { return Json(bySize[i]); });
    }

    void writeSpans(JsonStream& json)
    {
        std::map<std::int64_t, XprofReplay::Span> byId;
        for (const auto& [buffer, span] : m_replay.spans)
            byId[m_assignment.buffers[buffer].id] = span;
        Json spans = Json::object();
        auto& members = spans.get_ref<Json::object_t&>(); // its operator[] searches all of them
        members.reserve(byId.size());
        for (const auto& [id, span] : byId) {
            Json value = Json::object();
            put(value, "start", span.start);
            put(value, "limit", span.limit);
            members.emplace_back(std::to_string(id), std::move(value));
        }
        json.field("logicalBufferSpans", spans);
    }

    void writeTotals(JsonStream& json)
    {
        std::int64_t parameters = 0;
        std::int64_t nonReusable = 0;
        std::int64_t liveOut = 0;
        for (const Allocation& allocation : m_assignment.allocations) {
            if (allocation.color != m_color)
                continue;
            if (allocation.isTuple || allocation.isThreadLocal)
                nonReusable += allocation.size;
            parameters += allocation.isParameter ? allocation.size : 0;
            liveOut += allocation.isLiveOut ? allocation.size : 0;
            m_total += allocation.isThreadLocal ? 0 : allocation.size;
            m_indefinite += allocation.isIndefinite() ? allocation.size : 0;
        }
        json.field("entryComputationParametersMib", mib(parameters));
        json.field("nonReusableMib", mib(nonReusable));
        json.field("maybeLiveOutMib", mib(liveOut));
    }

    void writeIndefinite(JsonStream& json)
    {
        std::vector<const Allocation*> allocations;
        for (const Allocation& allocation : m_assignment.allocations)
            if (isIndefinite(allocation))
                allocations.push_back(&allocation);
        json.array("indefiniteLifetimes", allocations.size(),
                   [&](std::size_t i) { return indefinite(*allocations[i]); });
    }

    Json indefinite(const Allocation& allocation) const
    {
        Json attributes = Json::array();
        if (allocation.isParameter)
            attributes.push_back("entry computation parameter");
        if (allocation.isLiveOut)
            attributes.push_back("may-be live out");
        if (!allocation.isTuple && !allocation.isThreadLocal)
            attributes.push_back("reusable");
        Json buffers = Json::array();
        std::string common;
        bool isCommon = true;
        for (const std::uint32_t index : m_assignment.buffersOf(allocation)) {
            const XprofBuffer buffer(m_plan, index);
            const std::string shape = shapeText(buffer.shape());
            isCommon = isCommon && (buffers.empty() || shape == common);
            common = shape;
            Json shapeIndex = Json::array();
            for (const std::int64_t element : m_assignment.indices(m_assignment.buffers[index].shapeIndex))
                shapeIndex.push_back(std::to_string(element));
            Json object = Json::object();
            put(object, "id", idText(m_assignment.buffers[index].id));
            put(object, "shape", shape);
            put(object, "sizeMib", mib(m_assignment.buffers[index].assignedSize));
            put(object, "hloName", buffer.hloName());
            put(object, "shapeIndex", std::move(shapeIndex));
            buffers.push_back(std::move(object));
        }
        Json object = Json::object();
        put(object, "id", idText(allocation.index));
        put(object, "sizeMib", mib(allocation.size));
        put(object, "attributes", std::move(attributes));
        put(object, "logicalBuffers", std::move(buffers));
        put(object, "commonShape", isCommon ? common : "");
        return object;
    }

    static std::string idText(std::int64_t id) { return id == 0 ? std::string() : std::to_string(id); }

    IndexRange events() const { return m_replay.trace ? m_assignment.traces[*m_replay.trace] : IndexRange{}; }

    void writeInstructionNames(JsonStream& json)
    {
        const IndexRange range = events();
        if (m_replay.trace)
            json.array("hloInstructionNames", range.size() + std::size_t{1}, [&](std::size_t i) {
                return Json(i == range.size()
                                ? std::string()
                                : validUtf8(m_assignment.text(m_assignment.events[range.begin + i].instructionName)));
            });
    }

    void writeBlocks(JsonStream& json)
    {
        std::set<std::pair<std::int64_t, std::uint32_t>> traced; // by index
        std::uint32_t endStep = 0; // of all allocations that of the longest trace
        const std::vector<std::uint32_t> allocations = allocationsOfTraces(m_assignment);
        for (std::size_t trace = 0; trace < allocations.size(); ++trace) {
            if (allocations[trace] == kNoIndex)
                continue;
            const Allocation& allocation = m_assignment.allocations[allocations[trace]];
            if (allocation.isIndefiniteToXprof() || allocation.color != m_color)
                continue;
            traced.emplace(allocation.index, allocations[trace]);
            endStep = std::max(endStep, m_assignment.traces[trace].size());
        }
        std::vector<Block> blocks;
        std::int64_t offset = 0; // the page draws the allocations side by side
        for (const auto& [index, i] : traced) {
            addBlocks(m_assignment.allocations[i], offset, blocks);
            offset += m_assignment.allocations[i].size;
        }
        json.array("bufferBlocks", blocks.size(), [&](std::size_t i) {
            return blocks[i].buffer == kNoIndex ? container(blocks[i], endStep) : block(blocks[i], i);
        });
    }

    struct Block {
        const Allocation* allocation;
        std::uint32_t buffer; // kNoIndex: the allocation as a whole
        std::int64_t offset; // where the page draws the allocation
    };

    void addBlocks(const Allocation& allocation, std::int64_t offset, std::vector<Block>& blocks) const
    {
        blocks.push_back({&allocation, kNoIndex, offset});
        std::vector<std::uint32_t> buffers(m_assignment.buffersOf(allocation).begin(),
                                           m_assignment.buffersOf(allocation).end());
        std::ranges::sort(buffers, {}, [&](std::uint32_t i) { return m_assignment.buffers[i].id; });
        for (const std::uint32_t index : buffers)
            if (m_replay.spans.contains(index))
                blocks.push_back({&allocation, index, offset});
    }

    static Json container(const Block& whole, std::uint32_t endStep)
    {
        Json block = Json::object();
        block["logicalBufferId"] = -1;
        block["name"] = groupName(*whole.allocation);
        put(block, "offset", whole.offset);
        put(block, "size", whole.allocation->size);
        put(block, "endStep", endStep);
        block["category"] = groupName(*whole.allocation);
        block["color"] = "#ffffff";
        return block;
    }

    Json block(const Block& part, std::size_t position) const
    {
        // The web page only wants neighbours to differ.
        static constexpr std::array kBlockColors = {"#2a75b3", "#e39b1b", "#6f9a2c", "#c9501c", "#8a6fc0", "#1b8a6b"};
        const LogicalBuffer& logical = m_assignment.buffers[part.buffer];
        const XprofReplay::Span& span = m_replay.spans.at(part.buffer);
        const XprofBuffer buffer(m_plan, part.buffer);
        Json block = Json::object();
        put(block, "logicalBufferId", logical.id);
        put(block, "name", buffer.instructionName());
        put(block, "offset", wrappingSum(part.offset, logical.offset));
        put(block, "size", logical.size);
        put(block, "startStep", span.start);
        put(block, "endStep", span.limit);
        put(block, "tfOpName", validUtf8(buffer.instruction().opName));
        put(block, "category", groupName(*part.allocation));
        put(block, "sourceInfo", buffer.sourceInfo());
        put(block, "shapeString", shapeText(buffer.shape()));
        put(block, "unpaddedSize", buffer.unpaddedSize());
        put(block, "color", kBlockColors[position % kBlockColors.size()]);
        return block;
    }

    const Plan& m_plan;
    const BufferAssignment& m_assignment;
    std::int64_t m_color;
    XprofReplay m_replay;
    std::int64_t m_total = 0;
    std::int64_t m_indefinite = 0;
};

} // namespace

void writeMemoryViewer(std::ostream& out, const Plan& plan, std::int64_t color)
{
    MemoryViewer(plan, color).write(out);
}

} // namespace tidemark
