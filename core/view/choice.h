#pragma once

#include "core/view/document.h"

namespace tidemark {

/// What a user asks for, as said; empty: nothing is said.
struct Choice {
    std::string program; // "name", "name(id)" or a unique prefix
    std::string host;
    std::string session; // as found in the path, or its last folder
    std::string memory; // number or name

    /// True when host and session are those asked for; of what has no program those of its file.
    bool covers(const FileEntry& file) const { return covers(file, file.host); }
    bool covers(const Catalogue& catalogue, ProgramId of) const
    {
        return covers(catalogue.fileOf(of), catalogue.hostOf(of));
    }

private:
    bool covers(const FileEntry& file, const std::string& of) const;
};

/// All programs of that host, session and name, in the order of the catalogue; never empty. Error: there is none; it
/// names the files and lists what there is.
Result<std::vector<ProgramId>> findPrograms(const Document& document, const Choice& choice);

/// The number of the memory asked for; absent when none is.
Result<std::optional<std::int64_t>> findMemory(const Document& document, const Choice& choice);

/// The programs of each file of that host and session that have exactly the name asked for; where no file has one, those
/// of this name(id), else those whose names begin so. Without a name the program with the largest peak in `memory` of
/// each source (a host, a rank, a dump folder), the first among equals. In the order of the catalogue; never empty.
/// Error: as findPrograms(), Cancelled. `unread` receives programs that could not be compared, and files without any
/// such program.
/// Cost: without a name the outlines of all in question, on all processors.
Result<std::vector<ProgramId>> findPerFile(const Document& document, const Choice& choice, std::int64_t memory,
                                           Warnings& unread, const Progress& progress = {});

enum class UnusedMemory { Refused, Taken };

/// Picks one program and memory. Memory: the one asked for, else 0, or the program's own where each has one. Without a
/// name the program with the largest peak in that memory, the first by path, name and id among equals. Programs of the
/// same name, id and digest are one. Errors: NotFound lists what there is; Ambiguous lists the candidates with their
/// hosts. A program whose memory is not used is refused here where that needs no more reading, else by
/// Document::view(). `unread` receives those that could not be compared because they are damaged. Cost: without a name
/// the outlines of all in question, on all processors.
Result<Selection> resolve(const Document& document, const Choice& choice, Warnings& unread,
                          const Progress& progress = {}, UnusedMemory unused = UnusedMemory::Refused);

/// The same of several documents, at least one: the first that holds what is asked for. The first one's error says what
/// there is.
Result<Chosen> resolveIn(const Documents& documents, const Choice& choice, Warnings& unread,
                         const Progress& progress = {}, UnusedMemory unused = UnusedMemory::Refused);

/// The program in the memory that it is shown with when nobody asks for another.
Chosen inBestMemory(std::shared_ptr<const Document> document, ProgramId program);

/// What a window shows of documents when nobody asks for anything: the largest program as resolve() takes it, in its
/// best memory, of the first document whose largest can be shown, else of the first that has any; absent: none has.
std::optional<Chosen> usualChoice(const Documents& documents);

/// The error for a memory that none of `programs` (at least one) uses; it lists those that they do.
Error unusedMemory(const Document& document, const std::vector<ProgramId>& programs, std::int64_t memory);

} // namespace tidemark
