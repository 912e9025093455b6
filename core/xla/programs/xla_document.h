#pragma once

#include "core/view/document.h"
#include "core/xla/plan/plan.h"
#include "core/xla/programs/program_file.h"

#include <mutex>

namespace tidemark {

/// Compiled XLA programs: the modules of captured profiles and of HLO files.
class XlaDocument final : public Document
{
public:
    static constexpr const char* kKind = "xla";

    /// REQUIRES: at least one file without an error
    XlaDocument(std::vector<ProgramFile> files, Warnings warnings);

    const Catalogue& catalogue() const override { return m_catalogue; }
    const ProgramOutline& outline(ProgramId program) const override;
    std::optional<Digest> digest(ProgramId program) const override;
    Result<std::shared_ptr<const View>> view(const Selection& selection, const Progress& progress) const override;
    std::optional<std::int64_t> parseMemory(const FileEntry& file, std::string_view text) const override;
    std::string memoryNames(const FileEntry& file) const override;
    std::string memoryText(const FileEntry& file, std::int64_t memory) const override;

    /// Where the halves of its HLO lie. Error, without the path, when that cannot be found.
    Result<HloParts> parts(ProgramId program) const;
    /// The plan itself, for what only XLA programs have. Errors name the file.
    Result<std::shared_ptr<const Plan>> plan(ProgramId program, const Progress& progress = {}) const;

private:
    struct Known {
        std::once_flag outlined;
        ProgramOutline outline;
        std::once_flag digested;
        std::optional<Digest> digest;
        mutable std::mutex mutex; // for what follows
        std::optional<HloParts> parts; // of a program in a file of its own; until the plan is decoded, with their bytes
        std::weak_ptr<const Plan> plan; // as long as a view of one of its memories lives, all share it
    };

    /// Errors of reading name the file already; those of decoding do not know it.
    Error named(ProgramId program, Error error) const;

    Catalogue m_catalogue;
    std::vector<ByteRanges> m_hlo; // by program, as in its ProgramPlace; looked into where Known has no parts
    std::vector<Warnings> m_warnings; // by file
    mutable std::vector<std::unique_ptr<Known>> m_known; // by program
};

} // namespace tidemark
