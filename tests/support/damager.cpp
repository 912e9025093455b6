#include "tests/support/damager.h"

#include <algorithm>
#include <array>
#include <string_view>

namespace tidemark::test {

std::string Damager::damaged(std::string bytes, std::span<const std::size_t> places, std::size_t most)
{
    m_changed = 0;
    for (std::size_t i = 0, count = 1 + below(most); i < count && !bytes.empty(); ++i) {
        const bool isAtPlace = !places.empty() && below(2) == 0;
        const std::size_t wanted = isAtPlace ? places[below(places.size())] : below(bytes.size());
        const std::size_t at = std::min(wanted, bytes.size() - 1); // before the bytes are given away
        bytes = once(std::move(bytes), at);
    }
    return bytes;
}

std::string Damager::once(std::string bytes, std::size_t at)
{
    // Short pieces are as frequent as long ones.
    const std::size_t most = std::min(bytes.size() - at, std::size_t{1} << below(16));
    const std::size_t size = 1 + below(most);
    ++m_changed;
    switch (below(10)) {
    case 0:
    case 1:
        bytes[at] = static_cast<char>(bytes[at] ^ (1 << below(8)));
        return bytes;
    case 2:
        bytes[at] = static_cast<char>(below(256));
        return bytes;
    case 3:
        return bytes.substr(0, at);
    case 4:
        return bytes.erase(at, size);
    case 5: {
        std::string noise(size, '\0');
        std::ranges::generate(noise, [&] { return static_cast<char>(below(256)); });
        return bytes.insert(at, noise);
    }
    case 6:
        return bytes.insert(at, bytes.substr(at, size));
    case 7: {
        ++m_changed;
        const std::size_t other = below(bytes.size() - size + 1);
        for (std::size_t i = 0; i < size; ++i)
            std::swap(bytes[at + i], bytes[other + i]);
        return bytes;
    }
    case 8:
        return bytes.replace(at, size, std::string(size, below(2) == 0 ? '\0' : '\xff'));
    default:
        return withHugeNumber(std::move(bytes), at);
    }
}

std::string Damager::withHugeNumber(std::string bytes, std::size_t at)
{
    constexpr std::string_view kDigits = "0123456789";
    constexpr std::array<std::string_view, 6> kTexts
        = {"9223372036854775807", "18446744073709551616", "-1", "1e308", "99999999999999999999999999999999", "0"};
    constexpr std::array<std::string_view, 4> kVarints
        = {"\xff\xff\xff\xff\xff\xff\xff\xff\xff\x01", "\xff\xff\xff\xff\x0f", "\xff\xff\xff\xff\x07", "\xff\x7f"};
    const std::size_t number = bytes.find_first_of(kDigits, at);
    constexpr std::size_t kNear = 64;
    if (number == std::string::npos || number - at > kNear || below(2) == 0) {
        const std::string_view varint = kVarints[below(kVarints.size())];
        return bytes.replace(at, 1, varint);
    }
    const std::size_t end = std::min(bytes.find_first_not_of(kDigits, number), bytes.size());
    return bytes.replace(number, end - number, kTexts[below(kTexts.size())]);
}

} // namespace tidemark::test
