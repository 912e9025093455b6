#include "core/advice/words.h"

#include "core/base/text.h"

namespace tidemark {

std::string groupedCount(std::uint64_t count, std::string_view one, std::string_view many)
{
    return groupedNumber(static_cast<std::int64_t>(count)) + " " + worded(count, one, many);
}

void judge(Finding& finding, std::int64_t needed, std::int64_t capacity, std::int64_t beyond, const std::string& name)
{
    finding.headroomAfter = capacity - needed;
    AmountText& over = finding.stillOver;
    if (needed <= capacity)
        return;
    over.text = "still " + over.addAmount(needed - capacity) + " over";
    if (beyond <= 0)
        return;
    over.text += ": needs " + over.addAmount(needed) + " of ";
    over.text += over.addAmount(capacity) + " with ";
    over.text += over.addAmount(beyond) + " " + plainWords(name);
}

std::string namesOf(const std::vector<RowId>& rows, const std::function<std::string(RowId)>& name)
{
    if (rows.size() == 1)
        return name(rows[0]);
    if (rows.size() == 2)
        return name(rows[0]) + " and " + name(rows[1]);
    return name(rows[0]) + ", " + name(rows[1]) + andMore(rows.size(), 2);
}

} // namespace tidemark
