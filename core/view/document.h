#pragma once

#include "core/base/digest.h"
#include "core/base/progress.h"
#include "core/include/tidemark/program.h"
#include "core/include/tidemark/result.h"
#include "core/view/view.h"

namespace tidemark {

struct ProgramTag;
/// A position in Catalogue::programs.
using ProgramId = Id<ProgramTag>;
struct FileTag;
/// A position in Catalogue::files.
using FileId = Id<FileTag>;
struct SourceTag;
/// A position in Catalogue::sources.
using SourceId = Id<SourceTag>;

/// A file of a document with the facts that its path and content give.
struct FileEntry {
    std::string path;
    std::uint64_t size = 0; // size of the file in bytes
    std::string host; // empty if unknown
    std::string session; // folder of the file, after the run's path if a log directory was opened
    Platform platform = Platform::Unknown;
    DeviceFacts device;
    std::optional<std::uint32_t> chips; // number of chips of the capture; absent if the file does not state it
    std::string format; // text for users: "XSpace"
    std::vector<std::pair<std::string, std::string>> remarks; // texts for users: "JAX" "0.7.1"
    std::optional<Error> error; // the reason why nothing in it could be used

    /// The label of the file's content in lists: the host, or the file's name when no host is known.
    std::string sourceName() const;
};

/// A host or rank of a document. The files of a folder of single programs form one source.
struct SourceEntry {
    std::string name; // "w-11"; the file's name if no other name is known
    std::string session;
    std::string host = {}; // value of --host if a file has several sources: "1,3" for rank 1,3; empty: the file's host
};

/// One program of a document. (file, name, id) identifies it.
struct ProgramEntry {
    FileId file;
    SourceId source;
    std::string name; // may hold any bytes
    std::optional<std::uint64_t> id; // absent if the file does not state it
    std::optional<std::uint64_t> bytes; // size in the file; absent if the program is no separate part
    std::string about = {}; // for lists, if the name says little: "Allocation of 4.94 GiB failed"

    /// "jit_train_step(137)", or the name alone without an id
    std::string fullName() const { return id ? name + "(" + std::to_string(*id) + ")" : name; }
};

/// The words for the items of a document, in lower case. The view has the word for its rows.
struct Words {
    std::string program = "module";
    std::string programs = "modules";
    std::string memory = "memory space";
    std::string source = "worker";
    std::string upstream = {}; // the tool whose peaks are listed next to ours; may be empty
    std::string size = "hlo"; // the part of a program that has a size in the file
    std::string peak = "peak"; // the most that a program needs
};

/// The contents of a document. Building it needs no decoding.
struct Catalogue {
    std::string kind; // "xla"
    Words words;
    std::vector<FileEntry> files; // by path; at least one
    std::vector<SourceEntry> sources; // in natural order of their sessions and names
    std::vector<ProgramEntry> programs; // by path, then by name and id; messages in the order of the text
    Warnings warnings; // warnings about folders and all files
    std::string emptyAdvice; // advice if there is no program
    std::string unusedReason; // the reason why a program may use no memory, for the text after a colon; may be empty
    bool hasOneMemoryEach = false; // every program has one memory, which is the default
    bool prefersBestMemory = false; // the default memory is each program's own best one, not memory 0

    const FileEntry& fileOf(ProgramId program) const { return files[programs[program.index()].file.index()]; }
    /// The name that selects a program's source: the host of its file, or the rank that wrote it. Empty when the file
    /// does not state it.
    const std::string& hostOf(ProgramId program) const
    {
        const SourceId source = programs[program.index()].source;
        const bool isOwn = source && !sources[source.index()].host.empty();
        return isOwn ? sources[source.index()].host : fileOf(program).host;
    }
    /// The subject of an error about the whole document: the path of the file, or "FIRST and 15 more files".
    std::string title() const;
    /// Sorts the sources and updates the references to them.
    void sortSources();
};

/// The facts that a list of programs shows for one program.
struct ProgramOutline {
    bool hasPlan = false;
    std::vector<MemoryOutline> memories; // the used memories, ascending
    std::optional<std::int64_t> preferred; // the memory to show first; absent: see bestMemory()
    std::optional<Error> error; // the reason why there are none
    Warnings warnings; // damage that affects the figures of the memories

    const MemoryOutline* find(std::int64_t memory) const;
    /// The sort key of every list. Absent when the memory is not used or its peak is unknown.
    std::optional<std::int64_t> peakIn(std::int64_t memory) const;
    bool uses(std::int64_t memory) const { return find(memory) != nullptr; }
    bool isDamaged() const { return error && hasPlan; }
    /// REQUIRES: isDamaged()
    Warning damage() const;
    /// The memory that is shown by default: the preferred one, otherwise 0, or the one with the largest peak when the
    /// program does not use 0.
    std::int64_t bestMemory() const;
};

/// A program and one of its memories.
struct Selection {
    ProgramId program;
    std::int64_t memory = 0;
    friend bool operator==(const Selection&, const Selection&) = default;
};

/// An opened document. It offers programs × memories, and a choice of both is a view. Immutable for its users: results
/// that are computed on demand are cached inside. All functions may be called from any thread.
class Document
{
public:
    virtual ~Document() = default;

    virtual const Catalogue& catalogue() const = 0;
    /// Computed once, including its errors. Cost of the first call: reads and replays the plan.
    virtual const ProgramOutline& outline(ProgramId program) const = 0;
    /// Two programs with equal digests differ at most in their ids. Null when the program cannot be read; it then
    /// equals no other program. Cost of the first call: reads the program.
    virtual std::optional<Digest> digest(ProgramId program) const = 0;
    /// Errors: the program cannot be read; it does not use the memory (the error lists those that it uses); Cancelled.
    virtual Result<std::shared_ptr<const View>> view(const Selection& selection, const Progress& progress) const = 0;
    /// The number of a memory by its name, for the programs of these files: "HBM", "hbm (0)", "0".
    virtual std::optional<std::int64_t> parseMemory(const FileEntry& file, std::string_view text) const = 0;
    /// The names that parseMemory() accepts, for a message.
    virtual std::string memoryNames(const FileEntry& file) const = 0;
    /// The memory's name for people: "HBM (0)". The memory need not be used.
    virtual std::string memoryText(const FileEntry& file, std::int64_t memory) const = 0;
};

using Documents = std::vector<std::shared_ptr<const Document>>;

/// A selection in one of several documents.
struct Chosen {
    std::shared_ptr<const Document> document;
    Selection selection;

    const ProgramEntry& program() const { return document->catalogue().programs[selection.program.index()]; }
    const FileEntry& file() const { return document->catalogue().fileOf(selection.program); }
    const ProgramOutline& outline() const { return document->outline(selection.program); }
    friend bool operator==(const Chosen&, const Chosen&) = default;
};

/// Computes the outlines of these programs on all processors. Returns false when cancelled.
bool outlineAll(const Document& document, const std::vector<ProgramId>& programs, const Progress& progress);

/// All programs of a document.
std::vector<ProgramId> allPrograms(const Document& document);

/// Returns "3 modules and 2 messages". `words` has one entry for each program: the words of its document.
std::string countedPrograms(const std::vector<const Words*>& words);

/// What the catalogue and the outline say of a program.
Program programOf(const Document& document, ProgramId id);

/// Explains to the user why a document shows nothing. Empty when it has programs.
std::string whyEmpty(const Catalogue& catalogue);

/// "uses no memory space: …" for a program without any.
std::string usesNone(const Catalogue& catalogue);

} // namespace tidemark
