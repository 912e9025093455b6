#pragma once

#include "core/oom/dense_text.h"
#include "core/oom/report.h"

#include <string_view>

namespace tidemark::oom {

// Names of parts that a cut sentence may lack.
inline constexpr const char* kTheRequest = "the requested amount";
inline constexpr const char* kTheLimit = "the limit";
inline constexpr const char* kByHowMuch = "the excess";

/// Reads the amounts of sentences into a report. It remembers how far it has read and where the amounts are.
class SentenceReader
{
public:
    /// `text` and `report` must outlive this object.
    SentenceReader(const DenseText& text, Report& report)
        : m_text(text)
        , m_report(report)
    { }

    const DenseText& text() const { return m_text; }
    Report& report() const { return m_report; }

    std::size_t after(std::string_view phrase, std::size_t from = 0) const { return m_text.after(phrase, from); }
    bool startsAt(std::size_t at, std::string_view phrase) const
    {
        return at != DenseText::npos && at <= m_text.text().size() && m_text.text().substr(at).starts_with(phrase);
    }
    /// Reads the amount at `at`, if there is one, and moves `at` past it.
    std::optional<Amount> amount(std::size_t& at, Unit unit = Unit::Written);
    std::optional<Amount> amountAfter(std::string_view phrase, std::size_t from = 0, Unit unit = Unit::Written);
    /// Records an amount between two positions of the dense text.
    void mark(std::size_t begin, std::size_t end);
    /// Records `what` as missing unless `isThere`. Every sentence of this kind has it.
    void expect(bool isThere, const char* what);
    void figure(const char* name, std::optional<Amount> amount);

    void reached(std::size_t at);
    std::size_t end() const { return m_end; } // position in the dense text
    bool hasRead() const { return m_end > 0; }
    std::size_t sourceEnd() const { return m_end == 0 ? 0 : m_text.sourceOf(m_end - 1) + 1; }

protected:
    const DenseText& m_text;
    Report& m_report;

private:
    std::size_t m_end = 0;
};

} // namespace tidemark::oom
