#include "core/oom/log_literals.h"

#include "core/oom/line_start.h"
#include "core/oom/log_words.h"
#include "core/text/escaped_text.h"
#include "core/text/text_cursor.h"

#include <algorithm>
#include <array>

namespace tidemark::oom {
namespace {

/// Returns whether a text ends with another text, apart from blanks.
bool endsWith(std::string_view text, std::string_view end)
{
    return !trimmed(end).empty() && trimmed(text).ends_with(trimmed(end));
}

/// Returns whether a literal repeats one of the last literals. A logger may write a message and then an exception that
/// ends with the same message, or a message and then a longer one. Only a few literals are compared, so that the work
/// is linear in the line.
bool repeatsRecent(const std::vector<std::string>& known, const std::string& literal)
{
    constexpr std::size_t kCompared = 4;
    const std::size_t count = std::min(kCompared, known.size());
    return std::any_of(known.end() - static_cast<std::ptrdiff_t>(count), known.end(), [&](const std::string& each) {
        return each.starts_with(trimmed(literal)) || endsWith(each, literal) || endsWith(literal, each);
    });
}

bool isPartOfJson(std::string_view line)
{
    const std::string_view text = trimmed(line);
    const bool isBracket
        = !text.empty() && text.size() < 4 && text.find_first_not_of("{}[],") == std::string_view::npos;
    return isBracket || text.ends_with("\": {") || text.ends_with("\": [")
        || (text.starts_with('"') && memberOfJson(text).has_value());
}

} // namespace

bool isOneLine(std::string_view literal)
{
    return literal.find('\n') >= literal.size() - std::min<std::size_t>(literal.size(), 1);
}

Literals literalsOf(std::string_view text)
{
    Literals literals;
    LiteralFinder finder(text);
    for (std::size_t at = logWords().find(text, 0); at != std::string_view::npos;) {
        const auto place = finder.around(at);
        std::string literal = place
            ? resolvedLiteral(text.substr(place->begin, place->end - place->begin), at - place->begin)
            : resolvedLiteral(text, at);
        if (literal == text)
            break;
        if (!repeatsRecent(literals.texts, literal)) {
            if (literals.texts.empty())
                literals.key = keyOfString(text, at);
            literals.texts.push_back(std::move(literal));
        }
        if (!place || place->end == text.size())
            break;
        at = logWords().find(text, place->end);
    }
    return literals;
}

std::optional<std::string> lineOfJson(std::string_view text, std::string_view key)
{
    std::optional<std::string> line = key.empty() ? std::nullopt : stringOfKey(text, key);
    for (const char* const usual : {"log", "message", "msg", "textPayload"})
        if (!line && key.empty())
            line = stringOfKey(text, usual);
    return line && isOneLine(*line) ? line : std::nullopt;
}

std::size_t beginOfJson(std::string_view text, std::string_view key)
{
    constexpr std::size_t kFarthest = 200;
    if (!text.ends_with('}'))
        return 0;
    const std::size_t begin = text.substr(0, kFarthest).find("{\"");
    const bool isBehind = begin != std::string_view::npos && begin > 0 && isSpace(text[begin - 1]);
    return isBehind && lineOfJson(text.substr(begin), key) ? begin : 0;
}

std::string writerOfJson(std::string_view line)
{
    static constexpr std::string_view kNames[] = {"\"rank\"",     "\"process_index\"", "\"worker\"",   "\"worker_id\"",
                                                  "\"pod_name\"", "\"pod\"",           "\"hostname\"", "\"host\""};
    static const PhraseFinder kAny({std::begin(kNames), std::end(kNames)});
    constexpr std::size_t kLongest = 100;
    const std::size_t first = kAny.find(line, 0);
    if (first == std::string_view::npos)
        return {};
    line.remove_prefix(first);
    for (const std::string_view name : kNames) {
        const std::size_t at = line.find(name);
        if (at == std::string_view::npos)
            continue;
        TextCursor rest(line.substr(at + name.size()));
        rest.skipSpaces();
        if (!rest.take(":"))
            continue;
        rest.skipSpaces();
        if (rest.take("\"")) {
            const std::string_view value = rest.takeWhile([](char c) { return c != '"' && c != '\\'; }, 1, kLongest);
            if (!value.empty() && rest.peek() == '"')
                return std::string(value);
        } else if (const std::string_view number = rest.takeWhile(isDigit, 1, 9); !number.empty()) {
            return std::string(number);
        }
    }
    return {};
}

bool isPartOfYaml(std::string_view line)
{
    return trimmed(line) == "---" || memberOfYaml(line).has_value();
}

bool isPartOfList(std::string_view line)
{
    if (isPartOfJson(line))
        return true;
    if (!isPartOfYaml(line))
        return false;
    // A line of a message may look like YAML, too.
    const LineWriters::Start words = startOfMessage(line);
    return words.at == std::string_view::npos;
}

} // namespace tidemark::oom
