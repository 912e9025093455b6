#pragma once

#include "core/xla/replay/space_timeline.h"

#include <string>
#include <vector>

namespace tidemark {

enum class Verdict { Ok, Fails, Note };
std::string_view verdictName(Verdict verdict);

/// A sanity check of one space: two figures that must agree, or a remark about figures users see elsewhere.
struct Check {
    std::string name; // kebab-case
    std::string left; // what leftBytes is, or a count in words
    std::optional<std::int64_t> leftBytes;
    std::string right;
    std::optional<std::int64_t> rightBytes;
    Verdict verdict = Verdict::Ok;
    std::string text;
};

/// All checks of one space, in a fixed order; notes only where they apply.
std::vector<Check> checkSpace(const SpaceTimeline& timeline);

} // namespace tidemark
