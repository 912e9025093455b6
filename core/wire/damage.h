#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

namespace tidemark {

/// Records where bytes stop being a protobuf message. Every cursor needs such a sink, so no loop over fields can end
/// early without a trace. The owner of the sink checks it and reports what the damage costs. The sink keeps the first
/// damage of all cursors that share it. Damage is what protobuf rejects: a cut field, or a broken tag, number or group.
/// A field of an unexpected type is no damage, because protobuf treats it as an unknown field.
///
///     Damage damage(bytes);
///     for (WireReader reader(bytes, damage); reader.next();)
///         …                                        // sub-messages are read with the same sink
///     if (damage)
///         warn(…, *damage.at());
class Damage
{
public:
    /// For cursors over a file: positions are file offsets.
    Damage() = default;
    /// For cursors over `bytes` and parts of them: positions count from the start of `bytes`, which lies at `offset`.
    explicit Damage(std::string_view bytes, std::uint64_t offset = 0)
        : m_begin(bytes.data())
        , m_offset(offset)
    { }
    Damage(const Damage&) = delete;
    Damage& operator=(const Damage&) = delete;

    explicit operator bool() const { return m_at.has_value(); }
    /// The position of the first damaged field.
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
