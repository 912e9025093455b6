#include "ui/pages/export_view.h"

#include "core/tenstorrent/train/histogram.h"
#include "core/view/choice.h"
#include "core/view/said_sizes.h"
#include "ui/pages/runs/run_bars.h"
#include "ui/session/paths.h"
#include "ui/theme/text.h"

#include <sstream>

namespace tidemark::ui {
namespace {

constexpr const char* kUsesActual = "use_actual_sizes";
constexpr const char* kHistogram = "histogram";
constexpr const char* kTitle = "title";
constexpr const char* kUnits = "units";

std::optional<double> bytesIn(const ExportQuestion& question, const char* name)
{
    const auto found = question.options.find(name);
    return found == question.options.end() ? std::nullopt : parseSaidSize(found->second);
}

std::string refuseUnit(const std::string& words)
{
    return Units::names().contains(text(words)) ? "" : "needs one of " + Units::names().join(u", ").toStdString();
}

/// The first document with runs. Error: there is none.
Result<std::shared_ptr<const tt::TrainDocument>> runsIn(const ExportQuestion& question)
{
    for (const auto& each : question.documents)
        if (auto document = std::dynamic_pointer_cast<const tt::TrainDocument>(each);
            document && !document->catalogue().programs.empty())
            return document;
    return Error{ErrorKind::NotFound, toNative(question.path) + ": there are no runs of a training log here.",
                 std::nullopt};
}

tt::RunQuestion judgementOf(const ExportQuestion& question)
{
    tt::RunQuestion judgement;
    judgement.sizes = {bytesIn(question, kDeviceMemory), bytesIn(question, "model_size"),
                       bytesIn(question, "optimizer_size"), bytesIn(question, "gradients_size")};
    judgement.usesActual = question.options.contains(kUsesActual);
    if (const Device* const device = findDevice(question.device); device && !judgement.sizes.deviceMemory)
        judgement.sizes.deviceMemory = static_cast<double>(device->hbmBytes);
    return judgement;
}

std::optional<std::string> titleIn(const ExportQuestion& question)
{
    const auto title = question.options.find(kTitle);
    return title == question.options.end() ? std::nullopt : std::optional(title->second);
}

/// The picture that upstream's script draws.
std::shared_ptr<const Picture> histogram(const tt::TrainDocument& document, const ExportQuestion& question)
{
    std::vector<const tt::Run*> all;
    for (const ProgramId program : allPrograms(document))
        all.push_back(&document.run(program));
    std::ostringstream svg;
    tt::writeHistogram(svg, all, judgementOf(question), titleIn(question).value_or(""));
    return svgPicture(QByteArray::fromStdString(svg.str()), question.size);
}

ExportView::Result runs(const ExportQuestion& question)
{
    const auto document = runsIn(question);
    if (!document)
        return document.error();
    if (question.options.contains(kHistogram))
        return histogram(**document, question);
    Warnings unread;
    const auto chosen = resolve(**document, question.choice, unread, {}, UnusedMemory::Taken);
    question.warn(unread);
    if (!chosen)
        return chosen.error();
    RunsQuestion asked;
    asked.judgement = judgementOf(question);
    asked.trend = usualTrend(**document, chosen->program);
    const auto list = std::make_shared<const RunList>(*document, asked);
    Units units;
    if (const auto unit = question.options.find(kUnits); unit != question.options.end())
        units.setUnit(static_cast<ByteUnit>(Units::names().indexOf(text(unit->second))));
    PictureOptions options;
    options.size = question.size;
    const auto title = titleIn(question);
    options.title = title ? text(*title) : list->headline(units);
    options.subtitle = shortName({question.path});
    return barPicture(runBars(list, std::nullopt, units.unit()), options);
}

} // namespace

ExportView runsExport()
{
    ExportView view;
    view.name = "runs";
    view.help = "those of a training log side by side";
    view.options
        = {{kDeviceMemory, "BYTES", "of the device; default: the capacity in the log, else 12 GiB", roomRefusal},
           {"model_size", "BYTES", "expected of the model", sizeRefusal},
           {"optimizer_size", "BYTES", "expected of the optimizer", sizeRefusal},
           {"gradients_size", "BYTES", "expected of the gradients", sizeRefusal},
           {kUsesActual, "", "model and optimizer as measured, not as expected", nullptr},
           {kHistogram, "", "as upstream's script draws it", nullptr},
           {kUnits, "UNIT", "of its amounts: Auto, B, KiB, MiB or GiB", refuseUnit},
           {kTitle, "TEXT", "of the picture", nullptr}};
    view.isUsual = [](const ExportSubject& subject) {
        return subject.view->axis.kind == AxisKind::None
            && std::dynamic_pointer_cast<const tt::TrainDocument>(subject.chosen.document);
    };
    view.ofAll = runs;
    return view;
}

} // namespace tidemark::ui
