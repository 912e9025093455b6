#include "ui/pages/export_view.h"

#include "core/link/message_limit.h"
#include "core/open/open_documents.h"
#include "core/view/viewed.h"
#include "ui/pages/compare/compare_plot.h"

namespace tidemark::ui {
namespace {

constexpr const char* kWith = "with";
constexpr const char* kModuleB = "module-b";
constexpr const char* kBySteps = "by-step";

Result<ComparedStep> atPeak(const ExportQuestion& question, const std::shared_ptr<const View>& view,
                            const Documents& openedTogether)
{
    return comparedStep(view, view->peakStep,
                        withMessageLimit(view->figures(findDevice(question.device)), *view, openedTogether));
}

/// The program of B at its peak. It is chosen as the `compare` command does.
Result<ComparedStep> otherOf(const ExportQuestion& question, const std::string& path)
{
    const auto documents = openDocuments({path}, question.kinds);
    if (!documents)
        return documents.error();
    for (const auto& document : *documents)
        question.warn(document->catalogue().warnings);
    Choice choice = question.choice;
    if (const auto program = question.options.find(kModuleB); program != question.options.end())
        choice.program = program->second;
    const auto viewed = viewIn(*documents, choice, Wanted::WithAxis, question.warn);
    if (!viewed)
        return viewed.error();
    question.warn(viewed->view->problems);
    return atPeak(question, viewed->view, *documents);
}

ExportView::Result compared(const ExportQuestion& question, const ExportSubject& subject)
{
    const auto with = question.options.find(kWith);
    if (with == question.options.end())
        return Error{ErrorKind::NotFound,
                     "--view compare needs --with PATH, what " + subject.view->path + " is compared with.",
                     std::nullopt};
    auto a = atPeak(question, subject.view, question.documents);
    if (!a)
        return a.error();
    auto b = otherOf(question, with->second);
    if (!b)
        return b.error();
    auto comparison = compare(std::move(*a), std::move(*b));
    if (!comparison)
        return comparison.error();
    PictureOptions options = titlesOf(*comparison, ByteUnit::Auto);
    options.size = question.size;
    CompareCurves curves;
    curves.comparison = std::make_shared<const Comparison>(std::move(*comparison));
    curves.isByStep = question.options.contains(kBySteps);
    curves.visible = {0, curves.longer().count};
    return comparisonPicture(std::move(curves), options);
}

} // namespace

ExportView compareExport()
{
    ExportView view;
    view.name = "compare";
    view.help = "two programs, one over the other";
    view.options = {{kWith, "PATH", "what it is compared with, B", nullptr},
                    {kModuleB, "NAME", "the module of B; default: as --module", nullptr},
                    {kBySteps, "", "both by step, not each over its own length", nullptr}};
    view.isUsual = [](const ExportSubject&) { return false; };
    view.ofView = compared;
    view.wanted = Wanted::WithAxis;
    return view;
}

} // namespace tidemark::ui
