#include "core/text/phrase_finder.h"
#include "core/base/characters.h"

#include <algorithm>
#include <bit>
#include <cstring>
#include <immintrin.h>
#include <map>

namespace tidemark {
namespace {

/// The rough frequency of a byte in logs.
double frequency(char c)
{
    if (std::string_view(" etaoinrs0123456789").find(c) != std::string_view::npos)
        return 8;
    return isLower(c) || std::string_view(".:-/_=").find(c) != std::string_view::npos ? 3 : 1;
}

} // namespace

PhraseFinder::PhraseFinder(std::vector<std::string_view> phrases, Way way)
    : m_phrases(std::move(phrases))
    , m_window(std::ranges::min(m_phrases, {}, &std::string_view::size).size())
    , m_longest(std::ranges::max(m_phrases, {}, &std::string_view::size).size())
{
    if (way == Way::Fastest && PhraseSieve::isUsable())
        m_sieve.emplace(m_phrases);
    else
        fillTables();
}

void PhraseFinder::fillTables()
{
    m_shifts.fill(static_cast<std::uint8_t>(std::min<std::size_t>(m_window - 2, 255)));
    m_last.fill(0);
    for (const std::string_view phrase : m_phrases) {
        for (std::size_t end = 3; end <= m_window; ++end) {
            std::uint8_t& shift = m_shifts[hash(phrase.data() + end - 3)];
            shift = std::min(shift, static_cast<std::uint8_t>(std::min<std::size_t>(m_window - end, 255)));
        }
        std::uint16_t& last = m_last[hash(phrase.data() + m_window - 3)];
        m_before.push_back(last);
        last = static_cast<std::uint16_t>(m_before.size());
    }
}

std::uint32_t PhraseFinder::hash(const char* bytes)
{
    const auto byte = [&](int i) { return static_cast<std::uint32_t>(static_cast<unsigned char>(bytes[i])); };
    return ((byte(0) | byte(1) << 8 | byte(2) << 16) * 2654435761U) >> (32 - kBits);
}

bool PhraseFinder::startsAt(std::string_view text, std::uint32_t windowEnd) const
{
    for (std::size_t i = m_last[windowEnd]; i > 0; i = m_before[i - 1])
        if (text.starts_with(m_phrases[i - 1]))
            return true;
    return false;
}

std::size_t PhraseFinder::find(std::string_view text, std::size_t from) const
{
    return m_sieve ? m_sieve->find(text, from) : findByShifts(text, from);
}

std::size_t PhraseFinder::findByShifts(std::string_view text, std::size_t from) const
{
    for (std::size_t end = from + m_window; end <= text.size();) {
        const std::uint32_t windowEnd = hash(text.data() + end - 3);
        std::size_t shift = m_shifts[windowEnd];
        if (shift == 0) {
            if (startsAt(text.substr(end - m_window), windowEnd))
                return end - m_window;
            shift = 1;
        }
        end += shift;
    }
    return std::string_view::npos;
}

PhraseSieve::PhraseSieve(const std::vector<std::string_view>& phrases)
    : m_phrases(phrases)
{
    choose();
    fill();
}

std::size_t PhraseSieve::hash(const char* part)
{
    const auto byte = [&](std::size_t i) { return static_cast<std::uint32_t>(static_cast<unsigned char>(part[i])); };
    return ((byte(0) | byte(1) << 8 | byte(2) << 16) * 2654435761U) >> (32 - std::bit_width(kHashes - 1));
}

/// Chooses rare parts that many phrases have. The fewer parts there are, the fewer places of a text seem to have one.
void PhraseSieve::choose()
{
    struct Worth {
        int phrases = 0; // number of phrases with the part for which no part is chosen yet
        double rarity = 1;
    };
    std::map<std::string_view, Worth> worth;
    const auto count = [&](std::string_view phrase, int step) {
        for (std::size_t at = 0; at + kPart <= phrase.size(); ++at)
            if (const std::string_view part = phrase.substr(at, kPart); phrase.find(part) == at)
                worth[part].phrases += step;
    };
    for (const std::string_view phrase : m_phrases)
        count(phrase, 1);
    for (auto& [part, value] : worth)
        for (const char c : part)
            value.rarity /= frequency(c);
    m_offsets.assign(m_phrases.size(), std::string_view::npos);
    for (std::size_t left = m_phrases.size(); left > 0;) {
        const auto best = std::ranges::max_element(worth, {}, [](const auto& entry) {
                              return entry.second.phrases * entry.second.rarity;
                          })->first;
        for (std::size_t i = 0; i < m_phrases.size(); ++i) {
            const std::size_t at = m_phrases[i].find(best);
            if (m_offsets[i] != std::string_view::npos || at == std::string_view::npos)
                continue;
            m_offsets[i] = at;
            count(m_phrases[i], -1);
            --left;
        }
    }
}

void PhraseSieve::fill()
{
    std::vector<std::string_view> parts;
    for (std::size_t i = 0; i < m_phrases.size(); ++i) {
        parts.push_back(m_phrases[i].substr(m_offsets[i], kPart));
        m_farthest = std::max(m_farthest, m_offsets[i]);
        std::uint16_t& last = m_last[hash(parts.back().data())];
        m_before.push_back(last);
        last = static_cast<std::uint16_t>(i + 1);
    }
    // Similar parts belong to the same set.
    std::ranges::sort(parts);
    parts.erase(std::unique(parts.begin(), parts.end()), parts.end());
    for (std::size_t i = 0; i < parts.size(); ++i) {
        const auto set = static_cast<std::uint8_t>(1U << (i * 8 / parts.size()));
        for (std::size_t at = 0; at < kPart; ++at) {
            const auto byte = static_cast<unsigned char>(parts[i][at]);
            m_nibbles[at].low[byte & 15] |= set;
            m_nibbles[at].high[byte >> 4] |= set;
        }
    }
}

std::size_t PhraseSieve::withPart(std::string_view text, std::size_t from, std::size_t place, std::size_t first) const
{
    for (std::size_t i = m_last[hash(text.data() + place)]; i > 0; i = m_before[i - 1]) {
        const std::string_view phrase = m_phrases[i - 1];
        const std::size_t offset = m_offsets[i - 1];
        if (place < from + offset || place - offset >= first)
            continue;
        // Comparing the first two bytes rejects most places without a call.
        const std::size_t start = place - offset;
        if (text[start] == phrase[0] && text[start + 1] == phrase[1] && text.substr(start).starts_with(phrase))
            first = start;
    }
    return first;
}

#if defined(TIDEMARK_HAS_SIEVE)

bool PhraseSieve::isUsable()
{
    return __builtin_cpu_supports("avx2") != 0;
}

namespace {

#define TIDEMARK_WIDE __attribute__((target("avx2"), always_inline)) inline

TIDEMARK_WIDE __m256i table(const std::array<std::uint8_t, 16>& sets)
{
    return _mm256_broadcastsi128_si256(_mm_load_si128(reinterpret_cast<const __m128i*>(sets.data())));
}

/// Returns for each of 32 bytes the sets of the parts that contain it.
TIDEMARK_WIDE __m256i setsOf(const char* bytes, __m256i low, __m256i high)
{
    const __m256i all = _mm256_loadu_si256(reinterpret_cast<const __m256i*>(bytes));
    const __m256i nibble = _mm256_set1_epi8(15);
    return _mm256_and_si256(_mm256_shuffle_epi8(low, _mm256_and_si256(all, nibble)),
                            _mm256_shuffle_epi8(high, _mm256_and_si256(_mm256_srli_epi16(all, 4), nibble)));
}

struct Tables {
    __m256i low[PhraseSieve::kPart];
    __m256i high[PhraseSieve::kPart];
};

/// Returns for each of 32 places the sets of the parts that may begin there.
TIDEMARK_WIDE __m256i setsOfParts(const char* place, const Tables& tables)
{
    return _mm256_and_si256(setsOf(place, tables.low[0], tables.high[0]),
                            _mm256_and_si256(setsOf(place + 1, tables.low[1], tables.high[1]),
                                             setsOf(place + 2, tables.low[2], tables.high[2])));
}

/// Returns one bit for each place that has a set.
TIDEMARK_WIDE std::uint32_t placesOfParts(__m256i sets)
{
    return ~static_cast<std::uint32_t>(_mm256_movemask_epi8(_mm256_cmpeq_epi8(sets, _mm256_setzero_si256())));
}

} // namespace

__attribute__((target("avx2"))) std::size_t PhraseSieve::find(std::string_view text, std::size_t from) const
{
    constexpr std::size_t kPlaces = 32;
    constexpr std::size_t kSeen = kPlaces + kPart - 1; // bytes read for so many places
    const Tables tables{{table(m_nibbles[0].low), table(m_nibbles[1].low), table(m_nibbles[2].low)},
                        {table(m_nibbles[0].high), table(m_nibbles[1].high), table(m_nibbles[2].high)}};
    const std::size_t seenWhole = text.size() - std::min(text.size(), kSeen - 1); // end of whole blocks
    std::size_t first = std::string_view::npos;
    for (std::size_t at = from;; at += kPlaces) {
        // Most places of a text have no part.
        for (; first == std::string_view::npos && at < seenWhole; at += kPlaces)
            if (const __m256i sets = setsOfParts(text.data() + at, tables); !_mm256_testz_si256(sets, sets))
                break;
        // A phrase that begins before the first known one has its part within this range.
        const std::size_t end = first < text.size() ? std::min(text.size(), first + m_farthest + kPart) : text.size();
        if (at + kPart > end)
            return first;
        std::uint32_t hits = 0;
        if (at < seenWhole) {
            hits = placesOfParts(setsOfParts(text.data() + at, tables));
        } else {
            std::array<char, kSeen> rest{};
            std::memcpy(rest.data(), text.data() + at, text.size() - at);
            hits = placesOfParts(setsOfParts(rest.data(), tables));
        }
        if (const std::size_t places = end - at - (kPart - 1); places < kPlaces)
            hits &= (std::uint32_t{1} << places) - 1;
        for (; hits != 0; hits &= hits - 1)
            first = withPart(text, from, at + static_cast<std::size_t>(std::countr_zero(hits)), first);
    }
}

#else

bool PhraseSieve::isUsable()
{
    return false;
}

std::size_t PhraseSieve::find(std::string_view, std::size_t) const
{
    return std::string_view::npos;
}

#endif

} // namespace tidemark
