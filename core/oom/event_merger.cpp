#include "core/oom/event_merger.h"

#include <algorithm>
#include <tuple>

namespace tidemark::oom {
namespace {

/// Returns whether two texts are equal or at least one is empty.
bool agree(const std::string& a, const std::string& b)
{
    return a.empty() || b.empty() || a == b;
}

/// Returns whether the kind is one of a request on a GPU. The allocator logs its state, and the runtime logs the error
/// of the same request.
bool isGpuRequest(Kind kind)
{
    return kind == Kind::Bfc || kind == Kind::GpuShort || kind == Kind::GpuPlan;
}

bool isSameFigure(const Figure& a, const Figure& b)
{
    return a.name == b.name && a.amount == b.amount;
}

bool isSameAllocation(const Allocation& a, const Allocation& b)
{
    const auto facts = [](const Allocation& each) {
        return std::tie(each.number, each.size, each.shape, each.opName, each.label, each.allocationType, each.address);
    };
    return facts(a) == facts(b);
}

template <class List, class Same>
bool agree(const List& a, const List& b, Same isSame)
{
    return a.empty() || b.empty() || std::ranges::equal(a, b, isSame);
}

/// Measures how much a report states. The report that states most is kept.
auto extent(const Report& report)
{
    std::size_t facts = report.figures.size();
    for (const MainFigure& figure : kMainFigures)
        facts += (report.*figure.amount).has_value() ? 1U : 0U;
    for (const std::string* const text : {&report.code, &report.module, &report.device, &report.memory})
        facts += text->empty() ? 0U : 1U;
    return std::pair(report.allocations.size(), facts);
}

std::size_t bytesOf(const Report& report)
{
    return report.text.size() + report.allocations.size() * sizeof(Allocation);
}

} // namespace

bool isSameEvent(const Report& a, const Report& b)
{
    if (a.kind != b.kind && !(isGpuRequest(a.kind) && isGpuRequest(b.kind)))
        return false;
    if (a.rank != b.rank || !agree(a.code, b.code) || !agree(a.module, b.module) || !agree(a.device, b.device)
        || !agree(a.memory, b.memory))
        return false;
    bool isAnyShared = a.text == b.text;
    for (const MainFigure& figure : kMainFigures) {
        const auto& left = a.*figure.amount;
        const auto& right = b.*figure.amount;
        if (!left || !right)
            continue;
        if (!mayBeEqual(*left, *right))
            return false;
        isAnyShared = true;
    }
    return isAnyShared && agree(a.figures, b.figures, isSameFigure)
        && agree(a.allocations, b.allocations, isSameAllocation);
}

void EventMerger::add(Report report)
{
    const auto last = std::find_if(m_held.rbegin(), m_held.rend(),
                                   [&](const Report& held) { return held.rank == report.rank; });
    const bool isKnown = last != m_held.rend() && isSameEvent(*last, report);
    if (isKnown && extent(*last) >= extent(report)) {
        last->timesLogged += report.timesLogged;
        return;
    }
    if (isKnown) {
        report.timesLogged += last->timesLogged;
        m_heldBytes -= bytesOf(*last);
        m_held.erase(std::next(last).base());
    }
    m_heldBytes += bytesOf(report);
    m_held.push_back(std::move(report));
    while (m_held.size() > kMostHeld || (m_heldBytes > kMostHeldBytes && m_held.size() > 1))
        passOnFirst();
}

void EventMerger::finish()
{
    while (!m_held.empty())
        passOnFirst();
}

void EventMerger::passOnFirst()
{
    m_heldBytes -= bytesOf(m_held.front());
    Report report = std::move(m_held.front());
    m_held.pop_front();
    m_found(std::move(report));
}

} // namespace tidemark::oom
