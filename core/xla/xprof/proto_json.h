#pragma once

#include "core/report/json_writer.h"

#include <concepts>
#include <string_view>

namespace tidemark::xla {

/// Writes proto3 JSON: fields that are zero or empty are left out, elements of lists are not.
class ProtoJson
{
public:
    explicit ProtoJson(std::ostream& out)
        : m_json(out)
    { }

    template <class F>
    void message(F writeFields)
    {
        m_json.beginObject();
        writeFields();
        m_json.endObject();
    }

    template <std::integral Integer>
    void field(std::string_view key, Integer number)
    {
        if (number != 0)
            m_json.key(key).value(number);
    }
    void field(std::string_view key, std::string_view text)
    {
        if (!text.empty())
            m_json.key(key).value(text);
    }
    /// Writes a field even if it is zero, as members of a oneof are.
    void presentField(std::string_view key, std::uint64_t number) { m_json.key(key).value(number); }
    void mibField(std::string_view key, std::int64_t bytes)
    {
        if (bytes == 0)
            return;
        m_json.key(key);
        mib(bytes);
    }
    template <class F>
    void messageField(std::string_view key, F writeFields)
    {
        m_json.key(key);
        message(writeFields);
    }
    /// `writeElement(i)` writes one value for each i < count.
    template <class F>
    void list(std::string_view key, std::size_t count, F writeElement)
    {
        if (count == 0)
            return;
        m_json.key(key).beginArray();
        for (std::size_t i = 0; i < count; ++i)
            writeElement(i);
        m_json.endArray();
    }

    template <class T>
    void element(const T& value)
    {
        m_json.value(value);
    }
    /// Writes bytes as mebibytes in floating point; whole numbers have no decimal point.
    void mib(std::int64_t bytes)
    {
        constexpr std::int64_t kMib = 1 << 20;
        if (bytes % kMib == 0)
            m_json.value(bytes / kMib);
        else
            m_json.value(static_cast<double>(bytes) / static_cast<double>(kMib));
    }

private:
    JsonWriter m_json;
};

} // namespace tidemark::xla
