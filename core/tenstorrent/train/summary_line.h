#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace tidemark::tt {

/// Parses an amount of a line, "1863.25": MB of 2^20 bytes, rounded to the nearest byte. Returns nullopt for nan, inf,
/// an exponent, any other text that is not a decimal number, and for 2^61 bytes or more.
std::optional<std::int64_t> megabytes(std::string_view number);

/// Converts MB to bytes. Returns nullopt also for a number that is not finite.
std::optional<std::int64_t> megabytes(double number);

/// Returns the amount in MB. If the bytes are within 8 of an amount with two decimals, as the tracker prints, returns
/// that amount.
double writtenMegabytes(std::int64_t bytes);

/// Parses digits with optional commas between them: "969,369,600". Returns nullopt from 2^58 on.
std::optional<std::uint64_t> groupedDigits(std::string_view digits);

/// A label of a line and the number after it.
struct Field {
    std::string_view label; // "Segment Peak"
    bool maySink = false; // the number may be negative
    std::string_view text; // the number as it is written; empty if it is missing
    std::optional<std::int64_t> bytes;
};

/// Reads "LABEL NUMBER MB, LABEL NUMBER MB" into `fields`. A field that is not a number, or is negative without
/// maySink, gets no bytes. Returns the fault of the line as words, such as "is cut off", or an empty text.
std::string_view readFields(std::string_view text, std::span<Field> fields);

/// Returns NAME of "--- NAME ---", or an empty text if the line is not such a line.
std::string_view phaseName(std::string_view line);

/// Returns the digits after "Number of parameters:" or "Total parameters:" in a line. Returns nullopt if the line has
/// neither label.
std::optional<std::string_view> parameterDigits(std::string_view line);

} // namespace tidemark::tt
