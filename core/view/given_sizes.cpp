#include "core/view/given_sizes.h"

#include <charconv>
#include <cmath>

namespace tidemark {

std::optional<double> parseSize(std::string_view text)
{
    constexpr double kMostBytes = 1e18;
    double bytes = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), bytes);
    const bool isNumber = error == std::errc() && end == text.data() + text.size() && std::isfinite(bytes);
    return isNumber && bytes >= 0 && bytes < kMostBytes ? std::optional(bytes) : std::nullopt;
}

std::string sizeRefusal(const std::string& text)
{
    return parseSize(text) ? "" : "needs a number of bytes";
}

std::string roomRefusal(const std::string& text)
{
    return parseSize(text) == 0 ? "needs more than 0 bytes" : sizeRefusal(text);
}

Figures figuresOf(const Chosen& chosen, const View& view, const Device* device, const GivenSizes& given)
{
    const auto* const takes = given.empty() ? nullptr : dynamic_cast<const TakesSizes*>(chosen.document.get());
    return takes ? takes->figures(chosen.selection, device, given) : view.figures(device);
}

} // namespace tidemark
