#include "core/tenstorrent/xla/known_lines.h"

#include "core/base/find.h"
#include "core/tenstorrent/xla/runtime_message.h"
#include "core/text/control_codes.h"

#include <algorithm>

namespace tidemark::ttxla {

FactsId KnownLines::operation(std::string_view text) const
{
    if (!m_last.isNone())
        if (const FactsId next = m_operations[m_last.index()].next;
            !next.isNone() && m_operations[next.index()].text == text)
            return next;
    const FactsId* const found = findValue(m_byText, text);
    return found ? *found : FactsId();
}

void KnownLines::add(std::string_view text, FactsId id)
{
    const auto [known, isNew] = m_byText.emplace(text, id);
    m_operations.push_back({known->first, {}, {}, !hasControl(text)});
}

void KnownLines::execute(FactsId id)
{
    if (!m_last.isNone())
        m_operations[m_last.index()].next = id;
    m_last = id;
}

void KnownLines::setType(NameId type)
{
    if (!m_last.isNone())
        m_operations[m_last.index()].type = type;
}

const MemoryLine* KnownLines::memory(std::string_view text) const
{
    const Line* const same = findFirst(m_lines, text, &Line::text);
    return same ? &same->line : nullptr;
}

void KnownLines::set(std::string_view text, const MemoryLine& line)
{
    m_lines[static_cast<std::size_t>(line.memory)] = {std::string(text), line};
}

} // namespace tidemark::ttxla
