#include "core/base/text.h"
#include "core/xla/advice/rules.h"

#include "core/wire/wire_reader.h"
#include "proto/hlo.pb.h"

#include <map>
#include <utility>

namespace tidemark::xla {
namespace {

/// Returns the literal of a constant; empty when the file has none.
std::string_view literalOf(const Evidence& evidence, RowId row)
{
    const InstructionId definer = evidence.definer(row);
    if (!definer || evidence.graph().node(definer).opcode != Opcode::Constant)
        return {};
    std::string_view literal;
    Damage known; // decoding the module has reported the damage
    for (WireReader reader(evidence.plan().module().bytesOf(definer), known); reader.next();)
        if (reader.field() == proto::HloInstructionProto::kLiteralFieldNumber && reader.isBytes())
            literal = reader.bytes();
    return literal;
}

std::vector<Proposal> equalConstants(const Evidence& evidence)
{
    std::map<std::string_view, RowId> first; // literals include their shapes
    Proposal proposal;
    Finding& finding = proposal.finding;
    for (const RowId row : evidence.rows()) {
        const Allocation& allocation = evidence.allocation(row);
        const std::string_view literal = allocation.isConstant && !allocation.isParameter && !allocation.isLiveOut
            ? literalOf(evidence, row)
            : std::string_view();
        if (!literal.empty() && !first.emplace(literal, row).second)
            proposal.change(evidence.sum().gone(row));
    }
    if (!arrange(finding, evidence.sum()))
        return {};
    finding.text = groupedCount(finding.rows.size(), "constant")
        + ", %1, with the same values and shape as another one: " + evidence.names(finding.rows);
    return {std::move(proposal)};
}

} // namespace

constinit const PlanRule kConstants{
    "identical_constants",
    "Hold equal constants once",
    "The program uses one constant or one argument instead of equal constants.",
    "Literals of the HLO module, compared byte by byte",
    false,
    equalConstants,
};

} // namespace tidemark::xla
