#pragma once

#include <algorithm>
#include <cstddef>
#include <memory>
#include <string_view>

namespace tidemark::test {

/// Copies bytes to a heap block of exactly their size, so that AddressSanitizer detects a read past the end. A
/// std::string ends with a hidden 0, which makes a read of one byte too many legal.
class ExactBuffer
{
public:
    explicit ExactBuffer(std::string_view bytes)
        : m_data(new char[bytes.size()])
        , m_size(bytes.size())
    {
        std::ranges::copy(bytes, m_data.get());
    }
    std::string_view view() const { return {m_data.get(), m_size}; }

private:
    std::unique_ptr<char[]> m_data;
    std::size_t m_size;
};

} // namespace tidemark::test
