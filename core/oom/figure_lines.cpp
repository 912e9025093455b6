#include "core/oom/figure_lines.h"

#include "core/base/number.h"
#include "core/oom/dense_text.h"
#include "core/text/text_cursor.h"

#include <re2/re2.h>

#include <cmath>

namespace tidemark::oom {
namespace {

/// A percentage such as "24.2%", and half the value of its last digit.
struct Percent {
    double value = 0;
    double rounding = 0;
};
std::optional<Percent> percentBefore(std::string_view text, std::size_t end)
{
    static const re2::RE2 kPercent(R"((?:^|[^0-9.])([0-9]+(?:\.([0-9]*))?)%$)", re2::RE2::Latin1);
    std::string number;
    std::string decimals;
    if (end == std::string_view::npos || !re2::RE2::PartialMatch(text.substr(0, end), kPercent, &number, &decimals))
        return std::nullopt;
    constexpr std::size_t kLongest = 12;
    const auto value = parseNumber<double>(number);
    if (!value || number.size() > kLongest)
        return std::nullopt;
    return Percent{*value, std::pow(0.1, decimals.size()) / 2};
}

std::optional<Amount> amountAfter(const DenseText& text, std::string_view phrase, std::size_t from)
{
    std::size_t at = text.after(phrase, from);
    return at == std::string_view::npos ? std::nullopt : text.amountAt(at, Unit::Written);
}

std::string_view withoutColon(std::string_view text)
{
    return text.ends_with(':') ? trimmed(text.substr(0, text.size() - 1)) : text;
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
    static const re2::RE2 kFactor(R"(^\s*\(([0-9.]+)x)");
    allocation.padding = takeAmountWithUnit(text);
    if (double factor = 0; re2::RE2::PartialMatch(text, kFactor, &factor))
        allocation.paddingFactor = factor;
}

} // namespace

void FigureReader::heading(Role role, std::string_view text)
{
    m_heading.clear();
    if (role == Role::Output) {
        const DenseText dense{std::string(text)};
        add("Output size", amountAfter(dense, "Outputsize", 0));
        if (dense.after("shares") != std::string_view::npos)
            add("Output size: shared with arguments", amountAfter(dense, "shares", 0));
        return;
    }
    NamedAmount divided = dividedAtAmount(text);
    if (role == Role::Total || role == Role::Program || role == Role::Capacity) {
        const std::string_view name = divided.name.substr(0, divided.name.find(" >="));
        if (m_message.memory.empty()) {
            const std::size_t begin = role == Role::Capacity ? 0 : name.find(' ') + 1;
            m_message.memory = DenseText(std::string(name.substr(begin))).wordAt(0);
        }
        add(std::string(name), takeAmount(divided.rest));
        m_heading = std::string(name).append(kItemSeparator);
    } else if (role == Role::Heap) {
        m_heading = "Heap allocator status: ";
    } else if (role == Role::Persistent) {
        m_heading = "Persistent allocations: ";
    }
}

void FigureReader::item(std::string_view text)
{
    NamedAmount divided = dividedAtAmount(text);
    const std::string name = m_heading + std::string(withoutColon(divided.name));
    std::size_t at = 0;
    const DenseText rest{std::string(divided.rest)};
    const auto amount = rest.amountAt(at, Unit::Written);
    add(name, amount);
    readShares(name, amount, rest);
}

void FigureReader::readShares(const std::string& name, std::optional<Amount> amount, const DenseText& dense)
{
    const std::string_view text = dense.text();
    const std::size_t utilization = text.find("utilization");
    if (const auto percent = percentBefore(text, utilization)) {
        Share share{name + " utilization", percent->value, percent->rounding, {}, {}};
        if (share.part = amountAfter(dense, "Unpadded(", utilization); share.part)
            add(name + ": Unpadded", share.part);
        if (share.whole = amountAfter(dense, ")Padded(", utilization); share.whole)
            add(name + ": Padded", share.whole);
        m_message.shares.push_back(std::move(share));
    }
    const std::size_t fragmentation = text.find("fragmentation");
    if (const auto percent = percentBefore(text, fragmentation)) {
        Share share{name + " fragmentation", percent->value, percent->rounding, {}, amount};
        if (share.part = amountAfter(dense, "fragmentation(", fragmentation); share.part)
            add(name + ": fragmentation", share.part);
        m_message.shares.push_back(std::move(share));
    }
    // "total fragmentation" is a share of "total allocation".
    static constexpr std::string_view kFragmentation = " fragmentation";
    if (name.ends_with(kFragmentation)) {
        const auto percent = percentBefore(text, text.find(')'));
        const Amount* const total
            = m_message.figure(name.substr(0, name.size() - kFragmentation.size()) + " allocation");
        if (percent && total)
            m_message.shares.push_back({name, percent->value, percent->rounding, amount, *total});
    }
}

void FigureReader::statistic(std::string_view text)
{
    static constexpr std::string_view kNames[] = {"Limit:",
                                                  "InUse:",
                                                  "MaxInUse:",
                                                  "MaxAllocSize:",
                                                  "Reserved:",
                                                  "PeakReserved:",
                                                  "LargestFreeBlock:",
                                                  "Sum Total of in-use chunks:",
                                                  "total_region_allocated_bytes_:"};
    for (const std::string_view name : kNames)
        if (text.starts_with(name)) {
            std::string_view rest = text.substr(name.size());
            const bool hasUnit = name.starts_with("Sum Total"); // the other statistics are in bytes, without a unit
            if (const auto amount = hasUnit ? takeAmountWithUnit(rest) : takeAmount(rest))
                add(std::string(withoutColon(name)), amount);
        }
    if (const std::size_t limit = text.find("memory_limit_:"); limit != std::string_view::npos) {
        std::string_view rest = text.substr(limit + std::string_view("memory_limit_:").size());
        if (const auto amount = takeAmount(rest))
            add("memory_limit_", amount);
    }
}

Allocation allocationOf(std::string_view entry)
{
    Allocation allocation;
    TextCursor at(afterRule(entry));
    at.take("Buffer ");
    allocation.number = parseNumber(at.takeWhile(isDigit, 1, 9));
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
        allocation.sourceLine = parseNumber(at.takeWhile(isDigit, 1, 9));
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
