#pragma once

#include "core/view/document.h"

#include <map>
#include <span>

namespace tidemark {

/// The common part of the documents of Tenstorrent's tools. A source is a rank in a file. The memories have numbers.
class TenstorrentDocument : public Document
{
public:
    const Catalogue& catalogue() const override { return m_catalogue; }
    const ProgramOutline& outline(ProgramId program) const override { return m_outlines[program.index()]; }
    std::optional<Digest> digest(ProgramId) const override { return std::nullopt; }
    std::optional<std::int64_t> parseMemory(const FileEntry& file, std::string_view text) const override;
    std::string memoryNames(const FileEntry& file) const override;
    std::string memoryText(const FileEntry& file, std::int64_t memory) const override;

protected:
    /// `memories` are the names of the memories from 0; they must outlive the document.
    TenstorrentDocument(const char* kind, Words words, std::span<const std::string_view> memories, Warnings warnings);

    FileId addFile(FileEntry file, const Warnings& warnings);
    SourceId sourceOf(FileId file, const std::string& rank);
    /// Adds a program and the warnings about it.
    void addProgram(ProgramEntry program, ProgramOutline outline, const Warnings& warnings);

    Catalogue m_catalogue;

private:
    std::span<const std::string_view> m_memories;
    std::vector<ProgramOutline> m_outlines; // by ProgramId
    std::map<std::pair<FileId, std::string>, SourceId> m_sources; // by file and rank
};

} // namespace tidemark
