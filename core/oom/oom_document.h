#pragma once

#include "core/oom/report.h"
#include "core/view/document.h"

#include <map>

namespace tidemark::oom {

/// The messages of a text.
struct LogReports {
    FileEntry entry;
    std::vector<Report> reports; // in the order of the text
    Warnings warnings;
};

/// What is left of a text that a document can be made of, whatever its size. Its file stays as it is.
constexpr std::size_t kMostReports = 10000;
constexpr std::size_t kMostReportBytes = std::size_t{256} << 20;

/// Messages about memory that ran out, as a document: each is a program with one memory, called by the module that it
/// names, else by its line.
class OomDocument final : public Document
{
public:
    static constexpr const char* kKind = "oom";

    /// REQUIRES: at least one file
    OomDocument(std::vector<LogReports> logs, Warnings warnings);

    const Report& report(ProgramId program) const { return *m_programs[program.index()].report; }

    const Catalogue& catalogue() const override { return m_catalogue; }
    const ProgramOutline& outline(ProgramId program) const override { return m_programs[program.index()].outline; }
    std::optional<Digest> digest(ProgramId program) const override;
    Result<std::shared_ptr<const View>> view(const Selection& selection, const Progress& progress) const override;
    std::optional<std::int64_t> parseMemory(const FileEntry& file, std::string_view text) const override;
    std::string memoryNames(const FileEntry& file) const override;
    std::string memoryText(const FileEntry& file, std::int64_t memory) const override;

private:
    struct Program {
        std::shared_ptr<const Report> report;
        ProgramOutline outline;
    };

    void add(LogReports& log);
    SourceId sourceOf(const std::string& file, const std::string& rank);
    /// The memories that the messages of a file are about.
    std::vector<MemoryOutline> memoriesOf(const FileEntry& file) const;

    Catalogue m_catalogue;
    std::vector<Program> m_programs;
    std::map<std::pair<std::string, std::string>, SourceId> m_sources;
};

} // namespace tidemark::oom
