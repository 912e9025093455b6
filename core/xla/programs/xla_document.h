#pragma once

#include "core/view/document.h"
#include "core/xla/programs/profile.h"

#include <mutex>

namespace tidemark {

/// Compiled XLA programs: the modules of captured profiles and of HLO files.
class XlaDocument final : public Document
{
public:
    explicit XlaDocument(std::shared_ptr<const Profile> profile);

    const Catalogue& catalogue() const override { return m_catalogue; }
    const ProgramOutline& outline(ProgramId program) const override;
    std::optional<Digest> digest(ProgramId program) const override;
    Result<std::shared_ptr<const View>> view(const Selection& selection, const Progress& progress) const override;
    std::optional<std::int64_t> parseMemory(const FileEntry& file, std::string_view text) const override;
    std::string memoryNames(const FileEntry& file) const override;
    std::string memoryText(const FileEntry& file, std::int64_t memory) const override;

    /// The plan itself, for what only XLA programs have. Errors name the file.
    Result<std::shared_ptr<const Plan>> plan(ProgramId program) const;

private:
    struct Known {
        std::once_flag outlined;
        ProgramOutline outline;
        std::once_flag digested;
        std::optional<Digest> digest;
    };

    std::shared_ptr<const Profile> m_profile;
    Catalogue m_catalogue;
    mutable std::vector<std::unique_ptr<Known>> m_known; // by program
};

} // namespace tidemark
