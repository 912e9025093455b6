#include "app/cli/session.h"

#include "core/base/text.h"
#include "core/files/atomic_file.h"
#include "core/xla/programs/select_module.h"
#include "core/xla/replay/axis_trace.h"

#include <algorithm>
#include <chrono>
#include <iostream>
#include <unistd.h>

namespace tidemark::cli {
namespace {

/// A line that is overwritten; cleared when the work ends.
class ProgressLine
{
public:
    ~ProgressLine()
    {
        if (m_isShown)
            std::cerr << "\r\033[K" << std::flush;
    }
    void show(std::uint64_t done, std::uint64_t total, std::string_view what)
    {
        const auto now = std::chrono::steady_clock::now();
        if (now - m_start < std::chrono::milliseconds(300) || now - m_last < std::chrono::milliseconds(100))
            return;
        m_last = now;
        m_isShown = true;
        std::cerr << "\r\033[KReading " << printable(what) << " "
                  << percentText(static_cast<std::int64_t>(done), static_cast<std::int64_t>(total)) << std::flush;
    }

private:
    std::chrono::steady_clock::time_point m_start = std::chrono::steady_clock::now();
    std::chrono::steady_clock::time_point m_last;
    bool m_isShown = false;
};

} // namespace

Progress terminalProgress()
{
    Progress progress;
    if (::isatty(STDERR_FILENO) == 0)
        return progress;
    progress.report
        = [line = std::make_shared<ProgressLine>()](std::uint64_t done, std::uint64_t total, std::string_view what) {
              line->show(done, total, what);
          };
    return progress;
}

void printWarnings(const Warnings& warnings)
{
    for (const Warning& warning : warnings.list())
        std::cerr << "warning: " << printableLines(warning.describe()) << '\n';
}

int fail(const Error& error)
{
    std::cerr << "tidemark-cli: " << printableLines(error.message) << '\n';
    return kUnusable;
}

Result<std::shared_ptr<const Profile>> open(const Options& options)
{
    auto profile = openProfile(options.paths, terminalProgress());
    if (!profile)
        return profile.error();
    if (const auto error = refuseOverwriting(**profile, options.output))
        return *error;
    printWarnings((*profile)->warnings);
    return profile;
}

Result<std::optional<std::int64_t>> wantedSpace(const Options& options, const Profile& profile)
{
    if (options.space.empty())
        return std::optional<std::int64_t>();
    const auto space = findSpace(profile, options.choice, options.space);
    if (!space)
        return space.error();
    return std::optional(*space);
}

Result<Selected> select(const Options& options)
{
    auto profile = open(options);
    if (!profile)
        return profile.error();
    Selected selected;
    selected.profile = *profile;
    const auto space = wantedSpace(options, **profile);
    if (!space)
        return space.error();
    selected.space = space->value_or(0);
    Warnings unread;
    const auto module = selectModule(**profile, options.choice, selected.space, &unread);
    printWarnings(unread);
    if (!module)
        return module.error();
    selected.module = *module;
    auto plan = selected.profile->load(selected.entry());
    if (!plan)
        return plan.error();
    selected.plan = std::move(*plan);
    return selected;
}

Result<Replayed> selectAndReplay(const Options& options)
{
    auto selected = select(options);
    if (!selected)
        return selected.error();
    Replayed replayed{std::move(*selected), nullptr};
    const std::vector<std::int64_t> spaces = usedSpaces(replayed.plan->assignment());
    if (!std::ranges::binary_search(spaces, replayed.space)) {
        std::vector<std::uint32_t> modules{replayed.module};
        if (options.choice.module.empty())
            modules = *findModules(*replayed.profile, options.choice);
        return unusedSpace(*replayed.profile, modules, replayed.space);
    }
    replayed.timeline = replaySpace(replayed.plan, replayed.space);
    return replayed;
}

int output(const Options& options, const std::function<void(std::ostream&)>& write)
{
    if (!options.output.empty()) {
        const auto error = writeAtomically(options.output, write);
        return error ? fail(*error) : kOk;
    }
    write(std::cout);
    std::cout.flush();
    if (!std::cout)
        return fail(
            {ErrorKind::Io,
             "Standard output could not be written completely: is the disk full? --output FILE keeps an older file on errors.",
             std::nullopt});
    return kOk;
}

} // namespace tidemark::cli
