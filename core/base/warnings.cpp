#include "core/base/warnings.h"

#include "core/base/text.h"

#include <algorithm>

namespace tidemark {

std::string Warning::describe() const
{
    if (count <= 1 && !offset)
        return text;
    const bool isSentence = text.ends_with('.');
    std::string result = isSentence ? text.substr(0, text.size() - 1) : text;
    if (count > 1)
        result += " (" + groupedNumber(static_cast<std::int64_t>(count)) + " times";
    if (offset)
        result += (count > 1 ? ", first at byte " : " (at byte ") + groupedNumber(static_cast<std::int64_t>(*offset));
    return result + (isSentence ? ")." : ")");
}

void Warnings::add(std::string_view code, std::string_view text, std::optional<std::uint64_t> offset)
{
    const auto known = std::ranges::find(m_list, code, &Warning::code);
    if (known != m_list.end())
        ++known->count;
    else
        m_list.push_back({std::string(code), std::string(text), 1, offset});
}

void Warnings::addApart(Warning warning)
{
    m_list.push_back(std::move(warning));
}

void Warnings::add(const Warnings& other)
{
    for (const Warning& warning : other.m_list) {
        const auto known = std::ranges::find_if(
            m_list, [&](const Warning& each) { return each.code == warning.code && each.text == warning.text; });
        if (known != m_list.end())
            known->count += warning.count;
        else
            m_list.push_back(warning);
    }
}

} // namespace tidemark
