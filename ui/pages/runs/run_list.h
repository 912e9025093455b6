#pragma once

#include "core/tenstorrent/train/run_bar.h"
#include "core/tenstorrent/train/train_document.h"
#include "core/tenstorrent/train/upstream_runs.h"
#include "ui/state/units.h"

#include <QStringList>

namespace tidemark::ui {

/// What of a document's runs is looked at, and how.
struct RunsQuestion {
    tt::RunQuestion judgement;
    bool isAsUpstream = false; // bars as upstream's script would draw them
    QString trend; // a model: what CI kept of it over time; empty: all runs
};

/// A run and its bar.
struct ListedRun {
    ProgramId program;
    QString name; // tells it from the others
    QString label; // below its bar
    QString day; // "2026-02-25": below that, of what CI kept
    QString source; // "commit 0123456789ab", else "file NAME.json": what CI kept it of
    tt::JudgedRun judged; // as the log tells, whatever the bar shows
    tt::RunBar bar;
    std::int64_t failedChecks = 0; // key relations that do not hold
    bool isSeen = true; // false: upstream shows no bar for it
    std::optional<std::int64_t> time; // microseconds since 1970, of what CI kept
};

/// The runs of a document side by side.
struct RunList {
    RunList(std::shared_ptr<const tt::TrainDocument> of, RunsQuestion asked);

    /// The place of a run in the list.
    std::optional<std::size_t> placeOf(ProgramId program) const;
    /// "1 of 2 runs does not fit, needs 3.30 GiB more than the device has: tinyllama"
    QString headline(const Units& units) const;

    std::shared_ptr<const tt::TrainDocument> document;
    RunsQuestion question;
    std::vector<ListedRun> runs; // in the document's order: what CI kept by time
    QStringList notes; // what upstream's script says of the same, where it says something else

private:
    void addFile(const std::vector<ProgramId>& programs);
    void tellFilesApart();
    QString trendHeadline(const Units& units) const;

    std::vector<std::shared_ptr<const tt::UpstreamRuns>> m_upstream; // that bars were made of
};

/// Models of which CI kept more than one run.
QStringList trendsOf(const tt::TrainDocument& document);
/// The model whose trend a document is looked at for where most of it is what CI kept, as each of its logs has an
/// export beside it: that of the run, else the first; empty: there is none.
QString usualTrend(const tt::TrainDocument& document, ProgramId program);

/// "2026-02-25 06:13", in UTC
QString runTimeText(std::int64_t microseconds);

} // namespace tidemark::ui
