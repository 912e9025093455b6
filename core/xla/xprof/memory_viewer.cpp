#include "core/xla/xprof/memory_viewer.h"

#include "core/base/text.h"
#include "core/report/json_writer.h"
#include "core/shapes/element_type.h"
#include "core/xla/xprof/xprof_replay.h"

#include <algorithm>
#include <array>
#include <concepts>
#include <map>
#include <numeric>
#include <optional>
#include <ostream>
#include <string_view>
#include <vector>

namespace tidemark::xla {
namespace {

constexpr std::int64_t kPointerBytes = 8;

/// "Parameter", "Output", "Thread-local", "Constant" or "Temporary": the first that applies.
const char* xprofGroup(const Allocation& allocation)
{
    if (allocation.isParameter)
        return "Parameter";
    if (allocation.isLiveOut)
        return "Output";
    if (allocation.isThreadLocal)
        return "Thread-local";
    return allocation.isConstant ? "Constant" : "Temporary";
}

/// One logical buffer as XProf sees it, including faults. Names are those of the file and may be invalid UTF-8.
class XprofBuffer
{
public:
    struct Source {
        std::string file;
        std::int64_t line = 0;
        std::string stack; // "file:line:column", one line per frame, the innermost first
        bool isKnown() const { return !file.empty() || line != 0 || !stack.empty(); }
    };

    XprofBuffer(const Plan& plan, BufferId buffer)
        : m_plan(plan)
        , m_buffer(plan.assignment().buffers[buffer])
    {
        if (m_buffer.instruction)
            m_instruction = plan.module().instruction(m_buffer.instruction);
    }

    const Instruction& instruction() const { return m_instruction; }
    std::string hloName() const
    {
        return std::string(m_buffer.instruction ? m_instruction.name
                                                : m_plan.assignment().text(m_buffer.instructionName));
    }
    /// The name followed by "{index}".
    std::string instructionName() const
    {
        return hloName() + framed("{", joined(m_plan.assignment().indices(m_buffer.shapeIndex), ","), "}");
    }
    /// XProf uses only the last index in the tuple of the top shape, and the whole shape when the index is out of
    /// range.
    ShapeView shape() const
    {
        const auto index = m_plan.assignment().indices(m_buffer.shapeIndex);
        if (index.empty())
            return m_instruction.shape;
        return m_plan.subshape(m_instruction.shape, index.last(1)).value_or(m_instruction.shape);
    }
    std::int64_t unpaddedSize() const
    {
        const ArrayMeasure measure = m_plan.measure(shape());
        return measure.type == kTuple ? measure.tupleSize * kPointerBytes : xlaByteSize(measure).value_or(0);
    }
    Source source() const
    {
        const auto frames = m_plan.module().stack(m_instruction.stackFrame);
        Source source;
        for (const SourceLocation& frame : frames)
            addTo(source.stack, "\n",
                  std::string(frame.file) + ":" + std::to_string(frame.line) + ":" + std::to_string(frame.column));
        source.file = m_instruction.sourceFile;
        source.line = m_instruction.sourceLine;
        if (source.file.empty() && !frames.empty()) {
            source.file = frames.front().file;
            source.line = frames.front().line;
        }
        return source;
    }

private:
    const Plan& m_plan;
    const LogicalBuffer& m_buffer;
    Instruction m_instruction;
};

/// A row of XProf's list of buffers that are live at the peak.
struct PeakRow {
    std::int64_t size = 0;
    BufferId buffer; // none: the last row, which sums all buffers below 16 KiB
    const Allocation* allocation = nullptr; // null if the buffer is in no allocation
};

constexpr std::int64_t kSmallBuffer = 1 << 14;

/// Returns first the allocations that live all the time, each represented by its largest buffer (XProf lists them for
/// colour 0 only), then the buffers that the heap trace holds at its peak, in order of birth.
std::vector<PeakRow> peakRows(const BufferAssignment& assignment, std::int64_t color, const XprofReplay& replay)
{
    std::vector<PeakRow> rows;
    std::int64_t small = 0;
    const auto size = [&](BufferId id) { return assignment.buffers[id].size; };
    const auto add = [&](BufferId buffer) {
        const AllocationId allocation = assignment.buffers[buffer].allocation;
        if (size(buffer) < kSmallBuffer)
            small += size(buffer);
        else
            rows.push_back({size(buffer), buffer, allocation ? &assignment.allocations[allocation] : nullptr});
    };
    for (const Allocation& allocation : assignment.allocations) {
        if (color != 0 || allocation.color != color || !allocation.isIndefiniteToXprof())
            continue;
        const auto buffers = assignment.buffersOf(allocation);
        const auto largest = std::ranges::max_element(buffers, {}, size);
        if (largest != buffers.end() && size(*largest) > 0)
            add(*largest);
    }
    std::ranges::for_each(replay.peakBuffers, add);
    if (small > 0)
        rows.push_back({small, BufferId(), nullptr});
    return rows;
}

/// Returns the positions of the rows, the largest row first.
std::vector<std::uint32_t> orderBySize(const std::vector<PeakRow>& rows)
{
    std::vector<std::uint32_t> order(rows.size());
    std::iota(order.begin(), order.end(), 0);
    std::ranges::stable_sort(order, std::ranges::greater(), [&](std::uint32_t i) { return rows[i].size; });
    return order;
}

/// Writes proto3 JSON: fields that are zero or empty are left out, elements of lists are not.
class ProtoJson
{
public:
    explicit ProtoJson(std::ostream& out)
        : m_json(out)
    { }

    template <class F>
    void message(F writeFields)
    {
        m_json.beginObject();
        writeFields();
        m_json.endObject();
    }

    template <std::integral Integer>
    void field(std::string_view key, Integer number)
    {
        if (number != 0)
            m_json.key(key).value(number);
    }
    void field(std::string_view key, std::string_view text)
    {
        if (!text.empty())
            m_json.key(key).value(text);
    }
    /// Writes a field even if it is zero, as members of a oneof are.
    void presentField(std::string_view key, std::uint64_t number) { m_json.key(key).value(number); }
    void mibField(std::string_view key, std::int64_t bytes)
    {
        if (bytes == 0)
            return;
        m_json.key(key);
        mib(bytes);
    }
    template <class F>
    void messageField(std::string_view key, F writeFields)
    {
        m_json.key(key);
        message(writeFields);
    }
    /// `writeElement(i)` writes one value for each i < count.
    template <class F>
    void list(std::string_view key, std::size_t count, F writeElement)
    {
        if (count == 0)
            return;
        m_json.key(key).beginArray();
        for (std::size_t i = 0; i < count; ++i)
            writeElement(i);
        m_json.endArray();
    }

    template <class T>
    void element(const T& value)
    {
        m_json.value(value);
    }
    /// Writes bytes as mebibytes in floating point; whole numbers have no decimal point.
    void mib(std::int64_t bytes)
    {
        constexpr std::int64_t kMib = 1 << 20;
        if (bytes % kMib == 0)
            m_json.value(bytes / kMib);
        else
            m_json.value(static_cast<double>(bytes) / static_cast<double>(kMib));
    }

private:
    JsonWriter m_json;
};

/// Sums over the allocations of a colour. Unit: bytes.
struct Totals {
    std::int64_t parameters = 0;
    std::int64_t nonReusable = 0; // tuples, and thread-local allocations, which are in no other sum
    std::int64_t liveOut = 0;
    std::int64_t all = 0;
    std::int64_t indefinite = 0;
};

Totals totalsOf(const BufferAssignment& assignment, std::int64_t color)
{
    Totals totals;
    for (const Allocation& allocation : assignment.allocations) {
        if (allocation.color != color)
            continue;
        const auto add = [&](std::int64_t& sum, bool isPart) { sum += allocation.size * isPart; };
        add(totals.nonReusable, allocation.isTuple || allocation.isThreadLocal);
        add(totals.parameters, allocation.isParameter);
        add(totals.liveOut, allocation.isLiveOut);
        add(totals.all, !allocation.isThreadLocal);
        add(totals.indefinite, allocation.isIndefinite());
    }
    return totals;
}

/// The JSON format of proto3 writes 64-bit integers as strings and leaves out 0.
std::string idText(std::int64_t id)
{
    return id == 0 ? std::string() : std::to_string(id);
}

class MemoryViewer
{
public:
    MemoryViewer(std::ostream& out, const Plan& plan, std::int64_t color)
        : m_json(out)
        , m_plan(plan)
        , m_assignment(plan.assignment())
        , m_color(color)
        , m_replay(replayLikeXprof(m_assignment, color,
                                   [&](BufferId buffer) { return XprofBuffer(plan, buffer).unpaddedSize(); }))
    { }

    void write()
    {
        m_json.message([&] {
            writeLevels("heapSizes", m_replay.heapSizes);
            writeLevels("unpaddedHeapSizes", m_replay.unpaddedHeapSizes);
            writeRows();
            writeSpans();
            m_json.field("moduleName", m_plan.module().name());
            m_json.field("entryComputationName", m_plan.module().entryComputationName());
            m_json.mibField("peakHeapMib", m_replay.base + m_replay.peak);
            m_json.mibField("peakUnpaddedHeapMib", m_replay.base + m_replay.unpaddedPeak);
            m_json.field("peakHeapSizePosition", m_replay.peakPosition);
            const Totals totals = totalsOf(m_assignment, m_color);
            m_json.mibField("entryComputationParametersMib", totals.parameters);
            m_json.mibField("nonReusableMib", totals.nonReusable);
            m_json.mibField("maybeLiveOutMib", totals.liveOut);
            writeIndefinite();
            m_json.mibField("totalBufferAllocationMib", totals.all);
            m_json.mibField("indefiniteBufferAllocationMib", totals.indefinite);
            writeInstructionNames();
            writeScopedMemory();
            writeBlocks();
        });
    }

private:
    void writeLevels(const char* key, const std::vector<std::int64_t>& levels)
    {
        m_json.list(key, levels.size(), [&](std::size_t i) { m_json.mib(m_replay.base + levels[i]); });
    }

    void writeRows()
    {
        const std::vector<PeakRow> rows = peakRows(m_assignment, m_color, m_replay);
        const std::vector<std::uint32_t> bySize = orderBySize(rows);
        std::vector<std::uint32_t> toBySize(rows.size());
        for (std::uint32_t i = 0; i < bySize.size(); ++i)
            toBySize[bySize[i]] = i;
        m_json.list("maxHeap", rows.size(), [&](std::size_t i) { writeRow(rows, i); });
        m_json.list("maxHeapBySize", rows.size(), [&](std::size_t i) { writeRow(rows, bySize[i]); });
        m_json.list("maxHeapToBySize", rows.size(), [&](std::size_t i) { m_json.element(toBySize[i]); });
        m_json.list("bySizeToMaxHeap", rows.size(), [&](std::size_t i) { m_json.element(bySize[i]); });
    }

    void writeRow(const std::vector<PeakRow>& rows, std::size_t number)
    {
        m_json.message([&] {
            m_json.presentField("numbered", number);
            if (rows[number].buffer) {
                writeRowFields(rows[number]);
                return;
            }
            m_json.field("label", "small (<16384 bytes)");
            m_json.field("logicalBufferId", -1);
            m_json.mibField("logicalBufferSizeMib", rows[number].size);
        });
    }

    void writeRowFields(const PeakRow& row)
    {
        const XprofBuffer buffer(m_plan, row.buffer);
        const std::string shape = shapeText(buffer.shape());
        const std::string opName(buffer.instruction().opName);
        m_json.field("label", buffer.hloName() + ": " + shape + " # " + opName);
        m_json.field("logicalBufferId", m_assignment.buffers[row.buffer].id);
        m_json.mibField("logicalBufferSizeMib", row.size);
        m_json.mibField("unpaddedShapeMib", buffer.unpaddedSize());
        m_json.field("instructionName", buffer.instructionName());
        m_json.field("shapeString", shape);
        m_json.field("tfOpName", opName);
        m_json.field("groupName", row.allocation ? xprofGroup(*row.allocation) : "");
        m_json.field("opCode", buffer.instruction().opcode);
        writeSource(buffer.source());
    }

    void writeSource(const XprofBuffer::Source& source)
    {
        if (!source.isKnown())
            return;
        m_json.messageField("sourceInfo", [&] {
            m_json.field("fileName", source.file);
            m_json.field("lineNumber", source.line);
            m_json.field("stackFrame", source.stack);
        });
    }

    void writeSpans()
    {
        std::map<std::int64_t, XprofReplay::Span> byId;
        for (const auto& [buffer, span] : m_replay.spans)
            byId[m_assignment.buffers[buffer].id] = span;
        if (byId.empty())
            return;
        m_json.messageField("logicalBufferSpans", [&] {
            for (const auto& [id, span] : byId)
                m_json.messageField(std::to_string(id), [&, span = span] {
                    m_json.field("start", span.start);
                    m_json.field("limit", span.limit);
                });
        });
    }

    void writeIndefinite()
    {
        std::vector<const Allocation*> allocations;
        for (const Allocation& allocation : m_assignment.allocations)
            if (allocation.color == m_color && allocation.isIndefiniteToXprof())
                allocations.push_back(&allocation);
        m_json.list("indefiniteLifetimes", allocations.size(),
                    [&](std::size_t i) { writeAllocation(*allocations[i]); });
    }

    void writeAllocation(const Allocation& allocation)
    {
        std::vector<const char*> attributes;
        if (allocation.isParameter)
            attributes.push_back("entry computation parameter");
        if (allocation.isLiveOut)
            attributes.push_back("may-be live out");
        if (!allocation.isTuple && !allocation.isThreadLocal)
            attributes.push_back("reusable");
        m_json.message([&] {
            m_json.field("id", idText(allocation.index));
            m_json.mibField("sizeMib", allocation.size);
            m_json.list("attributes", attributes.size(), [&](std::size_t i) { m_json.element(attributes[i]); });
            const auto buffers = m_assignment.buffersOf(allocation);
            m_json.list("logicalBuffers", buffers.size(), [&](std::size_t i) { writeLogicalBuffer(buffers[i]); });
            m_json.field("commonShape", commonShape(allocation));
        });
    }

    void writeLogicalBuffer(BufferId id)
    {
        const XprofBuffer buffer(m_plan, id);
        const LogicalBuffer& logical = m_assignment.buffers[id];
        const auto path = m_assignment.indices(logical.shapeIndex);
        m_json.message([&] {
            m_json.field("id", idText(logical.id));
            m_json.field("shape", shapeText(buffer.shape()));
            m_json.mibField("sizeMib", m_assignment.assignedSize(id));
            m_json.field("hloName", buffer.hloName());
            m_json.list("shapeIndex", path.size(), [&](std::size_t i) { m_json.element(std::to_string(path[i])); });
        });
    }

    /// Returns the text of the shape if all buffers of the allocation have the same shape, otherwise an empty text.
    std::string commonShape(const Allocation& allocation) const
    {
        std::optional<std::string> common;
        for (const BufferId buffer : m_assignment.buffersOf(allocation)) {
            std::string shape = shapeText(XprofBuffer(m_plan, buffer).shape());
            if (common && shape != *common)
                return {};
            common = std::move(shape);
        }
        return common.value_or("");
    }

    void writeInstructionNames()
    {
        if (!m_replay.trace)
            return;
        const auto events = m_assignment.eventsOf(m_replay.trace);
        m_json.list("hloInstructionNames", events.size() + 1, [&](std::size_t i) {
            m_json.element(i == events.size() ? std::string_view() : m_assignment.text(events[i].instructionName));
        });
    }

    void writeScopedMemory()
    {
        constexpr std::int64_t kVmem = 1;
        const auto& scoped = m_plan.module().maxScopedMemory();
        if (m_color != kVmem || !scoped)
            return;
        m_json.mibField("maxScopedVmemAllocationMib", scoped->bytes);
        m_json.field("maxScopedVmemInstructionName", scoped->instruction);
    }

    void writeBlocks()
    {
        const std::vector<BufferBlock> blocks = bufferBlocks(m_assignment, m_color, m_replay);
        m_json.list("bufferBlocks", blocks.size(), [&](std::size_t i) {
            m_json.message([&] {
                if (!blocks[i].buffer)
                    writeContainer(blocks[i]);
                else
                    writeBlock(blocks[i], i);
            });
        });
    }

    void writeContainer(const BufferBlock& block)
    {
        m_json.field("logicalBufferId", -1);
        m_json.field("name", xprofGroup(*block.allocation));
        m_json.field("offset", block.offset);
        m_json.field("size", block.size);
        m_json.field("endStep", block.endStep);
        m_json.field("category", xprofGroup(*block.allocation));
        m_json.field("color", "#ffffff");
    }

    void writeBlock(const BufferBlock& block, std::size_t position)
    {
        // The web page only needs different colours for neighbours.
        static constexpr std::array kBlockColors = {"#2a75b3", "#e39b1b", "#6f9a2c", "#c9501c", "#8a6fc0", "#1b8a6b"};
        const XprofBuffer buffer(m_plan, block.buffer);
        m_json.field("logicalBufferId", m_assignment.buffers[block.buffer].id);
        m_json.field("name", buffer.instructionName());
        m_json.field("offset", block.offset);
        m_json.field("size", block.size);
        m_json.field("startStep", block.startStep);
        m_json.field("endStep", block.endStep);
        m_json.field("tfOpName", buffer.instruction().opName);
        m_json.field("category", xprofGroup(*block.allocation));
        writeSource(buffer.source());
        m_json.field("shapeString", shapeText(buffer.shape()));
        m_json.field("unpaddedSize", buffer.unpaddedSize());
        m_json.field("color", kBlockColors[position % kBlockColors.size()]);
    }

    ProtoJson m_json;
    const Plan& m_plan;
    const BufferAssignment& m_assignment;
    std::int64_t m_color;
    XprofReplay m_replay;
};

} // namespace

void writeMemoryViewer(std::ostream& out, const Plan& plan, std::int64_t color)
{
    MemoryViewer(out, plan, color).write();
    out << '\n';
}

std::optional<std::int64_t> xlaByteSize(const ArrayMeasure& measure)
{
    if (measure.type == kOpaque)
        return std::int64_t{8};
    const ElementType* const known = elementTypeOf(measure.type);
    if (!known || known->bits < 0)
        return std::nullopt;
    if (known->bits == 0)
        return std::int64_t{0};
    return packedBytes(measure.elements, measure.layoutBits > 0 ? measure.layoutBits : std::max(known->bits, 8));
}

} // namespace tidemark::xla
