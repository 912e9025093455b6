#pragma once

#include <nlohmann/json.hpp>

#include <ostream>
#include <string_view>

namespace tidemark {

/// What proto3 JSON leaves out: zero and what is empty.
inline bool isProtoDefault(const nlohmann::ordered_json& value)
{
    if (value.is_string())
        return value.get_ref<const std::string&>().empty();
    return value.is_structured() ? value.empty() : value.is_number() && value == 0;
}

/// Writes one JSON object member by member, long arrays element by element, and leaves out what is zero or empty, as
/// proto3 JSON does. All text must be valid UTF-8.
class JsonStream
{
public:
    explicit JsonStream(std::ostream& out)
        : m_out(out)
    {
        m_out << '{';
    }

    void field(std::string_view key, const nlohmann::ordered_json& value)
    {
        if (isProtoDefault(value))
            return;
        begin(key);
        m_out << value;
    }

    /// `element(i)` gives a JSON value for each i < count.
    template <class F>
    void array(std::string_view key, std::size_t count, F element)
    {
        if (count == 0)
            return;
        begin(key);
        for (std::size_t i = 0; i < count; ++i)
            m_out << (i == 0 ? '[' : ',') << element(i);
        m_out << ']';
    }

    void finish() { m_out << "}\n"; }

private:
    void begin(std::string_view key)
    {
        m_out << (m_isFirst ? "" : ",") << '"' << key << "\":";
        m_isFirst = false;
    }

    std::ostream& m_out;
    bool m_isFirst = true;
};

} // namespace tidemark
