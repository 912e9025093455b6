#include "core/view/finding.h"

namespace tidemark {

std::string plainWords(const std::string& name)
{
    std::string result;
    for (const char c : name)
        result += c == '%' ? std::string("%%") : std::string(1, c);
    return result;
}

std::string withAmounts(const std::string& words, const std::vector<std::int64_t>& amounts,
                        const std::function<std::string(std::int64_t)>& bytesText)
{
    std::string result;
    for (std::size_t i = 0; i < words.size(); ++i) {
        const char next = words[i] == '%' && i + 1 < words.size() ? words[i + 1] : '\0';
        const std::size_t at = next >= '1' && next <= '9' ? static_cast<std::size_t>(next - '1') : amounts.size();
        if (at < amounts.size())
            result += bytesText(amounts[at]);
        else
            result += words[i];
        if (next == '%' || at < amounts.size())
            ++i;
    }
    return result;
}

} // namespace tidemark
