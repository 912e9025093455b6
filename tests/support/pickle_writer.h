#pragma once

#include <algorithm>
#include <bit>
#include <cstdint>
#include <cstdlib>
#include <map>
#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

namespace tidemark::test {

/// A Python value. A copy is the same object for the pickle's memo, as a second reference is in Python.
class Py
{
public:
    using List = std::vector<Py>;
    using Dict = std::vector<std::pair<Py, Py>>;
    struct Tuple {
        List items;
    };
    struct Raw { // bytes that are written as they are
        std::string bytes;
    };

    Py() = default; // None
    Py(bool value)
        : content(value)
    { }
    Py(int value)
        : content(std::int64_t{value})
    { }
    Py(std::int64_t value)
        : content(value)
    { }
    Py(double value)
        : content(value)
    { }
    Py(const char* text)
        : content(std::string(text))
    { }
    Py(std::string text)
        : content(std::move(text))
    { }
    Py(List items)
        : content(std::make_shared<List>(std::move(items)))
    { }
    Py(Dict items)
        : content(std::make_shared<Dict>(std::move(items)))
    { }
    Py(Tuple items)
        : content(std::move(items.items))
    { }
    Py(Raw raw)
        : content(std::move(raw))
    { }

    /// Returns the value of a key. REQUIRES: a dict that has it
    Py& at(std::string_view key)
    {
        for (auto& [each, value] : *std::get<std::shared_ptr<Dict>>(content))
            if (std::get<std::string>(each.content) == key)
                return value;
        std::abort();
    }
    void add(std::string key, Py value)
    {
        std::get<std::shared_ptr<Dict>>(content)->emplace_back(std::move(key), std::move(value));
    }
    void add(Py item) { std::get<std::shared_ptr<List>>(content)->push_back(std::move(item)); }
    void remove(std::string_view key)
    {
        std::erase_if(*std::get<std::shared_ptr<Dict>>(content),
                      [&](const auto& pair) { return std::get<std::string>(pair.first.content) == key; });
    }

    std::variant<std::monostate, bool, std::int64_t, double, std::string, std::shared_ptr<List>, std::shared_ptr<Dict>,
                 List, Raw>
        content;
};

struct PickleStyle {
    int protocol = 4;
    bool oneByOne = false; // every item with an opcode of its own
    std::size_t batch = 1000; // most items of one opcode
};

/// Writes a value as Python's pickle module does.
class PickleWriter
{
public:
    static std::string written(const Py& value, const PickleStyle& style = {})
    {
        PickleWriter writer(style);
        writer.write(value);
        writer.m_out += '.';
        std::string start{'\x80', static_cast<char>(style.protocol)};
        if (style.protocol >= 4)
            start += "\x95" + bytesOf(writer.m_out.size(), 8);
        return start + writer.m_out;
    }

    /// A number in little-endian order.
    static std::string bytesOf(std::uint64_t number, int count)
    {
        std::string bytes;
        for (int i = 0; i < count; ++i)
            bytes += static_cast<char>(number >> (8 * i));
        return bytes;
    }

private:
    explicit PickleWriter(const PickleStyle& style)
        : m_style(style)
    { }

    void write(const Py& value)
    {
        std::visit([this](const auto& content) { writeContent(content); }, value.content);
    }
    void writeContent(std::monostate) { m_out += 'N'; }
    void writeContent(bool value) { m_out += value ? '\x88' : '\x89'; }
    void writeContent(const Py::Raw& raw) { m_out += raw.bytes; }
    void writeContent(double value)
    {
        const std::string bytes = bytesOf(std::bit_cast<std::uint64_t>(value), 8);
        m_out += 'G' + std::string(bytes.rbegin(), bytes.rend());
    }
    void writeContent(std::int64_t value)
    {
        if (value >= 0 && value < 1 << 8)
            m_out += 'K' + bytesOf(static_cast<std::uint64_t>(value), 1);
        else if (value >= 0 && value < 1 << 16)
            m_out += 'M' + bytesOf(static_cast<std::uint64_t>(value), 2);
        else if (value >= INT32_MIN && value <= INT32_MAX)
            m_out += 'J' + bytesOf(static_cast<std::uint64_t>(value), 4);
        else
            m_out += "\x8a\x08" + bytesOf(static_cast<std::uint64_t>(value), 8);
    }
    void writeContent(const std::string& text)
    {
        const auto [known, isNew] = m_texts.try_emplace(text, m_memo);
        if (!isNew)
            return get(known->second);
        if (m_style.protocol >= 4 && text.size() < 256)
            m_out += "\x8c" + bytesOf(text.size(), 1);
        else
            m_out += 'X' + bytesOf(text.size(), 4);
        m_out += text;
        put();
    }
    void writeContent(const std::vector<Py>& tuple)
    {
        if (tuple.empty()) {
            m_out += ')';
            return;
        }
        if (tuple.size() > 3)
            m_out += '(';
        for (const Py& item : tuple)
            write(item);
        m_out += tuple.size() > 3 ? 't' : static_cast<char>(0x84 + tuple.size());
        put();
    }
    void writeContent(const std::shared_ptr<Py::List>& list)
    {
        const auto [known, isNew] = m_objects.try_emplace(list.get(), m_memo);
        if (!isNew)
            return get(known->second);
        m_out += ']';
        put();
        for (std::size_t at = 0; at < list->size();) {
            const std::size_t count = m_style.oneByOne ? 1 : std::min(m_style.batch, list->size() - at);
            if (count > 1)
                m_out += '(';
            for (const std::size_t end = at + count; at < end; ++at)
                write((*list)[at]);
            m_out += count > 1 ? 'e' : 'a';
        }
    }
    void writeContent(const std::shared_ptr<Py::Dict>& dict)
    {
        const auto [known, isNew] = m_objects.try_emplace(dict.get(), m_memo);
        if (!isNew)
            return get(known->second);
        m_out += '}';
        put();
        for (std::size_t at = 0; at < dict->size();) {
            const std::size_t count = m_style.oneByOne ? 1 : std::min(m_style.batch, dict->size() - at);
            if (count > 1)
                m_out += '(';
            for (const std::size_t end = at + count; at < end; ++at) {
                write((*dict)[at].first);
                write((*dict)[at].second);
            }
            m_out += count > 1 ? 'u' : 's';
        }
    }
    void get(std::size_t index) { m_out += index < 256 ? 'h' + bytesOf(index, 1) : 'j' + bytesOf(index, 4); }
    void put()
    {
        if (m_style.protocol >= 4)
            m_out += '\x94';
        else
            m_out += m_memo < 256 ? 'q' + bytesOf(m_memo, 1) : 'r' + bytesOf(m_memo, 4);
        ++m_memo;
    }

    const PickleStyle& m_style;
    std::string m_out;
    std::size_t m_memo = 0;
    std::map<std::string, std::size_t> m_texts;
    std::map<const void*, std::size_t> m_objects;
};

} // namespace tidemark::test
