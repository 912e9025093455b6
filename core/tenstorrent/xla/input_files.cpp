#include "core/tenstorrent/xla/input_files.h"

#include "core/base/text.h"
#include "core/files/read_blocks.h"
#include "core/text/text_cursor.h"
#include "core/view/text_kind.h"

#include <algorithm>

namespace tidemark::ttxla {
namespace {

constexpr std::array<std::string_view, 5> kEndings
    = {"_memory.json", "_operations.json", "_report.html", "_profile.log", ".log"};

Result<std::string> wholeOf(const File& file)
{
    constexpr std::uint64_t kMost = std::uint64_t{1} << 30;
    if (file.size() > kMost)
        return Error{ErrorKind::TooLarge,
                     file.path() + ": this file is above 1 GiB. Open the log from which it was made.", std::nullopt};
    std::string text(file.size(), '\0');
    const auto count = file.readAt(0, text, File::Growth::Allowed);
    if (!count)
        return count.error();
    text.resize(*count);
    return text;
}

/// Returns nullopt if there is no such file. A file that cannot be read adds a warning.
std::optional<NamedText> neighbourText(const std::string& path, std::vector<std::string>& neighbours, Warnings& unread)
{
    const auto file = File::open(path);
    auto text = file ? wholeOf(**file) : file.error();
    if (!text) {
        if (text.error().kind != ErrorKind::NotFound)
            unread.addNamed("unreadable-file", text.error().message);
        return std::nullopt;
    }
    neighbours.push_back(path);
    return NamedText{path, std::move(*text)};
}

FileRole roleOfJson(std::string_view start)
{
    const auto has = [&](std::string_view key) { return start.find(key) != std::string_view::npos; };
    if (has("\"total_bytes_allocated_per_bank\"") || has("\"bytes_allocated_per_bank\""))
        return FileRole::BlockTables;
    if (has("\"opsData\""))
        return FileRole::Report;
    if (has("\"totalBytesAllocatedPerBank_MB\""))
        return FileRole::MemoryList;
    return has("\"mlir_op\"") && has("\"inputs\"") ? FileRole::OperationList : FileRole::None;
}

} // namespace

FileRole roleOf(const File& file)
{
    if (startOfText(file).empty())
        return FileRole::None;
    const auto start = readStart(file, kShortText);
    constexpr std::string_view kByteOrderMark = "\xEF\xBB\xBF";
    std::string_view text = start ? std::string_view(*start) : std::string_view();
    if (text.starts_with(kByteOrderMark))
        text.remove_prefix(kByteOrderMark.size());
    text = trimmedLeft(text);
    if (text.empty())
        return FileRole::None;
    if (text[0] == '{' || text[0] == '[') // a log may begin with a bracket, too: "[rank0]: …"
        if (const FileRole role = roleOfJson(text); role != FileRole::None || text[0] == '{')
            return role;
    if (text.starts_with("<!DOCTYPE") || text.starts_with("<!doctype") || text.starts_with("<html"))
        return (text.find("lotly") != std::string_view::npos && text.find("emory") != std::string_view::npos)
                || text.find("const memoryList = ") != std::string_view::npos // written by report_writer.h
            ? FileRole::Report
            : FileRole::None;
    return FileRole::Log;
}

std::string runOf(const std::string& path)
{
    for (const std::string_view ending : kEndings)
        if (path.ends_with(ending))
            return path.substr(0, path.size() - ending.size());
    return path;
}

Result<Profile> readProfile(const File& file, FileRole role, std::vector<std::string>& neighbours)
{
    auto text = wholeOf(file);
    if (!text)
        return text.error();
    const std::string run = runOf(file.path());
    NamedText named{file.path(), std::move(*text)};
    Warnings unread;
    auto profile = [&]() -> Result<Profile> {
        if (role == FileRole::Report)
            return readReport(std::move(named));
        if (role == FileRole::BlockTables)
            return readBlockTables(std::move(named));
        ListTexts lists;
        if (role == FileRole::OperationList) {
            auto memory = neighbourText(run + "_memory.json", neighbours, unread);
            if (!memory)
                return Error{
                    ErrorKind::NotFound,
                    file.path() + ": this list of operations has no memory, and " + std::string(fileNameOf(run))
                        + "_memory.json "
                        + (unread.empty() ? "is not in its folder." : "cannot be read: " + unread.list().front().text),
                    std::nullopt};
            lists.memory = std::move(*memory);
            lists.operations = std::move(named);
        } else {
            lists.memory = std::move(named);
            lists.operations = neighbourText(run + "_operations.json", neighbours, unread);
        }
        lists.inputs = neighbourText(run + "_inputs_registry.json", neighbours, unread);
        lists.modules = neighbourText(run + "_ir.json", neighbours, unread);
        return readLists(std::move(lists));
    }();
    if (profile) {
        profile->name = validUtf8(fileNameOf(run));
        profile->warnings.add(unread);
    }
    return profile;
}

} // namespace tidemark::ttxla
