#pragma once

#include "core/xla/programs/profile.h"

namespace tidemark {

/// What a command line asks for; empty: no restriction.
struct ModuleChoice {
    std::string module; // "name", "name(program id)" or a unique prefix
    std::string host;
    std::string session; // as found in the path, or its last folder

    /// True when host and session are those asked for.
    bool covers(const InputFile& input) const;
};

/// All modules of that host, session and name, in the order of the profile; never empty. Error: there is none; it names
/// the files and lists what there is.
Result<std::vector<std::uint32_t>> findModules(const Profile& profile, const ModuleChoice& choice);

/// Picks one module. Without a name the one with the largest occupied peak in `space`, the first by path, name and
/// program id among equals. Candidates of the same name, id and HLO bytes are one. Several others: an Ambiguous error
/// that lists them with their hosts; none: a NotFound error that lists what there is.
/// `unread`, unless null, receives those that could not be compared because they are damaged.
Result<std::uint32_t> selectModule(const Profile& profile, const ModuleChoice& choice, std::int64_t space,
                                   Warnings* unread = nullptr);

/// The space that `text` means, by number or by a name of the platform of these files.
Result<std::int64_t> findSpace(const Profile& profile, const ModuleChoice& choice, const std::string& text);

/// The error for a space that none of `modules` (at least one) uses; it lists those that they do.
Error unusedSpace(const Profile& profile, const std::vector<std::uint32_t>& modules, std::int64_t space);

} // namespace tidemark
