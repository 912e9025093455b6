#include "core/xla/advice/evidence.h"

#include "core/base/text.h"
#include "core/view/op_path.h"

#include <algorithm>
#include <map>

namespace tidemark::xla {

LiveSum liveSumOf(const SpaceTimeline& timeline)
{
    RowLives lives;
    if (!timeline.rows.empty()) {
        const BufferRow& first = timeline.rows.front();
        lives = {{&first.size, sizeof(BufferRow)}, {&first.start, sizeof(BufferRow)}, {&first.end, sizeof(BufferRow)}};
    }
    std::vector<std::int64_t> levels(timeline.xprofBytes.begin(), timeline.xprofBytes.end());
    for (std::int64_t& level : levels)
        level += timeline.totals.untraced;
    if (std::ranges::max(levels) <= timeline.occupiedPeakBytes())
        return {std::move(levels), lives};
    // Buffers that re-use the memory of others in place would count twice. Each has only the bytes that it adds.
    std::vector<std::int64_t> sizes(timeline.rows.size());
    for (const LiveRow& row : allRows(timeline))
        sizes[row.row.index()] = timeline.rows[row.row].size - row.overlap;
    return {{timeline.occupied.begin(), timeline.occupied.end()}, lives, std::move(sizes)};
}

Evidence::Evidence(const SpaceTimeline& timeline, const Attribution& attribution, const RowMeanings* meanings,
                   const RowUses& uses, const Room& room, std::function<std::string(RowId)> labelOf)
    : m_timeline(timeline)
    , m_attribution(attribution)
    , m_rowMeanings(meanings)
    , m_uses(uses)
    , m_room(room)
    , m_labelOf(std::move(labelOf))
    , m_meanings(attribution.ofRows(timeline))
    , m_sum(liveSumOf(timeline))
{
    if (!meanings)
        return;
    for (const RowId row : rows()) {
        const std::string& id = meanings->standardCategoryOf(row).id;
        Meaning& meaning = m_meanings[row];
        if (!meanings->isCertain(row)) {
            meaning = {}; // advice uses certain facts only
            continue;
        }
        if (id.empty() || id == categoryName(meaning.category))
            continue;
        meaning.category = categoryNamed(id);
        meaning.role = Role::None;
    }
}

bool Evidence::isOf(RowId row, std::initializer_list<Category> categories) const
{
    return std::ranges::find(categories, m_meanings[row].category) != categories.end();
}

bool Evidence::mayBeOf(RowId row, std::initializer_list<Category> categories) const
{
    if (!m_rowMeanings)
        return isOf(row, categories);
    return std::ranges::find(categories, categoryNamed(m_rowMeanings->standardCategoryOf(row).id)) != categories.end();
}

ArgumentId Evidence::argument(RowId row) const
{
    const ValueId value = argumentValue(row);
    return value ? m_attribution.values().arguments().at(value) : ArgumentId();
}

ValueId Evidence::argumentValue(RowId row) const
{
    const Allocation& allocation = this->allocation(row);
    const InstructionId parameter
        = allocation.isParameter ? plan().module().entryParameter(allocation.parameterNumber) : InstructionId();
    return parameter ? graph().arrayAt(parameter, plan().assignment().indices(allocation.parameterShapeIndex))
                     : ValueId();
}

bool Evidence::isBackward(InstructionId instruction) const
{
    if (!instruction)
        return false;
    for (std::uint32_t i = 0; i < graph().values(instruction); ++i)
        if (m_attribution.values().backward().isBackward(graph().value(instruction, i)))
            return true;
    return false;
}

ValueId Evidence::firstValue(RowId row) const
{
    const RowEvent& defined = m_uses.of(row).front();
    if (defined.kind != RowEventKind::Defined || defined.actor == RowEvent::kNobody)
        return {};
    const InstructionId instruction(defined.actor);
    if (graph().values(instruction) == 1)
        return graph().value(instruction);
    const BufferAssignment& assignment = plan().assignment();
    const BufferId buffer = m_timeline.rows[row].buffer;
    return buffer && definer(row) == instruction
        ? graph().arrayAt(instruction, assignment.indices(assignment.buffers[buffer].shapeIndex))
        : ValueId();
}

InstructionId Evidence::definer(RowId row) const
{
    const BufferId buffer = m_timeline.rows[row].buffer;
    return buffer ? plan().assignment().buffers[buffer].instruction : InstructionId();
}

ShapeView Evidence::shape(RowId row) const
{
    const BufferId buffer = m_timeline.rows[row].buffer;
    return buffer ? plan().shapeOf(plan().assignment().buffers[buffer]) : ShapeView();
}

Evidence::Reads Evidence::reads(RowId row) const
{
    Reads reads;
    for (const RowEvent& event : m_uses.of(row)) {
        if (event.kind != RowEventKind::Used && event.kind != RowEventKind::Shared)
            continue;
        reads.isRead = true;
        if (event.step && !reads.first)
            reads.first = event.step;
        if (event.step)
            reads.last = event.step;
    }
    return reads;
}

std::string Evidence::operation(RowId row) const
{
    const InstructionId definer = this->definer(row);
    return definer ? opPath(validUtf8(plan().module().instruction(definer).opName)) : std::string();
}

std::string Evidence::name(RowId row) const
{
    const std::string operation = isTemporary(row) ? this->operation(row) : std::string();
    return plainWords(operation.empty() ? m_labelOf(row) : m_labelOf(row) + " (" + operation + ")");
}

std::string Evidence::names(const std::vector<RowId>& rows) const
{
    return namesOf(rows, [this](RowId row) { return name(row); });
}

void Evidence::keepAtPeak(std::vector<RowId>& rows) const
{
    std::erase_if(rows, [this](RowId row) { return !m_sum.isAtPeak(row); });
}

std::string categoriesText(const Evidence& evidence, const std::vector<RowId>& rows, std::vector<std::int64_t>& amounts)
{
    constexpr std::size_t kMost = 9; // the number of amounts that a text can refer to
    const RowMeanings* const meanings = evidence.rowMeanings();
    if (!meanings)
        return {};
    std::map<std::uint16_t, std::int64_t> bytes;
    for (const RowId row : rows) {
        const std::uint16_t category = meanings->category[row.index()];
        bytes[meanings->isCertain(row) ? category : meanings->unknown()] += evidence.size(row);
    }
    const auto nameOf = [&](std::uint16_t category) {
        return category == meanings->unknown() ? std::string("unknown")
                                               : plainWords(meanings->categories[category].inSentence());
    };
    if (bytes.size() == 1)
        return bytes.begin()->first == meanings->unknown() ? std::string() : " of " + nameOf(bytes.begin()->first);
    std::string text;
    for (const auto& [category, sum] : bytes) {
        if (amounts.size() == kMost)
            break;
        amounts.push_back(sum);
        text += (text.empty() ? " (" : ", ") + nameOf(category) + " %" + std::to_string(amounts.size());
    }
    return text + ")";
}

} // namespace tidemark::xla
