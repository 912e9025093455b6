#include "core/wire/damage.h"

namespace tidemark {

void Damage::note(std::uint64_t at)
{
    if (!m_at)
        m_at = at;
}

void Damage::note(const char* at)
{
    note(m_begin ? m_offset + static_cast<std::uint64_t>(at - m_begin) : m_offset);
}

} // namespace tidemark
