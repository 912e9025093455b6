#include "app/cli/moment.h"

#include "core/base/characters.h"
#include "core/base/text.h"
#include "core/view/step_of.h"

#include <algorithm>
#include <charconv>
#include <limits>

namespace tidemark::cli {

std::optional<Moment> parseAt(const std::string& text)
{
    if (text.empty())
        return Moment{At::Usual, 0, text};
    if (text == "peak")
        return Moment{At::Peak, 0, text};
    if (text == "end")
        return Moment{At::End, 0, text};
    if (text == "all")
        return Moment{At::All, 0, text};
    Moment moment{At::Step, 0, text};
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), moment.step);
    if (error == std::errc::result_out_of_range)
        moment.step = std::numeric_limits<std::uint64_t>::max(); // a step that no program has
    else if (error != std::errc())
        return std::nullopt;
    return end == text.data() + text.size() ? std::optional(moment) : std::nullopt;
}

Result<Moment> parseOneStep(const std::string& value, const char* option)
{
    const auto moment = parseAt(value);
    if (moment && (moment->at == At::Usual || moment->at == At::Peak || moment->at == At::Step))
        return *moment;
    return Error{ErrorKind::NotFound, std::string(option) + " takes peak or the number of a step, not " + value + ".",
                 std::nullopt};
}

Result<StepId> stepOf(const Moment& moment, const View& view)
{
    if (moment.at == At::End && view.axis.count > 0)
        return StepId(view.axis.count - 1);
    if (moment.at == At::Usual)
        return shownStep(view);
    if (moment.at != At::Step)
        return view.peakStep;
    return tidemark::stepOf(view, moment.step, moment.text);
}

std::string stepText(const View& view, StepId step)
{
    if (view.axis.kind == AxisKind::None)
        return {};
    std::string cell = view.axis.cell;
    cell.front() = toUpper(cell.front());
    return cell + " " + groupedNumber(step.value) + framed(" (", momentName(view, step), ")") + ": ";
}

std::string momentName(const View& view, StepId step)
{
    if (step == view.peakStep)
        return "peak";
    return std::ranges::find(view.failures, step) != view.failures.end() ? "failed allocation" : "";
}

} // namespace tidemark::cli
