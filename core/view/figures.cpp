#include "core/view/figures.h"

#include "core/base/text.h"

namespace tidemark {

std::string Remark::fullText(const std::function<std::string(std::int64_t)>& bytesText) const
{
    if (!bytes)
        return text;
    const std::string number = whole ? percentText(*bytes, *whole) : bytesText(*bytes);
    if (number.empty())
        return {};
    std::string result = text;
    if (const std::size_t at = result.find("%1"); at != std::string::npos)
        result.replace(at, 2, number);
    return result;
}

std::string Figure::remarkText(const std::function<std::string(std::int64_t)>& bytesText) const
{
    std::string all;
    for (const Remark& remark : remarks)
        if (const std::string result = remark.fullText(bytesText); !result.empty())
            addTo(all, ", ", result);
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

AmountText Figures::needText() const
{
    AmountText need;
    if (failedBytes > 0) {
        need.text = "needs at least " + need.addAmount(neededBytes);
        need.text += " (" + need.addAmount(neededBytes - failedBytes) + " in use and ";
        need.text += need.addAmount(failedBytes) + " asked)";
    } else if (neededBytes > peakBytes) {
        need.text = "needs " + need.addAmount(neededBytes) + " with ";
        need.text += neededWith.empty() ? "fragmentation" : plainWords(neededWith);
    }
    return need;
}

} // namespace tidemark
