#pragma once

#include <optional>
#include <string_view>

namespace tidemark::ttxla {

// Words of what tt-mlir's runtime writes.

inline constexpr std::string_view kExecuting = "Executing operation:";
inline constexpr std::string_view kDevice = "Device ";
inline constexpr std::string_view kState = "memory state";

/// The first word.
std::string_view wordOf(std::string_view text);

/// What stands behind words in a text; absent where they do not.
std::optional<std::string_view> behind(std::string_view text, std::string_view words);

/// The place of "Device … memory state" from there on; npos where there is none.
std::size_t findState(std::string_view text, std::size_t from);

/// The place of the first message of an operation or a memory; npos where there is none.
std::size_t findMessage(std::string_view text, std::size_t from);

/// "test_decoder[1]" of "tests/torch/test_models.py::test_decoder[1] PASSED"; empty where there is none.
std::string_view testName(std::string_view text);

} // namespace tidemark::ttxla
