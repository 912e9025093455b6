#include "app/cli/record/recording.h"

#include "app/cli/record/new_folder.h"
#include "app/cli/record/shell_word.h"
#include "core/files/atomic_file.h"
#include "core/files/system_error.h"

#include <algorithm>
#include <array>
#include <fcntl.h>
#include <filesystem>
#include <ostream>
#include <set>
#include <unistd.h>
#include <utility>

namespace tidemark::cli {
namespace {

namespace fs = std::filesystem;

/// Stages of a module that a later stage supersedes.
constexpr std::array<std::string_view, 3> kEarly
    = {"before_optimizations.hlo.pb", "after_optimizations_before_buffer_assignment.hlo.pb",
       "after_optimizations_after_buffer_assignment.hlo.pb"};
/// Code and compiler options. The target description stays, because it names the device.
constexpr std::array<std::string_view, 12> kOther = {".ll",
                                                     ".o",
                                                     ".debug_options",
                                                     ".flagfile",
                                                     ".hlo_module_config.pb",
                                                     ".execution_options.pb",
                                                     ".tpu_comp_env.pb",
                                                     ".basic_compiler_metadata.pb",
                                                     ".transfer_stats.pb",
                                                     "module.mlir",
                                                     "compile_options.pb",
                                                     "topology.pb"};

/// "module_0003.jit_step" for "module_0003.jit_step.before_optimizations.hlo.pb" and
/// "module_0003.jit_step.cpu_after_optimizations.hlo.pb"; for other files the whole name.
std::string moduleOf(const std::string& name)
{
    constexpr std::string_view kHlo = ".hlo.pb";
    if (!name.ends_with(kHlo))
        return name;
    const std::string stage = name.substr(0, name.size() - kHlo.size());
    return stage.substr(0, stage.rfind('.'));
}

} // namespace

Result<Recording> Recording::create(const std::string& parent, const std::vector<std::string>& command)
{
    auto folder = makeNewFolder(parent, timeText("%Y_%m_%d_%H_%M_%S"));
    if (!folder)
        return folder.error();
    const std::string log = *folder + "/output.log";
    const int output = ::open(log.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_APPEND | O_CLOEXEC, 0600);
    std::error_code unknown;
    if (output < 0) {
        const int code = errno;
        fs::remove(*folder, unknown);
        return writeError(log, "cannot create", code);
    }
    std::string about = "command:";
    for (const std::string& word : command)
        about += " " + asShellWord(word);
    about += "\nfolder:  " + asShellWord(fs::current_path(unknown).string())
        + "\nbegan:   " + timeText("%Y-%m-%d %H:%M:%S %z") + "\n";
    Recording recording(std::move(*folder), output, std::move(about));
    const auto noted = recording.note();
    if (noted)
        return recording;
    fs::remove_all(recording.m_folder, unknown);
    return noted.error();
}

Recording::Recording(std::string folder, int output, std::string about)
    : m_folder(std::move(folder))
    , m_output(output)
    , m_about(std::move(about))
{ }

Recording::Recording(Recording&& other) noexcept
    : m_folder(std::move(other.m_folder))
    , m_output(std::exchange(other.m_output, -1))
    , m_about(std::move(other.m_about))
{ }

Recording::~Recording()
{
    if (m_output >= 0)
        ::close(m_output);
}

Result<void> Recording::finish(int status)
{
    m_about += "ended:   " + timeText("%Y-%m-%d %H:%M:%S %z") + ", exit status " + std::to_string(status) + "\n";
    auto noted = note();
    tidy();
    return noted;
}

Result<void> Recording::note() const
{
    return writeOwnFile(m_folder + "/command.txt", [this](std::ostream& out) { out << m_about; });
}

void Recording::tidy() const
{
    std::error_code error;
    std::set<std::string> later; // modules with a later stage than the early ones
    std::vector<fs::path> early;
    std::vector<fs::path> folders;
    fs::recursive_directory_iterator next(m_folder, error);
    for (; !error && next != fs::recursive_directory_iterator(); next.increment(error)) {
        const fs::directory_entry& entry = *next;
        std::error_code ignored;
        const std::string name = entry.path().filename().string();
        const auto endsSo = [&](std::string_view ending) { return name.ends_with(ending); };
        if (entry.is_directory(ignored))
            folders.push_back(entry.path());
        else if (std::ranges::any_of(kEarly, endsSo))
            early.push_back(entry.path());
        else if (std::ranges::any_of(kOther, endsSo))
            fs::remove(entry.path(), ignored);
        else
            later.insert(moduleOf(name));
    }
    for (const fs::path& path : early)
        if (later.contains(moduleOf(path.filename().string())))
            fs::remove(path, error);
    for (auto folder = folders.rbegin(); folder != folders.rend(); ++folder) // innermost folders first
        fs::remove(*folder, error); // removes it only if empty
}

} // namespace tidemark::cli
