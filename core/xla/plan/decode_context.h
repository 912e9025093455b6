#pragma once

#include "core/base/progress.h"
#include "core/base/text.h"
#include "core/base/warnings.h"
#include "core/wire/wire_reader.h"
#include "core/xla/plan/field_ref.h"

#include <optional>
#include <string_view>

namespace tidemark {

/// What the decoding of one half of a HLO needs wherever it stands: the bytes and their place in the file, whether they
/// are damaged, whether the result is still wanted, and where to warn.
class DecodeContext
{
public:
    /// `what` is the message's name in sentences: "HLO module". All that is given must outlive this.
    DecodeContext(std::string_view what, std::string_view bytes, std::uint64_t fileOffset, const Progress& progress,
                  Warnings& warnings);

    /// For a part of the same bytes, which another thread reads.
    DecodeContext(const DecodeContext& whole, Warnings& warnings);

    std::string_view bytes() const { return m_bytes; }
    /// For all cursors whose damage makes the message useless.
    Damage& damage() { return m_damage; }
    Warnings& warnings() { return m_warnings; }

    /// Of a part of the bytes, from their start.
    std::uint32_t offsetOf(std::string_view part) const
    {
        return static_cast<std::uint32_t>(part.data() - m_bytes.data());
    }
    std::uint64_t inFile(std::uint32_t offset) const { return m_fileOffset + offset; }
    /// The current field of a reader of `message`, which is a part of the bytes.
    FieldRef ref(std::string_view message, const WireReader& reader) const
    {
        return FieldRef{offsetOf(message) + static_cast<std::uint32_t>(reader.offset())};
    }

    /// Names may hold anything, but protobuf refuses those that are no UTF-8: these are told.
    void checkText(std::string_view text)
    {
        if (!isAscii(text) && !isValidUtf8(text))
            warnOfText(text);
    }

    /// To be asked before every record: looks now and then whether the work is cancelled, and remembers it.
    bool isCancelled()
    {
        if (m_records++ % kPollEvery == 0)
            m_isCancelled = m_isCancelled || m_progress.cancelled();
        return m_isCancelled;
    }

    /// Nothing is to be read when there are more bytes than a FieldRef can point into.
    std::optional<Error> tooLarge() const;
    /// Why there is no result after all has been read.
    std::optional<Error> failure() const;

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

/// A name of a file as messages show it: not too long, and in quotes.
std::string quotedName(std::string_view name);

} // namespace tidemark
