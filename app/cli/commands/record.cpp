#include "app/cli/commands.h"
#include "app/cli/input_output.h"
#include "app/cli/record/profile_files.h"
#include "app/cli/record/python_start.h"
#include "app/cli/record/recorded_process.h"
#include "app/cli/record/recording.h"
#include "app/cli/record/shell_word.h"
#include "app/cli/window_program.h"
#include "core/base/text.h"
#include "core/files/byte_stream.h"
#include "core/history/history_kind.h"
#include "core/oom/forms.h"
#include "core/oom/log_reader.h"
#include "core/open/open_documents.h"
#include "core/tenstorrent/tt_train/train_document.h"
#include "core/tenstorrent/tt_xla/profile_document.h"
#include "core/xla/programs/xla_document.h"

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <iostream>

namespace tidemark::cli {
namespace {

constexpr std::size_t kMostMessages = 3; // that are printed
constexpr std::size_t kMostProfiles = 3;

/// The deciding figures of a message, in one line.
std::string lineOf(const oom::Message& message)
{
    std::string line;
    for (const oom::MainFigure& figure : oom::kMainFigures)
        if (const auto& amount = message.*figure.amount)
            addTo(line, ", ", std::string(figure.words) + " " + bytesText(amount->bytes));
    if (line.empty())
        line = printable(message.text.substr(0, message.text.find('\n')));
    return (message.module.empty() ? "" : printable(message.module) + ": ") + line;
}

/// Prints the messages in the log. Returns whether there are any.
bool printMessages(const std::string& log)
{
    auto stream = ByteStream::open(log);
    std::vector<oom::Message> messages;
    std::size_t count = 0;
    if (stream)
        static_cast<void>(oom::readMessages(*stream, {}, [&](const oom::Message& message) { // reads as far as possible
            if (++count <= kMostMessages)
                messages.push_back(message);
        }));
    for (const oom::Message& message : messages)
        std::cerr << "  Memory ran out (output.log, line " << message.line << "): " << lineOf(message) << '\n';
    if (count > messages.size())
        std::cerr << "  … and " << counted(count - messages.size(), "more message") << " of that.\n";
    if (const std::string advice = messages.empty() ? "" : oom::recordingAdvice(messages.front()); !advice.empty())
        std::cerr << "  " << advice << '\n';
    return count > 0;
}

/// The program with the largest peak in any memory.
struct Highest {
    std::string program;
    std::string memory;
    std::int64_t peak = -1;
};

/// What to look for in a recording of one kind.
struct Sought {
    DocumentKind kind;
    std::string where; // the folder or file to look in
    const char* why; // why it may contain nothing
};

/// Writes the lists of tt-xla's profiler next to the log. Returns whether they contain anything.
bool printProfile(const Recording& recording)
{
    const auto log = File::open(recording.outputPath());
    auto profiles = log ? ttxla::readLog(**log, terminalProgress()) : log.error();
    if (!profiles) {
        std::cerr << "  The log has no memory states of tt-mlir's runtime: is it a debug build of tt-xla?\n";
        return false;
    }
    for (ttxla::Profile& profile : *profiles) {
        profile.name = "output";
        printWarnings(profile.warnings);
        std::cerr << "  " << counted(profile.listed(), "operation") << framed(" of rank ", printable(profile.rank))
                  << ".\n";
    }
    if (const auto done = writeProfileFiles(recording.folder(), *profiles); !done)
        std::cerr << "tidemark-cli: " << printable(done.error().message) << '\n';
    return true;
}

/// Prints the programs. Returns whether there are any.
bool printPrograms(const Sought& sought)
{
    const auto documents = openDocuments({sought.where}, {sought.kind}); // messages were printed before
    if (!documents) {
        std::cerr << "  " << sought.why << '\n';
        return false;
    }
    Highest highest;
    std::size_t programs = 0;
    for (const auto& document : *documents) {
        const Catalogue& catalogue = document->catalogue();
        const std::vector<ProgramId> all = allPrograms(*document);
        outlineAll(*document, all, terminalProgress());
        programs += all.size();
        for (const ProgramId program : all)
            for (const MemoryOutline& memory : document->outline(program).memories)
                if (memory.peakBytes > highest.peak)
                    highest = {printable(catalogue.programs[program.index()].name),
                               document->memoryText(catalogue.fileOf(program), memory.memory), *memory.peakBytes};
    }
    const bool isTraining = sought.kind.name == ttTrainKind().name;
    std::cerr << "  " << counted(programs, isTraining ? "run" : "program");
    if (highest.peak >= 0)
        std::cerr << "; memory is highest in " << highest.program << ": " << bytesText(highest.peak) << " of "
                  << highest.memory;
    std::cerr << ".\n";
    return true;
}

/// Prints what was in use when the programs ended: for each profile the device with most.
void printProfiles(const std::vector<std::string>& profiles)
{
    for (const std::string& path : profiles) {
        if (&path == profiles.data() + kMostProfiles) {
            std::cerr << "  … and " << counted(profiles.size() - kMostProfiles, "more profile") << ".\n";
            return;
        }
        const auto documents = openDocuments({path}, {historyKind()});
        if (!documents)
            continue; // the message is printed when it is opened
        const Document& document = *documents->front();
        for (const ProgramId program : allPrograms(document)) {
            const ProgramOutline& outline = document.outline(program);
            const auto most = std::ranges::max_element(outline.memories, {}, &MemoryOutline::peakBytes);
            if (most == outline.memories.end())
                continue;
            const FileEntry& file = document.catalogue().fileOf(program);
            std::cerr << "  " << printable(std::filesystem::path(path).filename().string()) << ": "
                      << bytesText(most->peakBytes.value_or(0)) << " of " << document.memoryText(file, most->memory)
                      << " was in use when the program ended";
            if (outline.memories.size() > 1)
                std::cerr << ", the most of " << counted(outline.memories.size(), "memory", "memories");
            std::cerr << ".\n";
        }
    }
}

/// Absent if it is not known what such a recording contains.
std::optional<Sought> soughtIn(RecordKind kind, const std::string& dumps, const std::string& log)
{
    if (kind == RecordKind::TtTrain)
        return Sought{ttTrainKind(), log,
                      "No run was logged: the command printed no summary of MemoryUsageTracker, or ended before."};
    if (!dumps.empty())
        return Sought{xla::xlaKind(), dumps,
                      "No program was dumped: the command compiled none with XLA, sets XLA_FLAGS itself, or ended "
                      "before."};
    return std::nullopt;
}

/// Prints the contents of a recording with these memory profiles, and returns the paths that open it. The message is
/// last, because it is shown together with the other programs. Empty if the recording has nothing.
std::vector<std::string> printRecorded(RecordKind kind, const Recording& recording, const std::string& dumps,
                                       const std::vector<std::string>& profiles)
{
    const bool isElsewhere = !dumps.empty() && dumps != recording.folder();
    std::cerr << "tidemark-cli: recorded in " << printable(recording.folder()) << '\n';
    if (isElsewhere)
        std::cerr << "  XLA dumps to " << printable(dumps) << ", as XLA_FLAGS say.\n";
    const bool hasMessages = printMessages(recording.outputPath());
    bool hasPrograms = false;
    if (kind == RecordKind::TtXla)
        hasPrograms = printProfile(recording);
    else if (const auto sought = soughtIn(kind, dumps, recording.outputPath()))
        hasPrograms = printPrograms(*sought);
    printProfiles(profiles);
    std::vector<std::string> paths;
    if (hasPrograms && isElsewhere)
        paths.push_back(dumps);
    if (hasMessages || !profiles.empty() || (hasPrograms && !isElsewhere))
        paths.push_back(recording.folder());
    return paths;
}

/// Has the JAX programs of the command save their memory profiles.
void addProfile(RecordKind kind, const std::string& folder, Environment& added)
{
    const char* const before = std::getenv("PYTHONPATH");
    const std::string value = kind == RecordKind::Xla ? addPythonStart(folder, before ? before : "") : "";
    if (!value.empty())
        added["PYTHONPATH"] = value;
}

} // namespace

int runRecord(const Options& options)
{
    const char* const given = options.recordKind == RecordKind::Xla ? std::getenv("XLA_FLAGS") : nullptr;
    const auto flags = flagsOf(given ? given : "");
    if (!flags)
        return fail(flags.error()); // before the folder is created
    auto recording = Recording::create(options.recordFolder, options.recorded);
    if (!recording)
        return fail(recording.error());
    RecordingEnvironment environment = recordingEnvironment(options.recordKind, recording->folder(), *flags);
    addProfile(options.recordKind, recording->folder(), environment.added);
    const auto ending = runRecorded(options.recorded, environment.added, recording->output());
    if (!ending)
        return fail(ending.error());
    const std::vector<std::string> profiles = takeProfiles(recording->folder(), ending->process);
    if (const auto done = recording->finish(ending->status); !done)
        std::cerr << "tidemark-cli: " << printable(done.error().message) << '\n';
    if (!ending->fault.empty()) {
        std::cerr << "tidemark-cli: cannot start " << printable(options.recorded.front()) << ": " << ending->fault
                  << '\n';
        return ending->status;
    }
    if (!ending->logFault.empty())
        std::cerr << "tidemark-cli: " << printable(recording->outputPath()) << " is not whole: " << ending->logFault
                  << ". Make room there, or give --out another folder, and run it again.\n";
    std::vector<std::string> paths{recording->folder()};
    if (!options.isOnlyRecorded) {
        paths = printRecorded(options.recordKind, *recording, environment.dumpFolder, profiles);
        std::string words;
        for (const std::string& path : paths)
            words += ' ' + printable(asShellWord(path));
        if (paths.empty())
            std::cerr << "  Nothing to open: its output has no message about memory that ran out either. Record the "
                         "command that runs the program itself, on this machine.\n";
        else
            std::cerr << "  Read it: tidemark-cli" << words << "\n  Open it: tidemark" << words << '\n';
        if (!profiles.empty())
            std::cerr << "  What was in use: tidemark-cli " << printable(asShellWord(profiles.front())) << '\n';
    }
    if (options.isOpened && !paths.empty())
        openWindow(paths);
    return ending->status;
}

} // namespace tidemark::cli
