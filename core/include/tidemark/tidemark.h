/// The library of Tidemark: what fills an accelerator's memory, from the files that JAX and XLA write.
///
///     const auto files = tidemark::open({"train.xplane.pb"});
///     if (!files)
///         return fail(files.error().message);
///     const auto memory = files->choose({.program = "jit_train_step"});
///     const auto summary = memory->summary(); // each Result may be an error, as above
///
/// Members of Summary, Buffer, Saving and TimelineStep have the names of the JSON fields of the command line, and
/// app/cli/README.md and the guide explain them. Sizes are bytes. Unknown is absent or empty. Texts are UTF-8, except
/// what files and the system may name with any bytes: paths, hosts, sessions, programs, and errors that name them.
/// Errors are values in words for people: the file, what is wrong, and what to do. No function that returns a Result
/// throws.
///
/// Results are values that own all that they hold. Opened and ProgramMemory are handles that are cheap to copy and keep
/// alive what they need. All const functions may be called from any thread. Only the needed ranges of a file are read,
/// some of them later, so that files should not change while a handle lives; a changed file gives an error.
#pragma once

#include <tidemark/buffer.h>
#include <tidemark/program.h>
#include <tidemark/result.h>
#include <tidemark/summary.h>
#include <tidemark/warning.h>

#include <functional>
#include <limits>
#include <memory>
#include <string>
#include <vector>

namespace tidemark {

/// What to show. Empty members mean no choice.
struct ProgramChoice {
    std::string program = {}; // "name", "name(id)" or a unique prefix; default: the program with the largest peak
    std::string host = {}; // takes only programs of this worker or rank
    std::string session = {}; // takes only programs of this session: its path, or its last folder
    std::string memory = {}; // "hbm" or a number; default: HBM, or the largest memory of a program that does not use it
    std::string device
        = {}; // "v5e", "24GiB": the capacity is that of this device; default: the device that the file names
};

/// Which buffers to list, and in which order.
struct BufferQuery {
    std::optional<std::uint64_t> step = std::nullopt; // the buffers that are live at this step; default: at the peak
    bool isOfAllSteps = false; // all buffers, whenever they are live
    bool isLargestFirst = false; // by size; default: in the order of the file
    std::size_t limit = std::numeric_limits<std::size_t>::max(); // of buffers
};

/// One memory of one program, decoded and replayed.
class ProgramMemory
{
public:
    /// Cost: finds the categories and tries all advice, some passes over the program. Errors: Cancelled.
    Result<Summary> summary() const;
    /// Errors: the file has no such step; it has no buffers; Cancelled. Cost: some microseconds for each listed buffer,
    /// and the categories when first asked for.
    Result<std::vector<Buffer>> buffers(const BufferQuery& query = {}) const;
    /// The level after every step. Error: the file has no steps.
    Result<std::vector<TimelineStep>> timeline() const;
    /// What saves memory, the largest saving first, and last all changes together. Errors: no advice can be computed
    /// from this file; Cancelled.
    Result<std::vector<Saving>> findings() const;
    /// What was noticed while the program was chosen and decoded: damage, programs that could not be compared.
    std::vector<Warning> warnings() const;

private:
    friend class Opened;
    struct State;
    explicit ProgramMemory(std::shared_ptr<const State> state);
    std::shared_ptr<const State> m_state;
};

/// Files that were opened together.
class Opened
{
public:
    /// All programs with the memories that they use. Cost: the first call reads and replays every program, on all
    /// processors. Error: Cancelled.
    Result<std::vector<Program>> programs() const;
    /// Errors: there is no such program, several match, it does not use the memory, it cannot be read; Cancelled. The
    /// error lists what exists. Cost: without a name it reads and replays every program.
    Result<ProgramMemory> choose(const ProgramChoice& choice = {}) const;
    /// The damage that was survived when the files were opened.
    std::vector<Warning> warnings() const;

private:
    friend class ProgramMemory;
    friend Result<Opened> open(const std::vector<std::string>& paths, std::function<bool()> isCancelled);
    struct State;
    explicit Opened(std::shared_ptr<const State> state);
    std::shared_ptr<const State> m_state;
};

/// Opens files, session folders, log directories and dump folders together. The content decides the kind of a file.
/// `isCancelled` may be empty. It is polled often, from any thread, by this function and by all functions of the
/// result; true ends the work with an error of kind Cancelled. Error: none of the files can be used. Cost: reads the
/// structure of profiles and dumps, and searches logs completely.
Result<Opened> open(const std::vector<std::string>& paths, std::function<bool()> isCancelled = {});

} // namespace tidemark
