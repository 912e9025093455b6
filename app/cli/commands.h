#pragma once

#include "app/cli/options.h"

namespace tidemark::cli {

/// One function per command; each returns the exit status.
int runReport(const Options& options);
int runModules(const Options& options);
int runSummary(const Options& options);
int runTimeline(const Options& options);
int runBuffers(const Options& options);
int runMemoryViewer(const Options& options);
int runGaps(const Options& options);
int runCompare(const Options& options);
int runCheck(const Options& options);
int runAttribution(const Options& options);
int runAdvise(const Options& options);
int runOom(const Options& options);
int runResident(const Options& options);
int runRecord(const Options& options);
int runTtTrain(const Options& options);
int runTtXla(const Options& options);

} // namespace tidemark::cli
