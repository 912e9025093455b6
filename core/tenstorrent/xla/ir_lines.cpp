#include "core/tenstorrent/xla/ir_lines.h"

#include "core/tenstorrent/xla/module_lines.h"
#include "core/text/text_cursor.h"

#include <algorithm>

namespace tidemark::ttxla {

IrLines::IrLines(const Profile& profile)
    : m_profile(profile)
{
    for (const char* const stage : {"ttnn", "ttir"}) {
        const ModuleDump* const module = profile.firstModule(stage);
        if (!module)
            continue;
        Module known{module->stage, {}, linesByLocation(module->text)};
        for (std::string_view rest = module->text; !rest.empty();) {
            const std::size_t end = std::min(rest.find('\n'), rest.size());
            known.lines.push_back(trimmed(rest.substr(0, end)));
            rest.remove_prefix(std::min(end + 1, rest.size()));
        }
        m_modules.push_back(std::move(known));
    }
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
            found.push_back({module.stage, line->second, module.lines[line->second - 1]});
    }
    return found;
}

} // namespace tidemark::ttxla
