#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>

namespace tidemark {

enum class Verdict { Ok, Fails, Note };
/// "ok", "fails", "note"
std::string_view verdictName(Verdict verdict);

/// A sanity check of a view: two figures that must agree, or a remark about figures users see elsewhere.
struct Check {
    std::string name; // kebab-case, see checkTitle()
    std::string left; // what leftBytes is, or a count in words
    std::optional<std::int64_t> leftBytes;
    std::string right;
    std::optional<std::int64_t> rightBytes;
    Verdict verdict = Verdict::Ok;
    std::string text;
    bool isOfProgram = false; // whatever the memory: all views of the program say the same
};

/// That two figures are the same. `fault`: what is wrong if not; empty: "The LEFT and the RIGHT differ."
Check equality(std::string name, std::string left, std::int64_t leftBytes, std::string right, std::int64_t rightBytes,
               std::string fault = {});

/// What a check of this name says, for people: "The rows at the peak add up to it". A name that is not known stands for
/// itself.
std::string checkTitle(std::string_view name);

/// "size 4 GiB, padded to the tiles of its layout 3 GiB. They differ by …": both sides, bytes as `bytesText` writes
/// them, and the text.
std::string sidesText(const Check& check, const std::function<std::string(std::int64_t)>& bytesText);

} // namespace tidemark
