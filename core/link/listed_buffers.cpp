#include "core/link/listed_buffers.h"

#include "core/oom/dense_text.h"
#include "core/oom/report_rows.h"

#include <algorithm>

namespace tidemark {
namespace {

constexpr std::string_view kScratchTag = "scoped memory for ";

std::string withoutLayout(std::string_view shape)
{
    return std::string(shape.substr(0, shape.starts_with('(') ? shape.size() : shape.find('{')));
}

bool isScratch(const oom::Report& report, const oom::Allocation& allocation)
{
    return report.kind == oom::Kind::Scoped || allocation.allocationType.starts_with("scoped")
        || allocation.label.starts_with(kScratchTag);
}

} // namespace

bool ListedBuffer::hasShape(const std::string& ofRow) const
{
    return shape == ofRow || (isScratch && shape.empty())
        || (shape.starts_with('(') && shape.find(ofRow + '{') != std::string::npos);
}

std::vector<ListedBuffer> listedBuffers(const oom::Report& report)
{
    std::vector<ListedBuffer> buffers;
    for (const oom::Allocation& allocation : report.allocations) {
        std::string_view label = allocation.label;
        label.remove_prefix(label.starts_with(kScratchTag) ? kScratchTag.size() : 0);
        ListedBuffer each{allocation.opName, oom::instructionOf(label), withoutLayout(allocation.shape),
                          isScratch(report, allocation)};
        if (each.isScratch && report.kind != oom::Kind::Scoped)
            each.shape.clear(); // that of a window
        const bool isKnown = !each.opName.empty() || !each.instruction.empty();
        const bool isAgain = each.isScratch && std::ranges::find(buffers, each) != buffers.end();
        if (isKnown && !isAgain && (each.isScratch || !each.shape.empty()))
            buffers.push_back(std::move(each));
    }
    return buffers;
}

void BufferNames::add(const Rows& rows)
{
    Facts facts;
    for (std::size_t i = 0; i < rows.count; ++i) {
        rows.describe(RowId::at(i), facts);
        if (!facts.opName.empty())
            m_opNames.insert(oom::withoutBlanks(facts.opName));
        if (!facts.instruction.empty())
            m_shapes[facts.instruction].insert(facts.shapeWithoutLayout);
    }
}

bool BufferNames::areOthers(const std::vector<ListedBuffer>& listed) const
{
    bool isAnyNamed = false;
    for (const ListedBuffer& each : listed) {
        if (hasOpName(each.opName) || hasInstruction(each))
            return false;
        isAnyNamed = isAnyNamed || (!each.opName.empty() && !m_opNames.empty())
            || (!each.instruction.empty() && !m_shapes.empty());
    }
    return isAnyNamed;
}

bool BufferNames::hasOpName(const std::string& opName) const
{
    if (opName.empty())
        return false;
    const std::string name = oom::withoutBlanks(opName); // of which old messages leave out the end
    const auto found = m_opNames.lower_bound(name);
    return found != m_opNames.end() && found->starts_with(name);
}

bool BufferNames::hasInstruction(const ListedBuffer& listed) const
{
    constexpr std::string_view kCut = "..."; // of a name that the message does not write out
    std::string_view name = listed.instruction;
    const bool isCut = name.ends_with(kCut);
    name.remove_suffix(isCut ? kCut.size() : 0);
    const auto hasShape = [&](const std::string& shape) { return listed.hasShape(shape); };
    for (auto found = m_shapes.lower_bound(name); found != m_shapes.end() && found->first.starts_with(name); ++found) {
        if ((isCut || found->first == name) && std::ranges::any_of(found->second, hasShape))
            return true;
        if (!isCut)
            break; // the name itself would be the first
    }
    return false;
}

} // namespace tidemark
