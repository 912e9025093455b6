#pragma once

#include "core/base/warnings.h"
#include "core/devices/device_table.h"
#include "core/view/axis.h"
#include "core/view/curve.h"

#include <functional>
#include <optional>
#include <string>
#include <variant>
#include <vector>

namespace tidemark {

/// A remark on a figure, as a text with a placeholder: "%1" is `bytes`, or the figure's share of `whole`.
struct Remark {
    std::string text; // "%1 of the peak", "donated %1", or without a number
    std::optional<std::int64_t> bytes;
    std::optional<std::int64_t> whole;

    /// The text with its number, bytes written by `bytesText`. Empty for a share of 0.
    std::string say(const std::function<std::string(std::int64_t)>& bytesText) const;
};

/// The places in which a figure is shown.
enum class FigurePlace : std::uint8_t { Record = 1, Window = 2 };

/// The order in which figures disappear when a window gets narrow: the largest rank first.
namespace rank {
constexpr int kOfSum = 1; // from here on: parts of sums; below: those that matter most
constexpr int kMinor = 5; // from here on: before the remarks that figures mislead without
constexpr int kBeside = 6; // from here on: what is in no sum, before anything else
} // namespace rank

/// A named number of a view.
struct Figure {
    std::string id; // "total_bytes": the key for programs; one that ends in _bytes holds bytes
    std::variant<std::monostate, std::int64_t, std::uint64_t, std::string> value; // null: not known
    std::string label; // for people
    std::vector<Remark> remarks; // for people, joined by commas
    std::string help; // a sentence for a tool tip
    unsigned places = static_cast<unsigned>(FigurePlace::Record);
    int rank = 0; // in the window: lesser ones stand first and stay longest
    int line = 0; // in a text for people, below the peak and its parts: lesser ones first; 0: not there
    bool isByKind = false; // of the parts of the peak: left out where that is shown in other parts

    bool isIn(FigurePlace place) const { return (places & static_cast<unsigned>(place)) != 0; }
    /// All remarks that have a text, joined.
    std::string remarkText(const std::function<std::string(std::int64_t)>& bytesText) const;
    bool isBytes() const { return id.ends_with("_bytes"); }
    /// REQUIRES: a number of bytes
    std::int64_t bytes() const { return *std::get_if<std::int64_t>(&value); }
};

/// The figures of a view for one device. Sizes in bytes.
struct Figures {
    std::int64_t peakBytes = 0; // the first maximum of the level
    std::string peakDoubt; // why it is a lower bound; empty: it is not
    StepId peakStep{0};
    std::int64_t totalBytes = 0; // allocated
    bool isTotalLeast = false; // that is a lower bound as well
    std::vector<Part> parts; // of the peak; they add up to it
    Capacity capacity;
    std::optional<std::int64_t> headroomBytes; // negative: it cannot fit
    std::int64_t neededBytes = 0; // what has to fit: with all memories that share the capacity
    /// VMEM, whatever memory is shown: the capacity of the device, and the size of the blocks of the program's largest
    /// kernel.
    std::optional<std::int64_t> vmemCapacity = std::nullopt;
    std::int64_t kernelBytes = 0;
    std::string fitsOn; // names of the devices that have as much; empty: not known
    std::string note; // what users of other tools wonder about, in short; empty: nothing
    std::string noteHelp; // the same in full
    bool isRefused = false; // no compiler makes this program for its device, and the note says why
    std::vector<Figure> list; // in the order of the output
    std::vector<Warning> warnings; // of the file and of the view

    const Figure* find(std::string_view id) const
    {
        for (const Figure& figure : list)
            if (figure.id == id)
                return &figure;
        return nullptr;
    }
    /// Whether the peak takes at least eight ninths of the capacity. A line at the capacity is then within the axis of
    /// the peak.
    bool isNearCapacity() const { return capacity.bytes && *capacity.bytes - *capacity.bytes / 9 <= peakBytes; }
    /// The remarks on the headroom. Empty when the headroom is unknown.
    std::vector<Remark> headroomRemarks() const;
    /// The value of a figure of bytes. Absent when there is no such figure or its value is unknown.
    std::optional<std::int64_t> bytes(std::string_view id) const
    {
        const Figure* figure = find(id);
        const auto* number = figure ? std::get_if<std::int64_t>(&figure->value) : nullptr;
        return number ? std::optional(*number) : std::nullopt;
    }
};

} // namespace tidemark
