#include "core/base/text.h"
#include "core/xla/advice/loop_stacks.h"
#include "core/xla/advice/rules.h"

#include "core/shapes/shape.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <set>

namespace tidemark::xla {
namespace {

constexpr std::size_t kLeastLayers = 3;
constexpr std::size_t kNamed = 4; // groups named in the text

/// An activation that waits for the backward pass. Nothing reads it at steps [from, until).
struct Saved {
    RowId row;
    std::uint32_t from = 0;
    std::uint32_t until = 0;
};

/// Equal activations in program order: of one operation and one shape.
struct Equal {
    std::string name; // the operation and its shape
    std::vector<Saved> saved;
    std::int64_t bytes = 0;

    std::int64_t each() const { return bytes / static_cast<std::int64_t>(saved.size()); }
};

class Rematerialization
{
public:
    explicit Rematerialization(const Evidence& evidence)
        : m_evidence(evidence)
    {
        findWaiting();
        divide();
    }

    bool isFound() const { return m_parts.size() >= kLeastLayers; }

    Proposal propose()
    {
        const bool isOneEach = std::ranges::all_of(m_parts, [](const auto& part) { return part.size() == 1; });
        if (isOneEach)
            dropBetween();
        else
            dropInParts();
        Proposal proposal;
        for (const auto& part : m_dropped) {
            std::uint32_t again = m_evidence.timeline().steps;
            for (const Saved& saved : part)
                again = std::min(again, saved.until);
            for (const Saved& saved : part)
                if (saved.from < again)
                    proposal.change({saved.row, saved.from, again, 0});
        }
        describe(proposal.finding, isOneEach);
        return proposal;
    }

private:
    /// Returns the first step that computes a gradient of an activation. The compiler may compute values of the forward
    /// part again after it, so the readers of a row do not show where the backward part begins.
    std::uint32_t beginOfBackward() const
    {
        std::uint32_t begin = m_evidence.timeline().steps;
        for (const RowId row : m_evidence.rows())
            if (m_evidence.isTemporary(row) && m_evidence.meaning(row).role == Role::Backward
                && !m_evidence.isNegligible(row))
                begin = std::min(begin, m_evidence.row(row).start);
        return begin;
    }

    /// Returns the steps between the last use in the forward part and the first use in the backward part.
    Saved waiting(RowId row, std::uint32_t backward) const
    {
        Saved saved{row};
        for (const RowEvent& event : m_evidence.uses().of(row)) {
            if (!event.step || event.kind == RowEventKind::Freed)
                continue;
            if (event.kind != RowEventKind::Defined && event.step.value >= backward) {
                saved.until = event.step.value;
                break;
            }
            saved.from = std::max(saved.from, event.step.value + 1);
        }
        return saved;
    }

    void findWaiting()
    {
        const std::uint32_t backward = beginOfBackward();
        for (const RowId row : m_evidence.rows()) {
            // Copies count, too: the compiler keeps copies in other memory or in another layout.
            if (!m_evidence.isTemporary(row) || !m_evidence.isOf(row, {Category::Activations})
                || m_evidence.isBackward(m_evidence.definer(row)) || m_evidence.isNegligible(row))
                continue;
            const Saved saved = waiting(row, backward);
            if (saved.from < saved.until && !loopsOf(m_evidence, row).forward)
                m_waiting.push_back(saved);
        }
        std::ranges::stable_sort(m_waiting, {}, [this](const Saved& saved) { return startOf(saved); });
    }

    /// Returns the groups, those with most bytes first.
    std::vector<Equal> grouped(const std::vector<Saved>& all) const
    {
        std::map<std::string, Equal> byName;
        for (const Saved& saved : all) {
            const std::string name = withoutNumbers(m_evidence.operation(saved.row));
            const std::string shape = shapeTextWithoutLayout(m_evidence.shape(saved.row));
            Equal& group = byName[name + " " + shape];
            group.name = name.empty() ? shape : name + " " + shape;
            group.saved.push_back(saved);
            group.bytes += m_evidence.size(saved.row);
        }
        std::vector<Equal> groups;
        for (auto& [key, group] : byName)
            groups.push_back(std::move(group));
        std::ranges::stable_sort(groups, [](const Equal& a, const Equal& b) { return a.bytes > b.bytes; });
        return groups;
    }

    /// Divides the activations into parts, each of which keeps some: layers if the program has equal ones, otherwise
    /// parts of equal numbers of activations, √n of n.
    void divide()
    {
        m_layers = grouped(m_waiting);
        std::erase_if(m_layers, [](const Equal& group) { return group.saved.size() < kLeastLayers; });
        if (!m_layers.empty())
            divideByLayers();
        const std::size_t most = m_parts.empty() ? 0 : m_parts.back().size();
        if (!m_parts.empty() && most <= 2 * m_waiting.size() / m_parts.size() + 1)
            return;
        // Without equal layers, or if most of the program follows them.
        m_layers.clear();
        m_parts.assign(rootOf(m_waiting.size()), {});
        for (std::size_t i = 0; i < m_waiting.size(); ++i)
            m_parts[i * m_parts.size() / m_waiting.size()].push_back(m_waiting[i]);
    }
    /// The activations with most bytes mark the layers: each layer starts at the birth of one of them.
    void divideByLayers()
    {
        const std::vector<Saved>& marks = m_layers.front().saved;
        m_parts.assign(marks.size(), {});
        for (const Saved& saved : m_waiting) {
            const auto next = std::ranges::upper_bound(marks, startOf(saved), {},
                                                       [this](const Saved& mark) { return startOf(mark); });
            m_parts[static_cast<std::size_t>(std::max<std::ptrdiff_t>(next - marks.begin() - 1, 0))].push_back(saved);
        }
    }
    static std::size_t rootOf(std::size_t count)
    {
        return static_cast<std::size_t>(std::lround(std::sqrt(static_cast<double>(count))));
    }
    std::uint32_t startOf(const Saved& saved) const { return m_evidence.row(saved.row).start; }

    /// Returns the group with the smallest activations among those with half to twice as many activations as layers:
    /// one for each layer, or for every second one. Returns null when the only such group marks the layers.
    const Equal* keptGroup() const
    {
        const Equal* best = nullptr;
        for (const Equal& group : m_layers)
            if (&group != &m_layers.front() && 2 * group.saved.size() >= m_parts.size()
                && group.saved.size() <= 2 * m_parts.size() && group.each() <= m_layers.front().each()
                && (!best || group.each() < best->each()))
                best = &group;
        return best;
    }
    /// Keeps one group of equal activations, or the smallest activation of each part. Each other activation is computed
    /// again on its own, before its first read in the backward part.
    void dropInParts()
    {
        const Equal* const group = keptGroup();
        std::set<std::uint32_t> kept; // rows
        if (group)
            for (const Saved& saved : group->saved)
                kept.insert(saved.row.value);
        for (const std::vector<Saved>& part : m_parts) {
            if (!group && !part.empty())
                kept.insert(std::ranges::min_element(part, {}, [this](const Saved& saved) {
                                return m_evidence.size(saved.row);
                            })->row.value);
        }
        for (const Saved& saved : m_waiting) {
            if (kept.contains(saved.row.value))
                m_kept.push_back(saved);
            else
                m_dropped.push_back({saved});
        }
    }

    /// With only one activation per layer, one of every √n is kept, and the ones up to the next kept one are recomputed
    /// from it.
    void dropBetween()
    {
        const std::size_t length = rootOf(m_waiting.size());
        for (std::size_t i = 0; i < m_waiting.size(); ++i) {
            if (i % length == 0)
                m_dropped.emplace_back();
            else
                m_dropped.back().push_back(m_waiting[i]);
        }
    }

    void describe(Finding& finding, bool isOneEach) const
    {
        arrange(finding, m_evidence.sum());
        finding.text = groupedCount(finding.rows.size(), "activation") + ", %1, wait"
            + (finding.rows.size() == 1 ? "s" : "") + " for the backward pass. ";
        const auto amount = [&](std::int64_t bytes) {
            finding.amounts.push_back(bytes);
            return "%" + std::to_string(finding.amounts.size());
        };
        const auto name = [&](const Equal& group) {
            return std::to_string(group.saved.size()) + " × " + amount(group.each()) + " " + plainWords(group.name);
        };
        std::vector<Saved> dropped;
        for (const auto& part : m_dropped)
            dropped.insert(dropped.end(), part.begin(), part.end());
        const std::vector<Equal> kept = grouped(m_kept);
        if (isOneEach)
            finding.text += "Recomputed, except one of every few: ";
        else if (kept.size() == 1)
            finding.text += "Kept: " + name(kept.front()) + ". Recomputed: ";
        else
            finding.text
                += "Kept: " + groupedCount(m_kept.size(), "array") + ", " + amount(bytesOf(m_kept)) + ". Recomputed: ";
        const std::vector<Equal> groups = grouped(isOneEach ? m_waiting : dropped);
        const std::size_t named = std::min(groups.size(), kNamed);
        for (std::size_t i = 0; i < named; ++i)
            finding.text += (i > 0 ? ", " : "") + name(groups[i]);
        if (groups.size() > named)
            finding.text += " and " + groupedCount(groups.size() - named, "kind") + " more";
    }
    std::int64_t bytesOf(const std::vector<Saved>& all) const
    {
        std::int64_t bytes = 0;
        for (const Saved& saved : all)
            bytes += m_evidence.size(saved.row);
        return bytes;
    }

    const Evidence& m_evidence;
    std::vector<Saved> m_waiting; // in program order
    std::vector<Equal> m_layers; // groups of at least kLeastLayers; empty if they do not divide the program
    std::vector<std::vector<Saved>> m_parts; // the first layer first
    std::vector<std::vector<Saved>> m_dropped; // each inner list is recomputed before the first read of one of its rows
    std::vector<Saved> m_kept;
};

std::vector<Proposal> rematerialization(const Evidence& evidence)
{
    Rematerialization rule(evidence);
    if (!evidence.room().isDeviceMemory || !rule.isFound())
        return {};
    Proposal proposal = rule.propose();
    if (proposal.changes.empty())
        return {};
    return {std::move(proposal)};
}

} // namespace

constinit const PlanRule kRematerialization{
    "rematerialization",
    "Recompute activations in the backward pass",
    "The kept values suffice to recompute the others (jax.checkpoint). Each is recomputed just before the backward pass reads it; with only one for each layer, all between two kept ones are recomputed together. Temporaries of the recomputation are not counted.",
    "JAX, Gradient checkpointing (docs.jax.dev/en/latest/gradient-checkpointing.html); Chen et al. 2016 (arXiv 1604.06174) for one of every √n",
    true,
    rematerialization,
};

} // namespace tidemark::xla
