#pragma once

#include <optional>
#include <string_view>

namespace tidemark::ttxla {

// Words in messages of tt-mlir's runtime.

inline constexpr std::string_view kExecuting = "Executing operation:";
inline constexpr std::string_view kDevice = "Device ";
inline constexpr std::string_view kState = "memory state";

/// Returns the first word.
std::string_view wordOf(std::string_view text);

/// Returns the text after `words`, or nullopt if `words` is not in the text.
std::optional<std::string_view> textAfter(std::string_view text, std::string_view words);

/// Returns the position of the next "Device … memory state" at or after `from`, or npos.
std::size_t findState(std::string_view text, std::size_t from);

/// Returns the position of the next message about an operation or a memory at or after `from`, or npos.
std::size_t findMessage(std::string_view text, std::size_t from);

/// Returns "test_decoder[1]" of "tests/torch/test_models.py::test_decoder[1] PASSED", or an empty text if there is no
/// test name.
std::string_view testName(std::string_view text);

} // namespace tidemark::ttxla
