#pragma once

#include <unordered_set>
#include <vector>

namespace tidemark {

/// Keeps the first one of equal elements.
template <class T>
void removeRepeated(std::vector<T>& all)
{
    if (all.size() < 2)
        return;
    std::unordered_set<T> known;
    std::erase_if(all, [&](const T& one) { return !known.insert(one).second; });
}

} // namespace tidemark
