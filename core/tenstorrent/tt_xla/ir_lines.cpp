#include "core/tenstorrent/tt_xla/ir_lines.h"

#include "core/text/text_cursor.h"

#include <re2/re2.h>

namespace tidemark::ttxla {
namespace {

/// The lines without surrounding spaces.
std::vector<std::string_view> linesOf(std::string_view text)
{
    std::vector<std::string_view> lines;
    while (!text.empty()) {
        const std::size_t end = std::min(text.find('\n'), text.size());
        lines.push_back(trimmed(text.substr(0, end)));
        text.remove_prefix(std::min(end + 1, text.size()));
    }
    return lines;
}

} // namespace

std::map<std::string, std::uint64_t> linesByLocation(std::string_view module)
{
    static const re2::RE2 kDefinition(R"re((#loc\d*) = loc\("([^"]+)")re");
    static const re2::RE2 kNames[] = {R"re(loc\((#[^)]*))re", R"re(loc\("([^"]+)")re", R"re(load_cached\((@[^,)]*))re"};
    const std::vector<std::string_view> lines = linesOf(module);
    std::map<std::string, std::string> aliases; // the names of the aliases
    std::string alias;
    std::string name;
    for (re2::StringPiece line : lines)
        if (re2::RE2::Consume(&line, kDefinition, &alias, &name))
            aliases[alias] = name;
    std::map<std::string, std::uint64_t> found;
    for (const re2::RE2& form : kNames)
        for (std::size_t i = 0; i < lines.size(); ++i) {
            if (lines[i].starts_with("#loc"))
                continue;
            for (re2::StringPiece line = lines[i]; re2::RE2::FindAndConsume(&line, form, &name);) {
                if (!name.starts_with('#'))
                    found.emplace(name, i + 1);
                else if (const auto known = aliases.find(name); known != aliases.end())
                    found.emplace(known->second, i + 1);
            }
        }
    return found;
}

IrLines::IrLines(const Profile& profile)
    : m_profile(profile)
{
    for (const char* const stage : {"ttnn", "ttir"})
        if (const ModuleDump* const module = profile.firstModule(stage))
            m_modules.push_back({module->stage, linesOf(module->text), linesByLocation(module->text)});
}

std::vector<IrLine> IrLines::of(const Operation& operation) const
{
    std::vector<IrLine> found;
    const OperationFacts* const facts = m_profile.factsOf(operation);
    if (!facts || facts->loc.empty())
        return found;
    for (const Module& module : m_modules) {
        const auto line = module.byLocation.find(facts->loc);
        if (line == module.byLocation.end())
            continue;
        const std::string_view words = module.lines[line->second - 1];
        // A deallocation has the location of the operation that made the tensor.
        if (!facts->isDeallocate() || words.find(facts->name) != std::string_view::npos)
            found.push_back({module.stage, line->second, words});
    }
    return found;
}

} // namespace tidemark::ttxla
