#include "tests/support/phases_document.h"

#include "core/base/text.h"
#include "core/files/bytes.h"
#include "core/view/choice.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <sstream>

namespace tidemark::test {
namespace {

constexpr std::array<const char*, 2> kMemories = {"DRAM", "L1"};

struct Phase {
    std::string name;
    std::array<std::int64_t, 2> level{};
    std::array<std::int64_t, 2> inside{};
};

struct Run {
    std::vector<Phase> phases;
    std::int64_t memories = 1;
    bool isBroken = false;
};

/// The data that the spans of a view refer to.
struct Curves {
    std::vector<std::string> names;
    std::vector<std::int64_t> level;
    std::vector<std::int64_t> inside;
};

class PhasesDocument final : public Document
{
public:
    PhasesDocument(std::vector<OpenedFile> files, Warnings warnings, PhasesHooks hooks)
        : m_hooks(std::move(hooks))
    {
        m_catalogue.kind = "phases";
        m_catalogue.words = {"run", "runs", "memory", "rank"};
        m_catalogue.warnings = std::move(warnings);
        m_catalogue.emptyAdvice = "Write down a run.";
        for (const OpenedFile& file : files)
            add(file);
        m_catalogue.sortSources();
        for (const Run& run : m_runs)
            m_outlines.push_back(outlineOf(run));
    }

    const Catalogue& catalogue() const override { return m_catalogue; }
    const ProgramOutline& outline(ProgramId program) const override { return m_outlines[program.index()]; }
    std::optional<Digest> digest(ProgramId) const override
    {
        if (m_hooks.digesting)
            m_hooks.digesting();
        return std::nullopt;
    }

    Result<std::shared_ptr<const View>> view(const Selection& selection, const Progress& progress) const override
    {
        if (m_hooks.viewing)
            m_hooks.viewing(progress);
        if (progress.cancelled())
            return Progress::cancelledError();
        const ProgramOutline& outline = m_outlines[selection.program.index()];
        if (outline.error)
            return *outline.error;
        if (!outline.uses(selection.memory))
            return unusedMemory(*this, {selection.program}, selection.memory);
        return makeView(selection);
    }

    std::optional<std::int64_t> parseMemory(const FileEntry&, std::string_view text) const override
    {
        std::int64_t number = 0;
        const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
        if (error == std::errc() && end == text.data() + text.size())
            return number;
        for (std::size_t i = 0; i < kMemories.size(); ++i)
            if (text == kMemories[i])
                return static_cast<std::int64_t>(i);
        return std::nullopt;
    }
    std::string memoryNames(const FileEntry&) const override { return "DRAM, L1"; }
    std::string memoryText(const FileEntry&, std::int64_t memory) const override
    {
        return memory == 0 || memory == 1 ? kMemories[static_cast<std::size_t>(memory)]
                                          : "memory " + std::to_string(memory);
    }

private:
    void add(const OpenedFile& file)
    {
        const FileId id = FileId::at(m_catalogue.files.size());
        FileEntry entry;
        entry.path = file.input.path;
        entry.format = "Phases";
        entry.error = file.error;
        if (file.file) {
            entry.size = file.file->size();
            const auto bytes = Bytes::read(*file.file, 0, file.file->size());
            if (bytes)
                parse(std::string((*bytes)->view()), id);
            else
                entry.error = bytes.error();
        }
        m_catalogue.files.push_back(std::move(entry));
        m_catalogue.sources.push_back({file.input.path.substr(file.input.path.find_last_of('/') + 1), {}});
    }

    void parse(const std::string& text, FileId file)
    {
        std::istringstream lines(text);
        for (std::string line; std::getline(lines, line);) {
            std::istringstream words(line);
            std::string word;
            words >> word;
            if (word == "run") {
                ProgramEntry program;
                program.file = file;
                program.source = SourceId::at(file.index());
                words >> program.name;
                std::uint64_t id = 0;
                if (words >> id)
                    program.id = id;
                m_catalogue.programs.push_back(std::move(program));
                m_runs.emplace_back();
            } else if (word == "broken" && !m_runs.empty()) {
                m_runs.back().isBroken = true;
            } else if (word == "phase" && !m_runs.empty()) {
                addPhase(words, m_runs.back());
            }
        }
    }

    static void addPhase(std::istringstream& words, Run& run)
    {
        Phase phase;
        words >> phase.name;
        std::size_t memory = 0;
        int number = 0;
        for (std::string word; words >> word;) {
            if (word == "/") {
                memory = 1;
                number = 0;
                run.memories = 2;
                continue;
            }
            const std::int64_t bytes = std::stoll(word);
            if (number++ == 0)
                phase.level[memory] = phase.inside[memory] = bytes;
            else
                phase.inside[memory] = std::max(phase.inside[memory], bytes);
        }
        run.phases.push_back(std::move(phase));
    }

    ProgramOutline outlineOf(const Run& run) const
    {
        ProgramOutline outline;
        outline.hasPlan = true;
        if (run.isBroken || run.phases.empty()) {
            const std::size_t i = m_outlines.size();
            outline.error = Error{ErrorKind::Malformed,
                                  m_catalogue.fileOf(ProgramId::at(i)).path + ", " + m_catalogue.programs[i].fullName()
                                      + ": the run is broken.",
                                  std::nullopt};
            return outline;
        }
        for (std::int64_t memory = 0; memory < run.memories; ++memory) {
            const auto m = static_cast<std::size_t>(memory);
            std::int64_t peak = 0;
            for (const Phase& phase : run.phases)
                peak = std::max(peak, phase.level[m]);
            outline.memories.push_back({memory, std::string(kMemories[m]), kMemories[m], peak, peak, peak});
        }
        return outline;
    }

    std::shared_ptr<const View> makeView(const Selection& selection) const
    {
        const auto memory = static_cast<std::size_t>(selection.memory);
        const ProgramEntry& program = m_catalogue.programs[selection.program.index()];
        auto curves = std::make_shared<Curves>();
        for (const Phase& phase : m_runs[selection.program.index()].phases) {
            curves->names.push_back(phase.name);
            curves->level.push_back(phase.level[memory]);
            curves->inside.push_back(phase.inside[memory]);
        }
        auto view = std::make_shared<View>();
        view->path = m_catalogue.fileOf(selection.program).path;
        view->program = validUtf8(program.name);
        view->programId = program.id;
        view->programText = validUtf8(program.fullName());
        view->memory = selection.memory;
        view->memoryName = view->memoryText = kMemories[memory];
        view->axis.kind = AxisKind::Phases;
        view->axis.count = static_cast<std::uint32_t>(curves->level.size());
        view->axis.title = "Phases of the run";
        view->axis.cell = "phase";
        view->axis.label = [curves](StepId phase) { return validUtf8(curves->names[phase.index()]); };
        view->curves = {{CurveRole::Level, "Occupied", curves->level, Hue::Temporary},
                        {CurveRole::Inside, "Peak inside the phase", curves->inside, Hue::Temporary}};
        view->peakStep
            = StepId::at(static_cast<std::size_t>(std::ranges::max_element(curves->level) - curves->level.begin()));
        view->rows.one = "phase";
        view->rows.many = "phases";
        view->figures = [curves, peak = view->peakStep](const Device*) { return figuresOf(*curves, peak); };
        if (m_hooks.meaning)
            view->meanings
                = [meaning = m_hooks.meaning](const Progress& progress) -> Result<std::shared_ptr<const RowMeanings>> {
                meaning(progress);
                if (progress.cancelled())
                    return Progress::cancelledError();
                RowMeanings meanings;
                meanings.categories = {{"unknown", "Unknown"}};
                meanings.roles = {""};
                return std::make_shared<const RowMeanings>(std::move(meanings));
            };
        if (m_hooks.uses)
            view->uses = [uses = m_hooks.uses](const Progress& progress) -> Result<std::shared_ptr<const RowUses>> {
                uses(progress);
                if (progress.cancelled())
                    return Progress::cancelledError();
                return std::make_shared<const RowUses>();
            };
        view->memoryUse = curves->level.size() * 2 * sizeof(std::int64_t);
        view->owner = curves;
        return view;
    }

    static Figures figuresOf(const Curves& curves, StepId peak)
    {
        Figures figures;
        figures.peakStep = peak;
        figures.peakBytes = figures.totalBytes = figures.neededBytes = curves.level[peak.index()];
        figures.parts = {{"Phases", Hue::Temporary, figures.peakBytes}};
        Figure figure;
        figure.id = "occupied_peak_bytes";
        figure.value = figures.peakBytes;
        figure.label = "Peak";
        figures.list.push_back(figure);
        figure.id = "inside_peak_bytes";
        figure.value = *std::ranges::max_element(curves.inside);
        figure.label = "Peak inside a phase";
        figure.places = static_cast<unsigned>(FigurePlace::Record) | static_cast<unsigned>(FigurePlace::Window);
        figures.list.push_back(figure);
        return figures;
    }

    PhasesHooks m_hooks;
    Catalogue m_catalogue;
    std::vector<Run> m_runs; // by program
    std::vector<ProgramOutline> m_outlines;
};

} // namespace

DocumentKind phasesKind(PhasesHooks hooks)
{
    DocumentKind kind;
    kind.name = "phases";
    FileEnding ending;
    ending.ending = ".phases";
    ending.description = "Phases of a run";
    ending.mimeType = "application/x-phases";
    kind.endings = {ending};
    kind.recognises = [](const File& file) {
        std::array<char, 7> start{};
        const auto read = file.readAt(0, start);
        return read && std::string_view(start.data(), *read) == "phases\n";
    };
    kind.open
        = [hooks](std::vector<OpenedFile> files, Warnings warnings, const Progress& progress) -> Result<Documents> {
        auto document = std::make_shared<const PhasesDocument>(std::move(files), std::move(warnings), hooks);
        if (hooks.opening)
            hooks.opening(progress);
        if (progress.cancelled())
            return Progress::cancelledError();
        return Documents{std::move(document)};
    };
    return kind;
}

std::string phasesText()
{
    return "phases\n"
           "run train 7\n"
           "phase load 100 / 10\n"
           "phase forward 300 700 / 50\n"
           "phase backward 200 / 20\n"
           "phase update 150 / 10\n";
}

} // namespace tidemark::test
