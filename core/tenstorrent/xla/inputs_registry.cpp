#include "core/tenstorrent/xla/inputs_registry.h"

#include "core/base/text.h"
#include "core/tenstorrent/xla/operation_facts.h"
#include "core/text/text_cursor.h"

#include <algorithm>

namespace tidemark::ttxla {
namespace {

std::string_view between(std::string_view text, std::string_view before, char after)
{
    const std::size_t at = text.find(before);
    if (at == std::string_view::npos)
        return {};
    const std::string_view rest = text.substr(at + before.size());
    return rest.substr(0, rest.find(after));
}

} // namespace

std::int64_t InputsRegistry::weightBytes() const
{
    std::int64_t sum = 0;
    for (const InputEntry& entry : entries)
        if (entry.isWeight() && __builtin_add_overflow(sum, entry.bytes, &sum))
            return INT64_MAX;
    return sum;
}

InputsRegistry readInputs(std::string_view module)
{
    InputsRegistry registry;
    registry.isKnown = true;
    constexpr std::string_view kMain = "func.func @main(";
    const std::size_t main = module.find(kMain);
    if (main == std::string_view::npos)
        return registry;
    std::string_view rest = module.substr(main + kMain.size());
    rest = rest.substr(0, findOutside(rest, ")")); // a list that is cut off is read to its end
    while (!rest.empty()) {
        const std::size_t end = std::min(findOutside(rest, ","), rest.size());
        const std::string_view argument = trimmed(rest.substr(0, end));
        rest.remove_prefix(std::min(end + 1, rest.size()));
        const std::size_t colon = argument.find(':');
        if (!argument.starts_with('%') || colon == std::string_view::npos)
            continue;
        InputEntry entry;
        entry.ssa = validUtf8(trimmed(argument.substr(0, colon)));
        const std::string_view type = between(argument, "ttcore.argument_type<", '>');
        entry.type = type == "parameter" || type == "constant" || type == "input" ? std::string(type) : "unknown";
        const std::string_view name = between(argument, "ttir.name = \"", '"');
        entry.name = name.empty() ? entry.ssa : validUtf8(name);
        const auto tensors = tensorsIn(argument);
        const auto layout = layoutOf(argument);
        if (tensors.empty())
            continue;
        entry.shape = tensors[0].shape;
        entry.dtype = tensors[0].dtype;
        entry.bytes = layout ? layout->unpaddedBytes : 0;
        registry.entries.push_back(std::move(entry));
    }
    return registry;
}

} // namespace tidemark::ttxla
