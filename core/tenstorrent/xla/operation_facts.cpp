#include "core/tenstorrent/xla/operation_facts.h"

#include "core/base/number.h"
#include "core/base/text.h"
#include "core/text/text_cursor.h"

#include <algorithm>
#include <charconv>

namespace tidemark::ttxla {
namespace {

/// Returns the position of `wanted` outside all brackets, or npos. "->" does not count as a bracket.
std::size_t findOutside(std::string_view text, std::string_view wanted)
{
    int depth = 0;
    for (std::size_t i = 0; i < text.size(); ++i) {
        if (depth == 0 && text.substr(i).starts_with(wanted))
            return i;
        const char c = text[i];
        if (c == '-' && i + 1 < text.size() && text[i + 1] == '>')
            ++i;
        else if (c == '<' || c == '(' || c == '[' || c == '{')
            ++depth;
        else if ((c == '>' || c == ')' || c == ']' || c == '}') && depth > 0)
            --depth;
    }
    return std::string_view::npos;
}

std::vector<std::string> splitAtCommas(std::string_view list)
{
    std::vector<std::string> parts;
    while (!trimmed(list).empty()) {
        const std::size_t end = std::min(list.find(','), list.size());
        parts.emplace_back(validUtf8(trimmed(list.substr(0, end))));
        list.remove_prefix(std::min(end + 1, list.size()));
    }
    return parts;
}

bool isNameCharacter(char c)
{
    return isAlphanumeric(c) || c == '_' || c == '.';
}

/// Takes "%4 = " or "%4:2 = ".
void takeResult(TextCursor& at, OperationFacts& facts)
{
    TextCursor rest = at;
    if (!rest.take("%"))
        return;
    const std::string_view name = rest.takeWhile([](char c) { return isNameCharacter(c); }, 1);
    const bool isMany = rest.take(":");
    if (isMany)
        rest.takeWhile(isDigit);
    if (name.empty() || !rest.take(" = "))
        return;
    facts.results = "%" + std::string(name);
    if (!isMany)
        facts.result = facts.results;
    at = rest;
}

void readTypes(std::string_view rest, OperationFacts& facts)
{
    const std::size_t loc = rest.rfind(" loc(");
    std::string_view types = rest.substr(0, loc);
    const bool hasAttributes = types.find("}> :") != std::string_view::npos;
    const std::string_view before = hasAttributes ? "}> :" : ") :";
    const std::size_t begin = types.find(before);
    if (begin == std::string_view::npos)
        return;
    types = trimmed(types.substr(begin + before.size()));
    const std::size_t arrow = findOutside(types, " -> ");
    std::string_view inputs = trimmed(types.substr(0, arrow));
    if (inputs.starts_with('(') && inputs.ends_with(')'))
        inputs = inputs.substr(1, inputs.size() - 2);
    facts.inputTypes = validUtf8(inputs);
    facts.inputTensors = tensorsIn(*facts.inputTypes);
    if (arrow == std::string_view::npos)
        return;
    facts.outputType = validUtf8(trimmed(types.substr(arrow + 4)));
    facts.outputTensors = tensorsIn(*facts.outputType);
    facts.layout = layoutOf(*facts.outputType);
}

void readLocation(std::string_view rest, OperationFacts& facts)
{
    const std::size_t loc = rest.rfind(" loc(");
    if (loc != std::string_view::npos) {
        const std::string_view text = rest.substr(loc);
        const std::size_t begin = text.find('"');
        const std::size_t end = begin == std::string_view::npos ? begin : text.find('"', begin + 1);
        if (end != std::string_view::npos) {
            facts.loc = validUtf8(text.substr(begin + 1, end - begin - 1));
            TextCursor at(text.substr(end + 1));
            if (at.take(":")) {
                const std::string_view line = at.takeWhile(isDigit, 1, 9);
                std::from_chars(line.data(), line.data() + line.size(), facts.locLine);
            }
        }
    }
    if (facts.loc.empty() && facts.isLoadCached() && !facts.inputs.empty() && facts.inputs[0].starts_with('@'))
        facts.loc = facts.inputs[0];
}

} // namespace

std::optional<std::pair<std::string, std::int64_t>> OperationFacts::source() const
{
    if (locLine > 0)
        return std::pair(loc, locLine);
    const std::size_t colon = loc.rfind(':');
    if (colon == std::string::npos || loc.find('/') == std::string::npos)
        return std::nullopt;
    const auto line = parseNumber(std::string_view(loc).substr(colon + 1));
    return line && *line > 0 ? std::optional(std::pair(loc.substr(0, colon), *line)) : std::nullopt;
}

std::optional<OperationFacts> readOperation(std::string_view text)
{
    OperationFacts facts;
    TextCursor at(trimmed(text));
    takeResult(at, facts);
    const bool isQuoted = at.take("\"");
    facts.name = std::string(at.takeWhile([](char c) { return isNameCharacter(c); }));
    if (facts.name.find('.') == std::string::npos || (isQuoted && !at.take("\"")))
        return std::nullopt;
    std::string_view rest = at.rest();
    const std::size_t open = rest.find('(');
    const std::size_t close = rest.find(')', std::min(open, rest.size()));
    if (close != std::string_view::npos) {
        facts.inputs = splitAtCommas(rest.substr(open + 1, close - open - 1));
        rest = rest.substr(close);
    }
    const std::size_t begin = rest.find("<{");
    const std::size_t end = begin == std::string_view::npos ? begin : rest.find("}>", begin);
    if (end != std::string_view::npos)
        facts.attributes = validUtf8(rest.substr(begin + 2, end - begin - 2));
    readTypes(rest, facts);
    readLocation(rest, facts);
    return facts;
}

} // namespace tidemark::ttxla
