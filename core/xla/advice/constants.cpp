#include "core/xla/advice/rules.h"

#include "core/wire/wire_reader.h"
#include "proto/hlo.pb.h"

#include <map>
#include <utility>

namespace tidemark {
namespace {

/// Of a constant; empty where the file leaves it out.
std::string_view literalOf(const Evidence& evidence, RowId row)
{
    const InstructionId definer = evidence.definer(row);
    if (!definer || evidence.graph().node(definer).opcode != Opcode::Constant)
        return {};
    std::string_view literal;
    Damage known; // decoding the module has told
    for (WireReader reader(evidence.plan().module().bytesOf(definer), known); reader.next();)
        if (reader.field() == proto::HloInstructionProto::kLiteralFieldNumber && reader.isBytes())
            literal = reader.bytes();
    return literal;
}

} // namespace

std::vector<Proposal> adviseConstants(const Evidence& evidence)
{
    std::map<std::string_view, RowId> first; // literals tell their shapes
    Proposal proposal;
    Finding& finding = proposal.finding;
    for (const RowId row : evidence.rows()) {
        const Allocation& allocation = evidence.allocation(row);
        const std::string_view literal = allocation.isConstant && !allocation.isParameter && !allocation.isLiveOut
            ? literalOf(evidence, row)
            : std::string_view();
        if (literal.empty() || first.emplace(literal, row).second)
            continue;
        finding.rows.push_back(row);
        proposal.changes.push_back(evidence.gone(row));
    }
    if (finding.rows.empty())
        return {};
    evidence.sortBySize(finding.rows);
    finding.id = "identical_constants";
    finding.label = "Hold equal constants once";
    finding.amounts = {evidence.sizeOf(finding.rows)};
    finding.text = counted(finding.rows.size(), "constant")
        + ", %1, with the same values and shape as another one: " + evidence.names(finding.rows);
    finding.assumption = "They are made one in the program, as one argument or one constant of it.";
    finding.source = "Literals of the HLO module, compared byte by byte";
    return {std::move(proposal)};
}

} // namespace tidemark
