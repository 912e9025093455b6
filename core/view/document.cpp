#include "core/view/document.h"

#include "core/base/find.h"
#include "core/base/parallel.h"
#include "core/base/text.h"

#include <algorithm>
#include <tuple>
#include <utility>

namespace tidemark {

std::string Catalogue::title() const
{
    const std::size_t more = files.size() - 1;
    return files.front().path + (more == 0 ? "" : " and " + counted(more, "more file"));
}

void Catalogue::sortSources()
{
    using Key = std::tuple<std::string, std::string, std::size_t>;
    std::vector<Key> order;
    for (const SourceEntry& source : sources)
        order.emplace_back(naturalKey(source.session), naturalKey(source.name), order.size());
    std::sort(order.begin(), order.end());
    std::vector<SourceEntry> sorted;
    std::vector<SourceId> placeOf(sources.size());
    for (const auto& [session, name, before] : order) {
        placeOf[before] = SourceId::at(sorted.size());
        sorted.push_back(std::move(sources[before]));
    }
    sources = std::move(sorted);
    for (ProgramEntry& program : programs)
        program.source = placeOf[program.source.index()];
}

std::string countedPrograms(const std::vector<const Words*>& words)
{
    std::vector<std::pair<const Words*, std::size_t>> counts;
    for (const Words* each : words) {
        const auto known
            = std::ranges::find_if(counts, [&](const auto& count) { return count.first->programs == each->programs; });
        if (known == counts.end())
            counts.emplace_back(each, 1);
        else
            ++known->second;
    }
    std::string text;
    for (std::size_t i = 0; i < counts.size(); ++i) {
        if (i > 0)
            text += i + 1 < counts.size() ? ", " : " and ";
        text += counted(counts[i].second, counts[i].first->program, counts[i].first->programs);
    }
    return text;
}

const MemoryOutline* ProgramOutline::find(std::int64_t memory) const
{
    return findFirst(memories, memory, &MemoryOutline::memory);
}

Warning ProgramOutline::damage() const
{
    return {"unreadable-module", error->message, 1, error->offset};
}

std::optional<std::int64_t> ProgramOutline::peakIn(std::int64_t memory) const
{
    const MemoryOutline* found = find(memory);
    return found ? found->peakBytes : std::nullopt;
}

std::int64_t ProgramOutline::bestMemory() const
{
    if (preferred)
        return *preferred;
    if (memories.empty() || uses(0))
        return 0;
    return std::ranges::max_element(memories, {}, &MemoryOutline::peakBytes)->memory;
}

bool outlineAll(const Document& document, const std::vector<ProgramId>& programs, const Progress& progress)
{
    return forEachInParallel(programs.size(), progress, "Reading " + document.catalogue().words.programs,
                             [&](std::size_t i) { document.outline(programs[i]); });
}

std::vector<ProgramId> allPrograms(const Document& document)
{
    std::vector<ProgramId> programs;
    for (std::size_t i = 0; i < document.catalogue().programs.size(); ++i)
        programs.push_back(ProgramId::at(i));
    return programs;
}

std::string whyEmpty(const Catalogue& catalogue)
{
    if (!catalogue.programs.empty())
        return {};
    const auto cut = std::ranges::find(catalogue.warnings.list(), "cut-file", &Warning::code);
    std::string text = catalogue.title() + ": no " + catalogue.words.program + " is in here.";
    if (cut != catalogue.warnings.list().end()) {
        std::string name = "The file";
        if (catalogue.files.size() > 1 && !cut->file.empty())
            name = fileNameOf(cut->file);
        return text + " " + name + " is cut, so it may be in the missing part: copy or capture it again.";
    }
    return text + framed(" ", catalogue.emptyAdvice);
}

std::string FileEntry::sourceName() const
{
    return textOr(host, fileNameOf(path));
}

std::string usesNone(const Catalogue& catalogue)
{
    return "uses no " + catalogue.words.memory + (catalogue.unusedReason.empty() ? "" : ": ") + catalogue.unusedReason
        + ".";
}

Program programOf(const Document& document, ProgramId id)
{
    const Catalogue& catalogue = document.catalogue();
    const ProgramEntry& entry = catalogue.programs[id.index()];
    const FileEntry& file = catalogue.fileOf(id);
    const ProgramOutline& outline = document.outline(id);
    return {file.path,   catalogue.hostOf(id), file.session,    entry.name,       entry.id,
            entry.bytes, catalogue.kind,       outline.hasPlan, outline.memories, outline.error};
}

} // namespace tidemark
