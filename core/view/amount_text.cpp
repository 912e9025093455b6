#include "core/view/amount_text.h"

#include <string_view>

namespace tidemark {
namespace {

/// Removes the unit of an amount if another amount has the same one.
void removeUnit(std::string& amount, std::string_view other)
{
    std::size_t space = amount.rfind("\u00a0");
    if (space == std::string::npos)
        space = amount.rfind(' ');
    if (space != std::string::npos && other.ends_with(amount.substr(space)))
        amount.resize(space);
}

} // namespace

std::string plainWords(const std::string& name)
{
    std::string result;
    for (const char c : name)
        result += c == '%' ? std::string("%%") : std::string(1, c);
    return result;
}

std::string withAmounts(const AmountText& words, const std::function<std::string(std::int64_t)>& bytesText)
{
    constexpr std::string_view kOf = " of ";
    const std::string& text = words.text;
    const std::vector<std::int64_t>& amounts = words.amounts;
    const auto amountAt = [&](std::size_t i) { // amount of the placeholder at i; amounts.size() if there is none
        const char digit = i + 1 < text.size() && text[i] == '%' ? text[i + 1] : '\0';
        return digit >= '1' && digit <= '9' ? static_cast<std::size_t>(digit - '1') : amounts.size();
    };
    std::string result;
    for (std::size_t i = 0; i < text.size(); ++i) {
        const std::size_t at = amountAt(i);
        if (at >= amounts.size()) {
            result += text[i];
            if (text[i] == '%' && i + 1 < text.size() && text[i + 1] == '%')
                ++i;
            continue;
        }
        std::string amount = bytesText(amounts[at]);
        ++i;
        if (text.compare(i + 1, kOf.size(), kOf) == 0 && amountAt(i + 1 + kOf.size()) < amounts.size())
            removeUnit(amount, bytesText(amounts[amountAt(i + 1 + kOf.size())]));
        result += amount;
    }
    return result;
}

std::string withAmounts(const AmountText& words, ByteUnit unit)
{
    return withAmounts(words, [unit](std::int64_t bytes) { return bytesText(bytes, unit); });
}

} // namespace tidemark
