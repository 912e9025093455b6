#include "core/xla/advice/evidence.h"

#include "core/base/text.h"
#include "core/view/op_path.h"

#include <algorithm>
#include <map>

namespace tidemark {

Evidence::Evidence(const SpaceTimeline& timeline, const Attribution& attribution, const RowUses& uses, const Room& room,
                   std::function<std::string(RowId)> labelOf)
    : m_timeline(timeline)
    , m_attribution(attribution)
    , m_uses(uses)
    , m_room(room)
    , m_labelOf(std::move(labelOf))
    , m_meanings(attribution.ofRows(timeline))
    , m_sum(timeline)
{ }

bool Evidence::isOf(RowId row, std::initializer_list<Category> categories) const
{
    return std::ranges::find(categories, m_meanings[row].category) != categories.end();
}

ArgumentId Evidence::argument(RowId row) const
{
    const Allocation& allocation = this->allocation(row);
    const InstructionId parameter
        = allocation.isParameter ? plan().module().entryParameter(allocation.parameterNumber) : InstructionId();
    if (!parameter)
        return {};
    const ValueId value = graph().arrayAt(parameter, plan().assignment().indices(allocation.parameterShapeIndex));
    return value ? m_attribution.values().arguments().at(value) : ArgumentId();
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
    return definer ? joinedPath(pathParts(validUtf8(plan().module().instruction(definer).opName))) : std::string();
}

std::string Evidence::name(RowId row) const
{
    const std::string operation = isTemporary(row) ? this->operation(row) : std::string();
    return plainWords(operation.empty() ? m_labelOf(row) : m_labelOf(row) + " (" + operation + ")");
}

std::string Evidence::names(const std::vector<RowId>& rows) const
{
    if (rows.size() == 1)
        return name(rows[0]);
    if (rows.size() == 2)
        return name(rows[0]) + " and " + name(rows[1]);
    return name(rows[0]) + ", " + name(rows[1]) + " and " + std::to_string(rows.size() - 2) + " more";
}

void Evidence::sortBySize(std::vector<RowId>& rows) const
{
    std::ranges::stable_sort(rows, [this](RowId a, RowId b) { return size(a) > size(b); });
}

std::int64_t Evidence::sizeOf(const std::vector<RowId>& rows) const
{
    std::int64_t sum = 0;
    for (const RowId row : rows)
        sum += size(row);
    return sum;
}

std::vector<RowId> Evidence::atPeak(std::vector<RowId> rows) const
{
    std::erase_if(rows, [this](RowId row) {
        return m_timeline.rows[row].start > m_sum.peakStep() || m_timeline.rows[row].end <= m_sum.peakStep();
    });
    return rows;
}

std::string tellCategories(const Evidence& evidence, const std::vector<RowId>& rows, std::vector<std::int64_t>& amounts)
{
    constexpr std::size_t kMost = 9; // amounts that words can name
    std::map<Category, std::int64_t> bytes;
    for (const RowId row : rows)
        bytes[evidence.meaning(row).category] += evidence.size(row);
    const auto nameOf = [](Category category) {
        std::string name(categoryName(category));
        std::ranges::replace(name, '_', ' ');
        return name;
    };
    if (bytes.size() == 1)
        return bytes.begin()->first == Category::Unknown ? std::string() : " of " + nameOf(bytes.begin()->first);
    std::string text;
    for (const auto& [category, sum] : bytes) {
        if (amounts.size() == kMost)
            break;
        amounts.push_back(sum);
        text += (text.empty() ? " (" : ", ") + nameOf(category) + " %" + std::to_string(amounts.size());
    }
    return text + ")";
}

std::string counted(std::size_t count, const std::string& one, const std::string& many)
{
    return std::to_string(count) + " " + (count == 1 ? one : many);
}

} // namespace tidemark
