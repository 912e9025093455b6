#include "ui/session/program_list.h"

#include "core/base/text.h"
#include "ui/session/paths.h"
#include "ui/theme/text.h"
#include "ui/widgets/fonts.h"

#include <algorithm>
#include <map>
#include <set>
#include <tuple>

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

/// Adds to equal names the folders or the file names in which they differ.
void ProgramList::addFiles(const std::vector<Entry*>& equal)
{
    QStringList files;
    for (const Entry* entry : equal)
        files << text(entry->chosen.file().path);
    if (std::ranges::all_of(files, [&](const QString& file) { return file == files.front(); }))
        return;
    const auto names = namesApart(files);
    for (std::size_t i = 0; i < equal.size(); ++i) {
        const QString file = names[files[static_cast<qsizetype>(i)]];
        const QString folder = file.section(u'/', 0, -2);
        equal[i]->name += QStringLiteral(" · ") + (folder.isEmpty() ? file : folder);
    }
}

ProgramList::ProgramList(QObject* parent)
    : QAbstractListModel(parent)
{ }

std::vector<ProgramId> ProgramList::order(const Document& document, SourceId source, std::int64_t memory)
{
    // Programs with equal peaks keep the order of the catalogue.
    using Key = std::tuple<bool, std::int64_t, ProgramId>;
    std::vector<Key> keys;
    for (const ProgramId program : allPrograms(document))
        if (source.isNone() || document.catalogue().programs[program.index()].source == source) {
            const ProgramOutline& outline = document.outline(program);
            keys.emplace_back(!outline.hasPlan, -outline.peakIn(memory).value_or(0), program);
        }
    std::ranges::sort(keys, [](const Key& a, const Key& b) {
        return std::tuple(std::get<0>(a), std::get<1>(a), std::get<2>(a).value)
            < std::tuple(std::get<0>(b), std::get<1>(b), std::get<2>(b).value);
    });
    std::vector<ProgramId> programs;
    for (const Key& key : keys)
        programs.push_back(std::get<2>(key));
    return programs;
}

void ProgramList::setContents(const std::shared_ptr<const Document>& document, SourceId source, std::int64_t memory,
                              const std::vector<SourceChoice>& sources)
{
    Contents contents{document, source, memory, sources};
    if (contents == m_contents)
        return;
    m_contents = std::move(contents);
    std::vector<Entry> programs;
    if (document)
        for (const ProgramId program : order(*document, source, memory))
            programs.push_back({{document, {program, memory}}, {}, {}});
    std::map<const Document*, std::map<SourceId, QString>> others;
    for (const SourceChoice& choice : sources)
        if (choice.document != document || choice.source != source)
            others[choice.document.get()][choice.source] = choice.fullName();
    for (const SourceChoice& choice : sources) {
        const auto names = others.extract(choice.document.get()); // each document once, in the order of the sources
        if (names.empty())
            continue;
        for (const ProgramId program : order(*choice.document, {}, memory)) {
            const auto name = names.mapped().find(choice.document->catalogue().programs[program.index()].source);
            if (name == names.mapped().end())
                continue;
            const ProgramOutline& outline = choice.document->outline(program);
            programs.push_back(
                {{choice.document, {program, outline.uses(memory) ? memory : outline.bestMemory()}}, name->second, {}});
        }
    }
    std::map<QString, std::vector<Entry*>> byName;
    for (Entry& entry : programs) {
        const ProgramEntry& program = entry.chosen.program();
        QStringList parts{text(program.fullName())};
        if (!program.about.empty()) {
            parts.prepend(text(program.about));
            if (sources.size() > 1)
                parts.prepend(text(entry.chosen.document->catalogue().sources[program.source.index()].name));
        } else if (!entry.source.isEmpty() && entry.source != parts.front()) {
            parts << entry.source;
        }
        entry.name = parts.join(QStringLiteral(" · "));
        byName[entry.name].push_back(&entry);
    }
    for (const auto& [name, equal] : byName)
        if (equal.size() > 1)
            addFiles(equal);
    beginResetModel();
    m_programs = std::move(programs);
    endResetModel();
}

int ProgramList::rowOf(ProgramId program) const
{
    const auto found = std::ranges::find_if(m_programs, [&](const Entry& entry) {
        return entry.source.isEmpty() && entry.chosen.selection.program == program;
    });
    return found == m_programs.end() ? -1 : static_cast<int>(found - m_programs.begin());
}

int ProgramList::rowCount(const QModelIndex& parent) const
{
    return parent.isValid() ? 0 : static_cast<int>(m_programs.size());
}

QString ProgramList::peakText(const Chosen& chosen)
{
    const ProgramOutline& outline = chosen.outline();
    if (!outline.hasPlan)
        return tr("no memory plan");
    if (outline.error)
        return tr("damaged");
    if (const MemoryOutline* memory = outline.find(chosen.selection.memory))
        return peakText(*memory);
    if (!chosen.document->catalogue().hasOneMemoryEach)
        return tr("not used");
    const MemoryOutline& own = outline.memories.front();
    return own.peakBytes ? tr("%1 of %2").arg(peakText(own), text(own.text)) : peakText(own);
}

QString ProgramList::peakText(const MemoryOutline& memory)
{
    if (!memory.peakBytes)
        return tr("not known");
    const QString peak = QString::fromStdString(bytesText(*memory.peakBytes));
    return memory.isPeakLeast ? tr("≥\u00a0%1").arg(peak) : peak;
}

QVariant ProgramList::data(const QModelIndex& index, int role) const
{
    if (!checkIndex(index, CheckIndexOption::IndexIsValid))
        return {};
    const Entry& entry = m_programs[static_cast<std::size_t>(index.row())];
    const QString peak = peakText(entry.chosen);
    switch (role) {
    case Qt::DisplayRole: {
        const ProgramEntry& program = entry.chosen.program();
        const QString name = program.about.empty() ? entry.name : text(program.fullName());
        if (entry.chosen.document->catalogue().hasOneMemoryEach && !entry.chosen.outline().memories.front().peakBytes)
            return name; // the message may know other amounts
        return tr("%1 — %2").arg(name, peak);
    }
    case FileRole:
        return text(entry.chosen.file().path);
    case Qt::FontRole:
        return monospaceFont();
    case PeakRole:
        return peak;
    case NameRole:
        return entry.name;
    default:
        return {};
    }
}

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
