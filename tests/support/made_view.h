#pragma once

#include "core/view/document.h"
#include "core/view/view.h"

#include <algorithm>
#include <memory>
#include <utility>
#include <vector>

namespace tidemark::test {

/// A row of a view without a file.
struct MadeRow {
    Facts facts;
    std::int64_t size = 0;
    std::uint8_t kind = 0; // see madeView()
    StepId start{0};
    StepId end{1};
    std::int64_t overlap = 0;
};

/// Returns a view with these rows and this level. The kinds are parameter, output and temporary. The first maximum is
/// the peak.
inline std::shared_ptr<View> madeView(std::vector<MadeRow> made, std::vector<std::int64_t> level)
{
    struct Owned {
        std::vector<MadeRow> rows;
        std::vector<std::int64_t> level;
    };
    const auto owned = std::make_shared<const Owned>(Owned{std::move(made), std::move(level)});
    auto view = std::make_shared<View>();
    view->owner = owned;
    view->path = "made";
    view->program = "jit_made";
    view->programText = "jit_made(1)";
    view->axis.count = static_cast<std::uint32_t>(owned->level.size());
    view->curves = {{CurveRole::Level, "Level", owned->level, Hue::Temporary}};
    view->peakStep
        = StepId::at(static_cast<std::size_t>(std::ranges::max_element(owned->level) - owned->level.begin()));
    Rows& rows = view->rows;
    rows.count = owned->rows.size();
    rows.kinds = {{std::string(RowKind::kParameter), "Argument", Hue::Argument},
                  {std::string(RowKind::kOutput), "Output", Hue::Output},
                  {std::string(RowKind::kTemporary), "Temporary", Hue::Temporary}};
    if (!owned->rows.empty()) {
        const MadeRow& first = owned->rows.front();
        rows.size = {&first.size, sizeof(MadeRow)};
        rows.unpadded = {&first.size, sizeof(MadeRow)};
        rows.start = {&first.start, sizeof(MadeRow)};
        rows.end = {&first.end, sizeof(MadeRow)};
        rows.kind = {&first.kind, sizeof(MadeRow)};
    }
    rows.columns = {RowColumn::Name, RowColumn::Size, RowColumn::Kind};
    rows.describe = [owned](RowId row, Facts& facts) { facts = owned->rows[row.index()].facts; };
    rows.name = [owned](RowId row) { return owned->rows[row.index()].facts.name; };
    rows.live = [owned](StepId step) {
        std::vector<LiveRow> live;
        for (std::size_t i = 0; i < owned->rows.size(); ++i)
            if (owned->rows[i].start <= step && step < owned->rows[i].end)
                live.push_back({RowId::at(i), owned->rows[i].overlap});
        return live;
    };
    return view;
}

/// A document without a file; each of its programs has one memory.
class MadeDocument final : public Document
{
public:
    struct Program {
        std::string name;
        Result<std::shared_ptr<const View>> view;
        std::int64_t totalBytes = 0; // allocated
        std::int64_t memory = 0;
        std::optional<Digest> digest = std::nullopt;
    };

    explicit MadeDocument(std::vector<Program> programs, std::string kind = "made", std::string path = {})
        : m_programs(std::move(programs))
    {
        m_catalogue.kind = std::move(kind);
        m_catalogue.files.emplace_back().path = std::move(path);
        m_catalogue.sources.push_back({});
        for (const Program& program : m_programs) {
            ProgramEntry entry;
            entry.file = FileId(0);
            entry.source = SourceId(0);
            entry.name = program.name;
            m_catalogue.programs.push_back(entry);
            ProgramOutline outline;
            outline.hasPlan = true;
            outline.memories.push_back(
                {program.memory, std::nullopt, "memory", program.totalBytes, program.totalBytes, program.totalBytes});
            m_outlines.push_back(outline);
        }
    }

    const Catalogue& catalogue() const override { return m_catalogue; }
    const ProgramOutline& outline(ProgramId program) const override { return m_outlines[program.index()]; }
    std::optional<Digest> digest(ProgramId program) const override { return m_programs[program.index()].digest; }
    Result<std::shared_ptr<const View>> view(const Selection& selection, const Progress&) const override
    {
        ++m_views;
        return m_programs[selection.program.index()].view;
    }
    std::optional<std::int64_t> parseMemory(const FileEntry&, std::string_view) const override { return 0; }
    std::string memoryNames(const FileEntry&) const override { return "memory"; }
    std::string memoryText(const FileEntry&, std::int64_t) const override { return "memory"; }

    /// The number of requests for a view.
    int views() const { return m_views; }

private:
    std::vector<Program> m_programs;
    Catalogue m_catalogue;
    std::vector<ProgramOutline> m_outlines;
    mutable int m_views = 0;
};

} // namespace tidemark::test
