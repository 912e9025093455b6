#pragma once

#include "core/base/text.h"

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

namespace tidemark {

/// A text whose amounts of bytes are written later, in the unit that the reader chose.
struct AmountText {
    std::string text; // "%1" stands for the first of `amounts`, "%%" for "%"
    std::vector<std::int64_t> amounts; // bytes

    /// Adds an amount and returns its placeholder for the text. REQUIRES: fewer than nine amounts
    std::string addAmount(std::int64_t bytes)
    {
        amounts.push_back(bytes);
        return "%" + std::to_string(amounts.size());
    }
    bool empty() const { return text.empty(); }
};

/// Escapes a name for use in such a text.
std::string plainWords(const std::string& name);

/// The text with its amounts as `bytesText` writes them. In "%1 of %2" the first amount has no unit if both have the
/// same: "300 of 15.75 GiB".
std::string withAmounts(const AmountText& words, const std::function<std::string(std::int64_t)>& bytesText);
/// The same with amounts in this unit.
std::string withAmounts(const AmountText& words, ByteUnit unit = ByteUnit::Auto);

} // namespace tidemark
