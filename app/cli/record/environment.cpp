#include "app/cli/record/environment.h"

#include "core/files/system_error.h"

#include <algorithm>
#include <cctype>
#include <fstream>
#include <sstream>

namespace tidemark::cli {
namespace {

constexpr std::string_view kDumpTo = "--xla_dump_to=";

/// XLA takes what does not begin with a dash or a space for the name of a file of flags.
Result<std::string> flagsOf(const std::string& value)
{
    if (value.empty() || value.front() == '-' || std::isspace(static_cast<unsigned char>(value.front())) != 0)
        return value;
    std::ifstream file(value, std::ios::binary);
    std::ostringstream flags;
    if (!file || !(flags << file.rdbuf()))
        return systemError(value, "cannot read the flags in");
    return flags.str();
}

/// The last one counts.
std::string folderIn(const std::string& flags)
{
    const std::size_t at = flags.rfind(kDumpTo);
    if (at == std::string::npos)
        return {};
    const std::size_t begin = at + kDumpTo.size();
    const auto end = std::find_if(flags.begin() + static_cast<std::ptrdiff_t>(begin), flags.end(),
                                  [](unsigned char c) { return std::isspace(c) != 0; });
    return {flags.begin() + static_cast<std::ptrdiff_t>(begin), end};
}

/// In single quotes where XLA would divide it.
std::string quoted(const std::string& flag)
{
    const bool isPlain = std::ranges::none_of(
        flag, [](unsigned char c) { return std::isspace(c) != 0 || c == '\'' || c == '"' || c == '\\'; });
    return isPlain ? flag : "'" + flag + "'";
}

} // namespace

Result<RecordingEnvironment> recordingEnvironment(RecordKind kind, const std::string& folder,
                                                  const std::string& xlaFlags)
{
    RecordingEnvironment result;
    if (kind == RecordKind::TtXla) {
        result.added = {{"TTMLIR_RUNTIME_LOGGER_LEVEL", "DEBUG"},
                        {"TT_RUNTIME_MEMORY_LOG_LEVEL", "operation"},
                        {"TTXLA_LOGGER_LEVEL", "DEBUG"}};
        return result;
    }
    if (kind == RecordKind::TtTrain)
        return result; // its programs log what they allocate by themselves
    const auto flags = flagsOf(xlaFlags);
    if (!flags)
        return flags.error();
    result.dumpFolder = folderIn(*flags);
    std::string all = *flags;
    const auto add = [&](const std::string& flag) { all += (all.empty() ? "" : " ") + quoted(flag); };
    if (result.dumpFolder.empty()) {
        add(std::string(kDumpTo) + folder);
        result.dumpFolder = folder;
    }
    add("--xla_dump_hlo_as_proto=true");
    result.added = {{"XLA_FLAGS", all}, {"JAX_ENABLE_COMPILATION_CACHE", "false"}};
    return result;
}

} // namespace tidemark::cli
