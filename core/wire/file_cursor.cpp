#include "core/wire/file_cursor.h"

#include "core/base/text.h"

#include <algorithm>

namespace tidemark {
namespace {

/// The last chunk may reach beyond the end of the bytes.
std::string_view withoutLastCharacter(std::string_view bytes)
{
    constexpr int kLongestTail = 3; // bytes of a UTF-8 character after its first byte
    const auto isTail = [](char c) { return (static_cast<unsigned char>(c) & 0xc0U) == 0x80U; };
    for (int i = 0; i < kLongestTail && !bytes.empty() && isTail(bytes.back()); ++i)
        bytes.remove_suffix(1);
    bytes.remove_suffix(bytes.empty() ? 0 : 1);
    return bytes;
}

} // namespace

std::string_view FileWindow::at(std::uint64_t offset, std::size_t size)
{
    if (m_piece.bytes && offset >= m_piece.range.offset && offset - m_piece.range.offset + size <= m_piece.range.size)
        return m_piece.bytes->view().substr(static_cast<std::size_t>(offset - m_piece.range.offset), size);
    const bool inside = offset >= m_offset && offset - m_offset + size <= m_filled;
    if (!inside) {
        // A read that continues the last one doubles its size; after a jump the size starts small.
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

FileCursor::FileCursor(FileWindow& window, FileRange message, Damage& damage)
    : m_window(&window)
    , m_damage(&damage)
    , m_at(message.offset)
    , m_end(std::min(message.end(), window.file().size()))
    , m_start(message.offset)
{ }

void FileCursor::note()
{
    m_damage->note(m_start);
}

bool FileCursor::fail()
{
    note();
    return m_ok = false;
}

bool FileCursor::next()
{
    if (!m_ok || m_at >= m_end)
        return false;
    m_start = m_at;
    const std::optional<FieldHead> head = step();
    if (!head || head->type == WireType::GroupEnd)
        return fail();
    m_field = head->field;
    m_type = head->type;
    m_value = head->value;
    m_body = {m_at - head->size, head->size};
    if (m_cut)
        note();
    const auto wholeStep = [this] {
        const std::optional<FieldHead> inner = step();
        return m_cut ? std::nullopt : inner;
    };
    return m_type != WireType::Group || skipGroup(m_field, wholeStep) || fail();
}

/// Moves over one head and its content. Content that is claimed beyond the end of the message is not counted in the
/// size.
std::optional<FieldHead> FileCursor::step()
{
    constexpr std::size_t kLongestHead = 20; // two varints
    const std::string_view bytes
        = m_window->at(m_at, static_cast<std::size_t>(std::min<std::uint64_t>(kLongestHead, m_end - m_at)));
    std::optional<FieldHead> head = readFieldHead(bytes.data(), bytes.data() + bytes.size());
    if (!head)
        return std::nullopt;
    m_at += static_cast<std::uint64_t>(head->next - bytes.data());
    if (head->size > m_end - m_at) {
        m_cut = true;
        head->size = m_end - m_at;
    }
    m_at += head->size;
    return head;
}

std::string FileCursor::text(std::size_t limit) const
{
    const FileRange range = body();
    return std::string(
        m_window->at(range.offset, static_cast<std::size_t>(std::min<std::uint64_t>(range.size, limit))));
}

std::string FileCursor::utf8()
{
    if (!isUtf8())
        note();
    return text();
}

bool FileCursor::isUtf8() const
{
    constexpr std::size_t kPiece = 1 << 16;
    for (FileRange rest = body(); rest.size > 0;) {
        std::string_view piece
            = m_window->at(rest.offset, static_cast<std::size_t>(std::min<std::uint64_t>(rest.size, kPiece)));
        if (piece.size() < rest.size)
            piece = withoutLastCharacter(piece);
        if (piece.empty())
            return true; // the window could not read it, and says so
        if (!isValidUtf8(piece))
            return false;
        rest = {rest.offset + piece.size(), rest.size - piece.size()};
    }
    return true;
}

} // namespace tidemark
