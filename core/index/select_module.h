#pragma once

#include "core/index/profile.h"

namespace tidemark {

/// What a command line asks for; empty: no restriction.
struct ModuleChoice {
    std::string module; // "name", "name(program id)" or a unique prefix
    std::string host;
    std::string session;
};

/// Picks one module. Without a name the one with the largest occupied peak in `space`, the first by path, name and program id
/// among equals. Candidates of the same name, id and HLO bytes are one. Several others: an Ambiguous error that lists them
/// with their hosts; none: a NotFound error that lists what there is.
Result<std::uint32_t> selectModule(const Profile& profile, const ModuleChoice& choice, std::int64_t space);

} // namespace tidemark
