#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

namespace tidemark {

/// Where bytes stop being a protobuf message. Every cursor is made with such a sink, so that no loop over fields ends
/// early unseen; whoever makes the sink asks it and says what the damage costs. It keeps the first damage of all
/// cursors that share it. Damage is what protobuf rejects: a field that is cut, a broken tag, number or group. A field
/// of an unexpected type is none, as protobuf takes it for an unknown one.
///
///     Damage damage(bytes);
///     for (WireReader reader(bytes, damage); reader.next();)
///         …                                        // sub-messages are read with the same sink
///     if (damage)
///         warn(…, *damage.at());
class Damage
{
public:
    /// For cursors over a file: places are bytes of the file.
    Damage() = default;
    /// For cursors over `bytes` and parts of them: places count from their start, which is `offset`.
    explicit Damage(std::string_view bytes, std::uint64_t offset = 0)
        : m_begin(bytes.data())
        , m_offset(offset)
    { }
    Damage(const Damage&) = delete;
    Damage& operator=(const Damage&) = delete;

    explicit operator bool() const { return m_at.has_value(); }
    /// Where the first damaged field starts.
    [[nodiscard]] std::optional<std::uint64_t> at() const { return m_at; }

    // Out of line and cold, so that readers keep their state in registers.
    [[gnu::cold]] void note(std::uint64_t at);
    [[gnu::cold]] void note(const char* at);

private:
    const char* m_begin = nullptr;
    std::uint64_t m_offset = 0;
    std::optional<std::uint64_t> m_at;
};

} // namespace tidemark
