#pragma once

#include "core/base/progress.h"
#include "core/base/text.h"
#include "core/base/warnings.h"
#include "core/wire/wire_reader.h"
#include "core/xla/plan/field_ref.h"

#include <optional>
#include <string_view>

namespace tidemark::xla {

/// The state that decoding one part of a HloProto needs everywhere: the bytes and their position in the file, their
/// damage, whether the result is still wanted, and the list of warnings.
class DecodeContext
{
public:
    /// `what` is the message's name in sentences: "HLO module". All arguments must outlive the context.
    DecodeContext(std::string_view what, std::string_view bytes, std::uint64_t fileOffset, const Progress& progress,
                  Warnings& warnings);

    /// Makes a context for a part of the same bytes that another thread reads.
    DecodeContext(const DecodeContext& whole, Warnings& warnings);

    std::string_view bytes() const { return m_bytes; }
    /// The sink for all cursors whose damage makes the message useless.
    Damage& damage() { return m_damage; }

    /// The file offset of a part of the bytes.
    std::uint32_t offsetOf(std::string_view part) const
    {
        return static_cast<std::uint32_t>(part.data() - m_bytes.data());
    }
    std::uint64_t inFile(std::uint32_t offset) const { return m_fileOffset + offset; }
    /// Refers to the current field of a reader of `message`, which is a part of the bytes.
    FieldRef ref(std::string_view message, const WireReader& reader) const
    {
        return FieldRef{offsetOf(message) + static_cast<std::uint32_t>(reader.offset())};
    }

    /// Warns about a name that is not UTF-8. A name may hold any bytes, but protobuf rejects such a name.
    void checkText(std::string_view text)
    {
        if (!isAscii(text) && !isValidUtf8(text))
            warnOfText(text);
    }

    /// Stores the field's text if it has this number, and checks it.
    void storeText(const WireReader& reader, std::uint32_t number, std::string_view& text)
    {
        if (reader.field() != number)
            return;
        reader.store(text);
        checkText(reader.bytes());
    }

    /// Warns about damage at a part of the bytes. The rest can still be used.
    void warn(std::string_view code, const std::string& what, std::string_view where)
    {
        m_warnings.addNamed(code, what, inFile(offsetOf(where)));
    }

    /// Call this before every record. It checks now and then whether the work is cancelled, and remembers the answer.
    bool isCancelled()
    {
        if (m_records++ % kPollEvery == 0)
            m_isCancelled = m_isCancelled || m_progress.cancelled();
        return m_isCancelled;
    }

    /// Rejects more bytes than a FieldRef can address.
    Result<void> checkSize() const;
    /// After all bytes have been read. The error says why there is no result.
    Result<void> outcome() const;

private:
    static constexpr std::uint32_t kPollEvery = 1 << 12;

    [[gnu::cold]] void warnOfText(std::string_view text);

    std::string_view m_what;
    std::string_view m_bytes;
    std::uint64_t m_fileOffset;
    const Progress& m_progress;
    Warnings& m_warnings;
    Damage m_damage;
    std::uint32_t m_records = 0;
    bool m_isCancelled = false;
};

/// Quotes and shortens a name of the file for messages.
std::string quotedName(std::string_view name);

} // namespace tidemark::xla
