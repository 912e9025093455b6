#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace tidemark::tt {

/// "1863.25" of a line: MB of 2^20 bytes, to the nearest byte. Absent for what is no such number: nan, inf, an
/// exponent, 2^61 bytes and more.
std::optional<std::int64_t> megabytes(std::string_view number);

/// The same of a number; absent also for what is not finite.
std::optional<std::int64_t> megabytes(double number);

/// What was written for so many bytes, where two decimals were, as the tracker writes: else bytes as MB.
double writtenMegabytes(std::int64_t bytes);

/// Digits with or without commas between them: "969,369,600". Absent from 2^58 on.
std::optional<std::uint64_t> groupedDigits(std::string_view digits);

/// A number of a line behind its label.
struct Field {
    std::string_view label; // "Segment Peak"
    bool maySink = false; // below 0
    std::string_view text; // as it is written; empty: it is not there
    std::optional<std::int64_t> bytes;
};

/// Reads "LABEL NUMBER MB, LABEL NUMBER MB". What is no number, or below 0 where it cannot be, has no bytes. The
/// result says what else is wrong with the line: empty, or words like "is cut off".
std::string_view readFields(std::string_view text, std::span<Field> fields);

/// NAME of "--- NAME ---"; empty where the line is none.
std::string_view phaseName(std::string_view line);

/// What stands behind "Number of parameters:" or "Total parameters:" in a line; absent where there is no such words.
std::optional<std::string_view> parameterDigits(std::string_view line);

} // namespace tidemark::tt
