#pragma once

#include "core/view/document.h"

#include <functional>

namespace tidemark {

/// The user's choice, as written. Empty members mean no choice.
struct Choice {
    std::string program; // "name", "name(id)" or a unique prefix
    std::string host;
    std::string session; // the session in the path, or its last folder
    std::string memory; // number or name of a memory
    std::string exactName = {}; // restricts like host and session to programs of this name; no user writes it
    std::vector<std::string> exactPaths = {}; // restricts to these files, sorted; no user writes it

    friend bool operator==(const Choice&, const Choice&) = default;

    /// Returns whether host and session match. For a file without programs, host and session of the file count.
    bool covers(const FileEntry& file) const { return covers(file, file.host); }
    bool covers(const Catalogue& catalogue, ProgramId of) const
    {
        return covers(catalogue.fileOf(of), catalogue.hostOf(of))
            && (exactName.empty() || catalogue.programs[of.index()].name == exactName);
    }

private:
    bool covers(const FileEntry& file, const std::string& of) const;
};

/// All programs of that host, session and name, in the order of the catalogue. Never empty. Error: there is none; it
/// names the files and lists what exists.
Result<std::vector<ProgramId>> findPrograms(const Document& document, const Choice& choice);

/// The number of the chosen memory. Absent when the user chose none.
Result<std::optional<std::int64_t>> findMemory(const Document& document, const Choice& choice);

/// From each file of that host and session, the programs of exactly the chosen name; if no file has one, those of this
/// name(id); otherwise those that begin with it. Without a name, the program with the largest peak in `memory` of each
/// source (a host, a rank, a dump folder), the first among equals. In the order of the catalogue. Never empty. Errors:
/// those of findPrograms(), Cancelled. `unread` receives the programs that could not be compared, and the files without
/// such a program. Cost: without a name, the outlines of all candidates, on all processors.
Result<std::vector<ProgramId>> findPerFile(const Document& document, const Choice& choice, std::int64_t memory,
                                           Warnings& unread, const Progress& progress = {});

enum class UnusedMemory { Refused, Taken };

/// Chooses one program and memory. Memory: the chosen one, otherwise 0, or the programs' own memory if every program
/// has one, or if the document prefers each program's best memory. Without a name, the program with the largest peak in
/// that memory, the first by path, name and id among equals. Programs with the same name, id and digest are one.
/// Errors: NotFound lists what exists; Ambiguous lists the candidates with their hosts. A program that does not use the
/// memory is refused here if that needs no further reading, otherwise by Document::view(). `unread` receives damaged
/// programs that could not be compared. Cost: without a name, the outlines of all candidates, on all processors.
Result<Selection> resolve(const Document& document, const Choice& choice, Warnings& unread,
                          const Progress& progress = {}, UnusedMemory unused = UnusedMemory::Refused);

/// The same for several documents, at least one: the first that holds the choice. If none does, the first document's
/// error lists what exists.
Result<Chosen> resolveIn(const Documents& documents, const Choice& choice, Warnings& unread,
                         const Progress& progress = {}, UnusedMemory unused = UnusedMemory::Refused);

/// The program in its default memory.
Chosen inBestMemory(std::shared_ptr<const Document> document, ProgramId program);

/// The choice that a window shows first: the largest program according to resolve(), in its default memory, of the
/// first document whose largest program can be shown, otherwise of the first document with a program. Absent: there is
/// none.
std::optional<Chosen> usualChoice(const Documents& documents, const Progress& progress = {});

/// The error for a memory that none of `programs` (at least one) uses. It lists the memories that they use.
Error unusedMemory(const Document& document, const std::vector<ProgramId>& programs, std::int64_t memory);

/// A resolved choice with its view.
struct Viewed : Chosen {
    std::shared_ptr<const View> view;
    Documents openedTogether; // the document of the choice is one of them
};

/// A file may hold several documents. WithAxis prefers the first document with an axis, and takes the first one when
/// none has an axis.
enum class Wanted { Any, WithAxis };

/// Resolves a choice and makes its view. `warn` is called with the programs that could not be compared. Errors: those
/// of resolveIn() and of Document::view().
Result<Viewed> viewIn(const Documents& documents, const Choice& choice, Wanted wanted,
                      const std::function<void(const Warnings&)>& warn, const Progress& progress = {});

/// The same with Wanted::Any; without any choice, the view of usualChoice() if there is one.
Result<Viewed> viewFirst(const Documents& documents, const Choice& choice,
                         const std::function<void(const Warnings&)>& warn, const Progress& progress = {});

} // namespace tidemark
