#pragma once

#include "app/cli/options.h"
#include "core/xla/programs/profile.h"
#include "core/xla/programs/summary.h"

#include <functional>
#include <iosfwd>

namespace tidemark::cli {

/// Exit statuses of the program.
constexpr int kOk = 0;
constexpr int kUnusable = 1;
constexpr int kWrongUsage = 2;

/// Progress on stderr, only when that is a terminal and the work takes a while.
Progress terminalProgress();

/// Opens the paths and prints what was survived to stderr.
Result<std::shared_ptr<const Profile>> open(const Options& options);

/// The space that the options name, absent when they name none.
Result<std::optional<std::int64_t>> wantedSpace(const Options& options, const Profile& profile);

/// The module and space that the options name, loaded.
struct Selected {
    std::shared_ptr<const Profile> profile;
    std::uint32_t module = 0;
    std::int64_t space = 0;
    std::shared_ptr<const Plan> plan;

    const ModuleEntry& entry() const { return profile->modules[module]; }
    const SourceFile& source() const { return profile->fileOf(entry()); }
};
Result<Selected> select(const Options& options);

/// The same, with the timeline of the space; error when the module does not use it, listing those it does.
struct Replayed : Selected {
    std::shared_ptr<const SpaceTimeline> timeline;
};
Result<Replayed> selectAndReplay(const Options& options);

/// Prints warnings to stderr, each on a line of its own.
void printWarnings(const Warnings& warnings);

/// Prints the error to stderr; the exit status for it.
int fail(const Error& error);

/// Calls write(stream) for stdout or the --output file, which it replaces only when all went well.
int output(const Options& options, const std::function<void(std::ostream&)>& write);

} // namespace tidemark::cli
