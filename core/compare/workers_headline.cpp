#include "core/compare/workers_headline.h"

#include "core/base/text.h"

#include <algorithm>
#include <cstdlib>
#include <set>
#include <utility>

namespace tidemark {
namespace {

constexpr std::size_t kMostNames = 3;

std::string number(std::size_t count)
{
    return groupedNumber(static_cast<std::int64_t>(count));
}

/// The number of workers in the words of the documents: "16 workers".
std::string counted(const Workers& workers, std::size_t files)
{
    return number(files) + " " + workers.list.front().document->catalogue().words.source + worded(files, "", "s");
}

/// The change of the peak against the equal workers; 0 if either peak is unknown.
std::int64_t changeOf(const Workers& workers, const DifferingWorker& differing)
{
    const auto& own = workers.list[differing.worker].level;
    const auto& common = workers.list[differing.common].level;
    return own && common ? own->peakBytes - common->peakBytes : 0;
}

/// "w-11 is 1.69 GiB above"; empty if the peaks are equal or not known.
std::string changeText(const Workers& workers, const DifferingWorker& differing, ByteUnit unit)
{
    const std::int64_t change = changeOf(workers, differing);
    if (change == 0)
        return {};
    return workers.list[differing.worker].name() + " is " + changeWords(change, "below", "above", unit);
}

std::string oneDiffers(const Workers& workers, std::size_t files, ByteUnit unit)
{
    const DifferingWorker& differing = workers.differing.front();
    const Worker& worker = workers.list[differing.worker];
    if (!worker.digest)
        return worker.name() + " cannot be compared: its program cannot be read";
    const std::string change = changeText(workers, differing, unit);
    const std::string arguments = withAmounts(differing.arguments, unit);
    if (change.empty() && !arguments.empty())
        return worker.name() + " differs: " + arguments;
    if (change.empty())
        return worker.name()
            + (worker.level && workers.list[differing.common].level ? " runs another program with the same peak"
                                                                    : " runs another program");
    return change + worded(files - 1, " the other: ", " the others: ") + textOr(arguments, "another program");
}

std::string severalDiffer(const Workers& workers, std::size_t files, ByteUnit unit)
{
    std::string names;
    for (std::size_t i = 0; i < std::min(kMostNames, workers.differing.size()); ++i)
        addTo(names, ", ", workers.list[workers.differing[i].worker].name());
    if (workers.differing.size() > kMostNames)
        names += " and " + number(workers.differing.size() - kMostNames) + " more";
    const std::string who = number(workers.differing.size()) + " of " + counted(workers, files);
    const DifferingWorker& first = workers.differing.front();
    const std::int64_t change = changeOf(workers, first);
    const std::string arguments = withAmounts(first.arguments, unit);
    if (change != 0 && std::ranges::all_of(workers.differing, [&](const DifferingWorker& each) {
            return changeOf(workers, each) == change && withAmounts(each.arguments, unit) == arguments;
        }))
        return who + ", " + names + ", are each " + changeWords(change, "below", "above", unit)
            + " the others: " + textOr(arguments, "another program");
    const auto most = std::ranges::max_element(workers.differing, {}, [&](const DifferingWorker& differing) {
        return std::abs(changeOf(workers, differing));
    });
    return who + " differ: " + names + framed("; ", changeText(workers, *most, unit), " most");
}

/// " in jit_train_step, one of 4 modules" if the workers have modules of other names too: those are not compared.
std::string ofOneModule(const Workers& workers)
{
    std::set<const Document*> documents; // far fewer than workers
    for (const Worker& worker : workers.list)
        documents.insert(worker.document.get());
    std::set<std::string_view> names;
    for (const Document* const document : documents)
        for (const ProgramEntry& entry : document->catalogue().programs)
            names.insert(entry.name);
    if (names.size() < 2)
        return {};
    const Worker& first = workers.list.front();
    return " in " + plainWords(printable(first.entry().name)) + ", one of " + number(names.size()) + " "
        + first.document->catalogue().words.programs;
}

} // namespace

std::string headlineOf(const Workers& workers, ByteUnit unit)
{
    std::set<std::pair<std::string_view, SourceId>> files; // and ranks in them
    std::set<std::string_view> programs;
    for (const Worker& worker : workers.list) {
        files.emplace(worker.file().path, worker.entry().source);
        programs.insert(worker.entry().name);
    }
    std::string text;
    if (workers.differing.size() == 1)
        text = oneDiffers(workers, files.size(), unit);
    else if (workers.differing.size() > 1)
        text = severalDiffer(workers, files.size(), unit);
    else if (programs.size() > 1)
        text = counted(workers, files.size()) + " with " + number(programs.size()) + " "
            + workers.list.front().document->catalogue().words.programs + ", equal where they run the same";
    else
        text = counted(workers, files.size()) + (files.size() > 1 ? ", all equal" + ofOneModule(workers) : "");
    const auto without
        = std::ranges::count_if(workers.list, [](const Worker& worker) { return worker.level == nullptr; });
    if (without > 0)
        text += "; " + groupedNumber(without) + " could not be attributed";
    return text;
}

} // namespace tidemark
