#include "core/oom/message_rows.h"

#include "core/base/text.h"
#include "core/groups/repeated_parts.h"
#include "core/oom/printed_shape.h"

#include <re2/re2.h>

#include <algorithm>
#include <array>

namespace tidemark::oom {
namespace {

/// A type of allocation as messages name it, and the kind of its rows.
struct KindWord {
    std::string_view word;
    const char* id;
    const char* label;
    Hue hue;
};

constexpr std::array kKinds = {
    KindWord{"HLO temp", "temporary", "Temporary", Hue::Temporary},
    KindWord{"arguments", "parameter", "Argument", Hue::Argument},
    KindWord{"entry parameter", "parameter", "Argument", Hue::Argument},
    KindWord{"output", "output", "Output", Hue::Output},
    KindWord{"scoped", "scoped", "Scoped", Hue::ThreadLocal},
    KindWord{"global", "global", "Global", Hue::Constant},
    KindWord{"in use", "in_use", "In use", Hue::Argument},
    KindWord{"free", MessageRows::kFree, "Free", Hue::Temporary},
    KindWord{"", MessageRows::kUnknown, "Of unstated type", Hue::Temporary},
};

std::uint8_t kindOf(const std::string& allocationType)
{
    const auto found = std::ranges::find_if(
        kKinds, [&](const KindWord& kind) { return !kind.word.empty() && allocationType.starts_with(kind.word); });
    return static_cast<std::uint8_t>(std::min<std::ptrdiff_t>(found - kKinds.begin(), kKinds.size() - 1));
}

/// The unpadded size in bytes: stated by the message, or computed from the shape if the size is that of the shape.
std::optional<std::int64_t> unpaddedOf(const Message& message, const Allocation& allocation)
{
    if (allocation.unpadded)
        return allocation.unpadded->bytes;
    if (message.kind == Kind::Scoped) // the shape of the operation is not that of its scoped allocation
        return std::nullopt;
    const auto bytes = bytesOfShape(allocation.shape);
    return bytes && allocation.size && mayBeEqual(*allocation.size, {bytes->padded, 0}) ? std::optional(bytes->unpadded)
                                                                                        : std::nullopt;
}

/// Returns the opcode after "… = ": that of "f32[8]{0} fusion(…" or "fusion(…".
std::string opcodeOf(std::string_view label)
{
    static const re2::RE2 kOpcode(R"(^(?:\S*\[\S* )?([a-z0-9-]+)\()", re2::RE2::Latin1);
    const std::size_t equals = label.find(" = ");
    std::string opcode;
    if (equals != std::string_view::npos)
        re2::RE2::PartialMatch(label.substr(equals + 3), kOpcode, &opcode);
    return opcode;
}

/// Returns the first sentence of an explanation: "input window allocation for operator input 0".
std::string_view firstSentence(std::string_view text)
{
    return text.substr(0, std::min(text.find(". "), text.find('.', text.empty() ? 0 : text.size() - 1)));
}

} // namespace

std::string instructionOf(std::string_view label)
{
    static const re2::RE2 kInstruction(R"(%?([\w.-]+)(?: = (?s:.*))?)", re2::RE2::Latin1);
    std::string name;
    re2::RE2::FullMatch(label, kInstruction, &name);
    return name;
}

std::vector<std::size_t> rowAllocations(const Message& message)
{
    std::vector<std::size_t> positions;
    for (std::size_t i = 0; i < message.allocations.size(); ++i)
        if (message.allocations[i].size)
            positions.push_back(i);
    return positions;
}

MessageRows::MessageRows(std::shared_ptr<const Message> message)
    : m_message(std::move(message))
{
    std::uint64_t first = UINT64_MAX;
    for (const Allocation& allocation : m_message->allocations)
        first = std::min(first, allocation.address.value_or(UINT64_MAX));
    for (const std::size_t position : rowAllocations(*m_message)) {
        const Allocation& allocation = m_message->allocations[position];
        Row row;
        row.allocation = position;
        row.size = std::max<std::int64_t>(0, allocation.size->bytes);
        if (const auto unpadded = unpaddedOf(*m_message, allocation))
            row.unpadded = std::clamp<std::int64_t>(*unpadded, 0, row.size);
        if (allocation.address)
            row.offset = static_cast<std::int64_t>(std::min<std::uint64_t>(*allocation.address - first, INT64_MAX));
        row.kind = kindOf(allocation.allocationType);
        if (__builtin_add_overflow(m_sum, row.size, &m_sum))
            m_sum = INT64_MAX;
        m_rows.push_back(row);
    }
    if (first != UINT64_MAX)
        m_firstAddress = first;
}

std::vector<Part> MessageRows::parts() const
{
    std::vector<Part> parts;
    for (std::size_t kind = 0; kind < kKinds.size(); ++kind) {
        Part part{kKinds[kind].label, kKinds[kind].hue, 0};
        for (const Row& row : m_rows)
            if (row.kind == kind && __builtin_add_overflow(part.bytes, row.size, &part.bytes))
                part.bytes = INT64_MAX;
        if (part.bytes > 0)
            parts.push_back(std::move(part));
    }
    return parts;
}

std::string MessageRows::name(RowId row) const
{
    const Allocation& allocation = allocationOf(row);
    if (allocation.address)
        return addressText(*allocation.address);
    std::string name = validUtf8(instructionOf(allocation.label));
    if (name.empty())
        name = validUtf8(allocation.label);
    if (!allocation.tag.empty()) // an instruction may have several allocations
        addTo(name, ": ", validUtf8(firstSentence(allocation.tag)));
    if (name.empty())
        name = "allocation " + std::to_string(allocation.number.value_or(static_cast<std::int64_t>(row.index()) + 1));
    return name;
}

void MessageRows::describe(RowId row, Facts& facts) const
{
    const Allocation& allocation = allocationOf(row);
    facts = {};
    facts.id = allocation.number;
    facts.instruction = validUtf8(instructionOf(allocation.label));
    facts.name = name(row);
    facts.shape = validUtf8(allocation.shape);
    const std::size_t layout = facts.shape.starts_with('(') ? std::string::npos : facts.shape.find('{');
    facts.shapeWithoutLayout = facts.shape.substr(0, layout);
    if (layout != std::string::npos)
        facts.layout = facts.shape.substr(layout);
    facts.opName = validUtf8(allocation.opName);
    facts.opcode = opcodeOf(allocation.label);
    facts.sourceFile = validUtf8(allocation.sourceFile);
    facts.sourceLine = allocation.sourceLine.value_or(0);
}

Rows MessageRows::tableOf(const std::shared_ptr<const MessageRows>& rows)
{
    Rows table;
    const bool isChunks = rows->m_message->kind == Kind::Bfc;
    table.one = isChunks ? "chunk" : "buffer";
    table.many = isChunks ? "chunks" : "buffers";
    table.count = rows->count();
    if (table.count == 0)
        return table;
    const Row& first = rows->m_rows.front();
    table.size = {&first.size, sizeof(Row)};
    table.unpadded = {&first.unpadded, sizeof(Row)};
    table.offset = {&first.offset, sizeof(Row)};
    table.start = {&first.start, sizeof(Row)};
    table.end = {&first.end, sizeof(Row)};
    table.kind = {&first.kind, sizeof(Row)};
    for (const KindWord& kind : kKinds)
        table.kinds.push_back({kind.id, kind.label, kind.hue});
    table.columns = {RowColumn::Name, RowColumn::Size, RowColumn::Kind};
    if (isChunks) {
        table.columns.push_back(RowColumn::Offset);
        table.address = rows->m_firstAddress;
    } else {
        table.columns.insert(table.columns.end(),
                             {RowColumn::Padding, RowColumn::Shape, RowColumn::Source, RowColumn::OpName,
                              RowColumn::Unpadded, RowColumn::Layout, RowColumn::Opcode, RowColumn::Id});
        if (std::ranges::all_of(rows->m_rows, [](const Row& row) { return row.unpadded < 0; }))
            std::erase_if(table.columns, [](RowColumn column) {
                return column == RowColumn::Padding || column == RowColumn::Unpadded;
            });
        table.groupings = pathGroupings(table.count, table.size,
                                        [rows](RowId row) { return validUtf8(rows->allocationOf(row).opName); });
        table.groupings.push_back({"shape", "Shape", [rows](RowId row) {
                                       Facts facts;
                                       rows->describe(row, facts);
                                       return facts.shape.empty() ? "(no shape)" : facts.shapeWithoutLayout;
                                   }});
    }
    table.describe = [rows](RowId row, Facts& facts) { rows->describe(row, facts); };
    table.name = [rows](RowId row) { return rows->name(row); };
    table.all = [rows] {
        std::vector<LiveRow> all;
        for (std::size_t i = 0; i < rows->count(); ++i)
            all.push_back({RowId::at(i), 0});
        return all;
    };
    table.live = [all = table.all](StepId) { return all(); };
    return table;
}

} // namespace tidemark::oom
