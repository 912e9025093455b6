#include "core/oom/figure_lines.h"

#include "core/oom/dense_text.h"
#include "core/text/text_cursor.h"

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
    if (end == std::string_view::npos || end == 0 || text[end - 1] != '%')
        return std::nullopt;
    std::size_t begin = end - 1;
    while (begin > 0 && (isDigit(text[begin - 1]) || text[begin - 1] == '.'))
        --begin;
    const std::string_view digits = text.substr(begin, end - 1 - begin);
    if (digits.empty() || digits.size() > 12 || !isDigit(digits[0]))
        return std::nullopt;
    Percent percent;
    double digit = 1;
    bool isAfterPoint = false;
    for (const char c : digits) {
        if (c == '.') {
            isAfterPoint = true;
            continue;
        }
        percent.value = percent.value * 10 + (c - '0');
        digit *= isAfterPoint ? 0.1 : 1;
    }
    percent.value *= digit;
    percent.rounding = digit / 2;
    return percent;
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

} // namespace

void FigureReader::heading(Role role, std::string_view text)
{
    m_heading.clear();
    if (role == Role::Output) {
        readOutput(text);
        return;
    }
    NamedAmount divided = dividedAtAmount(text);
    if (role == Role::Total || role == Role::Program || role == Role::Capacity) {
        const std::string_view name = divided.name.substr(0, divided.name.find(" >="));
        if (m_report.memory.empty()) {
            const std::size_t begin = role == Role::Capacity ? 0 : name.find(' ') + 1;
            m_report.memory = DenseText(std::string(name.substr(begin))).wordAt(0);
        }
        add(std::string(name), takeAmount(divided.rest));
        m_heading = std::string(name).append(kItemSeparator);
    } else if (role == Role::Heap) {
        m_heading = "Heap allocator status: ";
    } else if (role == Role::Persistent) {
        m_heading = "Persistent allocations: ";
    }
}

void FigureReader::readOutput(std::string_view text)
{
    const DenseText dense{std::string(text)};
    add("Output size", amountAfter(dense, "Outputsize", 0));
    if (const std::size_t shares = dense.after("shares"); shares != std::string_view::npos)
        add("Output size: shared with arguments", amountAfter(dense, "shares", 0));
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
    if (const std::size_t end = text.find("utilization"); end != std::string_view::npos)
        if (const auto percent = percentBefore(text, end)) {
            Share share{name + " utilization", percent->value, percent->rounding, {}, {}};
            if (share.part = amountAfter(dense, "Unpadded(", end); share.part)
                add(name + ": Unpadded", share.part);
            if (share.whole = amountAfter(dense, ")Padded(", end); share.whole)
                add(name + ": Padded", share.whole);
            m_report.shares.push_back(std::move(share));
        }
    if (const std::size_t end = text.find("fragmentation"); end != std::string_view::npos)
        if (const auto percent = percentBefore(text, end)) {
            Share share{name + " fragmentation", percent->value, percent->rounding, {}, amount};
            if (share.part = amountAfter(dense, "fragmentation(", end); share.part)
                add(name + ": fragmentation", share.part);
            m_report.shares.push_back(std::move(share));
        }
    // "total fragmentation" is a share of "total allocation".
    static constexpr std::string_view kFragmentation = " fragmentation";
    if (name.ends_with(kFragmentation)) {
        const auto percent = percentBefore(text, text.find(')'));
        const Amount* const total
            = m_report.figure(name.substr(0, name.size() - kFragmentation.size()) + " allocation");
        if (percent && total)
            m_report.shares.push_back({name, percent->value, percent->rounding, amount, *total});
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

} // namespace tidemark::oom
