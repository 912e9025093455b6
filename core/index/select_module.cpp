#include "core/index/select_module.h"

#include <algorithm>

namespace tidemark {
namespace {

bool matchesSession(const std::string& session, const std::string& wanted)
{
    return session == wanted || session.ends_with("/" + wanted);
}

std::vector<std::uint32_t> inScope(const Profile& profile, const ModuleChoice& choice)
{
    std::vector<std::uint32_t> result;
    for (std::uint32_t i = 0; i < profile.modules.size(); ++i) {
        const InputFile& input = profile.fileOf(profile.modules[i]).input;
        if ((choice.host.empty() || input.host == choice.host)
            && (choice.session.empty() || matchesSession(input.session, choice.session)))
            result.push_back(i);
    }
    return result;
}

/// The best kind of match only: whole name with id, then whole name, then prefix.
std::vector<std::uint32_t> named(const Profile& profile, const std::vector<std::uint32_t>& scope, const std::string& wanted)
{
    const auto filter = [&](auto matches) {
        std::vector<std::uint32_t> result;
        for (const std::uint32_t i : scope)
            if (matches(profile.modules[i]))
                result.push_back(i);
        return result;
    };
    auto result = filter([&](const ModuleEntry& m) { return m.fullName() == wanted; });
    if (result.empty())
        result = filter([&](const ModuleEntry& m) { return m.name == wanted; });
    if (result.empty())
        result = filter([&](const ModuleEntry& m) { return m.fullName().starts_with(wanted); });
    return result;
}

std::vector<std::uint32_t> distinct(const Profile& profile, const std::vector<std::uint32_t>& candidates)
{
    std::vector<std::uint32_t> result;
    for (const std::uint32_t i : candidates) {
        const ModuleEntry& module = profile.modules[i];
        const bool known = std::ranges::any_of(result, [&](std::uint32_t j) {
            const ModuleEntry& other = profile.modules[j];
            return other.name == module.name && other.programId == module.programId && profile.sameHlo(other, module);
        });
        if (!known)
            result.push_back(i);
    }
    return result;
}

std::string listed(const Profile& profile, const std::vector<std::uint32_t>& modules)
{
    constexpr std::size_t kShown = 40;
    std::string text;
    for (std::size_t i = 0; i < std::min(kShown, modules.size()); ++i) {
        const ModuleEntry& module = profile.modules[modules[i]];
        const InputFile& input = profile.fileOf(module).input;
        text += "\n  " + module.fullName() + (input.host.empty() ? "  " + input.path : "  --host " + input.host)
            + (input.session.empty() ? "" : "  --session " + input.session);
    }
    if (modules.size() > kShown)
        text += "\n  … and " + std::to_string(modules.size() - kShown) + " more";
    return text;
}

} // namespace

Result<std::uint32_t> selectModule(const Profile& profile, const ModuleChoice& choice, std::int64_t space)
{
    if (profile.modules.empty())
        return Error{ErrorKind::NotFound, whyEmpty(profile), std::nullopt};
    std::vector<std::uint32_t> all(profile.modules.size());
    for (std::uint32_t i = 0; i < all.size(); ++i)
        all[i] = i;
    const auto missing = [&](const std::string& what, const std::vector<std::uint32_t>& there) {
        return Error{ErrorKind::NotFound, what + " There is:" + listed(profile, distinct(profile, there)), std::nullopt};
    };
    const std::vector<std::uint32_t> scope = inScope(profile, choice);
    if (scope.empty())
        return missing("No module of" + (choice.host.empty() ? "" : " host " + choice.host)
                           + (choice.session.empty() ? "" : " session " + choice.session) + ".",
                       all);
    if (choice.module.empty()) {
        if (scope.size() == 1)
            return scope.front();
        std::uint32_t best = scope.front();
        std::int64_t bestPeak = -1;
        for (const std::uint32_t i : scope) {
            const std::int64_t peak = profile.outline(profile.modules[i]).peakIn(space);
            if (peak > bestPeak) {
                best = i;
                bestPeak = peak;
            }
        }
        return best;
    }
    const std::vector<std::uint32_t> candidates = distinct(profile, named(profile, scope, choice.module));
    if (candidates.empty())
        return missing("No module is called " + choice.module + ".", scope);
    if (candidates.size() > 1)
        return Error{ErrorKind::Ambiguous,
                     "Several modules match " + choice.module + ". Name one with its program id, --host or --session:"
                         + listed(profile, candidates),
                     std::nullopt};
    return candidates.front();
}

} // namespace tidemark
