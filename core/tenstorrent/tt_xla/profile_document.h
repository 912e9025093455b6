#pragma once

#include "core/tenstorrent/tt_xla/profile_view.h"
#include "core/view/document_kind.h"
#include "core/view/listed_document.h"

namespace tidemark {

/// The document kind of logs of tt-mlir's runtime with memory states, as tt-xla writes them, and of the files that
/// tools make from them.
DocumentKind ttXlaKind();

namespace ttxla {

/// Reads the profiles in the first `most` bytes of a log. Errors: Cancelled; failed reading; NotFound if there is no
/// memory state.
Result<std::vector<Profile>> readLog(const File& file, const Progress& progress, std::uint64_t most = UINT64_MAX);

/// The profiles of a run. A log has one profile for each rank.
struct ProfilesOfFile {
    FileEntry entry;
    std::vector<FileEntry> others; // companion files: lists of operations, inputs and modules
    std::vector<Profile> profiles;
    Warnings warnings;
};

/// A document of tt-xla profiles. The first program of each rank is the whole log; the programs that ran in it are
/// ranges of it. The memories are DRAM, L1, L1_SMALL and TRACE.
class ProfileDocument final : public ListedDocument
{
public:
    static constexpr const char* kKind = "tt_xla";
    static constexpr const char* kAll = "all";

    /// REQUIRES: at least one file
    ProfileDocument(std::vector<ProfilesOfFile> files, Warnings warnings);

    const std::shared_ptr<const Profile>& profile(ProgramId program) const
    {
        return m_programs[program.index()].profile;
    }
    Extent extent(ProgramId program) const { return m_programs[program.index()].extent; }

    Result<std::shared_ptr<const View>> view(const Selection& selection, const Progress& progress) const override;

private:
    void addProfile(Profile profile, FileId file);

    std::vector<ProgramExtent> m_programs;
};

} // namespace ttxla
} // namespace tidemark
