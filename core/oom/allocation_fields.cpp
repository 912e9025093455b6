#include "core/oom/allocation_fields.h"

#include "core/oom/dense_text.h"
#include "core/oom/line_role.h"
#include "core/text/text_cursor.h"

#include <charconv>

namespace tidemark::oom {
namespace {

std::optional<std::int64_t> numberOf(std::string_view digits)
{
    std::int64_t number = 0;
    const auto [end, error] = std::from_chars(digits.data(), digits.data() + digits.size(), number);
    return error == std::errc() && !digits.empty() ? std::optional(number) : std::nullopt;
}

/// Returns the value of `name="…"`, in which a backslash escapes a quote.
std::string quoted(std::string_view text, std::string_view name)
{
    std::size_t at = text.find(name);
    while (at != std::string_view::npos && at > 0 && isAlphanumeric(text[at - 1]))
        at = text.find(name, at + 1);
    if (at == std::string_view::npos)
        return {};
    std::string value;
    for (at += name.size(); at < text.size() && text[at] != '"'; ++at) {
        if (text[at] == '\\' && at + 1 < text.size() && (text[at + 1] == '"' || text[at + 1] == '\\'))
            ++at;
        value += text[at];
    }
    return value;
}

/// Reads "31.00G (32.0x expansion)".
void readPadding(std::string_view text, Allocation& allocation)
{
    allocation.padding = takeAmountWithUnit(text);
    text = trimmedLeft(text);
    if (!text.starts_with('('))
        return;
    double factor = 0;
    const auto [end, error] = std::from_chars(text.data() + 1, text.data() + text.size(), factor);
    if (error == std::errc() && end != text.data() + text.size() && *end == 'x')
        allocation.paddingFactor = factor;
}

} // namespace

Allocation allocationOf(std::string_view entry)
{
    Allocation allocation;
    TextCursor at(afterRule(entry));
    at.take("Buffer ");
    allocation.number = numberOf(at.takeWhile(isDigit, 1, 9));
    at.take("\\"); // an escape of Markdown
    if (at.take(".")) {
        at.skipSpaces();
        std::string_view size = at.take("Size:") ? at.rest() : std::string_view();
        allocation.size = takeAmountWithUnit(size);
    }
    return allocation;
}

void readOperator(std::string_view lines, Allocation& allocation)
{
    const std::string text = joinedLines(lines, Division::InNames);
    allocation.opType = quoted(text, "op_type=\"");
    allocation.opName = quoted(text, "op_name=\"");
    allocation.sourceFile = quoted(text, "source_file=\"");
    if (const std::size_t line = text.rfind("source_line="); line != std::string_view::npos) {
        TextCursor at(std::string_view(text).substr(line + std::string_view("source_line=").size()));
        allocation.sourceLine = numberOf(at.takeWhile(isDigit, 1, 9));
    }
}

void readField(std::string_view field, Allocation& allocation)
{
    const std::size_t colon = field.find(':');
    const std::string_view name = field.substr(0, colon);
    std::string_view value = trimmed(field.substr(colon + 1));
    if (name == "Size")
        allocation.size = takeAmount(value);
    else if (name == "Operator")
        readOperator(value, allocation);
    else if (name == "Shape" || name == "Entry Parameter Subshape")
        allocation.shape = withoutBlanks(value);
    else if (name == "Unpadded size")
        allocation.unpadded = takeAmountWithUnit(value);
    else if (name == "Extra memory due to padding")
        readPadding(value, allocation);
    else if (name == "XLA label" || name == "XLA Label")
        allocation.label = joinedLines(value, Division::BetweenWords);
    else if (name == "Allocation type")
        allocation.allocationType = joinedLines(value, Division::BetweenWords);
    else if (name == "Tag")
        allocation.tag = joinedLines(value, Division::BetweenWords);
    if (name == "Entry Parameter Subshape")
        allocation.allocationType = "entry parameter";
}

} // namespace tidemark::oom
