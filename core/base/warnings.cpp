#include "core/base/warnings.h"

#include "core/base/text.h"

#include <algorithm>

namespace tidemark {

std::string Warning::describe() const
{
    std::string result = text;
    if (count > 1)
        result += " (" + groupedNumber(static_cast<std::int64_t>(count)) + " times";
    if (offset)
        result += (count > 1 ? ", first at byte " : " (at byte ") + groupedNumber(static_cast<std::int64_t>(*offset));
    if (count > 1 || offset)
        result += ")";
    return result;
}

void Warnings::add(std::string_view code, std::string_view text, std::optional<std::uint64_t> offset)
{
    const auto known = std::ranges::find(m_list, code, &Warning::code);
    if (known != m_list.end())
        ++known->count;
    else
        m_list.push_back({std::string(code), std::string(text), 1, offset});
}

void Warnings::add(const Warnings& other)
{
    for (const Warning& warning : other.m_list) {
        const auto known = std::ranges::find(m_list, warning.code, &Warning::code);
        if (known != m_list.end())
            known->count += warning.count;
        else
            m_list.push_back(warning);
    }
}

} // namespace tidemark
