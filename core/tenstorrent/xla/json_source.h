#pragma once

#include "core/base/located_json.h"
#include "core/base/warnings.h"
#include "core/tenstorrent/xla/memory_state.h"

#include <optional>
#include <span>

namespace tidemark::ttxla {

/// A JSON text that a tool wrote. Its warnings give the line of each unusable value.
class JsonSource
{
public:
    /// Error: the text is not JSON. NaN and Infinity, which Python writes, count as unusable numbers. `name` is the
    /// name of the file, for messages; `warnings` must outlive this object.
    static Result<JsonSource> parse(std::string name, std::string text, Warnings& warnings);

    const LocatedJson& root() const { return m_root; }
    const std::string& name() const { return m_name; }
    void warn(std::string_view code, const LocatedJson& at, std::string_view words) const;

    /// Returns a string member, or an empty text if it is missing, null or not a string.
    std::string text(const LocatedJson& object, std::string_view key) const;
    std::optional<std::string> textIfAny(const LocatedJson& object, std::string_view key) const;
    bool truth(const LocatedJson& object, std::string_view key) const;
    /// Returns an integer member below 2^56. Returns -1 if it is missing or null, or, with a warning, if it is not such
    /// a number.
    std::int64_t integer(const LocatedJson& object, std::string_view key) const;
    std::int64_t megabytesIn(const LocatedJson& object, std::string_view key) const;
    /// Returns the elements, or none if the value is not a list.
    static std::span<const LocatedJson> list(const LocatedJson* value);

private:
    JsonSource(std::string name, std::string text, LocatedJson root, Warnings& warnings);
    const LocatedJson* number(const LocatedJson& object, std::string_view key) const;

    std::string m_name;
    std::string m_text;
    LocatedJson m_root;
    Warnings* m_warnings;
    mutable std::size_t m_told = 0; // number of warnings so far: each look-up of a line starts at the text's begin
};

} // namespace tidemark::ttxla
