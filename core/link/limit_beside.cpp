#include "core/link/limit_beside.h"

#include "core/oom/oom_document.h"
#include "core/oom/oom_kind.h"
#include "core/oom/oom_memory.h"

#include <algorithm>
#include <filesystem>

namespace tidemark {
namespace {

namespace fs = std::filesystem;

constexpr std::size_t kMostTexts = 64;
constexpr std::uintmax_t kLargestText = std::uintmax_t{8} << 20;
constexpr std::uint64_t kMostBytes = std::uint64_t{64} << 20; // of all texts

/// Texts right in a folder, in order of their names.
void addTexts(const fs::path& folder, const DocumentKind& kind, std::vector<fs::path>& texts)
{
    std::vector<fs::path> found;
    std::error_code error;
    fs::directory_iterator next(folder, error);
    for (; !error && next != fs::directory_iterator(); next.increment(error)) {
        std::error_code ignored;
        const std::string name = next->path().filename().string();
        const bool isText = std::ranges::any_of(
            kind.endings, [&](const FileEnding& ending) { return name.ends_with(ending.ending); });
        if (isText && next->is_regular_file(ignored) && next->file_size(ignored) <= kLargestText)
            found.push_back(next->path());
    }
    std::ranges::sort(found);
    found.resize(std::min(found.size(), kMostTexts - texts.size()));
    texts.insert(texts.end(), found.begin(), found.end());
}

std::optional<LimitBeside> limitIn(const oom::OomDocument& messages, const View& view)
{
    for (const ProgramId program : allPrograms(messages)) {
        const oom::Report& report = messages.report(program);
        if (report.limit && report.module == view.program && oom::memoryOf(report).number == view.memory)
            return LimitBeside{report.limit->bytes,
                               fs::path(messages.catalogue().fileOf(program).path).filename().string() + ":"
                                   + std::to_string(report.line)};
    }
    return std::nullopt;
}

} // namespace

std::optional<LimitBeside> findLimitBeside(const View& view, const Progress& progress)
{
    const DocumentKind kind = oomKind();
    std::error_code error;
    const fs::path folder = fs::absolute(view.path, error).parent_path();
    std::vector<fs::path> texts;
    addTexts(folder, kind, texts);
    if (folder.has_relative_path())
        addTexts(folder.parent_path(), kind, texts);
    std::uint64_t bytes = 0;
    for (const fs::path& text : texts) {
        if (progress.cancelled() || bytes > kMostBytes)
            return std::nullopt;
        const auto file = File::open(text.string());
        bytes += file ? (*file)->size() : 0;
        if (!file || !kind.recognises(**file))
            continue;
        const auto messages = kind.open({{{text.string(), {}, {}}, *file, std::nullopt}}, {}, progress);
        const auto document = messages ? std::dynamic_pointer_cast<const oom::OomDocument>(messages->front()) : nullptr;
        if (auto limit = document ? limitIn(*document, view) : std::nullopt)
            return limit;
    }
    return std::nullopt;
}

bool isOpenToLimit(const Figures& figures)
{
    return !figures.capacity.isChosen && (!figures.capacity.bytes || figures.capacity.isOfTable);
}

Figures withCapacity(Figures figures, const LimitBeside& limit)
{
    const std::int64_t headroom = limit.bytes - figures.neededBytes;
    figures.capacity.bytes = limit.bytes;
    figures.capacity.device = "the message in " + limit.place;
    figures.capacity.isOfTable = false;
    figures.capacity.preallocatedBytes.reset();
    figures.headroomBytes = headroom;
    int line = 0;
    for (Figure& figure : figures.list)
        line = std::max(line, figure.line);
    for (Figure& figure : figures.list) {
        if (figure.id == "capacity_bytes") {
            figure.value = limit.bytes;
            figure.remarks = {{figures.capacity.device, std::nullopt, std::nullopt}};
        } else if (figure.id == "headroom_bytes") {
            figure.value = headroom;
            figure.remarks = {headroom < 0 ? Remark{"DOES NOT FIT", std::nullopt, std::nullopt}
                                           : Remark{"%1 of the capacity", headroom, limit.bytes}};
        } else {
            continue;
        }
        figure.line = ++line;
    }
    return figures;
}

Figures figuresWithLimit(const View& view, const Device* chosen, const Progress& progress)
{
    Figures figures = view.figures(chosen);
    if (isOpenToLimit(figures) && view.axis.kind != AxisKind::None)
        if (const auto limit = findLimitBeside(view, progress))
            return withCapacity(std::move(figures), *limit);
    return figures;
}

} // namespace tidemark
