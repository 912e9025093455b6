#include "core/xla/programs/xla_kind.h"

#include "core/xla/programs/detect_format.h"
#include "core/xla/programs/dump_folder.h"
#include "core/xla/programs/figures.h"
#include "core/xla/programs/report_programs.h"
#include "core/xla/programs/xla_document.h"

#include <algorithm>

namespace tidemark {
namespace {

Result<Documents> open(const std::vector<OpenedFile>& opened, Warnings warnings, const Progress& progress)
{
    std::vector<ProgramFile> files;
    for (const OpenedFile& file : opened) {
        auto read = readProgramFile(file, opened.size() == 1, progress);
        if (!read)
            return Progress::cancelledError();
        files.push_back(std::move(*read));
    }
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
    kind.endings = {
        {container, "XLA profile", "application/vnd.tidemark.xplane", true, {}},
        // XProf's cache beside a capture holds what the capture holds.
        {std::string(kCachedEnding), "XLA program", "application/vnd.tidemark.hlo", false, container},
        {std::string(kProgramEnding), "XLA program", "application/vnd.tidemark.hlo", false, {}},
        {std::string(kAssignmentEnding), "XLA report", "application/vnd.tidemark.hlo", false, {}},
        {std::string(kLiveRangeEnding), "XLA report", "application/vnd.tidemark.hlo", false, {}},
        {std::string(kUsageEnding), "XLA report", "application/vnd.tidemark.hlo", false, {}},
        {std::string(kUsageProtoEnding), "XLA report", "application/vnd.tidemark.hlo", false, {}},
    };
    kind.recognises = [](const File& file) { return detectFormat(file).has_value(); };
    kind.open = open;
    return kind;
}

} // namespace tidemark
