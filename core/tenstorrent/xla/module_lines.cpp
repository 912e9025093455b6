#include "core/tenstorrent/xla/module_lines.h"

#include "core/text/text_cursor.h"

#include <vector>

namespace tidemark::ttxla {
namespace {

constexpr std::string_view kAlias = "#loc";

/// Returns the quoted text at the start.
std::string_view quoted(std::string_view text)
{
    if (!text.starts_with('"'))
        return {};
    const std::size_t end = text.find('"', 1);
    return end == std::string_view::npos ? std::string_view() : text.substr(1, end - 1);
}

/// Calls `take` with the text after each occurrence of `word`.
template <class Take>
void forEach(std::string_view line, std::string_view word, Take take)
{
    for (std::size_t at = line.find(word); at != std::string_view::npos; at = line.find(word, at + 1))
        take(line.substr(at + word.size()));
}

/// Returns alias and name of "#loc3 = loc("name"", or empty texts if the line is not such a definition.
std::pair<std::string_view, std::string_view> aliasOf(std::string_view line)
{
    line = trimmedLeft(line);
    TextCursor at(line);
    if (!at.take(kAlias))
        return {};
    at.takeWhile(isDigit);
    const std::string_view alias = line.substr(0, line.size() - at.rest().size());
    return at.take(" = loc(") ? std::pair(alias, quoted(at.rest())) : std::pair<std::string_view, std::string_view>();
}

} // namespace

std::map<std::string, std::uint64_t> linesByLocation(std::string_view module)
{
    std::vector<std::string_view> lines;
    std::map<std::string_view, std::string_view> names; // by alias
    for (std::string_view rest = module; !rest.empty();) {
        const std::size_t end = std::min(rest.find('\n'), rest.size());
        lines.push_back(rest.substr(0, end));
        rest.remove_prefix(std::min(end + 1, rest.size()));
        if (const auto [alias, name] = aliasOf(lines.back()); !name.empty())
            names[alias] = name;
    }
    std::map<std::string, std::uint64_t> found;
    const auto eachLine = [&](auto take) {
        for (std::size_t i = 0; i < lines.size(); ++i)
            if (!trimmedLeft(lines[i]).starts_with(kAlias))
                take(lines[i], i + 1);
    };
    eachLine([&](std::string_view line, std::uint64_t number) {
        forEach(line, "loc(#", [&](std::string_view rest) {
            const std::string alias = "#" + std::string(rest.substr(0, rest.find(')')));
            const auto name = names.find(alias);
            if (name != names.end())
                found.emplace(name->second, number);
        });
    });
    eachLine([&](std::string_view line, std::uint64_t number) {
        forEach(line, "loc(", [&](std::string_view rest) {
            if (const std::string_view name = quoted(rest); !name.empty())
                found.emplace(name, number);
        });
    });
    eachLine([&](std::string_view line, std::uint64_t number) {
        forEach(line, "load_cached(@", [&](std::string_view rest) {
            found.emplace("@" + std::string(rest.substr(0, rest.find_first_of(",)"))), number);
        });
    });
    return found;
}

} // namespace tidemark::ttxla
