#include "core/view/listed_document.h"

#include "core/base/characters.h"
#include "core/base/number.h"
#include "core/base/text.h"

#include <algorithm>

namespace tidemark {

ListedDocument::ListedDocument(const char* kind, Words words, Warnings warnings)
{
    m_catalogue.kind = kind;
    m_catalogue.words = std::move(words);
    m_catalogue.warnings = std::move(warnings);
}

FileId ListedDocument::addFile(FileEntry file, const Warnings& warnings)
{
    m_catalogue.warnings.addOf(file.path, warnings);
    if (file.error)
        m_catalogue.warnings.addNamed("unreadable-file", file.error->message, file.error->offset);
    m_catalogue.files.push_back(std::move(file));
    return FileId::at(m_catalogue.files.size() - 1);
}

SourceId ListedDocument::sourceOf(FileId file, const std::string& rank)
{
    const auto [found, isNew] = m_sources.try_emplace({file, rank}, SourceId::at(m_catalogue.sources.size()));
    if (isNew) {
        const std::string name(fileNameOf(m_catalogue.files[file.index()].path));
        m_catalogue.sources.push_back({validUtf8(name + framed(", rank ", rank)), {}, validUtf8(rank)});
    }
    return found->second;
}

void ListedDocument::addProgram(ProgramEntry program, ProgramOutline outline, const Warnings& warnings)
{
    if (outline.memories.empty()) // no view shows them
        m_catalogue.warnings.addOf(m_catalogue.files[program.file.index()].path, warnings);
    else
        outline.warnings = warnings;
    m_catalogue.programs.push_back(std::move(program));
    m_outlines.push_back(std::move(outline));
}

std::optional<std::int64_t> ListedDocument::parseMemory(const FileEntry&, std::string_view text) const
{
    for (std::size_t i = 0; i < m_memories.size(); ++i)
        if (std::ranges::equal(m_memories[i], text, {}, toUpper, toUpper))
            return static_cast<std::int64_t>(i);
    return parseNumber(text);
}

std::string ListedDocument::memoryNames(const FileEntry&) const
{
    return joined(m_memories, ", ");
}

std::string ListedDocument::memoryText(const FileEntry&, std::int64_t memory) const
{
    const bool isKnown = memory >= 0 && memory < std::ssize(m_memories);
    return isKnown ? validUtf8(m_memories[static_cast<std::size_t>(memory)]) : "memory " + std::to_string(memory);
}

} // namespace tidemark
