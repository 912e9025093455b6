#include "app/cli/commands.h"
#include "app/cli/input_output.h"
#include "core/base/text.h"
#include "core/compare/attributed_level.h"

#include <algorithm>
#include <map>
#include <ostream>
#include <string>
#include <vector>

namespace tidemark::cli {
namespace {

constexpr std::size_t kVerdictColumns = 7;
constexpr const char* kReadable = "The program can be read";

Check failure(const char* name, const char* title, const std::string& text)
{
    return {name, "", std::nullopt, "", std::nullopt, Verdict::Fails, text, false, title};
}

/// Writes every check as JSON or CSV. The text output has the number of passed checks, then each check that did not
/// pass with its files.
class CheckTable
{
public:
    CheckTable(std::ostream& out, TableFormat format)
        : m_out(out)
    {
        if (format != TableFormat::Text)
            m_writer = makeTableWriter(out, format,
                                       {{"path", false},
                                        {"host", false},
                                        {"module", false},
                                        {"program_id"},
                                        {"space"},
                                        {"check", false},
                                        {"left", false},
                                        {"left_bytes"},
                                        {"right", false},
                                        {"right_bytes"},
                                        {"verdict", false},
                                        {"text", false}});
    }

    void addFile(const FileEntry& file)
    {
        add(file, nullptr, std::nullopt, failure("readable", kReadable, file.error->message));
    }

    /// Adds the checks of all memories of the program, or of only one.
    void addProgram(const Document& document, ProgramId program, std::optional<std::int64_t> only)
    {
        m_host = document.catalogue().hostOf(program);
        const FileEntry& file = document.catalogue().fileOf(program);
        const ProgramEntry& entry = document.catalogue().programs[program.index()];
        const ProgramOutline& outline = document.outline(program);
        if (outline.error) {
            add(file, &entry, std::nullopt,
                outline.hasPlan ? failure("readable", kReadable, outline.error->message)
                                : Check{"buffer-assignment", "", std::nullopt, "", std::nullopt, Verdict::Note,
                                        outline.error->message});
            return;
        }
        if (outline.memories.empty())
            add(file, &entry, std::nullopt,
                {"memory-spaces", "", std::nullopt, "", std::nullopt, Verdict::Note,
                 "This " + document.catalogue().words.program + " " + usesNone(document.catalogue())});
        m_damageOfProgram = {};
        std::shared_ptr<const View> kept; // what the memories of a program share is decoded once while one is there
        for (const MemoryOutline& memory : outline.memories)
            if (!only || memory.memory == *only)
                addMemory(document, {program, memory.memory}, kept);
        m_damage.addOf(printable(file.path) + ", " + printable(entry.fullName()), m_damageOfProgram);
    }

    void finish()
    {
        if (!m_writer)
            writeText();
        else
            m_writer->finish();
    }
    bool hasFailed() const { return m_counts.failed > 0; }
    /// Damage in the programs that may make the checked numbers wrong. Each warning names its program.
    const Warnings& damage() const { return m_damage; }

private:
    void writeText() const
    {
        m_out << m_counts.text() << ".\n";
        const std::string indent(kVerdictColumns, ' ');
        for (const Text& each : m_texts) {
            m_out << '\n' << each.text;
            if (!each.isFailure)
                m_out << indent << "in " << each.places.front() << andMore(each.places.size(), 1) << '\n';
            for (std::size_t i = 0; i < each.places.size() && each.isFailure; ++i)
                m_out << indent << "in " << each.places[i] << '\n';
        }
    }

    void addMemory(const Document& document, const Selection& selection, std::shared_ptr<const View>& kept)
    {
        const FileEntry& file = document.catalogue().fileOf(selection.program);
        const ProgramEntry& entry = document.catalogue().programs[selection.program.index()];
        m_memory = document.memoryText(file, selection.memory);
        const auto view = document.view(selection, {});
        if (!view) {
            add(file, &entry, selection.memory, failure("readable", kReadable, view.error().message));
            return;
        }
        addDamage((*view)->problems);
        const bool isFirst = !kept;
        kept = *view;
        const auto checks = allChecks(**view);
        if (!checks) {
            add(file, &entry, selection.memory,
                failure("attribution", "The meaning of the memory can be found", checks.error().message));
            return;
        }
        for (const Check& check : *checks)
            if (!check.isOfProgram)
                add(file, &entry, selection.memory, check);
            else if (isFirst)
                add(file, &entry, std::nullopt, check);
    }

    /// Adds the warnings that no earlier memory of the program had.
    void addDamage(const Warnings& problems)
    {
        for (const Warning& warning : problems.list())
            if (std::ranges::find(m_damageOfProgram.list(), warning) == m_damageOfProgram.list().end())
                m_damageOfProgram.addApart(warning);
    }

    void add(const FileEntry& file, const ProgramEntry* program, std::optional<std::int64_t> space, const Check& check)
    {
        const std::string& host = program ? m_host : file.host;
        m_counts.add(check);
        if (!m_writer) {
            if (check.verdict != Verdict::Ok)
                addText(file, program, space, check);
            return;
        }
        m_writer->row({Cell(validUtf8(file.path)), orNull(validUtf8(host)),
                       program ? orNull(validUtf8(program->name)) : Cell(), program ? orNull(program->id) : Cell(),
                       space ? Cell(*space) : Cell(), Cell(check.name), orNull(validUtf8(check.left)),
                       orNull(check.leftBytes), orNull(validUtf8(check.right)), orNull(check.rightBytes),
                       Cell(std::string(verdictName(check.verdict))), orNull(validUtf8(check.text))});
    }

    /// Keeps "fails  jit_step(3), VMEM (1): The rows at the peak add up to it", with both sides and the explanation
    /// below. Files with equal texts share one.
    void addText(const FileEntry& file, const ProgramEntry* program, std::optional<std::int64_t> space,
                 const Check& check)
    {
        std::string text(verdictName(check.verdict));
        text.resize(kVerdictColumns, ' ');
        if (program)
            text += printable(program->fullName()) + (space ? ", " + printable(m_memory) : "") + ": ";
        text += check.words() + '\n';
        if (const std::string sides = sidesText(check, [](std::int64_t bytes) { return bytesText(bytes); });
            !sides.empty())
            text += std::string(kVerdictColumns, ' ') + printable(sides) + '\n';
        const auto [found, isNew] = m_places.try_emplace(text, m_texts.size());
        if (isNew)
            m_texts.push_back({text, {}, check.verdict == Verdict::Fails});
        const bool isOfPart = program && m_host != file.host; // a rank of a log
        const std::string place = printable(file.path) + (isOfPart ? framed(" on ", printable(m_host)) : "");
        std::vector<std::string>& places = m_texts[found->second].places;
        if (places.empty() || places.back() != place)
            places.push_back(place);
    }

    /// A check that did not pass, and the files that it is about.
    struct Text {
        std::string text;
        std::vector<std::string> places;
        bool isFailure = false; // all of its places are named
    };

    std::ostream& m_out;
    std::unique_ptr<TableWriter> m_writer; // null: text for people
    std::vector<Text> m_texts; // text output below the counts
    std::map<std::string, std::size_t> m_places; // positions in m_texts
    CheckCounts m_counts;
    Warnings m_damage;
    Warnings m_damageOfProgram;
    std::string m_host; // of the program whose checks are written
    std::string m_memory; // "HBM (0)", the memory whose checks are written
};

/// The parts of one document to check.
struct Scope {
    std::shared_ptr<const Document> document;
    std::vector<ProgramId> programs;
    std::optional<std::int64_t> memory;
};

/// Error: there is nothing to check, and no file that cannot be read.
Result<Scope> scopeOf(const std::shared_ptr<const Document>& document, const Choice& choice)
{
    const auto memory = findMemory(*document, choice);
    if (!memory)
        return memory.error();
    const auto isBad = [&](const FileEntry& file) { return file.error && choice.covers(file); };
    const auto programs = findPrograms(*document, choice);
    if (!programs && std::ranges::none_of(document->catalogue().files, isBad))
        return programs.error();
    if (!programs)
        return Scope{document, {}, *memory};
    if (!outlineAll(*document, *programs, terminalProgress()))
        return Progress::cancelledError();
    const auto usesIt = [&](ProgramId program) { return document->outline(program).uses(**memory); };
    if (*memory && std::ranges::none_of(*programs, usesIt))
        return unusedMemory(*document, *programs, **memory);
    return Scope{document, *programs, *memory};
}

} // namespace

int runCheck(const Options& options)
{
    const auto documents = open(options);
    if (!documents)
        return fail(documents.error());
    std::vector<Scope> scopes;
    Unanswered unanswered(options.choice);
    for (const auto& document : *documents) {
        const auto scope = scopeOf(document, options.choice);
        if (scope)
            scopes.push_back(*scope);
        else
            unanswered.add(*document, scope.error());
    }
    if (scopes.empty())
        return fail(unanswered.error());
    unanswered.print();
    bool failed = false;
    const int status = output(options, [&](std::ostream& out) {
        CheckTable table(out, options.format);
        for (const Scope& scope : scopes) {
            for (const FileEntry& file : scope.document->catalogue().files)
                if (file.error && options.choice.covers(file))
                    table.addFile(file);
            for (const ProgramId program : scope.programs)
                table.addProgram(*scope.document, program, scope.memory);
        }
        table.finish();
        printWarnings(table.damage());
        failed = table.hasFailed();
    });
    return status != kOk ? status : failed ? kAnswerIsNo : kOk;
}

} // namespace tidemark::cli
