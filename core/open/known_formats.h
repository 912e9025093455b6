#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace tidemark {

/// A format that users confuse with those that Tidemark opens.
struct KnownFormat {
    std::string_view what; // "a PyTorch memory snapshot"
    std::string_view advice; // one or two sentences that say what to do
};

/// Recognises such a format by the first bytes of a file (256 are enough) and by its name. Nothing for any other file.
std::optional<KnownFormat> knownFormat(std::string_view start, std::string_view path);

} // namespace tidemark
