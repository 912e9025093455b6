#include "core/oom/message_cut.h"

#include <algorithm>

namespace tidemark::oom {
namespace {

class CutFinder
{
public:
    CutFinder(std::span<const MessageLine> body, Report& report)
        : m_body(body)
        , m_report(report)
    { }

    void find()
    {
        findInSum();
        findInCapacity();
        findInPlan();
        findInAllocations();
        if (has(Role::Chunk) && !m_report.figure("Sum Total of in-use chunks"))
            missing("the end of the chunks, their sum and the statistics of the allocator");
    }

private:
    bool has(Role role) const { return std::ranges::find(m_body, role, &MessageLine::role) != m_body.end(); }
    void missing(std::string what) { m_report.cut.missing.push_back(std::move(what)); }
    bool hasFigure(const std::string& name) const
    {
        return std::ranges::find(m_report.figures, name, &Figure::name) != m_report.figures.end();
    }

    /// Checks the last sum only: the text after a sum follows all of its lines.
    void findInSum()
    {
        const auto last = std::ranges::find_if(m_body.rbegin(), m_body.rend(),
                                               [](const MessageLine& line) { return isHeading(line.role); });
        if (last == m_body.rend() || (last->role != Role::Total && last->role != Role::Program))
            return;
        // The lines that end a message come after all sums.
        if (std::any_of(m_body.rbegin(), last, [](const MessageLine& line) { return line.role == Role::Remark; }))
            return;
        const bool isTotal = last->role == Role::Total;
        const auto heading = std::ranges::find_if(m_report.figures, [&](const Figure& figure) {
            return figure.name.starts_with(isTotal ? "Total " : "Program ")
                && figure.name.find(':') == std::string::npos;
        });
        if (heading == m_report.figures.end())
            return;
        const std::string& name = heading->name;
        const std::string before = name + std::string(kItemSeparator);
        const auto isItem = [&](const char* item) { return hasFigure(before + item); };
        if (isItem(isTotal ? "arguments" : "overlays"))
            return;
        Amount sum;
        for (const Figure& figure : m_report.figures)
            if (isItemOf(figure, name) && figure.amount)
                sum = sum + *figure.amount;
        if (!heading->amount || mayBeEqual(sum, *heading->amount))
            return;
        m_report.cut.section = name;
        missing("the rest of " + name);
    }

    void findInCapacity()
    {
        const std::string capacity = m_report.capacityHeading();
        if (has(Role::Capacity) && !hasFigure(capacity + ": Available after request"))
            missing("the available part of the capacity");
    }

    void findInPlan()
    {
        if (has(Role::GpuTitle) && !has(Role::GpuStats) && !has(Role::GpuPeak))
            missing("the figures of the buffer assignment");
        if (has(Role::GpuStats) && !m_report.figure("total allocation"))
            missing("the total of the buffer assignment");
    }

    void findInAllocations()
    {
        const auto isList
            = [](const MessageLine& line) { return line.role == Role::Largest || line.role == Role::GpuPeak; };
        const auto entry = std::ranges::find(m_body.rbegin(), m_body.rend(), Role::Entry, &MessageLine::role);
        if (entry == m_body.rend()) {
            if (std::ranges::any_of(m_body, isList) && !has(Role::Field))
                missing("the list of allocations");
            return;
        }
        const bool isEnded
            = std::any_of(m_body.rbegin(), entry, [](const MessageLine& line) { return line.role == Role::Remark; });
        if (isEnded || m_report.allocations.empty())
            return;
        const Allocation& last = m_report.allocations.back();
        // The labels come after all fields that are checked.
        if (has(Role::GpuPeak) ? !last.shape.empty() : !(last.label.empty() && last.allocationType.empty()))
            return;
        m_report.cut.isInAllocation = true;
        missing("the rest of " + (last.number ? "allocation " + std::to_string(*last.number) : "the last allocation"));
    }

    std::span<const MessageLine> m_body;
    Report& m_report;
};

} // namespace

void findCut(std::span<const MessageLine> body, Report& report)
{
    CutFinder(body, report).find();
}

} // namespace tidemark::oom
