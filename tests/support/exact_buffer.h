#pragma once

#include <algorithm>
#include <cstddef>
#include <memory>
#include <string_view>

namespace tidemark::test {

/// A copy of some bytes that ends where its heap block ends, so that AddressSanitizer sees a read of one byte too many.
/// A std::string has a hidden 0 behind it, which makes such a read legal.
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
