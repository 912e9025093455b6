#include "core/link/listed_buffers.h"

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
            each.shape.clear(); // it is the shape of a window
        const bool isKnown = !each.opName.empty() || !each.instruction.empty();
        const bool isAgain = each.isScratch && std::ranges::find(buffers, each) != buffers.end();
        if (isKnown && !isAgain && (each.isScratch || !each.shape.empty()))
            buffers.push_back(std::move(each));
    }
    return buffers;
}

} // namespace tidemark
