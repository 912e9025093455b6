#pragma once

#include "core/view/document.h"

#include <map>
#include <optional>
#include <string>
#include <string_view>

namespace tidemark {

/// Sizes in bytes that the user states because the file does not have them, by their names on the command line:
/// "model_size".
using GivenSizes = std::map<std::string, double, std::less<>>;

constexpr const char* kDeviceMemory = "device_memory"; // memory of the device; replaces that of the chosen device

/// Reads a number of bytes as users write it: "2e10". Absent for any other text.
std::optional<double> parseSize(std::string_view text);
/// Explains to the user why the text is no size. Empty for a size.
std::string sizeRefusal(const std::string& text);
/// The same for a device's memory, which must be above 0.
std::string roomRefusal(const std::string& text);

/// A document whose figures depend on sizes that the user states.
class TakesSizes
{
public:
    virtual ~TakesSizes() = default;
    /// View::figures() of the view of `selection`. REQUIRES: the selection has that view
    virtual Figures figures(const Selection& selection, const Device* chosen, const GivenSizes& given) const = 0;
};

/// The figures of the view of a choice for a device, which may be null. Stated sizes count if the document takes them.
Figures figuresOf(const Chosen& chosen, const View& view, const Device* device, const GivenSizes& given);

} // namespace tidemark
