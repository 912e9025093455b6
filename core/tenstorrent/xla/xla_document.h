#pragma once

#include "core/tenstorrent/xla/profile_view.h"

#include <map>

namespace tidemark::ttxla {

/// The profiles of a run. A log has one profile for each rank.
struct ProfilesOfFile {
    FileEntry entry;
    std::vector<FileEntry> others; // companion files: lists of operations, inputs and modules
    std::vector<Profile> profiles;
    Warnings warnings;
};

/// A document of tt-xla profiles. The first program of each rank is the whole log; the programs that ran in it are
/// ranges of it. The memories are DRAM, L1, L1_SMALL and TRACE.
class XlaProfileDocument final : public Document
{
public:
    static constexpr const char* kKind = "tt_xla";
    static constexpr const char* kAll = "all";

    /// REQUIRES: at least one file
    XlaProfileDocument(std::vector<ProfilesOfFile> files, Warnings warnings);

    const std::shared_ptr<const Profile>& profile(ProgramId program) const
    {
        return m_programs[program.index()].extent.profile;
    }
    Extent extent(ProgramId program) const { return m_programs[program.index()].extent.extent; }

    const Catalogue& catalogue() const override { return m_catalogue; }
    const ProgramOutline& outline(ProgramId program) const override { return m_programs[program.index()].outline; }
    std::optional<Digest> digest(ProgramId) const override { return std::nullopt; }
    Result<std::shared_ptr<const View>> view(const Selection& selection, const Progress& progress) const override;
    std::optional<std::int64_t> parseMemory(const FileEntry& file, std::string_view text) const override;
    std::string memoryNames(const FileEntry&) const override { return "DRAM, L1, L1_SMALL, TRACE"; }
    std::string memoryText(const FileEntry& file, std::int64_t memory) const override;

private:
    struct Program {
        ProgramExtent extent;
        ProgramOutline outline;
    };

    void add(ProfilesOfFile& file);
    void addProfile(Profile profile, FileId file, SourceId source);
    void addProgram(ProgramEntry entry, ProgramExtent extent);

    Catalogue m_catalogue;
    std::vector<Program> m_programs;
};

} // namespace tidemark::ttxla
