#include "core/base/text.h"
#include "core/xla/advice/rules.h"

#include "core/shapes/shape.h"

#include <algorithm>
#include <cmath>
#include <map>

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

/// Equal activations, one per layer, in program order.
struct Layers {
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
        group();
    }

    bool isFound() const { return !m_groups.empty(); }

    Proposal propose()
    {
        m_kept = kept();
        for (std::size_t i = 0; i < m_groups.size(); ++i)
            for (const Saved& saved : m_groups[i].saved)
                if (i != m_kept)
                    drop(saved, layerOf(saved));
        if (m_groups.size() == 1)
            dropBetween();
        Proposal proposal;
        for (const auto& [layer, all] : m_dropped) {
            // The first read in the backward part of a layer recomputes the whole layer.
            std::uint32_t again = m_evidence.timeline().steps;
            for (const Saved& saved : all)
                again = std::min(again, saved.until);
            for (const Saved& saved : all)
                if (saved.from < again)
                    proposal.change({saved.row, saved.from, again, 0});
        }
        tell(proposal.finding);
        return proposal;
    }

private:
    InstructionId actor(const RowEvent& event) const
    {
        return event.actor == RowEvent::kNobody ? InstructionId() : InstructionId(event.actor);
    }

    /// Returns the steps between the last use in the forward part and the first use in the backward part.
    Saved waiting(RowId row) const
    {
        Saved saved{row};
        for (const RowEvent& event : m_evidence.uses().of(row)) {
            if (!event.step || event.kind == RowEventKind::Freed)
                continue;
            if (event.kind != RowEventKind::Defined && m_evidence.isBackward(actor(event))) {
                saved.until = event.step.value;
                break;
            }
            saved.from = std::max(saved.from, event.step.value + 1);
        }
        return saved;
    }

    void group()
    {
        std::map<std::string, Layers> groups;
        for (const RowId row : m_evidence.rows()) {
            // Copies count, too: the compiler keeps copies in other memory or in another layout.
            if (!m_evidence.isTemporary(row) || !m_evidence.isOf(row, {Category::Activations})
                || m_evidence.isBackward(m_evidence.definer(row)) || m_evidence.isNegligible(row))
                continue;
            const Saved saved = waiting(row);
            if (saved.from >= saved.until)
                continue;
            const std::string name = withoutNumbers(m_evidence.operation(row));
            const std::string shape = shapeTextWithoutLayout(m_evidence.shape(row));
            Layers& layers = groups[name + " " + shape];
            layers.name = name.empty() ? shape : name + " " + shape;
            layers.saved.push_back(saved);
            layers.bytes += m_evidence.size(row);
        }
        for (auto& [key, layers] : groups)
            if (layers.saved.size() >= kLeastLayers)
                m_groups.push_back(std::move(layers));
        std::ranges::stable_sort(m_groups, [](const Layers& a, const Layers& b) { return a.bytes > b.bytes; });
    }

    /// Returns the group with the smallest activations, among those with half to twice as many activations as the
    /// largest group: one for each layer, or for every second one.
    std::size_t kept() const
    {
        const std::size_t layers = m_groups.front().saved.size();
        std::size_t best = 0;
        for (std::size_t i = 1; i < m_groups.size(); ++i)
            if (2 * m_groups[i].saved.size() >= layers && m_groups[i].saved.size() <= 2 * layers
                && m_groups[i].each() < m_groups[best].each())
                best = i;
        return best;
    }
    /// Returns the number of the layer. The activations of the largest group mark the layers: each layer starts at the
    /// birth of one of them.
    std::size_t layerOf(const Saved& saved) const
    {
        const auto& layers = m_groups.front().saved;
        const auto startOf = [this](const Saved& one) { return m_evidence.row(one.row).start; };
        return static_cast<std::size_t>(std::ranges::upper_bound(layers, startOf(saved), {}, startOf) - layers.begin());
    }
    void drop(const Saved& saved, std::size_t layer) { m_dropped[layer].push_back(saved); }

    /// With only one activation per layer, one of every √n is kept, and the ones up to the next kept one are recomputed
    /// from it.
    void dropBetween()
    {
        const auto& saved = m_groups.front().saved;
        const auto part = static_cast<std::size_t>(std::lround(std::sqrt(static_cast<double>(saved.size()))));
        for (std::size_t i = 0; i < saved.size(); ++i)
            if (i % part != 0)
                drop(saved[i], i / part);
    }

    void tell(Finding& finding) const
    {
        arrange(finding, m_evidence.sum());
        finding.text = groupedCount(finding.rows.size(), "activation") + ", %1, wait"
            + (finding.rows.size() == 1 ? "s" : "") + " for the backward pass. ";
        const auto name = [&](const Layers& layers) {
            finding.amounts.push_back(layers.each());
            return std::to_string(layers.saved.size()) + " × %" + std::to_string(finding.amounts.size()) + " "
                + plainWords(layers.name);
        };
        if (m_groups.size() == 1)
            finding.text += "Recomputed, except one of every few: ";
        else
            finding.text += "Kept: " + name(m_groups[m_kept]) + ". Recomputed: ";
        std::size_t named = 0;
        for (std::size_t i = 0; i < m_groups.size() && named < kNamed; ++i)
            if (i != m_kept || m_groups.size() == 1)
                finding.text += (named++ > 0 ? ", " : "") + name(m_groups[i]);
        const std::size_t others = m_groups.size() - named - (m_groups.size() > 1 ? 1 : 0);
        if (others > 0)
            finding.text += " and " + groupedCount(others, "kind") + " more";
    }

    const Evidence& m_evidence;
    std::vector<Layers> m_groups; // the largest first
    std::size_t m_kept = 0;
    std::map<std::size_t, std::vector<Saved>> m_dropped; // by layer
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
    "The kept values suffice to recompute the others, one layer at a time, before the layer's backward pass (jax.checkpoint). Temporaries of the recomputation are not counted.",
    "JAX, Gradient checkpointing (docs.jax.dev/en/latest/gradient-checkpointing.html); Chen et al. 2016 (arXiv 1604.06174) for one of every √n",
    true,
    rematerialization,
};

} // namespace tidemark::xla
