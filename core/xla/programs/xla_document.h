#pragma once

#include "core/view/document.h"
#include "core/view/document_kind.h"
#include "core/xla/plan/digest.h"
#include "core/xla/plan/plan.h"
#include "core/xla/programs/program_file.h"

#include <map>
#include <mutex>
#include <tuple>

namespace tidemark::xla {

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

    /// Returns the positions of the program's module and buffer assignment. Returns an error without the path when they
    /// cannot be found.
    Result<HloParts> parts(ProgramId program) const;
    /// Returns the plan, for features that only XLA programs have. Errors name the file.
    Result<std::shared_ptr<const Plan>> plan(ProgramId program, const Progress& progress = {}) const;

private:
    struct Known {
        std::once_flag outlined;
        ProgramOutline outline;
        std::once_flag digested;
        std::optional<Digest> digest;
        mutable std::mutex mutex; // for the members below
        std::optional<HloParts> parts; // absent: not searched for yet; with bytes at most until the plan is decoded
        std::weak_ptr<const Plan> plan; // shared by the views of the program's memories while one of them lives
    };

    /// All that an outline without warnings is made of: the digest of the assignment, whether there is a module, and
    /// the platform. Many workers run equal programs, so their plans are equal.
    using PlanKey = std::tuple<std::uint64_t, std::uint64_t, bool, Platform>;

    /// Absent if there is only one file, or if the plan is not known to be readable. Keeps the bytes of the assignment
    /// in `parts`.
    std::optional<PlanKey> keyOf(ProgramId program, HloParts& parts) const;
    /// Adds the file's name to an error of decoding. Errors of reading have it already.
    Error named(ProgramId program, Error error) const;

    Catalogue m_catalogue;
    std::vector<ByteRanges> m_hlo; // by program; see ProgramPlace::hlo; searched when Known has no parts
    std::vector<Warnings> m_warnings; // by file
    mutable std::vector<std::unique_ptr<Known>> m_known; // by program
    mutable Digests m_digests; // if there are several files
    mutable std::mutex m_mutex; // for the member below
    mutable std::map<PlanKey, const ProgramOutline*> m_outlines; // of undamaged plans, the first of each
};

/// Compiled XLA programs: captured profiles, XProf's cached HLO, dumped HLO. All files are one document.
DocumentKind xlaKind();

} // namespace tidemark::xla
