#pragma once

#include "core/view/document.h"

#include <map>
#include <optional>
#include <string>
#include <string_view>

namespace tidemark {

/// What a user says of sizes that a file does not tell, in bytes, by their names on the command line: "model_size".
using SaidSizes = std::map<std::string, double, std::less<>>;

constexpr const char* kDeviceMemory = "device_memory"; // what a device has, in the place of one that is chosen

/// A number of bytes as a user says it: "2e10". Absent: it is none.
std::optional<double> parseSaidSize(std::string_view text);
/// Why that is no size, for the user; empty: it is one.
std::string sizeRefusal(const std::string& text);
/// The same of what a device has: more than none.
std::string roomRefusal(const std::string& text);

/// A document whose figures depend on what users say of it.
class TakesSizes
{
public:
    virtual ~TakesSizes() = default;
    /// View::figures() of the view of `selection`. REQUIRES: it has that view
    virtual Figures figures(const Selection& selection, const Device* chosen, const SaidSizes& said) const = 0;
};

/// The figures of the view of a choice, for a device, which may be null; what is said counts where its document takes
/// it.
Figures figuresOf(const Chosen& chosen, const View& view, const Device* device, const SaidSizes& said);

} // namespace tidemark
