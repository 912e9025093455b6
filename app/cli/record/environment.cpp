#include "app/cli/record/environment.h"

#include "core/base/text.h"
#include "core/files/system_error.h"

#include <algorithm>
#include <cctype>
#include <fstream>
#include <string_view>

namespace tidemark::cli {
namespace {

constexpr std::string_view kDumpTo = "--xla_dump_to=";

/// The folder of the last dump flag. Its value may be in quotes, and backslashes count inside double quotes.
std::string folderIn(const std::string& flags)
{
    const std::size_t at = flags.rfind(kDumpTo);
    if (at == std::string::npos)
        return {};
    std::size_t next = at + kDumpTo.size();
    char quote = 0;
    if (next < flags.size() && (flags[next] == '\'' || flags[next] == '"'))
        quote = flags[next++];
    std::string folder;
    for (; next < flags.size(); ++next) {
        const char c = flags[next];
        if (quote != 0 ? c == quote : std::isspace(static_cast<unsigned char>(c)) != 0)
            break;
        if (quote == '"' && c == '\\' && next + 1 < flags.size())
            ++next;
        folder += flags[next];
    }
    return folder;
}

/// The value of a flag, in double quotes if XLA would split it.
std::string quoted(const std::string& value)
{
    const bool isPlain = std::ranges::none_of(value, [](unsigned char c) { return std::isspace(c) != 0; })
        && !value.starts_with('\'') && !value.starts_with('"');
    if (isPlain)
        return value;
    std::string result = "\"";
    for (const char c : value) {
        if (c == '"' || c == '\\')
            result += '\\';
        result += c;
    }
    return result + "\"";
}

} // namespace

/// XLA reads a value that does not start with a dash as the name of a file with flags (xla/parse_flags_from_env.cc).
Result<std::string> flagsOf(const std::string& value)
{
    const auto first = std::ranges::find_if(value, [](unsigned char c) { return std::isspace(c) == 0; });
    if (first == value.end() || *first == '-')
        return value;
    std::ifstream file(value, std::ios::binary);
    std::string flags;
    std::getline(file, flags, '\0'); // a variable ends at the NUL too; an empty file is no error
    if (!file.is_open() || file.bad())
        return systemError(value, "cannot read the flags in");
    return flags;
}

RecordingEnvironment recordingEnvironment(RecordKind kind, const std::string& folder, const std::string& flags)
{
    RecordingEnvironment result;
    if (kind == RecordKind::TtXla) {
        result.added = {{"TTMLIR_RUNTIME_LOGGER_LEVEL", "DEBUG"},
                        {"TT_RUNTIME_MEMORY_LOG_LEVEL", "operation"},
                        {"TTXLA_LOGGER_LEVEL", "DEBUG"}};
        return result;
    }
    if (kind == RecordKind::TtTrain)
        return result; // tt-train programs log their allocations without variables
    result.dumpFolder = folderIn(flags);
    std::string all = flags;
    const auto add = [&](const std::string& flag) { addTo(all, " ", flag); };
    if (result.dumpFolder.empty()) {
        add(std::string(kDumpTo) + quoted(folder));
        result.dumpFolder = folder;
    }
    add("--xla_dump_hlo_as_proto=true");
    result.added = {{"XLA_FLAGS", all}, {"JAX_ENABLE_COMPILATION_CACHE", "false"}};
    return result;
}

} // namespace tidemark::cli
