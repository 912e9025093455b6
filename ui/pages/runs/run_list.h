#pragma once

#include "core/tenstorrent/tt_train/run.h"
#include "core/tenstorrent/tt_train/train_document.h"
#include "ui/state/units.h"

#include <QStringList>

namespace tidemark::ui {

/// Which runs of a document are shown, and how.
struct RunsQuestion {
    tt::RunQuestion judgement;
    QString trend; // a model whose exports over time are shown; empty: all runs
};

struct ListedRun {
    ProgramId program;
    QString name; // a unique name
    QString label; // label below its bar
    QString day; // "2026-02-25": below the label, for exports of CI
    QString source; // for exports of CI: "commit 0123456789ab", else "file NAME.json"
    tt::JudgedRun judged;
    std::int64_t failedChecks = 0; // failed checks of key relations
    std::optional<std::int64_t> time; // microseconds since 1970, for exports of CI
};

/// The runs of a document side by side.
struct RunList {
    RunList(std::shared_ptr<const tt::TrainDocument> of, RunsQuestion asked);

    std::optional<std::size_t> placeOf(ProgramId program) const;
    /// "1 of 2 runs does not fit: tinyllama needs 3.30 GiB more than the device has"
    QString headline(const Units& units) const;

    std::shared_ptr<const tt::TrainDocument> document;
    RunsQuestion question;
    std::vector<ListedRun> runs; // in the order of the document; exports by time

private:
    void addFile(const std::vector<ProgramId>& programs);
    void addFileNames();
    QString trendHeadline(const Units& units) const;
};

/// The models of which CI kept more than one run.
QStringList trendsOf(const tt::TrainDocument& document);
/// The model shown by default in a document that consists mostly of exports of CI, because each log has an export of
/// the same run. It is the model of `program`, else the first one; empty if there is none.
QString usualTrend(const tt::TrainDocument& document, ProgramId program);

/// "2026-02-25 06:13", in UTC
QString runTimeText(std::int64_t microseconds);

} // namespace tidemark::ui
