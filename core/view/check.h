#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace tidemark {

enum class Verdict { Ok, Fails, Note };
/// "ok", "fails", "note"
std::string_view verdictName(Verdict verdict);

/// A sanity check of a view: two figures that must agree, or a remark about a figure that users see elsewhere.
struct Check {
    std::string name; // kebab-case
    std::string left; // name of leftBytes, or a count in words
    std::optional<std::int64_t> leftBytes;
    std::string right;
    std::optional<std::int64_t> rightBytes;
    Verdict verdict = Verdict::Ok;
    std::string text = {};
    bool isOfProgram = false; // it is about the program: the views of all its memories have it
    std::string title = {}; // title for users: "The rows at the peak add up to it"; the name is shown if it is empty

    const std::string& words() const { return title.empty() ? name : title; }
};

/// The check with its verdict. `fault` is the text of a failed one.
Check judged(Check check, bool isOk, std::string fault);

/// The title for a check's name.
struct CheckTitle {
    std::string_view name;
    std::string_view text;
};
/// Sets the titles of checks that have none and whose name is in this table.
void entitle(std::vector<Check>& checks, std::span<const CheckTitle> titles);

struct CheckCounts {
    std::uint64_t passed = 0;
    std::uint64_t failed = 0;
    std::uint64_t notes = 0;

    void add(const Check& check);
    std::uint64_t judged() const { return passed + failed; }
    /// "12 checks passed, 0 failed, 1 note"
    std::string text() const;
};
CheckCounts countChecks(const std::vector<Check>& checks);

/// Checks that two figures are equal. `fault` explains a difference; empty: "The LEFT and the RIGHT differ."
Check equality(std::string name, std::string left, std::int64_t leftBytes, std::string right, std::int64_t rightBytes,
               std::string fault = {});

/// Returns whether the sides differ, but `bytesText` writes them alike.
bool isDifferenceHidden(const Check& check, const std::function<std::string(std::int64_t)>& bytesText);

/// Both sides, written by `bytesText`, and the text: "size 4 GiB, padded to the tiles of its layout 3 GiB. They differ
/// by …". If rounding hides a difference, the sides are exact: "allocated 1,071,642,624 B, size 1,071,644,672 B".
std::string sidesText(const Check& check, const std::function<std::string(std::int64_t)>& bytesText);

} // namespace tidemark
