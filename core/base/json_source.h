#pragma once

#include "core/base/located_json.h"
#include "core/base/warnings.h"

#include <optional>
#include <span>

namespace tidemark {

/// A JSON text that a tool wrote. Each thing that a reader cannot use is a warning with file, line and column: repeated
/// keys, NaN and Infinity, values of a wrong type. Such a value counts as absent. Null is no wrong type.
class JsonSource
{
public:
    using Type = LocatedJson::Type;

    /// Returns an error if the text is not JSON. Messages name the file `name`.
    /// REQUIRES: `warnings` outlives the result
    static Result<JsonSource> parse(std::string name, std::string text, Warnings& warnings);

    const LocatedJson& root() const { return m_root; }
    const std::string& name() const { return m_name; }
    /// Adds a warning about a value. `words` has no period at its end.
    void warn(std::string_view code, const LocatedJson& at, std::string_view words) const;

    /// Returns the value of a key. Null: it is absent, null, or of another type.
    const LocatedJson* find(const LocatedJson& object, std::string_view key, Type type) const;
    /// Empty: absent.
    std::string text(const LocatedJson& object, std::string_view key) const;
    std::optional<std::string> textIfAny(const LocatedJson& object, std::string_view key) const;
    bool truth(const LocatedJson& object, std::string_view key) const;
    /// An integer from 0 to 2^56. Negative: absent, or another number.
    std::int64_t integer(const LocatedJson& object, std::string_view key) const;
    /// The same, where the file may also write the integer as a string.
    std::int64_t integerOrText(const LocatedJson& object, std::string_view key) const;
    /// The elements of a list. Elements of another type stay, so that positions do not change.
    std::span<const LocatedJson> list(const LocatedJson& object, std::string_view key, Type elements) const;
    /// The same of a value that is a list itself, for which messages use a name.
    std::span<const LocatedJson> listAt(const LocatedJson& value, std::string_view name, Type elements) const;
    std::vector<std::string> texts(const LocatedJson& object, std::string_view key) const;
    std::vector<std::int64_t> integers(const LocatedJson& object, std::string_view key) const;

private:
    JsonSource(std::string name, std::string text, LocatedJson root, Warnings& warnings);
    bool expect(const LocatedJson& value, std::string_view name, Type type) const;
    std::int64_t integerOf(const LocatedJson& value, std::string_view name) const;

    std::string m_name;
    std::string m_text;
    LocatedJson m_root;
    Warnings* m_warnings;
    mutable TextPlaces m_places;
};

} // namespace tidemark
