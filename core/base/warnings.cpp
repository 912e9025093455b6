#include "core/base/warnings.h"

#include "core/base/text.h"

#include <algorithm>

namespace tidemark {

std::string Warning::describe() const
{
    std::string result = file.empty() ? text : file + ": " + text;
    if (count <= 1 && !offset)
        return result;
    const bool isSentence = result.ends_with('.');
    if (isSentence)
        result.pop_back();
    if (count > 1)
        result += " (" + groupedNumber(static_cast<std::int64_t>(count)) + " times";
    if (offset)
        result += (count > 1 ? ", first at byte " : " (at byte ") + groupedNumber(static_cast<std::int64_t>(*offset));
    return result + (isSentence ? ")." : ")");
}

/// Adds one occurrence.
Warning& Warnings::count(std::string_view code, std::string_view text, std::optional<std::uint64_t> offset,
                         std::optional<std::int64_t> memory)
{
    if (m_list.size() >= kMostScoped)
        memory = std::nullopt;
    const auto known
        = std::ranges::find_if(m_list, [&](const Warning& each) { return each.code == code && each.memory == memory; });
    if (known == m_list.end())
        return m_list.emplace_back(Warning{std::string(code), std::string(text), 1, offset, memory});
    ++known->count;
    return *known;
}

void Warnings::add(std::string_view code, std::string_view text, std::optional<std::uint64_t> offset,
                   std::optional<std::int64_t> memory)
{
    count(code, text, offset, memory);
}

void Warnings::addNamed(std::string_view code, std::string_view text, std::optional<std::uint64_t> offset,
                        std::optional<std::int64_t> memory)
{
    constexpr std::ptrdiff_t kNamed = 20;
    constexpr std::string_view kMore = "Others are of the same kind.";
    if (m_list.size() >= kMostScoped)
        memory = std::nullopt;
    const auto isOne = [&](const Warning& each, std::string_view words) {
        return each.code == code && each.memory == memory && each.text == words;
    };
    const auto isOfCode = [&](const Warning& each) { return each.code == code && each.memory == memory; };
    const bool isFull = std::ranges::count_if(m_list, isOfCode) >= kNamed;
    auto known = std::ranges::find_if(m_list, [&](const Warning& each) { return isOne(each, text); });
    if (known == m_list.end() && isFull)
        known = std::ranges::find_if(m_list, [&](const Warning& each) { return isOne(each, kMore); });
    if (known != m_list.end())
        ++known->count;
    else
        m_list.push_back({std::string(code), std::string(isFull ? kMore : text), 1, offset, memory});
}

void Warnings::addApart(Warning warning)
{
    m_list.push_back(std::move(warning));
}

void Warnings::add(const Warning& warning)
{
    const auto known = std::ranges::find_if(m_list, [&](const Warning& each) {
        return each.code == warning.code && each.memory == warning.memory && each.text == warning.text
            && each.file == warning.file;
    });
    if (known != m_list.end())
        known->count += warning.count;
    else
        m_list.push_back(warning);
}

void Warnings::add(const Warnings& other)
{
    for (const Warning& warning : other.m_list)
        add(warning);
}

void Warnings::addByCode(const Warnings& other, std::optional<std::int64_t> memory)
{
    for (const Warning& warning : other.m_list)
        count(warning.code, warning.text, warning.offset, warning.memory ? warning.memory : memory).count
            += warning.count - 1;
}

void Warnings::addOfPart(std::string_view part, const Warnings& other)
{
    for (Warning warning : other.m_list) {
        warning.text.insert(0, std::string(part) + ": ");
        addApart(std::move(warning));
    }
}

void Warnings::addOf(std::string_view file, const Warnings& other)
{
    for (Warning warning : other.m_list) {
        if (!warning.file.empty())
            warning.text.insert(0, warning.file + ": ");
        warning.file = file;
        addApart(std::move(warning));
    }
}

void Warnings::addConcerning(std::int64_t memory, const Warnings& other)
{
    for (const Warning& warning : other.m_list)
        if (warning.memory.value_or(memory) == memory)
            add(warning);
}

} // namespace tidemark
