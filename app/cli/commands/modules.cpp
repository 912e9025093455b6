#include "app/cli/commands.h"
#include "app/cli/session.h"
#include "core/base/text.h"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <ostream>

namespace tidemark::cli {
namespace {

using Json = nlohmann::ordered_json;

Json textOrNull(const std::string& text)
{
    return text.empty() ? Json() : Json(validUtf8(text));
}

Json toJson(const Profile& profile, const ModuleEntry& module, const ModuleOutline& outline)
{
    const SourceFile& source = profile.fileOf(module);
    Json spaces = Json::array();
    for (const SpaceOutline& space : outline.spaces) {
        const auto name = spaceName(source.platform, space.space);
        spaces.push_back({{"space", space.space},
                          {"name", name ? Json(*name) : Json()},
                          {"peak_bytes", space.peakBytes},
                          {"occupied_peak_bytes", space.occupiedPeakBytes},
                          {"total_bytes", space.totalBytes}});
    }
    return {{"path", validUtf8(source.input.path)},
            {"host", textOrNull(source.input.host)},
            {"session", textOrNull(source.input.session)},
            {"name", validUtf8(module.name)},
            {"program_id", module.programId ? Json(*module.programId) : Json()},
            {"hlo_bytes", module.hlo.size},
            {"has_buffer_assignment", outline.hasBufferAssignment},
            {"spaces", std::move(spaces)}};
}

/// CSV and text: one row per space, and one for a module without any.
void writeRows(TableWriter& writer, const Profile& profile, const ModuleEntry& module, const ModuleOutline& outline)
{
    const SourceFile& source = profile.fileOf(module);
    const auto textCell = [](const std::string& text) { return text.empty() ? Cell() : Cell(validUtf8(text)); };
    std::vector<SpaceOutline> spaces = outline.spaces;
    const bool isEmpty = spaces.empty();
    if (isEmpty)
        spaces.emplace_back();
    for (const SpaceOutline& space : spaces) {
        const auto name = spaceName(source.platform, space.space);
        writer.row({Cell(validUtf8(source.input.path)), textCell(source.input.host), textCell(source.input.session),
                    Cell(validUtf8(module.name)), orNull(module.programId),
                    Cell(static_cast<std::int64_t>(module.hlo.size)), Cell(outline.hasBufferAssignment),
                    isEmpty ? Cell() : Cell(space.space), name && !isEmpty ? Cell(std::string(*name)) : Cell(),
                    isEmpty ? Cell() : Cell(space.peakBytes), isEmpty ? Cell() : Cell(space.occupiedPeakBytes),
                    isEmpty ? Cell() : Cell(space.totalBytes)});
    }
}

void writeJson(std::ostream& out, const Profile& profile, const std::vector<std::size_t>& shown,
               const std::vector<ModuleOutline>& outlines)
{
    out << "[";
    for (std::size_t i = 0; i < shown.size(); ++i)
        out << (i > 0 ? ",\n" : "\n") << toJson(profile, profile.modules[shown[i]], outlines[shown[i]]);
    out << (shown.empty() ? "]\n" : "\n]\n");
}

void writeTable(std::ostream& out, TableFormat format, const Profile& profile, const std::vector<std::size_t>& shown,
                const std::vector<ModuleOutline>& outlines)
{
    const auto writer = makeTableWriter(out, format,
                                        {{"path", false},
                                         {"host", false},
                                         {"session", false},
                                         {"name", false},
                                         {"program_id"},
                                         {"hlo_bytes"},
                                         {"has_buffer_assignment", false},
                                         {"space"},
                                         {"space_name", false},
                                         {"peak_bytes"},
                                         {"occupied_peak_bytes"},
                                         {"total_bytes"}});
    for (const std::size_t i : shown)
        writeRows(*writer, profile, profile.modules[i], outlines[i]);
    writer->finish();
}

const char* whyWithoutSpaces(const ModuleOutline& outline)
{
    if (!outline.hasBufferAssignment)
        return "no buffer assignment";
    return outline.error ? "unreadable" : "none used";
}

/// For people the path stands once above its modules.
void writeText(std::ostream& out, const Profile& profile, const std::vector<std::size_t>& shown,
               const std::vector<ModuleOutline>& outlines)
{
    std::uint32_t file = kNoIndex;
    std::unique_ptr<TableWriter> writer;
    for (const std::size_t i : shown) {
        const ModuleEntry& module = profile.modules[i];
        const SourceFile& source = profile.fileOf(module);
        if (module.file != file) {
            if (writer)
                writer->finish();
            out << (writer ? "\n" : "") << printable(source.input.path) << '\n';
            writer = makeTableWriter(out, TableFormat::Text,
                                     {{"module", false},
                                      {"memory space", false},
                                      {"peak_bytes"},
                                      {"xprof_peak_bytes"},
                                      {"allocated_bytes"},
                                      {"hlo_bytes"}});
            file = module.file;
        }
        bool isFirst = true;
        for (const SpaceOutline& space : outlines[i].spaces) {
            writer->row({Cell(isFirst ? validUtf8(module.fullName()) : std::string()),
                         Cell(spaceText(source.platform, space.space)), Cell(space.occupiedPeakBytes),
                         Cell(space.peakBytes), Cell(space.totalBytes),
                         isFirst ? Cell(static_cast<std::int64_t>(module.hlo.size)) : Cell(std::string())});
            isFirst = false;
        }
        if (isFirst)
            writer->row({Cell(validUtf8(module.fullName())), Cell(std::string(whyWithoutSpaces(outlines[i]))), Cell(),
                         Cell(), Cell(), Cell(static_cast<std::int64_t>(module.hlo.size))});
    }
    if (writer)
        writer->finish();
}

} // namespace

int runModules(const Options& options)
{
    const auto profile = open(options);
    if (!profile)
        return fail(profile.error());
    const auto space = wantedSpace(options, **profile);
    if (!space)
        return fail(space.error());
    const auto found = findModules(**profile, options.choice);
    if (!found)
        return fail(found.error());
    auto outlines = outlineModules(**profile, terminalProgress());
    if (!outlines)
        return fail(outlines.error());
    std::vector<std::size_t> shown;
    Warnings unreadable;
    for (const std::uint32_t i : *found) {
        ModuleOutline& outline = (*outlines)[i];
        if (outline.hasBufferAssignment && outline.error)
            unreadable.addApart({"unreadable-module", outline.error->message, 1, std::nullopt});
        if (*space)
            std::erase_if(outline.spaces, [&](const SpaceOutline& other) { return other.space != **space; });
        if (!*space || !outline.spaces.empty())
            shown.push_back(i);
    }
    printWarnings(unreadable);
    if (shown.empty())
        return fail(unusedSpace(**profile, *found, **space));
    return output(options, [&](std::ostream& out) {
        if (options.format == TableFormat::Json)
            writeJson(out, **profile, shown, *outlines);
        else if (options.format == TableFormat::Csv)
            writeTable(out, options.format, **profile, shown, *outlines);
        else
            writeText(out, **profile, shown, *outlines);
    });
}

} // namespace tidemark::cli
