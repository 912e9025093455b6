#include "core/base/nearest.h"

#include "core/base/characters.h"

#include <algorithm>
#include <numeric>
#include <utility>

namespace tidemark {
namespace {

std::string inLowerCase(std::string_view text)
{
    std::string result(text);
    std::ranges::transform(result, result.begin(), toLower);
    return result;
}

/// The number of letters to change, add, remove, or swap with the next one.
std::size_t lettersBetween(std::string_view a, std::string_view b)
{
    std::vector<std::size_t> row(b.size() + 1);
    std::iota(row.begin(), row.end(), std::size_t{0});
    std::vector<std::size_t> last;
    std::vector<std::size_t> beforeLast;
    for (std::size_t i = 0; i < a.size(); ++i) {
        beforeLast = std::exchange(last, row);
        row[0] = i + 1;
        for (std::size_t j = 0; j < b.size(); ++j) {
            const std::size_t changed = last[j] + (a[i] == b[j] ? 0 : 1);
            row[j + 1] = std::min({changed, row[j] + 1, last[j + 1] + 1});
            if (i > 0 && j > 0 && a[i] == b[j - 1] && a[i - 1] == b[j])
                row[j + 1] = std::min(row[j + 1], beforeLast[j - 1] + 1);
        }
    }
    return row.back();
}

} // namespace

std::size_t nameDistance(std::string_view written, std::string_view name)
{
    constexpr std::size_t kLeastPart = 3; // a shorter part may be contained by chance
    constexpr std::size_t kLongest = 200; // longer names are compared by their beginnings
    const std::string a = inLowerCase(written.substr(0, kLongest));
    const std::string b = inLowerCase(name.substr(0, kLongest));
    constexpr std::size_t kLeastBeginning = 2;
    if (a == b || (a.size() >= kLeastPart && b.find(a) != std::string::npos)
        || (a.size() >= kLeastBeginning && b.starts_with(a)))
        return 0;
    return lettersBetween(a, b);
}

const std::string* nearestName(std::string_view written, const std::vector<std::string>& names)
{
    const std::size_t most = std::min<std::size_t>(2, written.size() / 2); // with more changes it is another word
    const std::string* best = nullptr;
    std::size_t least = most + 1;
    for (const std::string& name : names)
        if (const std::size_t far = nameDistance(written, name); far < least) {
            best = &name;
            least = far;
        }
    return best;
}

std::string suggestion(std::string_view written, const std::vector<std::string>& names)
{
    const std::string* const best = nearestName(written, names);
    return best ? " Did you mean " + *best + "?" : "";
}

} // namespace tidemark
