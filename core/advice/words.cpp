#include "core/advice/words.h"

#include "core/base/characters.h"

namespace tidemark {

std::string namesOf(const std::vector<RowId>& rows, const std::function<std::string(RowId)>& name)
{
    if (rows.size() == 1)
        return name(rows[0]);
    if (rows.size() == 2)
        return name(rows[0]) + " and " + name(rows[1]);
    return name(rows[0]) + ", " + name(rows[1]) + " and " + std::to_string(rows.size() - 2) + " more";
}

std::string withoutNumbers(const std::string& path)
{
    std::string result;
    for (const char c : path)
        if (!isDigit(c))
            result += c;
        else if (result.empty() || result.back() != '#')
            result += '#';
    return result;
}

} // namespace tidemark
