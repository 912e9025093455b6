#pragma once

#include <cstddef>
#include <deque>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

namespace tidemark::ui {

/// Texts of `count` things. Each is made once, when it is first asked for, and kept while all of them together stay
/// within a budget of bytes; the others are made anew each time.
class KeptTexts
{
public:
    using Make = std::function<std::string(std::size_t)>;

    KeptTexts() = default;
    KeptTexts(KeptTexts&&) = default;
    KeptTexts& operator=(KeptTexts&&) = default;
    KeptTexts(std::size_t count, Make make, std::size_t budget);

    std::size_t count() const { return m_count; }
    /// Valid until the next call; for good where the budget has no end. REQUIRES: i < count
    std::string_view of(std::size_t i);

private:
    std::string_view keep(const std::string& text);

    std::size_t m_count = 0;
    Make m_make;
    std::size_t m_room = 0; // left of the budget
    std::vector<std::string_view> m_texts; // without data: not made yet
    std::deque<std::string> m_blocks; // never grow beyond what they reserved: what points into them stays valid
    std::string m_last; // one that is not kept
};

} // namespace tidemark::ui
