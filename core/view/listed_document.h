#pragma once

#include "core/view/document.h"

#include <map>

namespace tidemark {

/// A document that knows all its outlines when it is made. Its memories have names, and the number of a memory is the
/// position of its name.
class ListedDocument : public Document
{
public:
    const Catalogue& catalogue() const override { return m_catalogue; }
    const ProgramOutline& outline(ProgramId program) const override { return m_outlines[program.index()]; }
    std::optional<Digest> digest(ProgramId) const override { return std::nullopt; }
    std::optional<std::int64_t> parseMemory(const FileEntry& file, std::string_view text) const override;
    std::string memoryNames(const FileEntry& file) const override;
    std::string memoryText(const FileEntry& file, std::int64_t memory) const override;

protected:
    ListedDocument(const char* kind, Words words, Warnings warnings);

    FileId addFile(FileEntry file, const Warnings& warnings);
    /// The source of a rank in a file.
    SourceId sourceOf(FileId file, const std::string& rank);
    /// Adds a program and the warnings about it.
    void addProgram(ProgramEntry program, ProgramOutline outline, const Warnings& warnings);

    Catalogue m_catalogue;
    std::vector<std::string> m_memories; // names by number
    std::vector<ProgramOutline> m_outlines; // by ProgramId

private:
    std::map<std::pair<FileId, std::string>, SourceId> m_sources; // by file and rank
};

} // namespace tidemark
