#include "core/tenstorrent/train/phase_names.h"

#include "core/text/text_cursor.h"

namespace tidemark::tt {
namespace {

constexpr std::size_t kInnerDigits = 6;

/// Returns the text without the digits at its end and without `before` in front of them. Returns the text unchanged if
/// it does not end so, or if `digits` is not 0 and not the number of digits.
std::string_view withoutNumber(std::string_view text, std::string_view before, std::size_t digits = 0)
{
    std::size_t end = text.size();
    while (end > 0 && isDigit(text[end - 1]))
        --end;
    const std::size_t count = text.size() - end;
    const std::string_view rest = text.substr(0, end);
    if (count == 0 || (digits != 0 && count != digits) || rest.size() <= before.size() || !rest.ends_with(before))
        return text;
    return rest.substr(0, rest.size() - before.size());
}

} // namespace

bool isInner(std::string_view name)
{
    return withoutNumber(name, "__", kInnerDigits).size() < name.size();
}

std::string_view phaseGroup(std::string_view name)
{
    if (isInner(name))
        return withoutNumber(name, "__", kInnerDigits);
    const std::string_view micro = withoutNumber(name, "_micro_");
    return micro.size() < name.size() ? micro : withoutNumber(name, "_");
}

PhaseRole roleOf(std::string_view name)
{
    const std::string_view group = phaseGroup(name);
    if (isInner(name))
        return PhaseRole::Other;
    if (group == "MODEL_CREATION")
        return PhaseRole::Model;
    if (group == "OPTIMIZER_CREATION")
        return PhaseRole::Optimizer;
    if (group == "FORWARD_PASS")
        return PhaseRole::Forward;
    return group == "BACKWARD_PASS" ? PhaseRole::Backward : PhaseRole::Other;
}

} // namespace tidemark::tt
