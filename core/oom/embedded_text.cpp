#include "core/oom/embedded_text.h"

#include "core/oom/line_role.h"
#include "core/text/escaped_text.h"
#include "core/text/text_cursor.h"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <array>
#include <deque>
#include <map>
#include <utility>

namespace tidemark::oom {
namespace {

using Json = nlohmann::ordered_json; // members keep their order

constexpr std::array kTextKeys
    = {"log", "message", "msg", "MESSAGE", "textPayload", "text", "short_message", "full_message", "event", "body"};
/// The best first. Deeper members of the first two names are other things.
constexpr std::array kWriterKeys
    = {"rank", "process_index", "worker", "worker_id", "pod_name", "pod", "hostname", "host"};
constexpr std::ptrdiff_t kOuterWriterKeys = 2;

/// Calls `visit` with the depth, the key and the value of each member and element, the outer ones first. `visit`
/// returns whether the elements of the value are visited, too.
template <class Visit>
void forEachMember(const Json& root, const Visit& visit)
{
    std::deque<std::pair<int, const Json*>> open{{0, &root}};
    while (!open.empty()) {
        const auto [depth, node] = open.front();
        open.pop_front();
        for (const auto& [key, value] : node->items()) {
            if (visit(depth, key, value) && value.is_structured())
                open.emplace_back(depth + 1, &value);
        }
    }
}

/// Returns a string, or the lines of an array of strings with `lineEnd` after each. Any other value has no text.
std::optional<std::string> textOf(const Json& value, std::string_view lineEnd)
{
    if (value.is_string())
        return value.get<std::string>();
    if (!value.is_array() || value.empty() || !std::ranges::all_of(value, &Json::is_string))
        return std::nullopt;
    std::string text;
    for (const Json& line : value)
        text.append(line.get_ref<const std::string&>()).append(lineEnd);
    return text;
}

bool hasWords(std::string_view text)
{
    return logWords().find(text, 0) != std::string_view::npos;
}

/// The name of a writer. Empty for a value that is no name.
std::string nameIn(const Json& value)
{
    if (value.is_string())
        return value.get<std::string>();
    return value.is_number_integer() ? value.dump() : std::string();
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

const Json& memberOf(const Json& object, const char* key)
{
    static const Json kNone;
    const auto found = object.is_object() ? object.find(key) : object.end();
    return found == object.end() ? kNone : *found;
}

/// Adds the texts of one output of a cell. The traceback of an error usually ends with its message.
void addOutput(const Json& output, std::string& outputs)
{
    outputs += textOf(memberOf(output, "text"), {}).value_or("") + '\n';
    outputs += textOf(memberOf(memberOf(output, "data"), "text/plain"), {}).value_or("") + '\n';
    const std::string traceback = textOf(memberOf(output, "traceback"), "\n").value_or("");
    const std::string error = textOf(memberOf(output, "evalue"), {}).value_or("");
    outputs += traceback + '\n';
    if (traceback.find(error) == std::string::npos)
        outputs += textOf(memberOf(output, "ename"), {}).value_or("") + ": " + error + '\n';
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
    std::optional<std::string> usual; // the outermost text of a usual key
    std::vector<std::string> found; // texts with words of a message
    std::map<std::ptrdiff_t, std::string> writers; // by place in kWriterKeys
    forEachMember(json, [&](int depth, const std::string& key, const Json& value) {
        const auto place = std::ranges::find(kWriterKeys, key) - kWriterKeys.begin();
        if (place < std::ssize(kWriterKeys) && (depth == 0 || place >= kOuterWriterKeys))
            if (std::string name = nameIn(value); !name.empty())
                writers.try_emplace(place, std::move(name));
        auto text = textOf(value, "\n");
        if (!text)
            return true;
        if (!usual && std::ranges::find(kTextKeys, key) != kTextKeys.end())
            usual = text;
        if (hasWords(*text))
            addLiteral(found, std::move(*text));
        return false;
    });
    // A line of a message stands alone, even if another member repeats it.
    const bool isLine
        = usual && isOneLine(*usual) && std::ranges::all_of(found, isOneLine) && (found.empty() || hasWords(*usual));
    JsonLine read;
    if (isLine)
        read.texts.push_back(std::move(*usual));
    else if (!found.empty())
        read.texts = std::move(found);
    else if (usual)
        read.texts.push_back(std::move(*usual));
    else
        return std::nullopt;
    if (!writers.empty())
        read.writer = writers.begin()->second;
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
    // Sources, images and what no notebook contains are dropped, because they would take memory.
    constexpr int kDeepest = 12;
    const auto isKept = [](int depth, Json::parse_event_t event, Json& parsed) {
        if (depth > kDeepest)
            return false;
        return event != Json::parse_event_t::key
            || (parsed != "source" && parsed != "metadata" && parsed != "image/png");
    };
    const Json json = Json::parse(text.begin(), text.end(), isKept, false);
    std::vector<const Json*> lists{&memberOf(json, "cells")};
    for (const Json& sheet : memberOf(json, "worksheets")) // nbformat 3
        lists.push_back(&memberOf(sheet, "cells"));
    std::string outputs;
    bool hasCells = false;
    for (const Json* const cells : lists) {
        hasCells = hasCells || cells->is_array();
        for (const Json& cell : *cells)
            for (const Json& output : memberOf(cell, "outputs"))
                addOutput(output, outputs);
    }
    if (!hasCells)
        return std::nullopt;
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
