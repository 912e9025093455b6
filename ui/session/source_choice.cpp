#include "ui/session/source_choice.h"

#include "ui/session/program_list.h"
#include "ui/theme/text.h"

#include <algorithm>
#include <set>

namespace tidemark::ui {
namespace {

/// If there are captures from several times, a source name alone is ambiguous.
bool hasSeveralSessions(const Documents& documents)
{
    std::set<std::string> sessions;
    for (const auto& document : documents)
        for (const SourceEntry& source : document->catalogue().sources)
            sessions.insert(source.session);
    return sessions.size() > 1;
}

} // namespace

bool hasSeveralKinds(const Documents& documents)
{
    return std::ranges::any_of(documents, [&](const auto& document) {
        return document->catalogue().kind != documents.front()->catalogue().kind;
    });
}

std::vector<SourceChoice> listSources(const Documents& documents, const std::string& wanted, std::int64_t memory)
{
    const bool saysSession = hasSeveralSessions(documents);
    const bool saysKind = hasSeveralKinds(documents);
    std::vector<SourceChoice> all;
    for (const auto& document : documents) {
        const Catalogue& catalogue = document->catalogue();
        // Takes the largest program of each source, unless the wanted program is there.
        std::vector<ProgramId> shown(catalogue.sources.size());
        for (const ProgramId program : ProgramList::order(*document, {}, memory)) {
            const ProgramEntry& entry = catalogue.programs[program.index()];
            ProgramId& known = shown[entry.source.index()];
            if (!known || (entry.fullName() == wanted && catalogue.programs[known.index()].fullName() != wanted))
                known = program;
        }
        for (std::size_t i = 0; i < shown.size(); ++i) {
            if (!shown[i])
                continue;
            const SourceEntry& source = catalogue.sources[i];
            const ProgramOutline& outline = document->outline(shown[i]);
            SourceChoice choice{document, SourceId::at(i), shown[i], memory, {}, text(source.name), {}};
            if (saysKind)
                choice.groups << capitalised(catalogue.words.programs);
            if (saysSession && !source.session.empty())
                choice.groups << text(source.session);
            if (!outline.uses(memory))
                choice.memory = outline.bestMemory();
            choice.peak = ProgramList::peakText({document, {shown[i], choice.memory}});
            all.push_back(std::move(choice));
        }
    }
    return all;
}

} // namespace tidemark::ui
