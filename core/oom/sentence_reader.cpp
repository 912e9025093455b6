#include "core/oom/sentence_reader.h"

#include <algorithm>

namespace tidemark::oom {

std::optional<Amount> SentenceReader::amount(std::size_t& at, Unit unit)
{
    if (at == DenseText::npos)
        return std::nullopt;
    const std::size_t begin = at;
    const auto found = m_text.amountAt(at, unit);
    if (found) {
        reached(at);
        mark(begin, at);
    }
    return found;
}

std::optional<Amount> SentenceReader::amountAfter(std::string_view phrase, std::size_t from, Unit unit)
{
    std::size_t at = after(phrase, from);
    return amount(at, unit);
}

void SentenceReader::mark(std::size_t begin, std::size_t end)
{
    end = std::min(end, m_text.text().size());
    if (begin < end)
        m_report.amounts.push_back({m_text.sourceOf(begin), m_text.sourceOf(end - 1) + 1});
}

void SentenceReader::expect(bool isThere, const char* what)
{
    if (!isThere)
        m_report.cut.missing.emplace_back(what);
}

void SentenceReader::figure(const char* name, std::optional<Amount> amount)
{
    if (amount)
        m_report.figures.push_back({name, amount});
}

void SentenceReader::reached(std::size_t at)
{
    m_end = std::max(m_end, std::min(at, m_text.text().size()));
}

} // namespace tidemark::oom
