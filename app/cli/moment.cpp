#include "app/cli/moment.h"

#include <charconv>
#include <limits>

namespace tidemark::cli {

std::optional<Moment> parseAt(const std::string& text)
{
    if (text == "peak")
        return Moment{At::Peak, 0};
    if (text == "all")
        return Moment{At::All, 0};
    Moment moment{At::Step, 0};
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), moment.step);
    if (error == std::errc::result_out_of_range)
        moment.step = std::numeric_limits<std::uint64_t>::max(); // a step, but one that no program has
    else if (error != std::errc())
        return std::nullopt;
    return end == text.data() + text.size() ? std::optional(moment) : std::nullopt;
}

} // namespace tidemark::cli
