#pragma once

#include <cstddef>
#include <deque>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

namespace tidemark::ui {

/// A cache of `count` texts. Each text is made once, at its first use, and kept as long as all kept texts fit into a
/// budget of bytes. Texts beyond the budget are made again at each use.
class KeptTexts
{
public:
    using Make = std::function<std::string(std::size_t)>;

    KeptTexts() = default;
    KeptTexts(KeptTexts&&) = default;
    KeptTexts& operator=(KeptTexts&&) = default;
    KeptTexts(std::size_t count, Make make, std::size_t budget);

    std::size_t count() const { return m_count; }
    /// The text is valid until the next call; if the budget is unlimited, as long as this object. REQUIRES: i < count
    std::string_view of(std::size_t i);

private:
    std::string_view keep(const std::string& text);

    std::size_t m_count = 0;
    Make m_make;
    std::size_t m_room = 0; // bytes left of the budget
    std::vector<std::string_view> m_texts; // without data: not made yet
    std::deque<std::string> m_blocks; // never grow beyond their capacity, so that m_texts stay valid
    std::string m_last; // the last text that did not fit
};

} // namespace tidemark::ui
