#include "core/wire/file_cursor.h"

#include <algorithm>

namespace tidemark {

std::string_view FileWindow::at(std::uint64_t offset, std::size_t size)
{
    const bool inside = offset >= m_offset && offset - m_offset + size <= m_filled;
    if (!inside) {
        // A read that follows the last one asks for more each time; a jump starts small again.
        const bool follows = offset >= m_offset && offset <= m_offset + m_filled;
        m_next = follows ? std::min(m_next * 2, kLargest) : kSmallest;
        m_buffer.resize(std::max(size, m_next));
        const auto count = m_file.readAt(offset, m_buffer);
        if (!count && !m_error)
            m_error = count.error();
        m_offset = offset;
        m_filled = count ? *count : 0;
    }
    const auto from = static_cast<std::size_t>(offset - m_offset);
    return std::string_view(m_buffer.data(), m_filled).substr(from, size);
}

FileCursor::FileCursor(FileWindow& window, FileRange message)
    : m_window(&window)
    , m_at(message.offset)
    , m_end(std::min(message.end(), window.file().size()))
    , m_start(message.offset)
{ }

bool FileCursor::next()
{
    if (!m_ok || m_at >= m_end)
        return false;
    m_start = m_at;
    if (!readField() || m_type == WireType::GroupEnd)
        return fail();
    return m_type != WireType::Group || skipGroup() || fail();
}

/// As tidemark::skipGroup(), field by field, and then as if it were one field without a value.
bool FileCursor::skipGroup()
{
    constexpr std::size_t kDeepest = 100;
    std::vector<std::uint32_t> open{m_field};
    while (!open.empty()) {
        if (m_at >= m_end || !readField() || m_cut)
            return false;
        if (m_type == WireType::Group && open.size() < kDeepest)
            open.push_back(m_field);
        else if (m_type == WireType::GroupEnd && m_field == open.back())
            open.pop_back();
        else if (m_type == WireType::Group || m_type == WireType::GroupEnd)
            return false;
    }
    m_type = WireType::Group;
    return true;
}

bool FileCursor::readField()
{
    constexpr std::size_t kLongestHead = 20; // two varints
    const std::string_view head
        = m_window->at(m_at, static_cast<std::size_t>(std::min<std::uint64_t>(kLongestHead, m_end - m_at)));
    const char* const headEnd = head.data() + head.size();
    const Varint tag = readVarint(head.data(), headEnd);
    const std::uint64_t field = tag.value >> 3;
    if (!tag.next || field == 0 || field > 0x1fffffff)
        return false;
    m_field = static_cast<std::uint32_t>(field);
    m_type = static_cast<WireType>(tag.value & 7);
    Varint number{tag.next, 0};
    std::uint64_t size = 0;
    switch (m_type) {
    case WireType::Varint:
        number = readVarint(tag.next, headEnd);
        m_value = number.value;
        break;
    case WireType::Bytes:
        number = readVarint(tag.next, headEnd);
        size = number.value;
        break;
    case WireType::Fixed64:
        size = 8;
        break;
    case WireType::Fixed32:
        size = 4;
        break;
    case WireType::Group:
    case WireType::GroupEnd:
        break;
    default:
        return false;
    }
    if (!number.next)
        return false;
    const std::uint64_t start = m_at + static_cast<std::uint64_t>(number.next - head.data());
    if (size > m_end - start) {
        m_cut = true;
        size = m_end - start;
    }
    m_body = {start, size};
    m_at = start + size;
    return true;
}

std::string FileCursor::text(std::size_t limit) const
{
    const FileRange range = body();
    return std::string(
        m_window->at(range.offset, static_cast<std::size_t>(std::min<std::uint64_t>(range.size, limit))));
}

} // namespace tidemark
