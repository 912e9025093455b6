#include "core/xla/programs/xla_kind.h"

#include "core/view/text_kind.h"
#include "core/xla/programs/detect_format.h"
#include "core/xla/programs/dump_folder.h"
#include "core/xla/programs/figures.h"
#include "core/xla/programs/report_programs.h"
#include "core/xla/programs/xla_document.h"

#include <algorithm>
#include <optional>
#include <vector>

namespace tidemark::xla {
namespace {

Result<Documents> open(const std::vector<OpenedFile>& opened, Warnings warnings, const Progress& progress)
{
    auto read = readEach<ProgramFile>(opened, progress, [&](const OpenedFile& file, const Progress& ofOne) {
        return readProgramFile(file, opened.size() == 1, ofOne);
    });
    if (!read)
        return read.error();
    std::vector<ProgramFile> files = std::move(*read);
    if (!joinReports(files, progress) || !joinDumps(files, progress))
        return Progress::cancelledError();
    const auto isBad = [](const ProgramFile& file) { return file.entry.error.has_value(); };
    if (std::ranges::all_of(files, isBad))
        return *files.front().entry.error;
    return Documents{std::make_shared<const XlaDocument>(std::move(files), std::move(warnings))};
}

} // namespace

DocumentKind xlaKind()
{
    DocumentKind kind;
    kind.name = XlaDocument::kKind;
    const std::string container = ".xplane.pb";
    const std::string hlo = "application/vnd.tidemark.hlo";
    kind.endings = {
        {.ending = container,
         .description = "XLA profile",
         .mimeType = "application/vnd.tidemark.xplane",
         .isOfHost = true},
        // XProf's cache next to a capture has the same content as the capture.
        {.ending = std::string(kCachedEnding),
         .description = "XLA program",
         .mimeType = hlo,
         .leftOutIfEqualTo = container},
        {.ending = std::string(kProgramEnding), .description = "XLA program", .mimeType = hlo},
        {.ending = std::string(kSavedAssignmentEnding), .description = "XLA program", .mimeType = hlo},
    };
    for (const std::string_view report : {kAssignmentEnding, kLiveRangeEnding, kUsageEnding, kUsageProtoEnding})
        kind.endings.push_back({.ending = std::string(report), .description = "XLA report", .mimeType = hlo});
    kind.recognises = [](const File& file) { return detectFormat(file).has_value(); };
    kind.open = open;
    return kind;
}

} // namespace tidemark::xla
