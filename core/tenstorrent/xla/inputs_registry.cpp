#include "core/tenstorrent/xla/inputs_registry.h"

#include "core/base/text.h"
#include "core/tenstorrent/xla/operation_facts.h"
#include "core/text/text_cursor.h"

#include <algorithm>

namespace tidemark::ttxla {
namespace {

/// Returns the content of the brackets around a list that begins inside them. A list that is cut off is returned to its
/// end.
std::string_view insideBrackets(std::string_view text)
{
    int depth = 0;
    bool isQuoted = false;
    for (std::size_t i = 0; i < text.size(); ++i) {
        if (text[i] == '"')
            isQuoted = !isQuoted;
        else if (!isQuoted && text[i] == '(')
            ++depth;
        else if (!isQuoted && text[i] == ')' && --depth == 0)
            return text.substr(1, i - 1);
    }
    return text.substr(1);
}

/// Splits at commas outside brackets and quotes.
std::vector<std::string_view> splitArguments(std::string_view list)
{
    std::vector<std::string_view> parts;
    int depth = 0;
    bool isQuoted = false;
    std::size_t begin = 0;
    for (std::size_t i = 0; i < list.size(); ++i) {
        const char c = list[i];
        if (c == '"')
            isQuoted = !isQuoted;
        if (isQuoted)
            continue;
        if (c == '-' && i + 1 < list.size() && list[i + 1] == '>')
            ++i;
        else if (std::string_view("<([{").find(c) != std::string_view::npos)
            ++depth;
        else if (std::string_view(">)]}").find(c) != std::string_view::npos)
            --depth;
        else if (c == ',' && depth == 0) {
            parts.push_back(list.substr(begin, i - begin));
            begin = i + 1;
        }
    }
    parts.push_back(list.substr(begin));
    return parts;
}

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

std::size_t InputsRegistry::weightCount() const
{
    return static_cast<std::size_t>(std::ranges::count_if(entries, &InputEntry::isWeight));
}

InputsRegistry readInputs(std::string_view module)
{
    InputsRegistry registry;
    registry.isKnown = true;
    constexpr std::string_view kMain = "func.func @main(";
    const std::size_t main = module.find(kMain);
    if (main == std::string_view::npos)
        return registry;
    for (const std::string_view part : splitArguments(insideBrackets(module.substr(main + kMain.size() - 1)))) {
        const std::string_view argument = trimmed(part);
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
