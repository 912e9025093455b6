#include "core/tenstorrent/log_document.h"

#include "core/base/text.h"
#include "core/view/memory_names.h"

namespace tidemark {

TenstorrentDocument::TenstorrentDocument(const char* kind, Words words, std::span<const std::string_view> memories,
                                         Warnings warnings)
    : m_memories(memories)
{
    m_catalogue.kind = kind;
    m_catalogue.words = std::move(words);
    m_catalogue.warnings = std::move(warnings);
    m_catalogue.unusedReason = "the log has no number of it";
}

FileId TenstorrentDocument::addFile(FileEntry file, const Warnings& warnings)
{
    m_catalogue.warnings.addOf(file.path, warnings);
    if (file.error)
        m_catalogue.warnings.addNamed("unreadable-file", file.error->message, file.error->offset);
    m_catalogue.files.push_back(std::move(file));
    return FileId::at(m_catalogue.files.size() - 1);
}

SourceId TenstorrentDocument::sourceOf(FileId file, const std::string& rank)
{
    const auto [found, isNew] = m_sources.try_emplace({file, rank}, SourceId::at(m_catalogue.sources.size()));
    if (isNew) {
        const std::string name(fileNameOf(m_catalogue.files[file.index()].path));
        m_catalogue.sources.push_back({validUtf8(name + framed(", rank ", rank)), {}, validUtf8(rank)});
    }
    return found->second;
}

void TenstorrentDocument::addProgram(ProgramEntry program, ProgramOutline outline, const Warnings& warnings)
{
    if (outline.memories.empty()) // no view shows them
        m_catalogue.warnings.addOf(m_catalogue.files[program.file.index()].path, warnings);
    else
        outline.warnings = warnings;
    m_catalogue.programs.push_back(std::move(program));
    m_outlines.push_back(std::move(outline));
}

std::optional<std::int64_t> TenstorrentDocument::parseMemory(const FileEntry&, std::string_view text) const
{
    return memoryNumber(m_memories, text);
}

std::string TenstorrentDocument::memoryNames(const FileEntry&) const
{
    return joined(m_memories, ", ");
}

std::string TenstorrentDocument::memoryText(const FileEntry&, std::int64_t memory) const
{
    return memory >= 0 && memory < std::ssize(m_memories) ? std::string(m_memories[static_cast<std::size_t>(memory)])
                                                          : "memory " + std::to_string(memory);
}

} // namespace tidemark
