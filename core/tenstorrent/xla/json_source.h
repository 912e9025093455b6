#pragma once

#include "core/base/located_json.h"
#include "core/base/warnings.h"
#include "core/tenstorrent/xla/memory_state.h"

#include <optional>
#include <span>

namespace tidemark::ttxla {

/// A JSON text that a tool wrote, with warnings that name the lines of what cannot be used.
class JsonSource
{
public:
    /// Error: what is no JSON. NaN and Infinity, which Python writes, are numbers that cannot be used. `name` is that
    /// of the file, for messages; `warnings` must outlive it.
    static Result<JsonSource> parse(std::string name, std::string text, Warnings& warnings);

    const LocatedJson& root() const { return m_root; }
    const std::string& name() const { return m_name; }
    void warn(std::string_view code, const LocatedJson& at, std::string_view words) const;

    /// Of a string; empty for null, and for what is no string.
    std::string text(const LocatedJson& object, std::string_view key) const;
    std::optional<std::string> textIfAny(const LocatedJson& object, std::string_view key) const;
    bool truth(const LocatedJson& object, std::string_view key) const;
    /// Negative: it is not there, or null. What is no such number is told.
    std::int64_t integer(const LocatedJson& object, std::string_view key) const;
    std::int64_t megabytesIn(const LocatedJson& object, std::string_view key) const;
    /// The elements; none where it is no list.
    static std::span<const LocatedJson> list(const LocatedJson* value);

private:
    JsonSource(std::string name, std::string text, LocatedJson root, Warnings& warnings);
    const LocatedJson* number(const LocatedJson& object, std::string_view key) const;

    std::string m_name;
    std::string m_text;
    LocatedJson m_root;
    Warnings* m_warnings;
    mutable std::size_t m_told = 0; // the place of each is looked for from the start
};

} // namespace tidemark::ttxla
