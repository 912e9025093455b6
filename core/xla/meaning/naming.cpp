#include "core/xla/meaning/naming.h"

#include "core/wire/wire_reader.h"
#include "proto/hlo.pb.h"

namespace tidemark::xla {
namespace {

/// Returns whether the text contains `before`, `rare` and `after` in sequence. `rare` seldom occurs in names, so a
/// search for it is faster than a search for the whole text from its first letter.
bool contains(std::string_view text, std::string_view before, char rare, std::string_view after)
{
    for (std::size_t at = text.find(rare); at != std::string_view::npos; at = text.find(rare, at + 1))
        if (at > 0 && text[at - 1] == before.back() && text.substr(0, at).ends_with(before)
            && text.substr(at + 1).starts_with(after))
            return true;
    return false;
}

} // namespace

bool isNamedAfterItself(Opcode opcode)
{
    switch (opcode) {
    case Opcode::Parameter:
    case Opcode::Constant:
    case Opcode::Tuple:
    case Opcode::GetTupleElement:
    case Opcode::Call:
    case Opcode::While:
        return false;
    default:
        return true;
    }
}

Naming namingOf(std::string_view metadata)
{
    std::string_view name;
    Damage known;
    for (WireReader reader(metadata, known); name.empty() && reader.next();) // the fields after it are not needed
        if (reader.field() == proto::OpMetadata::kOpNameFieldNumber)
            reader.store(name);
    if (contains(name, "rematted", '_', "computation"))
        return Naming::Recomputed;
    if (contains(name, "transpose", '(', "jvp"))
        return Naming::Backward;
    return name.starts_with("jit(") || name.starts_with("pjit(") ? Naming::OfJax : Naming::None;
}

} // namespace tidemark::xla
