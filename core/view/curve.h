#pragma once

#include <algorithm>
#include <cstdint>
#include <span>
#include <string>

namespace tidemark {

/// The meaning of a colour. The theme decides how each looks.
enum class Hue : std::uint8_t { Argument, Output, Constant, ThreadLocal, Temporary };

enum class CurveRole {
    Level, // occupied memory after each cell: the curve of the chart
    Inside, // the maximum inside each cell, at least the level at its end
    Unpadded, // the level without padding
    Upstream, // the level in the tool that made the file; without values if that tool does not show this file
    Part, // a part of a stack; the parts add up to the level
    Ratio, // in permille, on a separate small axis
    Reserved, // memory that the allocator holds, in use or not
};

/// One value for each cell of the axis, in bytes. The view owns the numbers.
struct Curve {
    CurveRole role = CurveRole::Level;
    std::string name;
    std::span<const std::int64_t> values;
    Hue hue = Hue::Temporary; // colour of a part
    /// One flag for each cell: 0 where the value is unknown and repeats the previous one. Empty: all are known.
    std::span<const std::uint8_t> known = {};
    const char* category = ""; // id of the category whose colour a part has; empty: the colour of the hue

    bool knows(std::size_t cell) const { return known.empty() || known[cell] != 0; }
    bool knowsAny() const { return known.empty() || std::ranges::find(known, 1) != known.end(); }
};

/// Bytes with a name and a colour: a part of a bar, or of the memory that is always taken.
struct Part {
    std::string name; // "Arguments"
    Hue hue = Hue::Temporary;
    std::int64_t bytes = 0;
    const char* category = ""; // id of the category whose colour it has; empty: the colour of the hue
};

} // namespace tidemark
