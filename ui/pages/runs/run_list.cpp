#include "ui/pages/runs/run_list.h"

#include "core/tenstorrent/tt_train/run_view.h"
#include "ui/theme/place_in.h"
#include "ui/theme/text.h"

#include <QDateTime>

#include <algorithm>
#include <cstdlib>
#include <map>
#include <set>

namespace tidemark::ui {
namespace {

constexpr qsizetype kCommit = 12; // characters that identify a commit
constexpr qsizetype kShortCommit = 8;

QDateTime momentOf(std::int64_t microseconds)
{
    return QDateTime::fromMSecsSinceEpoch(microseconds / 1000, Qt::UTC);
}

QString withoutEnding(const QString& file)
{
    const qsizetype dot = file.lastIndexOf(u'.');
    return dot > 0 ? file.left(dot) : file;
}

bool isOfTrend(const tt::Run& run, const QString& model)
{
    return run.exported && text(run.title()) == model;
}

/// The number of exports by model.
std::map<QString, std::size_t> keptByModel(const tt::TrainDocument& document)
{
    std::map<QString, std::size_t> models;
    for (const ProgramId program : allPrograms(document))
        if (const tt::Run& run = document.run(program); run.exported)
            ++models[text(run.title())];
    return models;
}

/// Absent if the peak or the device memory is unknown.
std::optional<std::int64_t> headroomOf(const ListedRun& run)
{
    if (!run.judged.knownDevice())
        return std::nullopt;
    return run.judged.headroom;
}

} // namespace

QString runTimeText(std::int64_t microseconds)
{
    return momentOf(microseconds).toString(QStringLiteral("yyyy-MM-dd HH:mm"));
}

QStringList trendsOf(const tt::TrainDocument& document)
{
    QStringList trends;
    for (const auto& [model, count] : keptByModel(document))
        if (count > 1)
            trends << model;
    return trends;
}

QString usualTrend(const tt::TrainDocument& document, ProgramId program)
{
    const std::vector<ProgramId> all = allPrograms(document);
    const auto kept
        = std::ranges::count_if(all, [&](ProgramId each) { return document.run(each).exported.has_value(); });
    const QStringList trends = trendsOf(document);
    if (trends.isEmpty() || 2 * static_cast<std::size_t>(kept) < all.size())
        return {};
    const QString model = text(document.run(program).title());
    return trends.contains(model) ? model : trends.front();
}

RunList::RunList(std::shared_ptr<const tt::TrainDocument> of, RunsQuestion asked)
    : document(std::move(of))
    , question(std::move(asked))
{
    std::map<std::size_t, std::vector<ProgramId>> byFile;
    for (const ProgramId program : allPrograms(*document))
        if (question.trend.isEmpty() || isOfTrend(document->run(program), question.trend))
            byFile[document->catalogue().programs[program.index()].file.index()].push_back(program);
    for (const auto& [file, programs] : byFile)
        addFile(programs);
    std::ranges::stable_sort(runs, {}, &ListedRun::program);
    addFileNames();
}

/// Adds the file name to runs that have the same name in several files.
void RunList::addFileNames()
{
    const auto fileOf = [&](const ListedRun& run) { return document->catalogue().programs[run.program.index()].file; };
    std::map<QString, std::set<FileId>> files;
    for (const ListedRun& run : runs)
        files[run.name].insert(fileOf(run));
    for (ListedRun& run : runs)
        if (files[run.name].size() > 1) {
            const QString path = text(document->catalogue().files[fileOf(run).index()].path);
            const QString file = QStringLiteral(" · ") + path.section(u'/', -1);
            run.name += file;
            if (run.source.isEmpty()) // otherwise the label has the file or commit
                run.label += file;
        }
}

/// The runs of one log are judged together, because one run may have the number of parameters for the others.
void RunList::addFile(const std::vector<ProgramId>& programs)
{
    std::vector<const tt::Run*> of;
    for (const ProgramId program : programs)
        of.push_back(&document->run(program));
    const auto judged = tt::judge(of, question.judgement);
    for (std::size_t i = 0; i < of.size(); ++i) {
        ListedRun listed;
        listed.program = programs[i];
        listed.judged = judged[i];
        listed.name = text(document->catalogue().programs[programs[i].index()].name);
        if (!of[i]->rank.empty())
            listed.name += UiText::tr(", rank %1").arg(text(of[i]->rank));
        listed.label = listed.name;
        if (of[i]->exported) {
            listed.time = of[i]->exported->time;
            listed.day = momentOf(*listed.time).toString(QStringLiteral("yyyy-MM-dd"));
            const QString commit = text(of[i]->exported->commit);
            const QString file = text(document->catalogue().fileOf(programs[i]).path).section(u'/', -1);
            listed.source = UiText::tr("commit %1").arg(commit.left(kCommit));
            listed.label = commit.left(kShortCommit);
            if (commit.isEmpty()) {
                listed.source = UiText::tr("file %1").arg(file);
                listed.label = withoutEnding(file);
            }
            if (question.trend.isEmpty())
                listed.label = listed.name + QStringLiteral(", ") + listed.label;
            listed.name += QStringLiteral(", ") + runTimeText(*listed.time);
        }
        listed.failedChecks = std::ranges::count(tt::checksOf(*of[i]), Verdict::Fails, &Check::verdict);
        runs.push_back(std::move(listed));
    }
}

std::optional<std::size_t> RunList::placeOf(ProgramId program) const
{
    return placeIn(runs, program, &ListedRun::program);
}

QString RunList::trendHeadline(const Units& units) const
{
    const ListedRun& last = runs.back();
    if (!last.judged.peak)
        return question.trend;
    const QString now = UiText::tr("%1: %2 in the last run").arg(question.trend, units.bytes(*last.judged.peak));
    const auto before
        = std::find_if(runs.rbegin() + 1, runs.rend(), [](const ListedRun& run) { return run.judged.peak; });
    if (before == runs.rend())
        return now;
    const std::int64_t change = *last.judged.peak - *before->judged.peak;
    const QString much = units.bytes(std::abs(change));
    QString fit;
    if (const auto headroom = headroomOf(last); headroom && *headroom < 0)
        fit = QStringLiteral(" ") + UiText::tr("(over by %1)").arg(units.bytes(-*headroom));
    QString difference = UiText::tr("the same as the previous run");
    if (change > 0)
        difference = UiText::tr("%1 more than the previous run").arg(much);
    else if (change < 0)
        difference = UiText::tr("%1 less than the previous run").arg(much);
    return now + fit + QStringLiteral(", ") + difference;
}

QString RunList::headline(const Units& units) const
{
    if (runs.empty())
        return {};
    if (!question.trend.isEmpty())
        return trendHeadline(units);
    const ListedRun* tightest = nullptr;
    const ListedRun* largest = nullptr;
    std::int64_t misfits = 0;
    std::int64_t known = 0;
    for (const ListedRun& run : runs) {
        if (run.judged.peak && (!largest || *run.judged.peak > *largest->judged.peak))
            largest = &run;
        const auto headroom = headroomOf(run);
        if (!headroom)
            continue;
        ++known;
        misfits += static_cast<std::int64_t>(*headroom < 0);
        if (!tightest || *headroom < *headroomOf(*tightest))
            tightest = &run;
    }
    const auto count = static_cast<std::int64_t>(runs.size());
    if (!largest && count == 1)
        return UiText::tr("The log has no peak of the run");
    if (!largest)
        return UiText::tr("The log has no peak of any of the %1 runs").arg(grouped(count));
    const QString needed = units.bytes(*largest->judged.peak);
    if (!tightest && count == 1)
        return UiText::tr("%1 needs %2; the memory of the device is unknown").arg(largest->name, needed);
    if (!tightest)
        return UiText::tr("The largest of %1 runs, %2, needs %3; the memory of the device is unknown")
            .arg(grouped(count), largest->name, needed);
    const std::int64_t headroom = *headroomOf(*tightest);
    const QString much = units.bytes(std::abs(headroom));
    if (misfits > 0) {
        const QString needs = UiText::tr("%1 needs %2 more than the device has").arg(tightest->name, much);
        if (count == 1)
            return UiText::tr("Does not fit: %1").arg(needs);
        if (misfits == 1)
            return UiText::tr("1 of %1 runs does not fit: %2").arg(grouped(count), needs);
        return UiText::tr("%1 of %2 runs do not fit: %3").arg(grouped(misfits), grouped(count), needs);
    }
    if (count == 1)
        return UiText::tr("%1 fits, %2 free").arg(tightest->name, much);
    if (count == 2 && known == 2)
        return UiText::tr("Both runs fit, at least %1 free").arg(much);
    if (known == count)
        return UiText::tr("All %1 runs fit, at least %2 free").arg(grouped(count), much);
    return UiText::tr(
               "%1 of %2 runs fit, at least %3 free; for the others the peak or the memory of the device is unknown")
        .arg(grouped(known), grouped(count), much);
}

} // namespace tidemark::ui
