#include "core/view/figures.h"

#include "core/base/text.h"

namespace tidemark {

std::string Remark::say(const std::function<std::string(std::int64_t)>& bytesText) const
{
    if (!bytes)
        return text;
    const std::string number = whole ? percentText(*bytes, *whole) : bytesText(*bytes);
    if (number.empty())
        return {};
    std::string said = text;
    if (const std::size_t at = said.find("%1"); at != std::string::npos)
        said.replace(at, 2, number);
    return said;
}

std::string Figure::remarkText(const std::function<std::string(std::int64_t)>& bytesText) const
{
    std::string all;
    for (const Remark& remark : remarks)
        if (const std::string said = remark.say(bytesText); !said.empty())
            addTo(all, ", ", said);
    return all;
}

std::vector<Remark> Figures::headroomRemarks() const
{
    if (!headroomBytes)
        return {};
    if (*headroomBytes < 0)
        return {{"does not fit", std::nullopt, std::nullopt}};
    return {{"%1 of the capacity", headroomBytes, capacity.bytes}};
}

} // namespace tidemark
