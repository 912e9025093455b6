#pragma once

#include "core/base/warnings.h"
#include "core/devices/device_table.h"
#include "core/view/amount_text.h"
#include "core/view/axis.h"
#include "core/view/curve.h"

#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

namespace tidemark {

/// A remark on a figure, as a text with a placeholder: "%1" is `bytes`, or the figure's share of `whole`.
struct Remark {
    std::string text; // "%1 of the peak", "donated %1", or a text without a number
    std::optional<std::int64_t> bytes;
    std::optional<std::int64_t> whole;

    /// The text with its number, bytes written by `bytesText`. Empty for a share of 0.
    std::string fullText(const std::function<std::string(std::int64_t)>& bytesText) const;
};

/// The places in which a figure is shown.
enum class FigurePlace : std::uint8_t { Record = 1, Window = 2 };

/// The order in which figures disappear when a window gets narrow: the largest rank first.
namespace rank {
constexpr int kOfSum = 1; // this rank and higher: parts of sums. Lower: the most important figures
constexpr int kMinor = 5; // this rank and higher: disappear before the remarks that prevent misreading
constexpr int kOutsideSums = 6; // this rank and higher: figures in no sum, which disappear first
} // namespace rank

/// A named number of a view.
struct Figure {
    std::string id; // key for programs: "total_bytes"; a key that ends in _bytes has bytes
    std::variant<std::monostate, std::int64_t, std::uint64_t, std::string> value; // null if unknown
    std::string label; // label for users
    std::vector<Remark> remarks; // remarks for users, joined by commas
    std::string help; // a sentence for a tool tip
    unsigned places = static_cast<unsigned>(FigurePlace::Record);
    int rank = 0; // order in the window: lower ranks come first and stay longest
    int line = 0; // order in text, below the peak and its parts: lower lines first; 0: not shown

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
    std::string peakDoubt; // the reason why it is a lower bound; empty if it is exact
    StepId peakStep{0};
    std::int64_t totalBytes = 0; // allocated bytes
    bool isTotalLeast = false; // totalBytes is a lower bound
    std::vector<Part> parts; // parts of the peak; they add up to it
    Capacity capacity;
    std::optional<std::int64_t> headroomBytes; // negative if the program does not fit
    /// The largest known device of the platform, if even that has too little memory and no capacity is known.
    const Device* exceeded = nullptr;
    std::int64_t neededBytes = 0; // need of all memories that share the capacity
    std::int64_t failedBytes = 0; // of it, what an allocation asked for that failed; the rest was in use
    std::string neededWith; // names of the other memories that share it: "Collective (1)"; may be empty
    /// VMEM, for any shown memory: the capacity of the device, and the size of the blocks of the program's largest
    /// kernel.
    std::optional<std::int64_t> vmemCapacity = std::nullopt;
    std::int64_t kernelBytes = 0;
    std::string fitsOn; // names of the devices on which the program fits; empty if unknown
    std::string note; // short remark about a difference to other tools; may be empty
    std::string noteHelp; // the full text of the note
    bool isRefused = false; // the compiler refuses this program for its device; the note has the reason
    std::vector<Figure> list; // in the order of the output
    std::vector<Warning> warnings; // warnings about the file and the view

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
    /// "needs 5.57 GiB with fragmentation", or "needs at least 83.23 GiB (78.29 GiB in use and 4.94 GiB asked)". Empty
    /// if nothing more than the peak is needed.
    AmountText needText() const;
    /// The value of a figure of bytes. Absent when there is no such figure or its value is unknown.
    std::optional<std::int64_t> bytes(std::string_view id) const
    {
        const Figure* figure = find(id);
        const auto* number = figure ? std::get_if<std::int64_t>(&figure->value) : nullptr;
        return number ? std::optional(*number) : std::nullopt;
    }
    /// The value of a figure of text. Empty when there is no such figure or its value is unknown.
    std::string text(std::string_view id) const
    {
        const Figure* figure = find(id);
        const auto* words = figure ? std::get_if<std::string>(&figure->value) : nullptr;
        return words ? *words : std::string();
    }
};

/// Shows a figure next to the parts of the peak, to none of which it belongs. `help` is a sentence for its tool tip. At
/// rank 0 it stays as long as those parts.
inline void showNextToParts(Figure& figure, std::string help, int rank = rank::kOutsideSums)
{
    figure.places |= static_cast<unsigned>(FigurePlace::Window);
    figure.rank = rank;
    figure.help = std::move(help);
}

/// Collects figures of records. Known figures of bytes get a line in a text for people, in their order.
class FigureList
{
public:
    /// Null: unknown.
    Figure& add(const char* id, decltype(Figure::value) value)
    {
        m_list.push_back({id, std::move(value), {}, {}, {}, static_cast<unsigned>(FigurePlace::Record), 0, 0});
        return m_list.back();
    }
    template <class Number>
    Figure& add(const char* id, const std::optional<Number>& value)
    {
        Figure& figure = add(id, std::monostate());
        if (value)
            figure.value = *value;
        return figure;
    }
    /// Null when the text is empty.
    Figure& text(const char* id, std::string_view value)
    {
        Figure& figure = add(id, std::monostate());
        if (!value.empty())
            figure.value = std::string(value);
        return figure;
    }
    Figure& bytes(const char* id, const std::optional<std::int64_t>& value, const char* label)
    {
        Figure& figure = add(id, value);
        figure.label = label;
        if (value)
            figure.line = ++m_line;
        return figure;
    }
    /// Adds the device, its capacity and the headroom.
    void addCapacity(const Figures& figures)
    {
        text("device", figures.capacity.device);
        bytes("capacity_bytes", figures.capacity.bytes, "Capacity").remarks
            = {{figures.capacity.device, std::nullopt, std::nullopt}};
        bytes("headroom_bytes", figures.headroomBytes, "Headroom").remarks = figures.headroomRemarks();
    }
    std::vector<Figure> take() { return std::move(m_list); }

private:
    std::vector<Figure> m_list;
    int m_line = 0;
};

} // namespace tidemark
