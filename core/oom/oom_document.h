#pragma once

#include "core/oom/message.h"
#include "core/view/document.h"

#include <map>
#include <span>

namespace tidemark::oom {

/// Makes a view of a message. The view has no axis; its rows are the allocations of the message. The level is the sum
/// of the rows, or the requested amount if the message lists none.
std::shared_ptr<const View> makeMessageView(const std::shared_ptr<const Message>& message, const FileEntry& file,
                                            const ProgramEntry& program);

/// The messages of a log.
struct LogMessages {
    FileEntry entry;
    std::vector<Message> messages; // in the order of the text
    Warnings warnings;
};

/// Limits of a log in a document. Further messages are counted in a warning.
constexpr std::size_t kMostMessages = 10000;
constexpr std::size_t kMostMessageBytes = std::size_t{256} << 20;

/// A document of out-of-memory messages. Each message is a program with one memory. Its name is the module that the
/// message names, otherwise its line.
class OomDocument final : public Document
{
public:
    static constexpr const char* kKind = "oom";

    /// REQUIRES: at least one file
    OomDocument(std::vector<LogMessages> logs, Warnings warnings);

    const Message& message(ProgramId program) const { return *m_programs[program.index()].message; }
    /// The messages that name this module, in the order of the catalogue.
    std::span<const ProgramId> messagesOf(const std::string& module) const;

    const Catalogue& catalogue() const override { return m_catalogue; }
    const ProgramOutline& outline(ProgramId program) const override { return m_programs[program.index()].outline; }
    std::optional<Digest> digest(ProgramId program) const override;
    Result<std::shared_ptr<const View>> view(const Selection& selection, const Progress& progress) const override;
    std::optional<std::int64_t> parseMemory(const FileEntry& file, std::string_view text) const override;
    std::string memoryNames(const FileEntry& file) const override;
    std::string memoryText(const FileEntry& file, std::int64_t memory) const override;

private:
    struct Program {
        std::shared_ptr<const Message> message;
        ProgramOutline outline;
    };

    void add(LogMessages& log);
    SourceId sourceOf(const std::string& file, const std::string& rank);
    /// Returns the memories of the messages of a file.
    std::vector<MemoryOutline> memoriesOf(const FileEntry& file) const;

    Catalogue m_catalogue;
    std::vector<Program> m_programs;
    std::map<std::string, std::vector<ProgramId>> m_byModule;
    std::map<std::pair<std::string, std::string>, SourceId> m_sources;
};

/// The document as one of messages; null if it is of another kind.
const OomDocument* asMessages(const Document& document);

} // namespace tidemark::oom
