#include "core/xla/programs/select_module.h"

#include "core/base/text.h"

#include <algorithm>
#include <map>

namespace tidemark {
namespace {

std::vector<std::uint32_t> inScope(const Profile& profile, const ModuleChoice& choice)
{
    std::vector<std::uint32_t> result;
    for (std::uint32_t i = 0; i < profile.modules.size(); ++i)
        if (choice.covers(profile.fileOf(profile.modules[i]).input))
            result.push_back(i);
    return result;
}

/// The best kind of match only: whole name with id, then whole name, then prefix.
std::vector<std::uint32_t> named(const Profile& profile, const std::vector<std::uint32_t>& scope,
                                 const std::string& wanted)
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
        text += "\n  " + printable(module.fullName()) + (input.host.empty() ? "" : "  --host " + printable(input.host))
            + (input.session.empty() ? "" : "  --session " + printable(input.session)) + "  in "
            + printable(input.path);
    }
    if (modules.size() > kShown)
        text += "\n  … and " + std::to_string(modules.size() - kShown) + " more";
    return text;
}

} // namespace

bool ModuleChoice::covers(const InputFile& input) const
{
    return (host.empty() || input.host == host)
        && (session.empty() || input.session == session || input.session.ends_with("/" + session));
}

Result<std::vector<std::uint32_t>> findModules(const Profile& profile, const ModuleChoice& choice)
{
    if (profile.modules.empty())
        return Error{ErrorKind::NotFound, whyEmpty(profile), std::nullopt};
    const auto missing = [&](const std::string& what, const std::vector<std::uint32_t>& there) {
        return Error{ErrorKind::NotFound,
                     profile.title() + ": " + printable(what)
                         + " There is:" + listed(profile, distinct(profile, there)),
                     std::nullopt};
    };
    std::vector<std::uint32_t> scope = inScope(profile, choice);
    if (scope.empty())
        return missing("no module of" + (choice.host.empty() ? "" : " host " + choice.host)
                           + (choice.session.empty() ? "" : " session " + choice.session) + ".",
                       inScope(profile, {}));
    if (choice.module.empty())
        return scope;
    std::vector<std::uint32_t> found = named(profile, scope, choice.module);
    if (found.empty())
        return missing("no module is called " + choice.module + ".", scope);
    return found;
}

Result<std::uint32_t> selectModule(const Profile& profile, const ModuleChoice& choice, std::int64_t space,
                                   Warnings* unread)
{
    const auto found = findModules(profile, choice);
    if (!found)
        return found.error();
    if (choice.module.empty()) {
        if (found->size() == 1)
            return found->front();
        std::uint32_t best = found->front();
        std::int64_t bestPeak = -1;
        for (const std::uint32_t i : *found) {
            const ModuleOutline outline = profile.outline(profile.modules[i]);
            if (unread && outline.error && outline.hasBufferAssignment)
                unread->addApart({"unreadable-module", outline.error->message, 1, std::nullopt});
            const std::int64_t peak = outline.peakIn(space);
            if (peak > bestPeak) {
                best = i;
                bestPeak = peak;
            }
        }
        return best;
    }
    const std::vector<std::uint32_t> candidates = distinct(profile, *found);
    if (candidates.size() > 1)
        return Error{ErrorKind::Ambiguous,
                     profile.title() + ": several modules match " + printable(choice.module)
                         + ". Name one with its program id, --host or --session, or give the path of its file alone:"
                         + listed(profile, candidates),
                     std::nullopt};
    return candidates.front();
}

Result<std::int64_t> findSpace(const Profile& profile, const ModuleChoice& choice, const std::string& text)
{
    Platform platform = Platform::Unknown;
    for (const SourceFile& source : profile.files)
        if (platform == Platform::Unknown && choice.covers(source.input))
            platform = source.platform;
    if (const auto space = parseSpace(platform, text))
        return *space;
    return Error{ErrorKind::NotFound,
                 profile.title() + ": no memory space is called " + printable(text) + ". Use its number, or "
                     + spaceNames(platform) + ".",
                 std::nullopt};
}

Error unusedSpace(const Profile& profile, const std::vector<std::uint32_t>& modules, std::int64_t space)
{
    std::map<std::int64_t, Platform> used;
    for (const std::uint32_t i : modules)
        for (const SpaceOutline& outline : profile.outline(profile.modules[i]).spaces)
            used.emplace(outline.space, profile.fileOf(profile.modules[i]).platform);
    const ModuleEntry& first = profile.modules[modules.front()];
    const SourceFile& source = profile.fileOf(first);
    std::string there;
    for (const auto& [number, platform] : used)
        there += (there.empty() ? " " : ", ") + spaceText(platform, number);
    const bool isOne = modules.size() == 1;
    if (isOne && there.empty())
        return {ErrorKind::NotFound,
                source.input.path + ": " + printable(first.fullName())
                    + " uses no memory space: all of its allocations are thread-local, or it has none.",
                std::nullopt};
    return {ErrorKind::NotFound,
            (isOne ? source.input.path + ": " + printable(first.fullName()) + " does not use "
                   : profile.title() + ": none of " + std::to_string(modules.size()) + " modules uses ")
                + spaceText(source.platform, space) + ". There is:" + (there.empty() ? " none" : there) + ".",
            std::nullopt};
}

} // namespace tidemark
