#pragma once

#include "core/files/bytes.h"
#include "core/include/tidemark/result.h"
#include "core/wire/wire_reader.h"

#include <optional>
#include <string>
#include <vector>

namespace tidemark {

/// Reads small pieces of a file through one buffer, so that many short reads in file order cost few system calls. Bytes
/// that are already in memory cost none.
class FileWindow
{
public:
    explicit FileWindow(const File& file)
        : m_file(file)
    { }
    explicit FileWindow(const FilePiece& piece)
        : m_file(*piece.file)
        , m_piece(piece)
    { }

    const File& file() const { return m_file; }
    /// Returns up to `size` bytes at `offset`. There are fewer only at the end of the file or after an error. They stay
    /// valid until the next call.
    std::string_view at(std::uint64_t offset, std::size_t size);
    const std::optional<Error>& error() const { return m_error; }

private:
    const File& m_file;
    FilePiece m_piece; // the file, and the part of it that is in memory
    std::vector<char> m_buffer;
    std::uint64_t m_offset = 0;
    std::size_t m_filled = 0;
    std::size_t m_next = kSmallest;
    std::optional<Error> m_error;

    static constexpr std::size_t kSmallest = 16384;
    static constexpr std::size_t kLargest = 1U << 18;
};

/// Does for messages that stay in the file what WireReader does for messages in memory. The body of a length-delimited
/// field is a FileRange that is skipped without being read. A field may claim more bytes than its message or the file
/// has. Its range then ends there, isCut() is true, and the sink records the damage.
class FileCursor
{
public:
    FileCursor(FileWindow& window, FileRange message, Damage& damage);

    bool next();
    std::uint32_t field() const { return m_field; }
    bool isVarint() const { return m_type == WireType::Varint; }
    bool isBytes() const { return m_type == WireType::Bytes; }
    std::uint64_t uint64() const { return isVarint() ? m_value : 0; }
    FileRange body() const { return isBytes() ? m_body : FileRange(); }
    /// Returns the bytes of a length-delimited field, at most `limit` of them.
    std::string text(std::size_t limit = 4096) const;
    /// Returns the same for a field that is declared as text. Bytes that are not UTF-8 count as damage, as they do for
    /// protobuf. The whole name is read, because names of events hold whole instructions and may be long.
    std::string utf8();
    /// Returns whether the field's bytes are not UTF-8.
    bool isUtf8() const;

    /// Returns whether this cursor has met no damage so far, except a cut.
    [[nodiscard]] bool ok() const { return m_ok; }
    /// Returns whether the message ends inside the current field. That field is then the last one.
    [[nodiscard]] bool isCut() const { return m_cut; }
    /// Returns the file offset of the current field, or of the damage.
    std::uint64_t offset() const { return m_start; }
    /// Returns the range of the current field including its head.
    std::uint64_t size() const { return m_at - m_start; }

private:
    void note();
    bool fail();
    std::optional<FieldHead> step();

    FileWindow* m_window;
    Damage* m_damage;
    std::uint64_t m_at;
    std::uint64_t m_end;
    std::uint64_t m_start;
    FileRange m_body;
    std::uint64_t m_value = 0;
    std::uint32_t m_field = 0;
    WireType m_type = WireType::Varint;
    bool m_ok = true;
    bool m_cut = false;
};

} // namespace tidemark
