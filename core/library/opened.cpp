#include "core/base/text.h"
#include "core/explain/saving.h"
#include "core/include/tidemark/tidemark.h"
#include "core/library/summary.h"
#include "core/link/opened_together.h"
#include "core/open/open_documents.h"
#include "core/rules/attribution_rules.h"
#include "core/view/buffer_reader.h"
#include "core/view/step_of.h"
#include "core/view/timeline_reader.h"

#include <exception>
#include <new>

namespace tidemark {
namespace {

Error lacks(const View& view, const std::string& what)
{
    return {ErrorKind::NotFound, view.path + ": " + printable(view.programText) + " has no " + what + ".",
            std::nullopt};
}

/// The result of `work`, or its exception as an error.
template <class Work>
auto guarded(const Work& work) -> decltype(work())
{
    try {
        return work();
    } catch (const std::bad_alloc&) {
        return Error{ErrorKind::TooLarge, "There is not enough memory for this file.", std::nullopt};
    } catch (const std::exception& exception) {
        return Error{ErrorKind::Io, exception.what(), std::nullopt};
    } catch (...) { // thrown by the caller's isCancelled
        return Error{ErrorKind::Cancelled, {}, std::nullopt};
    }
}

} // namespace

struct Opened::State {
    Progress progress;
    Documents documents;
};

struct ProgramMemory::State {
    std::shared_ptr<const Opened::State> opened;
    Viewed viewed;
    Figures figures;
    Warnings warnings;

    const View& view() const { return *viewed.view; }
};

ProgramMemory::ProgramMemory(std::shared_ptr<const State> state)
    : m_state(std::move(state))
{ }

Result<Summary> ProgramMemory::summary() const
{
    return guarded(
        [&]() -> Result<Summary> { return summaryOf(m_state->viewed, m_state->figures, m_state->opened->progress); });
}

Result<std::vector<Buffer>> ProgramMemory::buffers(const BufferQuery& query) const
{
    return guarded([&]() -> Result<std::vector<Buffer>> {
        const View& view = m_state->view();
        if (view.rows.columns.empty())
            return lacks(view, view.rows.many);
        StepId step = shownStep(view);
        if (query.step) {
            const auto found = stepOf(view, *query.step, std::to_string(*query.step));
            if (!found)
                return found.error();
            step = *found;
        }
        const auto meanings = builtInMeanings(view, m_state->opened->progress);
        if (!meanings)
            return meanings.error();
        auto rows = rowsOf(view.rows, query.isOfAllSteps ? std::nullopt : std::optional(step), query.isLargestFirst);
        rows.resize(std::min(rows.size(), query.limit));
        const BufferReader reader(view, meanings->get());
        std::vector<Buffer> buffers(rows.size());
        for (std::size_t i = 0; i < rows.size(); ++i)
            reader.read(rows[i], buffers[i]);
        if (query.isOfAllSteps)
            reader.readUnplaced(query.limit - rows.size(),
                                [&](Buffer& buffer) { buffers.push_back(std::move(buffer)); });
        return buffers;
    });
}

Result<std::vector<TimelineStep>> ProgramMemory::timeline() const
{
    return guarded([&]() -> Result<std::vector<TimelineStep>> {
        const View& view = m_state->view();
        if (view.axis.kind == AxisKind::None)
            return lacks(view, "steps, so it has no timeline");
        const TimelineReader reader(view);
        std::vector<TimelineStep> steps;
        steps.reserve(view.axis.count);
        for (std::uint32_t cell = 0; cell < view.axis.count; ++cell)
            steps.push_back(reader.at(StepId(cell)));
        return steps;
    });
}

Result<std::vector<Saving>> ProgramMemory::findings() const
{
    return guarded([&]() -> Result<std::vector<Saving>> {
        const View& view = m_state->view();
        if (!view.findings)
            return lacks(view, "buffers from which advice can be computed" + framed(". ", view.untriedAdvice));
        const auto findings = view.findings(m_state->figures, m_state->opened->progress);
        if (!findings)
            return findings.error();
        std::vector<Saving> savings;
        for (const Finding& finding : *findings)
            savings.push_back(savingOf(view, finding));
        return savings;
    });
}

std::vector<Warning> ProgramMemory::warnings() const
{
    return m_state->warnings.list();
}

Opened::Opened(std::shared_ptr<const State> state)
    : m_state(std::move(state))
{ }

Result<std::vector<Program>> Opened::programs() const
{
    return guarded([&]() -> Result<std::vector<Program>> {
        std::vector<Program> programs;
        for (const auto& document : m_state->documents) {
            const std::vector<ProgramId> all = allPrograms(*document);
            if (!outlineAll(*document, all, m_state->progress))
                return Progress::cancelledError();
            for (const ProgramId program : all)
                programs.push_back(programOf(*document, program));
        }
        return programs;
    });
}

Result<ProgramMemory> Opened::choose(const ProgramChoice& choice) const
{
    return guarded([&]() -> Result<ProgramMemory> {
        const auto device = givenDevice(choice.device);
        if (!choice.device.empty() && !device)
            return Error{ErrorKind::NotFound, deviceRefusal(choice.device), std::nullopt};
        auto state = std::make_shared<ProgramMemory::State>();
        state->opened = m_state;
        auto viewed = viewFirst(
            m_state->documents, {choice.program, choice.host, choice.session, choice.memory},
            [&](const Warnings& warnings) { state->warnings.add(warnings); }, m_state->progress);
        if (!viewed)
            return viewed.error();
        state->viewed = std::move(*viewed);
        state->warnings.add(state->view().problems);
        state->figures = withOpenedTogether(state->viewed, device.get());
        return ProgramMemory(std::move(state));
    });
}

std::vector<Warning> Opened::warnings() const
{
    Warnings warnings;
    for (const auto& document : m_state->documents)
        warnings.add(document->catalogue().warnings);
    return warnings.list();
}

Result<Opened> open(const std::vector<std::string>& paths, std::function<bool()> isCancelled)
{
    return guarded([&]() -> Result<Opened> {
        auto state = std::make_shared<Opened::State>();
        state->progress.isCancelled = std::move(isCancelled);
        auto documents = openDocuments(paths, allKinds(), state->progress);
        if (!documents)
            return documents.error();
        state->documents = std::move(*documents);
        return Opened(std::move(state));
    });
}

} // namespace tidemark
