#include "core/text/amount.h"

#include "core/text/text_cursor.h"

#include <algorithm>
#include <cmath>

namespace tidemark {
namespace {

constexpr std::string_view kUnits = "KMGTPE";
constexpr long double kLargest = 4611686018427387904.0L; // 2^62

char at(std::string_view text, std::size_t i)
{
    return i < text.size() ? text[i] : '\0';
}

void skipSpaces(std::string_view& text)
{
    while (at(text, 0) == ' ' || at(text, 0) == '\n' || at(text, 0) == '\t')
        text.remove_prefix(1);
}

bool take(std::string_view& text, std::string_view word)
{
    if (!text.starts_with(word))
        return false;
    text.remove_prefix(word.size());
    return true;
}

struct Number {
    long double value = 0;
    int decimals = 0;
};

/// Takes digits, with commas between groups of three, and decimals.
std::optional<Number> takeNumber(std::string_view& text)
{
    constexpr int kMostDigits = 19;
    std::size_t i = at(text, 0) == '-' ? 1 : 0;
    const std::size_t first = i;
    Number number;
    int digits = 0;
    for (;; ++i) {
        if (isDigit(at(text, i))) {
            number.value = number.value * 10 + (text[i] - '0');
            ++digits;
        } else if (at(text, i) != ',' || i == first || !isDigit(at(text, i + 1)) || !isDigit(at(text, i + 2))
                   || !isDigit(at(text, i + 3)) || isDigit(at(text, i + 4))) {
            break;
        }
    }
    if (digits == 0)
        return std::nullopt;
    if (at(text, i) == '.' && isDigit(at(text, i + 1)))
        for (++i; isDigit(at(text, i)); ++i) {
            number.value = number.value * 10 + (text[i] - '0');
            ++digits;
            ++number.decimals;
        }
    else if (std::string_view unit = text.substr(std::min(i + 1, text.size())); at(text, i) == '.') {
        skipSpaces(unit); // NumPy writes "184. MiB"
        i += kUnits.find(at(unit, 0)) != std::string_view::npos && unit.substr(1).starts_with("iB");
    }
    if (digits > kMostDigits)
        return std::nullopt;
    if (text[0] == '-')
        number.value = -number.value;
    text.remove_prefix(i);
    return number;
}

struct Written {
    Amount amount;
    bool hasUnit = false;
};

std::optional<Written> takeWritten(std::string_view& text, bool needsUnit)
{
    std::string_view rest = text;
    const auto number = takeNumber(rest);
    if (!number)
        return std::nullopt;
    std::string_view unit = rest;
    skipSpaces(unit);
    const std::size_t power = unit.empty() ? std::string_view::npos : kUnits.find(unit[0]);
    long double factor = 1;
    Written result;
    if (power != std::string_view::npos && (rest.size() == unit.size() || unit.substr(1).starts_with("iB"))) {
        factor = std::ldexp(1.0L, 10 * static_cast<int>(power + 1));
        unit.remove_prefix(1);
        if (!take(unit, "iB"))
            take(unit, "B");
        result.hasUnit = true;
    } else if (take(unit, "bytes") || take(unit, "byte") || take(unit, "B")) {
        result.hasUnit = true;
    }
    if (!result.hasUnit && (needsUnit || number->decimals > 0)) // there are no fractions of bytes
        return std::nullopt;
    if (result.hasUnit)
        rest = unit;
    long double parts = 1;
    for (int i = 0; i < number->decimals; ++i)
        parts *= 10;
    const long double digit = factor / parts;
    if (std::abs(number->value * digit) >= kLargest)
        return std::nullopt;
    result.amount.bytes = std::llround(number->value * digit);
    result.amount.rounding = factor == 1 && number->decimals == 0 ? 0 : static_cast<std::int64_t>(std::ceil(digit / 2));
    text = rest;
    return result;
}

/// Takes "(554,696,704 bytes)", "(2147483648B)" or "(rounded to 2147483648)".
std::optional<Amount> takeCountInBrackets(std::string_view& text)
{
    std::string_view rest = text;
    skipSpaces(rest);
    if (!take(rest, "("))
        return std::nullopt;
    skipSpaces(rest);
    constexpr std::int64_t kStep = 256; // XLA and TensorFlow round requests up to a multiple of it
    const bool isRounded = take(rest, "roundedto") || take(rest, "rounded to");
    skipSpaces(rest);
    auto written = takeWritten(rest, false);
    skipSpaces(rest);
    if (!written || written->amount.rounding != 0 || !(isRounded || written->hasUnit) || !take(rest, ")"))
        return std::nullopt;
    text = rest;
    if (isRounded)
        written->amount.rounding = kStep - 1;
    return written->amount;
}

std::optional<Amount> takeAmount(std::string_view& text, bool needsUnit)
{
    std::string_view rest = text;
    skipSpaces(rest);
    const auto written = takeWritten(rest, needsUnit);
    if (!written)
        return std::nullopt;
    text = rest;
    const auto exact = takeCountInBrackets(text);
    return exact ? *exact : written->amount;
}

/// The sum, limited to ±kMost, so that further sums cannot overflow.
std::int64_t saturatedSum(std::int64_t a, std::int64_t b)
{
    constexpr std::int64_t kMost = std::int64_t{1} << 62;
    std::int64_t sum = 0;
    if (__builtin_add_overflow(a, b, &sum))
        sum = a > 0 ? kMost : -kMost;
    return std::clamp(sum, -kMost, kMost);
}

} // namespace

std::optional<Amount> takeAmount(std::string_view& text)
{
    return takeAmount(text, false);
}

std::optional<Amount> takeAmountWithUnit(std::string_view& text)
{
    return takeAmount(text, true);
}

Amount operator-(const Amount& a, const Amount& b)
{
    return a + Amount{-b.bytes, b.rounding};
}

Amount operator+(const Amount& a, const Amount& b)
{
    return {saturatedSum(a.bytes, b.bytes), saturatedSum(a.rounding, b.rounding)};
}

bool mayBeEqual(const Amount& a, const Amount& b)
{
    const Amount difference = a - b;
    return std::abs(difference.bytes) <= difference.rounding;
}

} // namespace tidemark
