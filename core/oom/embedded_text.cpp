#include "core/oom/embedded_text.h"

#include "core/oom/log_words.h"
#include "core/text/escaped_text.h"
#include "core/text/text_cursor.h"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <array>
#include <span>

namespace tidemark::oom {
namespace {

using Json = nlohmann::json;

constexpr std::array kTextKeys = {"log", "message", "msg", "MESSAGE", "textPayload", "text"};
constexpr std::array kWriterKeys
    = {"rank", "process_index", "worker", "worker_id", "pod_name", "pod", "hostname", "host"};

/// Calls `visit` with the key and the value of each member, at any depth.
template <class Visit>
void forEachMember(const Json& root, const Visit& visit)
{
    std::vector<const Json*> open{&root};
    while (!open.empty()) {
        const Json& node = *open.back();
        open.pop_back();
        for (const auto& [key, value] : node.items()) {
            visit(key, value);
            if (value.is_structured())
                open.push_back(&value);
        }
    }
}

/// Returns whether a text ends with another text, apart from blanks.
bool endsWith(std::string_view text, std::string_view end)
{
    return !trimmed(end).empty() && trimmed(text).ends_with(trimmed(end));
}

/// Adds a literal, unless one of the last literals is the same message. A logger may write a message, and then an
/// exception that begins or ends with it. The longer one of such literals stays.
void addLiteral(std::vector<std::string>& known, std::string literal)
{
    constexpr std::size_t kCompared = 4; // few, so that the work is linear in the line
    for (std::size_t i = known.size() - std::min(kCompared, known.size()); i < known.size(); ++i) {
        std::string& each = known[i];
        if (each.starts_with(trimmed(literal)) || endsWith(each, literal))
            return;
        if (literal.starts_with(trimmed(each)) || endsWith(literal, each)) {
            each = std::move(literal);
            return;
        }
    }
    known.push_back(std::move(literal));
}

/// A notebook stores a text as one string or as a list of its lines.
std::string textOf(const Json& value, std::string_view lineEnd)
{
    if (value.is_string())
        return value.get<std::string>();
    std::string text;
    if (value.is_array())
        for (const Json& line : value)
            if (line.is_string())
                text += line.get<std::string>() + std::string(lineEnd);
    return text;
}

std::optional<std::string> firstOf(std::span<std::optional<std::string>> texts)
{
    for (std::optional<std::string>& each : texts)
        if (each)
            return std::move(each);
    return std::nullopt;
}

const Json& memberOf(const Json& object, const char* key)
{
    static const Json kNone;
    const auto found = object.is_object() ? object.find(key) : object.end();
    return found == object.end() ? kNone : *found;
}

} // namespace

std::optional<JsonLine> readJsonLine(std::string_view line)
{
    constexpr std::size_t kLongestPrefix = 200;
    const std::size_t begin = line.substr(0, kLongestPrefix).find('{');
    if (begin == std::string_view::npos || !trimmed(line).ends_with('}'))
        return std::nullopt;
    const std::string_view object = line.substr(begin);
    const Json json = Json::parse(object.begin(), object.end(), nullptr, false);
    if (!json.is_object())
        return std::nullopt;
    JsonLine read;
    std::array<std::optional<std::string>, kTextKeys.size()> texts;
    std::array<std::optional<std::string>, kWriterKeys.size()> writers;
    forEachMember(json, [&](const std::string& key, const Json& value) {
        const auto text = std::ranges::find(kTextKeys, key);
        const auto writer = std::ranges::find(kWriterKeys, key);
        if (value.is_string() && logWords().find(value.get_ref<const std::string&>(), 0) != std::string_view::npos)
            addLiteral(read.texts, value.get<std::string>());
        if (value.is_string() && text != kTextKeys.end())
            texts[static_cast<std::size_t>(text - kTextKeys.begin())] = value.get<std::string>();
        if (writer == kWriterKeys.end())
            return;
        std::optional<std::string>& name = writers[static_cast<std::size_t>(writer - kWriterKeys.begin())];
        if (value.is_string())
            name = value.get<std::string>();
        else if (value.is_number_integer())
            name = value.dump();
    });
    if (read.texts.empty())
        if (auto text = firstOf(texts))
            read.texts.push_back(std::move(*text));
    if (read.texts.empty())
        return std::nullopt;
    read.writer = firstOf(writers).value_or("");
    return read;
}

bool isNotebook(std::string_view start)
{
    return trimmedLeft(start).starts_with('{')
        && (start.find("\"cell_type\"") != std::string_view::npos
            || start.find("\"nbformat\"") != std::string_view::npos);
}

std::optional<std::string> outputsOfNotebook(std::string_view text)
{
    const Json json = Json::parse(text.begin(), text.end(), nullptr, false);
    if (!json.is_object())
        return std::nullopt;
    std::string outputs;
    for (const Json& cell : memberOf(json, "cells"))
        for (const Json& output : memberOf(cell, "outputs")) {
            outputs += textOf(memberOf(output, "text"), {}) + '\n';
            outputs += textOf(memberOf(output, "traceback"), "\n") + '\n';
        }
    return outputs;
}

std::vector<std::string> literalsOf(std::string_view line)
{
    std::vector<std::string> literals;
    LiteralFinder finder(line);
    for (std::size_t at = logWords().find(line, 0); at != std::string_view::npos;) {
        const auto place = finder.around(at);
        std::string literal = resolvedLiteral(line, at);
        if (place)
            literal = resolvedLiteral(line.substr(place->begin, place->end - place->begin), at - place->begin);
        if (literal == line)
            break;
        addLiteral(literals, std::move(literal));
        if (!place || place->end == line.size())
            break;
        at = logWords().find(line, place->end);
    }
    return literals;
}

bool isOneLine(std::string_view text)
{
    return text.find('\n') >= text.size() - std::min<std::size_t>(text.size(), 1);
}

} // namespace tidemark::oom
